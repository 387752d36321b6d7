import { expect, it } from 'vitest';
import { requestsFor } from '../../../src/host/session/tool-keeper.js';
import type { ToolSwitches } from '../../../src/host/tools/tool-switches.js';
import type { SetItem } from '../../../src/protocol/skillpick-meta.js';

const entry = { kind: 'skill', name: 'x', aliases: [], canonicalPath: '/x' } as const;
const withScopes = (...scopes: string[]) =>
  ({ tool: { id: 'codex' }, scopesOf: () => scopes }) as unknown as ToolSwitches;

it.each<[string, SetItem[], string[], unknown[]]>([
  [
    'the scope it has',
    [{ scope: 'workspace', enabled: false }],
    ['workspace', 'global'],
    [['workspace', false]],
  ],
  ['the only scope there is', [{ scope: 'workspace', enabled: false }], ['global'], [['global', false]]],
  [
    'the more specific one of two',
    [
      { scope: 'workspace', enabled: true },
      { scope: 'global', enabled: false },
    ],
    ['global'],
    [['global', true]],
  ],
  [
    'what is asked for, not what is forgotten in a scope it does not have',
    [
      { scope: 'workspace', enabled: null },
      { scope: 'global', enabled: false },
    ],
    ['global'],
    [['global', false]],
  ],
  [
    'what is asked of it by name',
    [
      { scope: 'global', enabled: true },
      { tool: 'codex', scope: 'global', enabled: false },
    ],
    ['global'],
    [['global', false]],
  ],
  ['nothing that is asked of others', [{ tool: 'claude', scope: 'global', enabled: false }], ['global'], []],
])('a tool is asked for %s', (_, set, scopes, wanted) => {
  const requests = requestsFor(entry, withScopes(...scopes), set);
  expect(requests.map(({ scope, enabled }) => [scope, enabled])).toEqual(wanted);
});

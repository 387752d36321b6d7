import { expect, it } from 'vitest';
import { requestsFor } from '../../../src/host/session/tool-keeper.js';
import type { ToolSwitches } from '../../../src/host/tools/tool-switches.js';
import type { SetItem } from '../../../src/protocol/skillpick-meta.js';

const entry = { kind: 'skill', name: 'x', aliases: [], canonicalPath: '/x' } as const;
const withScopes = (...scopes: string[]) =>
  ({ tool: { id: 'codex' }, scopesOf: () => scopes }) as unknown as ToolSwitches;

it.each<[string, SetItem[], string[], unknown[]]>([
  [
    'the requested scope, if it has that scope',
    [{ scope: 'workspace', enabled: false }],
    ['workspace', 'global'],
    [['workspace', false]],
  ],
  ['its only scope otherwise', [{ scope: 'workspace', enabled: false }], ['global'], [['global', false]]],
  [
    'the more specific of two requests that end up in one scope',
    [
      { scope: 'workspace', enabled: true },
      { scope: 'global', enabled: false },
    ],
    ['global'],
    [['global', true]],
  ],
  [
    'a switch rather than a reset in a scope that it does not have',
    [
      { scope: 'workspace', enabled: null },
      { scope: 'global', enabled: false },
    ],
    ['global'],
    [['global', false]],
  ],
  [
    'the request that names it rather than one for all tools',
    [
      { scope: 'global', enabled: true },
      { tool: 'codex', scope: 'global', enabled: false },
    ],
    ['global'],
    [['global', false]],
  ],
  ['nothing that names another tool', [{ tool: 'claude', scope: 'global', enabled: false }], ['global'], []],
])('a tool is asked for %s', (_, set, scopes, wanted) => {
  const requests = requestsFor(entry, withScopes(...scopes), set);
  expect(requests.map(({ scope, enabled }) => [scope, enabled])).toEqual(wanted);
});

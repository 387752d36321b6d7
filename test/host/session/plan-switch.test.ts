import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../src/host/discovery/file-facts.js';
import { planSwitch } from '../../../src/host/session/plan-switch.js';
import type { EntryInTool } from '../../../src/host/session/tool-table.js';
import { tools } from '../../../src/host/tools/all-tools.js';
import type { KeptIn } from '../../../src/host/tools/scope-keeping.js';
import type { ToolId, ToolScope } from '../../../src/host/tools/tool.js';
import { ToolSwitches } from '../../../src/host/tools/tool-switches.js';
import type { SetItem } from '../../../src/protocol/skillpick-meta.js';

/** No file is read here. */
const environment = { cwd: '/none', home: '/none/home', env: {}, platform: 'linux' } as const;

type Keeping = Partial<Record<ToolScope, KeptIn | string>>;

/** The switches of a tool that keeps each scope as given. */
class KeepingSwitches extends ToolSwitches {
  constructor(
    id: ToolId,
    private readonly keeping: Keeping,
  ) {
    super(tools.find((tool) => tool.id === id)!, environment);
  }

  override keptIn(_entry: unknown, scope: ToolScope): KeptIn | string {
    return this.keeping[scope] ?? `no ${scope}`;
  }
}

function inTool(id: ToolId, keeping: Keeping, refused?: string): EntryInTool {
  const switches = new KeepingSwitches(id, keeping);
  const ref = { kind: 'skill', name: 'x', aliases: [], canonicalPath: '/x', facts: noFacts } as const;
  const state = { enabled: true, obeyed: true, decisions: {} };
  const rest = { name: 'x', ways: [], plugin: undefined, together: [] };
  return { id: 'x', tool: switches.tool, switches, ref, refused, state, ...rest };
}

const both: Keeping = { workspace: { scope: 'workspace' }, global: { scope: 'global' } };
const inGlobal: Keeping = { workspace: { scope: 'global' }, global: { scope: 'global' } };

function requests(entries: readonly EntryInTool[], set: readonly SetItem[]) {
  const plan = planSwitch(entries, set);
  if (typeof plan === 'string') return plan;
  return plan.planned.flatMap(({ entry, requests: made }) =>
    made.map(({ scope, enabled }) => [entry.tool.id, scope, enabled]),
  );
}

describe('the plan of a switch', () => {
  it.each<[string, Keeping, SetItem[], unknown]>([
    ['the requested scope', both, [{ scope: 'workspace', enabled: false }], [['codex', 'workspace', false]]],
    [
      'the scope in whose file the tool keeps it',
      inGlobal,
      [{ scope: 'workspace', enabled: false }],
      [['codex', 'global', false]],
    ],
    [
      'the more specific of two requests that are kept in one file',
      inGlobal,
      [
        { scope: 'workspace', enabled: true },
        { scope: 'global', enabled: false },
      ],
      [['codex', 'global', true]],
    ],
    [
      'a switch rather than a reset in the same file',
      inGlobal,
      [
        { scope: 'workspace', enabled: null },
        { scope: 'global', enabled: false },
      ],
      [['codex', 'global', false]],
    ],
    [
      'the request that names the tool rather than one for all tools',
      both,
      [
        { scope: 'global', enabled: true },
        { tool: 'codex', scope: 'global', enabled: false },
      ],
      [['codex', 'global', false]],
    ],
  ])('asks for %s', (_, keeping, set, wanted) => {
    expect(requests([inTool('codex', keeping)], set)).toEqual(wanted);
  });

  it('leaves out a tool without a switch in the scope, and says why', () => {
    const plan = planSwitch(
      [inTool('claude', both), inTool('codex', { workspace: 'only for all repositories' })],
      [{ scope: 'workspace', enabled: false }],
    );
    expect(plan).toMatchObject({
      planned: [{ entry: { tool: { id: 'claude' } } }],
      leftOut: [{ id: 'codex', outcome: 'left-out', reason: 'only for all repositories' }],
    });
  });

  it('leaves out a tool that does not load the file', () => {
    const entries = [inTool('claude', both), inTool('codex', both, 'it is odd')];
    expect(requests(entries, [{ scope: 'workspace', enabled: false }])).toEqual([
      ['claude', 'workspace', false],
    ]);
  });

  it.each<[string, EntryInTool[], SetItem[], string]>([
    [
      'every tool is left out',
      [inTool('codex', { workspace: 'no' }), inTool('copilot', { workspace: 'never' })],
      [{ scope: 'workspace', enabled: false }],
      'no; never',
    ],
    [
      'a tool that was asked for by name cannot keep it',
      [inTool('claude', both), inTool('codex', { workspace: 'no' })],
      [
        { tool: 'claude', scope: 'workspace', enabled: false },
        { tool: 'codex', scope: 'workspace', enabled: false },
      ],
      'no',
    ],
    [
      'a tool that was asked for by name does not read the entry',
      [inTool('claude', both)],
      [{ tool: 'codex', scope: 'workspace', enabled: false }],
      'no tool "codex" reads it here',
    ],
    [
      'it is for one session',
      [inTool('claude', both)],
      [{ scope: 'session', enabled: false }],
      'the tools keep switches for the workspace or everywhere, not for one session',
    ],
  ])('is refused if %s', (_, entries, set, reason) => {
    expect(requests(entries, set)).toBe(reason);
  });
});

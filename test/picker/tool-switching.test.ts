import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import type { NamedSwitch } from '../../src/picker/made-switches.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import { directory, extras, modelOf, type Node, Picker, plugin, skill, switched } from '../support/picker.js';
import { standing } from '../support/standing.js';

const tools = ['claude', 'codex', 'gemini'];
const host: Model['host'] = { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true };

type Standing = ReturnType<typeof standing>;

const inTools = (...standings: Standing[]) => extras({ tools: standings });
const off = { enabled: false };
const fixed = { switchable: [], note: 'its settings are managed' };
const everywhere = { switchable: ['global'] } as const;

const nodes: Node[] = [
  directory('d', [
    skill('a', inTools(standing('claude'), standing('codex', off), standing('gemini'))),
    skill('b', inTools(standing('claude', fixed), standing('codex', everywhere))),
    skill('c', inTools(standing('claude', off))),
    skill('bare', inTools(standing('gemini', { switchable: [] }))),
  ]),
  directory('e', [skill('x', inTools(standing('codex')))]),
  plugin('p', [skill('q', inTools(standing('claude')))], inTools(standing('claude'))),
];

/** A picker whose cursor is on the row, with a cell or a tab chosen. */
function on(id: string, state: Partial<PickerState>, changes: Partial<Model> = {}, all = nodes): Picker {
  const picker = new Picker(modelOf(all, { host, tools, ...changes }), {
    state: { scope: 'workspace', ...state },
  });
  picker.send({ type: 'move', by: picker.shown.indexOf(id) - picker.state.cursor.index });
  expect(picker.row?.id).toBe(id);
  return picker;
}

const toggle: Intent = { type: 'toggle' };
const all = (enabled: boolean): Intent => ({ type: 'batch-all', enabled });

/** The switches that were sent, in short: `-a claude`, with tools that are switched everywhere after a plus. */
function sent(effects: ReturnType<Picker['send']>): string[] {
  const batch = effects.flatMap((effect): readonly NamedSwitch[] =>
    effect.type === 'switch' ? effect.batch : [],
  );
  return batch.map(({ id, enabled, tools: named = ['all'], also = [] }) =>
    [`${enabled ? '+' : '-'}${id}`, ...named, ...also.map(({ tool, scope }) => `+${tool}:${scope}`)].join(
      ' ',
    ),
  );
}

describe.each([
  ['a cell', (tool: string) => ({ tool })],
  ['a tab', (tab: string) => ({ tab })],
])('a switch on %s', (_name, chosen) => {
  const switches: [id: string, tool: string, expected: string][] = [
    ['a', 'claude', '-a claude'],
    ['a', 'codex', '+a codex'],
    ['c', 'claude', '+c claude'],
    ['p', 'claude', '-p claude'],
  ];

  it.each(switches)('of %s in %s names that tool alone', (id, tool, expected) => {
    expect(sent(on(id, chosen(tool)).send(toggle))).toEqual([expected]);
  });

  const refused: [id: string, tool: string, notice: string][] = [
    ['b', 'claude', 'b cannot be switched in Claude Code: its settings are managed.'],
    ['bare', 'gemini', 'bare cannot be switched in Gemini CLI: it has no switch for it.'],
  ];

  it.each(refused)('of %s in %s says why it is not possible', (id, tool, notice) => {
    const picker = on(id, chosen(tool));
    expect(picker.send(toggle)).toEqual([]);
    expect([picker.notice, picker.state.notice?.tone]).toEqual([notice, 'warn']);
  });

  it('of a heading means the entries that the tool reads', () => {
    expect(sent(on('d', chosen('gemini')).send(toggle))).toEqual(['-a gemini', '-bare gemini']);
    expect(sent(on('d', chosen('claude')).send(toggle))).toEqual(['+c claude']);
  });

  it('of a heading with many entries asks first', () => {
    const many = Array.from('uvwxyz', (id) => skill(id, inTools(standing('claude'), standing('codex'))));
    const picker = on('d', chosen('codex'), {}, [directory('d', many)]);
    expect(picker.send(toggle)).toEqual([]);
    expect(picker.state.view).toMatchObject({ type: 'batch', folder: 'd' });
    expect(sent(picker.send(all(false)))).toEqual(Array.from('uvwxyz', (id) => `-${id} codex`));
  });

  it('of everything shown leaves out what the tool does not read, or has already', () => {
    const picker = on('a', chosen('claude'));
    picker.send({ type: 'batch' });
    expect(sent(picker.send(all(true)))).toEqual(['+c claude']);
  });

  it('asks about a tool that can switch for all repositories only, and names no other', () => {
    const picker = on('b', chosen('codex'));
    expect(picker.send(toggle)).toEqual([]);
    expect(picker.state.view).toMatchObject({ type: 'consent', asked: ['codex'] });
    expect(sent(picker.send({ type: 'consent', answer: 'once' }))).toEqual(['-b +codex:global']);
  });

  it('switches nothing if that tool is left out', () => {
    const picker = on('b', chosen('codex'));
    picker.send(toggle);
    expect(picker.send({ type: 'consent', answer: 'leave' })).toEqual([]);
    expect(picker.notice).toBe('Left out: nothing was switched.');
  });
});

describe('a cell', () => {
  it.each([
    ['c', 'codex', 'Codex does not read c.'],
    ['e', 'claude', 'Claude Code does not read e.'],
    ['p', 'codex', 'Codex does not read p.'],
  ])('of a tool that does not read %s says so: %s', (id, tool, notice) => {
    const picker = on(id, { tool });
    expect(picker.send(toggle)).toEqual([]);
    expect(picker.notice).toBe(notice);
  });

  it('counts before the tab and before the tools of the command line', () => {
    expect(sent(on('a', { tool: 'gemini', tab: 'claude' }).send(toggle))).toEqual(['-a gemini']);
    expect(sent(on('a', { tool: 'codex' }, { onlyTools: ['claude', 'codex'] }).send(toggle))).toEqual([
      '+a codex',
    ]);
  });

  it('counts for all that is shown: nothing is sent if its tool reads none of it', () => {
    const picker = on('c', { tool: 'codex' }, {}, [
      directory('d', [skill('c', inTools(standing('claude')))]),
    ]);
    picker.send({ type: 'batch' });
    expect(picker.send(all(false))).toEqual([]);
    expect(picker.notice).toBe('Codex reads none of them.');
  });

  it('is switched by a click, which chooses it', () => {
    const picker = on('a', {});
    const index = picker.shown.indexOf('a');
    expect(sent(picker.send({ type: 'point-cell', index, tool: 'codex' }))).toEqual(['+a codex']);
    expect([picker.state.tool, picker.row?.id]).toEqual(['codex', 'a']);
  });

  it('is not switched by a click while an entry is chosen to print', () => {
    const picker = new Picker(modelOf(nodes, { host, tools }), { isPicking: true });
    const before = picker.state;
    const index = picker.shown.indexOf('a');
    expect(picker.send({ type: 'point-cell', index, tool: 'codex' })).toEqual([]);
    expect(picker.state).toBe(before);
  });

  it('is not switched by a click on its row, which only puts the cursor there', () => {
    const picker = on('a', {});
    expect(picker.send({ type: 'point', index: picker.shown.indexOf('c') })).toEqual([]);
    expect(picker.row?.id).toBe('c');
  });

  it('is switched in the detail view too', () => {
    const picker = on('a', { tool: 'gemini' });
    picker.send({ type: 'open' });
    expect(sent(picker.send(toggle))).toEqual(['-a gemini']);
  });
});

describe('quick switches', () => {
  it('of two cells of one row switch each in its own tool', () => {
    const picker = on('a', { tool: 'claude' });
    const right: Intent = { type: 'tool', by: 1 };
    expect(sent(picker.send(toggle, right, toggle, right, toggle))).toEqual([
      '-a claude',
      '+a codex',
      '-a gemini',
    ]);
    expect(picker.state.journal.map(({ made }) => made[0]?.tools)).toEqual([
      ['claude'],
      ['codex'],
      ['gemini'],
    ]);
  });

  it('of one cell switch it there and back', () => {
    expect(sent(on('a', { tool: 'codex' }).send(toggle, toggle, toggle))).toEqual([
      '+a codex',
      '-a codex',
      '+a codex',
    ]);
  });

  it('of a cell and then its row bring the row on everywhere while the tools differ', () => {
    const offInBoth = skill('s', inTools(standing('claude', off), standing('codex', off)));
    const picker = on('s', { tool: 'claude' }, {}, [directory('d', [offInBoth])]);
    expect(switched(picker.send(toggle, { type: 'back' }, toggle, toggle))).toEqual(['+s', '+s', '-s']);
  });

  it('that failed for one cell leave the others to undo', () => {
    const picker = on('a', { tool: 'claude' });
    picker.send(toggle, { type: 'tool', by: 1 }, { type: 'tool', by: 1 }, toggle);
    const outcome = { kind: 'rejected', enabled: true, reason: 'locked' } as const;
    picker.send({ type: 'settled', results: [{ id: 'a', name: 'a', wanted: false, outcome, key: 0 }] });
    expect(picker.state.journal.map(({ key }) => key)).toEqual([1]);
  });
});

describe('a heading', () => {
  it('switches only the entries that are shown under it', () => {
    const picker = on('d', { showing: 'off' });
    expect(picker.shown).toEqual(['d', 'c']);
    const effects = picker.send(toggle);
    const batch = effects.flatMap((effect) => (effect.type === 'switch' ? effect.batch : []));
    expect(batch.map(({ id, enabled }) => [id, enabled])).toEqual([['c', true]]);
  });
});

describe('a question about one tool', () => {
  const withoutCodex = modelOf(nodes, { host, tools: ['claude', 'gemini'] });
  const gone = 'Nothing was switched: the tools have changed.';

  it.each([
    ['', []],
    [' also under the help', [{ type: 'help' } as const]],
  ])('is withdrawn if the tool goes%s', (_, over) => {
    const picker = on('a', { tool: 'codex' });
    picker.send({ type: 'batch' }, ...over);
    picker.model = withoutCodex;
    picker.send({ type: 'list-changed' });
    expect([picker.state.view.type, picker.state.tool]).toEqual(['list', null]);
    expect(picker.notice).toBe(gone);
    expect(picker.send(all(false))).toEqual([]);
  });

  it('that asks for all repositories is withdrawn too', () => {
    const made = { made: [], notice: null, allowed: [], always: [] };
    const about = new Map([['codex', ['a']]]);
    const view = { type: 'consent', ...made, asked: ['codex'], about, under: { type: 'list' } } as const;
    const picker = on('a', { tool: 'codex', view });
    picker.model = withoutCodex;
    picker.send({ type: 'list-changed' });
    expect([picker.state.view.type, picker.notice]).toEqual(['list', gone]);
  });
});

it('names the chosen tool where the columns have no heads', () => {
  const picker = new Picker(modelOf(nodes, { host, tools }), { height: 3, state: { scope: 'workspace' } });
  picker.send({ type: 'tool', by: 1 });
  expect(picker.notice).toBe('Claude Code is chosen: space switches it there alone.');
  const higher = new Picker(modelOf(nodes, { host, tools }), { height: 10, state: { scope: 'workspace' } });
  higher.send({ type: 'tool', by: 1 });
  expect([higher.state.tool, higher.state.notice]).toEqual(['claude', null]);
});

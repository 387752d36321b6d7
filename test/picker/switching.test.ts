import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import { isChanged } from '../../src/picker/net-changes.js';
import type { Model } from '../../src/picker/state.js';
import {
  agent,
  directory,
  extras,
  modelOf,
  type Node,
  Picker,
  plugin,
  server,
  skill,
  switched,
} from '../support/picker.js';
import { standing, toolResult } from '../support/standing.js';

const toggle: Intent = { type: 'toggle' };
const undo: Intent = { type: 'undo' };
const batch: Intent = { type: 'batch' };
const all = (enabled: boolean): Intent => ({ type: 'batch-all', enabled });
const off = { enabled: false };
const mixed = extras({
  tools: [
    { id: 'claude', enabled: true },
    { id: 'codex', enabled: false },
  ],
});

const confirmed = (...ids: string[]): Intent => ({
  type: 'settled',
  results: ids.map((id) => ({ id, name: id, wanted: false, outcome: { kind: 'confirmed', enabled: false } })),
});

const some = (flags: Partial<Record<string, boolean>> = {}): Node[] => [
  plugin(
    'd',
    ['a', 'b', 'c'].map((id) => skill(id, { enabled: flags[id] ?? true })),
    { enabled: flags['d'] ?? true },
  ),
];

/** A picker on these nodes whose cursor is on the row with this id. */
function on(id: string, customizations: Node[], changes: Partial<Model> = {}): Picker {
  const picker = new Picker(modelOf(customizations, changes), { state: { kind: 'all' } });
  const { cursor } = picker.state;
  const index = picker.shown.indexOf(id);
  picker.send({ type: 'move', by: index - cursor.index });
  expect(picker.row?.id).toBe(id);
  return picker;
}

describe('Space', () => {
  const targets: [name: string, id: string, nodes: Node[], expected: string][] = [
    ['an entry off', 'b', some(), '-b'],
    ['an entry on', 'b', some({ b: false }), '+b'],
    ['an agent', 'x', [directory('d', [agent('x')])], '-x'],
    ['a container by its header', 'd', some(), '-d'],
    ['a container on', 'd', some({ d: false }), '+d'],
    [
      'a plugin that is off by its decisions',
      'p',
      [plugin('p', [], { enablement: [{ kind: 'session', enabled: false }] })],
      '+p',
    ],
    ['a server that no container holds', 'm', [server('m')], '-m'],
    ['an empty container', 'd', [directory('d', [])], '-d'],
    ['a container that was not read yet', 'd', [directory('d', undefined)], '-d'],
    ['what is on in some tools only, on everywhere', 'a', [directory('d', [skill('a', mixed)])], '+a'],
  ];

  it.each(targets)('switches %s', (_name, id, nodes, expected) => {
    expect(switched(on(id, nodes).send(toggle))).toEqual([expected]);
  });

  it('carries the scope that is set', () => {
    const picker = on('a', some());
    picker.send({ type: 'next-scope' });
    expect(picker.send(toggle)).toEqual([
      { type: 'switch', batch: [{ id: 'a', name: 'a', enabled: false, scope: 'workspace' }], key: 0 },
    ]);
  });

  it('reverses a switch that is under way', () => {
    const picker = on('a', some());
    picker.send(toggle);
    picker.model = modelOf(some({ a: false }), { pending: new Map([['a', false]]) });
    expect(switched(picker.send(toggle))).toEqual(['+a']);
  });

  it('reverses a switch that the list does not show yet, each time it is pressed', () => {
    const picker = on('a', some());
    expect(switched(picker.send(toggle, toggle, toggle))).toEqual(['-a', '+a', '-a']);
    expect(picker.state.changed.get('a')).toMatchObject({ before: true, after: false });
  });

  it('switches an entry off that was on in some tools, once it is being switched on in all', () => {
    const tools = [standing('claude'), standing('codex', { enabled: false })];
    const picker = on('a', [directory('d', [skill('a', extras({ tools }))])]);
    picker.state = { ...picker.state, scope: 'workspace' };
    expect(switched(picker.send(toggle, toggle))).toEqual(['+a', '-a']);
    expect(picker.state.journal).toMatchObject([
      { made: [{ wasMixed: true }] },
      { made: [{ wasMixed: false }] },
    ]);
  });

  it('uses the value in the list again once the host has decided', () => {
    const picker = on('a', some());
    picker.send(toggle, confirmed('a'));
    picker.model = modelOf(some({ a: true }));
    expect(switched(picker.send(toggle))).toEqual(['-a']);
  });

  it('says that an entry stays off with a container that was switched in the same moment', () => {
    const picker = on('d', some({ a: false }));
    picker.send(toggle, { type: 'move', by: 1 }, toggle);
    expect(picker.notice).toBe('a stays off as long as d is off.');
  });

  it('switches nothing if two entries have the same id, because the host could switch the wrong one', () => {
    const picker = on('d', [directory('d', [skill('d', off)])]);
    picker.send({ type: 'move', by: 1 });
    expect(picker.row?.type).toBe('entry');
    expect(switched(picker.send(toggle))).toEqual([]);
    expect(picker.notice).toBe('Not switched: several entries have this id.');
  });

  it('says that an entry stays off with its container', () => {
    const picker = on('a', some({ a: false, d: false }));
    expect(switched(picker.send(toggle))).toEqual(['+a']);
    expect(picker.notice).toBe('a stays off as long as d is off.');
  });

  it('says that it waits for the connection', () => {
    const picker = on('a', some(), { link: { kind: 'waiting', retryAtMs: 0, reason: 'x' } });
    expect(switched(picker.send(toggle))).toEqual(['-a']);
    expect(picker.notice).toBe('a is switched off as soon as the connection is back.');
  });

  it('no longer says that it waits once it has ended', () => {
    const picker = on('a', some(), { link: { kind: 'waiting', retryAtMs: 0, reason: 'x' } });
    picker.send(toggle);
    const outcome = { kind: 'confirmed', enabled: false } as const;
    picker.send({ type: 'settled', results: [{ id: 'a', name: 'a', wanted: false, outcome }] });
    expect(picker.notice).toBe('a off');
  });

  it('shows the result of a switch made after typing a query', () => {
    const picker = on('a', some());
    picker.type('b');
    picker.send(toggle);
    expect(picker.notice).toBeUndefined();
    const result = { batch: 'x', tools: [toolResult('claude')], also: [] };
    const outcome = { kind: 'confirmed', enabled: false, result } as const;
    picker.send({ type: 'settled', results: [{ id: 'b', name: 'b', wanted: false, outcome, key: 0 }] });
    expect(picker.notice).toBe('b off in Claude Code · this repo · ^/ undo');
  });

  const refusals: [name: string, changes: Partial<Model>, notice: string][] = [
    [
      'the host is gone',
      { link: { kind: 'gone', reason: 'x' } },
      'The session is gone: nothing can be switched. ^o opens another.',
    ],
    ['nothing is open yet', { waitingFor: 'Connecting.' }, 'Nothing is open yet.'],
  ];

  it.each(refusals)('switches nothing if %s', (_name, changes, notice) => {
    const picker = on('a', some(), changes);
    expect(picker.send(toggle, batch, all(false), undo)).toEqual([]);
    expect(on('a', some(), changes).send(toggle)).toEqual([]);
    picker.send(toggle);
    expect(picker.notice).toBe(notice);
  });

  it('switches nothing on a problem', () => {
    const nodes = [directory('d', [], extras({ problems: [{ message: 'bad' }] }))];
    const picker = new Picker(modelOf(nodes), { state: { showing: 'broken' } });
    expect(picker.send(toggle)).toEqual([]);
    expect(picker.notice).toBe('Nothing here can be switched.');
  });
});

describe('a row that was switched here', () => {
  it('stays until the filter changes, although the filter would hide it', () => {
    const picker = new Picker(modelOf(some()), { state: { showing: 'on' } });
    picker.send(toggle);
    picker.model = modelOf(some({ a: false }));
    expect(picker.shown).toEqual(['d', 'a', 'b', 'c']);
    picker.send({ type: 'insert', text: 'x' }, { type: 'edit', edit: 'clear' });
    expect(picker.shown).toEqual(['d', 'b', 'c']);
  });

  it('stays in a ranked list too', () => {
    const picker = new Picker(modelOf(some()), { state: { showing: 'on', query: { text: 'b', at: 1 } } });
    picker.send(toggle);
    picker.model = modelOf(some({ b: false }));
    expect(picker.shown).toEqual(['b']);
  });

  it('stays if it is a header, although its entries are hidden', () => {
    const picker = new Picker(modelOf(some()), { state: { showing: 'on' } });
    picker.send({ type: 'first' }, toggle);
    picker.model = modelOf(some({ d: false }));
    expect(picker.shown).toEqual(['d']);
    expect(picker.row?.id).toBe('d');
    expect(switched(picker.send(toggle))).toEqual(['+d']);
  });

  it('is marked while the entry has its new value', () => {
    const picker = on('a', some());
    picker.send(toggle);
    const made = picker.state.changed.get('a');
    expect([isChanged(made, { enabled: false }), isChanged(made, { enabled: true })]).toEqual([true, false]);
    picker.model = modelOf(some({ a: false }));
    picker.send(toggle);
    expect(isChanged(picker.state.changed.get('a'), { enabled: true })).toBe(false);
  });
});

describe('Ctrl+X', () => {
  it('asks about the entries shown and switches those that differ', () => {
    const picker = new Picker(modelOf(some({ b: false })));
    picker.send(batch);
    expect(picker.state.view).toEqual({ type: 'batch', ids: ['a', 'b', 'c'] });
    expect(switched(picker.send(all(false)))).toEqual(['-a', '-c']);
    expect(picker.state.view.type).toBe('list');
    expect(picker.notice).toBe('Switching 2 off. ^/ takes it back.');
  });

  it('leaves out entries that the query hides', () => {
    const picker = new Picker(modelOf(some()));
    picker.type('b');
    expect(switched(picker.send(batch, all(false)))).toEqual(['-b']);
  });

  it('switches nothing when it is cancelled', () => {
    const picker = new Picker(modelOf(some()));
    expect(picker.send(batch, { type: 'back' })).toEqual([]);
    expect(picker.state.view.type).toBe('list');
  });

  it('ignores other keys while it asks', () => {
    const picker = new Picker(modelOf(some()));
    const others: Intent[] = [toggle, undo, { type: 'next-kind' }, { type: 'move', by: 1 }, { type: 'open' }];
    expect(picker.send(batch, ...others)).toEqual([]);
    expect([picker.state.view.type, picker.state.kind]).toEqual(['batch', 'usual']);
  });

  it('does not ask if nothing is shown', () => {
    const picker = new Picker(modelOf([directory('d', [])]));
    picker.send(batch);
    expect([picker.state.view.type, picker.notice]).toEqual([
      'list',
      'Nothing is shown that can be switched.',
    ]);
  });

  it('reports that all entries already have the value', () => {
    const picker = new Picker(modelOf(some()));
    expect(picker.send(batch, all(true))).toEqual([]);
    expect(picker.notice).toBe('All were on already.');
  });

  it('counts the entries that stay off with their container', () => {
    const picker = new Picker(modelOf(some({ a: false, b: false, d: false })));
    picker.send(batch, all(true));
    expect(picker.notice).toBe(
      'Switching 2 on. 2 of them stay off with their folder or plugin. ^/ takes it back.',
    );
  });

  it('uses the value requested last, although the list does not show it yet', () => {
    const picker = new Picker(modelOf(some({ b: false })));
    picker.send(batch, all(false));
    expect(switched(picker.send(batch, all(true)))).toEqual(['+a', '+b', '+c']);
    expect(picker.send(batch, all(true))).toEqual([]);
  });

  it('leaves out entries that were removed while it asked', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(batch);
    picker.model = modelOf([directory('d', [skill('c')])]);
    expect(switched(picker.send(all(false)))).toEqual(['-c']);
  });
});

describe('undo', () => {
  it('has nothing to take back at first', () => {
    const picker = new Picker(modelOf(some()));
    expect(picker.send(undo)).toEqual([]);
    expect(picker.notice).toBe('Nothing to take back.');
  });

  it('reverts one switch after the other', () => {
    const picker = on('a', some());
    picker.send(toggle, { type: 'move', by: 1 }, toggle);
    picker.model = modelOf(some({ a: false, b: false }));
    expect(switched(picker.send(undo))).toEqual(['+b']);
    picker.model = modelOf(some({ a: false }));
    expect(switched(picker.send(undo))).toEqual(['+a']);
    expect(switched(picker.send(undo))).toEqual([]);
  });

  it('reverts a whole batch at once', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(batch, all(false));
    picker.model = modelOf(some({ a: false, b: false, c: false }));
    expect(switched(picker.send(undo))).toEqual(['+a', '+b', '+c']);
    expect(picker.notice).toBe('Took back a, b, c.');
  });

  it('reverts a switch that the list does not show yet', () => {
    const picker = on('a', some());
    expect(switched(picker.send(toggle, undo))).toEqual(['-a', '+a']);
    expect(picker.notice).toBe('Took back a.');
    expect(switched(picker.send(batch, all(false), undo))).toEqual(['-a', '-b', '-c', '+a', '+b', '+c']);
    expect(picker.notice).toBe('Took back a, b, c.');
    picker.send(undo);
    expect(picker.notice).toBe('Nothing to take back.');
  });

  it('takes back a batch that is partly under way, except for entries that others changed since', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(batch, all(false), confirmed('a', 'b'));
    picker.model = modelOf(some({ a: false, b: true, c: true }), { pending: picker.model.pending });
    expect(switched(picker.send(undo))).toEqual(['+a', '+c']);
    expect(picker.notice).toBe('Took back a, c. Changed since by others, left alone: b.');
  });

  it('names entries that others changed since, and leaves them alone', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(batch, all(false), confirmed('a', 'b', 'c'));
    picker.model = modelOf(some({ a: false, b: true, c: false }));
    expect(switched(picker.send(undo))).toEqual(['+a', '+c']);
    expect(picker.notice).toBe('Took back a, c. Changed since by others, left alone: b.');
  });

  it('names entries that are gone', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(toggle);
    picker.model = modelOf([directory('d', [skill('b')])]);
    expect(picker.send(undo)).toEqual([]);
    expect(picker.notice).toBe('Nothing was taken back. No longer there: a.');
  });

  it('leaves an entry alone that was on in some tools only', () => {
    const picker = on('a', [directory('d', [skill('a', mixed)])]);
    picker.send(toggle);
    picker.model = modelOf([directory('d', [skill('a')])]);
    expect(picker.send(undo)).toEqual([]);
    expect(picker.notice).toBe(
      'Nothing was taken back. Left as it is: a; it was on in some tools and off in others.',
    );
  });

  it('names a few of many', () => {
    const many = (enabled: boolean) => [
      directory(
        'd',
        Array.from({ length: 9 }, (_, index) => skill(`s${index}`, { enabled })),
      ),
    ];
    const picker = new Picker(modelOf(many(true)));
    picker.send(batch, all(false));
    picker.model = modelOf(many(false));
    picker.send(undo);
    expect(picker.notice).toBe('Took back s0, s1 and 7 more.');
  });
});

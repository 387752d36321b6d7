import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import type { JournalEntry } from '../../src/picker/made-switches.js';
import { isChanged } from '../../src/picker/net-changes.js';
import type { Model } from '../../src/picker/state.js';
import type { UndoneSwitch, UndoResult } from '../../src/protocol/switch-result.js';
import { directory, extras, modelOf, Picker, skill, switched } from '../support/picker.js';

const toggle: Intent = { type: 'toggle' };
const undo: Intent = { type: 'undo' };
const redo: Intent = { type: 'redo' };

const embedded: Model['host'] = {
  kind: 'embedded',
  name: 'skillpick',
  protocolVersion: '0.9.0',
  isOwn: true,
};
const standings = (claude: boolean, codex: boolean) =>
  extras({
    tools: [
      { id: 'claude', enabled: claude, switchable: ['workspace'] },
      { id: 'codex', enabled: codex, switchable: ['workspace'] },
    ],
  });

const nodes = (claude = true, codex = false) => [
  directory('d', [skill('a', standings(claude, codex)), skill('b')]),
];
const mine = (changes: Partial<Model> = {}) => modelOf(nodes(), { host: embedded, ...changes });

const put = (name: string, id: string, more: Partial<UndoneSwitch> = {}): UndoneSwitch => ({
  type: 'skill',
  name,
  uri: `file:///repo/${name}`,
  id,
  outcome: 'changed',
  scope: 'workspace',
  file: '/f',
  isNew: false,
  before: null,
  reason: null,
  obeysFrom: null,
  ...more,
});

const resultOf = (switches: readonly UndoneSwitch[], batch: string | null = 'u'): UndoResult => ({
  batch,
  undone: 'b',
  switches,
  also: [],
});

const ended = (entry: JournalEntry, isRedo: boolean, result: UndoResult): Intent => ({
  type: 'undone',
  entry,
  isRedo,
  outcome: { kind: 'confirmed', result },
});

const failure = (entry: JournalEntry, isRedo = false): Intent => ({
  type: 'undone',
  entry,
  isRedo,
  outcome: { kind: 'failed', reason: 'no answer' },
});

const unrecorded = (entry: JournalEntry, isRedo = false): Intent => ({
  type: 'undone',
  entry,
  isRedo,
  outcome: { kind: 'unrecorded' },
});

const keysOf = (entries: readonly JournalEntry[]) => entries.map(({ key }) => key);

/** The batch that the last effect takes back or makes again. */
function asked(picker: Picker, intent: Intent): JournalEntry {
  const [effect] = picker.send(intent);
  if (effect?.type !== 'undo' && effect?.type !== 'redo') throw new Error(`no undo: ${effect?.type}`);
  return effect.entry;
}

/** Opens a session of another host, or of the same one. */
function open(picker: Picker, model: Model): void {
  const { history: left } = picker.model;
  picker.model = model;
  picker.send({ type: 'opened', scope: 'workspace', left });
}

describe('undo on our own host', () => {
  it('asks the host to take back the batch, mixed entries too, and sends no switch', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    expect(entry).toMatchObject({ key: 0, history: 'embedded', made: [{ id: 'a', wasMixed: true }] });
    picker.send(ended(entry, false, resultOf([put('a', 'claude'), put('a', 'codex')])));
    expect(picker.notice).toBe('Took back a in Claude Code, Codex · ^] redo');
    expect(picker.send(undo)).toEqual([]);
    expect(picker.notice).toBe(
      'Nothing to take back in this run. `skillpick undo` takes back earlier switches.',
    );
  });

  it('names other entries that changed with it', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const result = { ...resultOf([put('a', 'claude')]), also: ['/one', '/two'] };
    picker.send(ended(asked(picker, undo), false, result));
    expect(picker.notice).toBe('Took back a: now on in Claude Code · also /one and 1 more · ^] redo');
  });

  it('is marked as no change any more', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const made = () => picker.state.changed.get('a');
    expect(isChanged(made(), { enabled: true, isMixed: false })).toBe(true);
    picker.send(ended(asked(picker, undo), false, resultOf([put('a', 'codex')])));
    expect(isChanged(made(), { enabled: true, isMixed: true })).toBe(false);
  });

  it('takes several batches back, one for each key', () => {
    const picker = new Picker(mine());
    picker.send(toggle, { type: 'move', by: 1 }, toggle);
    expect([asked(picker, undo).key, asked(picker, undo).key]).toEqual([1, 0]);
  });

  it('names what was not put back, and why', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const refused = put('a', 'codex', { outcome: 'refused', reason: '/f was changed since' });
    picker.send(ended(asked(picker, undo), false, resultOf([put('a', 'claude'), refused])));
    expect(picker.notice).toBe(
      'Took back a: now on in Claude Code · ^] redo. Not put back: a in Codex: /f was changed since.',
    );
    expect(picker.state.notice?.tone).toBe('warn');
  });

  it('names what was not made again, and why', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    picker.send(ended(asked(picker, undo), false, resultOf([put('a', 'claude')])));
    const refused = put('a', 'codex', { outcome: 'refused', reason: '/f was changed since' });
    picker.send(ended(asked(picker, redo), true, resultOf([refused])));
    expect(picker.notice).toBe('Not made again: a in Codex: /f was changed since.');
  });

  it('counts the switches of a large batch, also those of one name', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const uris = ['one', 'two', 'three', 'four'];
    const all = uris.map((uri) => put('deploy', 'codex', { uri }));
    picker.send(ended(asked(picker, undo), false, resultOf(all)));
    expect(picker.notice).toBe('Took back 4 switches in Codex · ^] redo');
  });

  it('names the tools that do not obey what was put back yet', () => {
    const held = { id: 'claude', enabled: true, inEffect: false, unobeyedIn: 'workspace', note: 'no trust' };
    const tools = [held, { id: 'codex', enabled: false }];
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    picker.model = modelOf([directory('d', [skill('a', extras({ tools })), skill('b')])], { host: embedded });
    picker.send(ended(entry, false, resultOf([put('a', 'claude'), put('a', 'codex')])));
    expect(picker.notice).toBe(
      'Took back a: now off in Codex · not obeyed yet by Claude Code: no trust · ^] redo',
    );
  });

  it('says whether it is on now, and when a running tool obeys', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const back = put('a', 'codex', { obeysFrom: 'restart' });
    picker.send(ended(asked(picker, undo), false, resultOf([back])));
    expect(picker.notice).toBe('Took back a: now off in Codex · ^] redo · restart Codex to see it');
  });

  it('does not count as taken back what was as before already', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const unchanged = put('b', 'claude', { outcome: 'unchanged' });
    picker.send(ended(asked(picker, undo), false, resultOf([put('a', 'codex'), unchanged])));
    expect(picker.notice).toBe('Took back a: now off in Codex · ^] redo. As before already: b.');
    const entry = asked(picker, redo);
    picker.send(ended(entry, true, resultOf([unchanged], null)));
    expect(picker.notice).toBe('Made again already: b.');
  });

  it('offers no redo if it was not recorded', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    picker.send(ended(asked(picker, undo), false, resultOf([put('a', 'codex')], null)));
    expect(picker.notice).toBe('Took back a: now off in Codex');
  });

  it('distinguishes entries of one name', () => {
    const named = (id: string) => skill(id, { name: 'lint', ...standings(true, true) });
    const picker = new Picker(modelOf([directory('d', [named('a'), named('b')])], { host: embedded }));
    picker.send({ type: 'batch' }, { type: 'batch-all', enabled: false });
    const taken = put('lint', 'claude', { uri: 'file:///repo/a' });
    const refused = put('lint', 'claude', { uri: 'file:///repo/b', outcome: 'refused', reason: 'no' });
    picker.send(ended(asked(picker, undo), false, resultOf([taken, refused])));
    expect([...picker.state.changed.values()].map(({ id, after }) => [id, after])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  it('can be tried again if it failed', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    picker.send(failure(entry));
    expect(picker.notice).toBe('Not taken back: no answer.');
    expect(asked(picker, undo)).toEqual(entry);
  });

  it('that failed goes back below newer batches', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    picker.send(toggle, failure(entry));
    expect(keysOf(picker.state.journal)).toEqual([0, 1]);
    expect(asked(picker, undo).key).toBe(1);
  });

  it('that failed while another host was open can be tried again on its own', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    open(picker, modelOf(nodes()));
    picker.send(failure(entry));
    expect(picker.state.journal).toEqual([]);
    open(picker, mine());
    expect(asked(picker, undo).key).toBe(0);
  });

  it('that ended while another host was open can be made again on its own', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    open(picker, modelOf(nodes()));
    picker.send(ended(entry, false, resultOf([put('a', 'claude')])));
    expect([picker.state.undone, picker.state.changed.size]).toEqual([[], 0]);
    open(picker, mine());
    expect(picker.send(redo)).toMatchObject([{ type: 'redo', entry: { key: 0 } }]);
  });

  it('of which nothing is recorded takes nothing back on another host', () => {
    const picker = new Picker(mine());
    picker.send(toggle, { type: 'move', by: 1 }, toggle);
    const entry = asked(picker, undo);
    open(picker, modelOf(nodes()));
    picker.send(toggle);
    expect(picker.send(unrecorded(entry))).toEqual([]);
    open(picker, mine());
    expect(keysOf(picker.state.undone)).toEqual([]);
    expect(asked(picker, undo).key).toBe(0);
  });

  it('goes on to the batch before one of which nothing is in the history', () => {
    const picker = new Picker(mine());
    picker.send(toggle, { type: 'move', by: 1 }, toggle);
    const [effect] = picker.send(unrecorded(asked(picker, undo)));
    expect(effect).toMatchObject({ type: 'undo', entry: { key: 0 } });
    expect(picker.notice).toBe('Nothing was recorded for b. Taking back a.');
    picker.send(unrecorded(picker.state.undone[0]!));
    expect(picker.notice).toBe(
      'Nothing was recorded for a. Nothing to take back in this run. `skillpick undo` takes back earlier switches.',
    );
    expect(keysOf([...picker.state.journal, ...picker.state.undone])).toEqual([]);
  });

  it('says what is under way', () => {
    const picker = new Picker(mine());
    picker.send(toggle, undo);
    expect(picker.notice).toBe('Taking back a.');
    picker.send(redo);
    expect(picker.notice).toBe('Making a again.');
  });

  it.each([
    ['our own host', mine()],
    ['another host', modelOf([directory('d', [skill('a'), skill('b')])])],
  ])('waits for the connection of %s, and says so', (_name, model) => {
    const picker = new Picker({ ...model, link: { kind: 'connecting' } });
    picker.send(toggle, undo);
    expect(picker.notice).toBe('Taking back a as soon as the connection is back.');
    picker.send(redo);
    expect(picker.notice).toBe('Making a again as soon as the connection is back.');
  });

  it('no longer says that it waits once another host has confirmed it', () => {
    const model = modelOf([directory('d', [skill('a')])], { link: { kind: 'connecting' } });
    const picker = new Picker(model);
    picker.send(toggle, undo);
    const outcome = { kind: 'confirmed', enabled: true } as const;
    picker.send({ type: 'settled', results: [{ id: 'a', name: 'a', wanted: true, outcome }] });
    expect(picker.notice).toBe('a on');
  });

  it('reaches what was switched in another session of the embedded host', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    open(picker, mine());
    expect(asked(picker, undo).key).toBe(0);
  });

  it.each([undo, redo])('$type does not reach another host at the same address', (intent) => {
    const picker = new Picker(mine());
    picker.send(toggle, ...(intent === redo ? [undo] : []));
    const { host } = modelOf([]);
    picker.model = { ...mine({ host }), list: picker.model.list, pending: new Map([['a', true]]) };
    expect(picker.send(intent)).toEqual([]);
    expect(picker.notice).toMatch(/^Nothing to /);
  });

  it('does not reach another host, and is there again on its own', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    open(picker, modelOf(nodes()));
    expect(picker.send(undo)).toEqual([]);
    picker.send({ type: 'move', by: 1 });
    expect(switched(picker.send(toggle))).toEqual(['-b']);
    open(picker, mine());
    expect(asked(picker, undo).key).toBe(0);
    expect(picker.send(undo)).toEqual([]);
    open(picker, modelOf(nodes(), { pending: new Map([['b', false]]) }));
    expect(switched(picker.send(undo))).toEqual(['+b']);
  });
});

describe('redo', () => {
  it('takes the undo back on our own host', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    picker.send(ended(entry, false, resultOf([put('a', 'codex')])));
    expect(asked(picker, redo)).toEqual(entry);
    picker.model = modelOf(nodes(true, true), { host: embedded });
    picker.send(ended(entry, true, resultOf([put('a', 'codex')])));
    expect(picker.notice).toBe('Made again a: now on in Codex · ^/ undo');
    expect(asked(picker, undo)).toEqual(entry);
  });

  it('is not offered for an undo that changed nothing', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    picker.send(ended(asked(picker, undo), false, resultOf([], null)));
    expect(picker.send(redo)).toEqual([]);
    expect(picker.notice).toBe('Nothing to make again.');
  });

  it('of an undo that has failed since leaves the batch as it is', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    picker.send(redo, failure(entry), unrecorded(entry, true));
    expect(picker.notice).toBe('Nothing was made again.');
    expect(asked(picker, undo)).toEqual(entry);
  });

  it('is over once something else is switched', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    picker.send(ended(asked(picker, undo), false, resultOf([put('a', 'codex')])));
    picker.send(toggle);
    expect(picker.send(redo)).toEqual([]);
  });

  it('is over if something else is switched while the undo is under way', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    picker.send(toggle, ended(entry, false, resultOf([put('a', 'codex')])));
    expect(picker.send(redo)).toEqual([]);
    expect(asked(picker, undo).key).toBe(1);
  });

  it('makes the batch again whose undo is still under way', () => {
    const picker = new Picker(mine());
    picker.send(toggle, { type: 'move', by: 1 }, toggle, undo, undo);
    expect([asked(picker, redo).key, asked(picker, redo).key]).toEqual([0, 1]);
    expect(keysOf(picker.state.journal)).toEqual([0, 1]);
  });

  it('can be tried again if it failed, unless something else was switched', () => {
    const picker = new Picker(mine());
    picker.send(toggle, undo);
    const entry = asked(picker, redo);
    picker.send(failure(entry, true));
    expect(picker.notice).toBe('Not made again: no answer.');
    expect(keysOf(picker.state.journal)).toEqual([]);
    expect(asked(picker, redo)).toEqual(entry);
    picker.send(toggle, failure(entry, true));
    expect(picker.send(redo)).toEqual([]);
    expect(keysOf(picker.state.journal)).toEqual([1]);
  });

  it('sends the switch again on other hosts', () => {
    const plain = [directory('d', [skill('a')])];
    const picker = new Picker(modelOf(plain));
    picker.send(toggle);
    expect(switched(picker.send(undo))).toEqual(['+a']);
    expect(switched(picker.send(redo))).toEqual(['-a']);
    expect(picker.notice).toBe('Made again a.');
    expect(switched(picker.send(undo))).toEqual(['+a']);
  });
});

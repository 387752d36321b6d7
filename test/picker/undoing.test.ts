import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import { isChanged } from '../../src/picker/net-changes.js';
import type { JournalEntry, Model } from '../../src/picker/state.js';
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
});

const ended = (entry: JournalEntry, isRedo: boolean, result: UndoResult): Intent => ({
  type: 'undone',
  entry,
  isRedo,
  outcome: { kind: 'confirmed', result },
});

/** The batch that the last effect takes back or makes again. */
function asked(picker: Picker, intent: Intent): JournalEntry {
  const [effect] = picker.send(intent);
  if (effect?.type !== 'undo' && effect?.type !== 'redo') throw new Error(`no undo: ${effect?.type}`);
  return effect.entry;
}

describe('undo on our own host', () => {
  it('asks the host to take back the batch, mixed entries too, and sends no switch', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    expect(entry).toMatchObject({ key: 0, ownHost: 'embedded', made: [{ id: 'a', wasMixed: true }] });
    picker.send(ended(entry, false, resultOf([put('a', 'claude'), put('a', 'codex')])));
    expect(picker.notice).toBe('Took back a in Claude Code, Codex; ^] redo.');
    expect(picker.send(undo)).toEqual([]);
    expect(picker.notice).toBe('Nothing to take back.');
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
      'Took back a: now on in Claude Code; ^] redo. Not put back: a in Codex: /f was changed since.',
    );
    expect(picker.state.notice?.tone).toBe('warn');
  });

  it('says whether it is on now, and when a running tool obeys', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const back = put('a', 'codex', { obeysFrom: 'restart' });
    picker.send(ended(asked(picker, undo), false, resultOf([back])));
    expect(picker.notice).toBe('Took back a: now off in Codex; ^] redo; restart Codex to see it.');
  });

  it('can be tried again if it failed', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    picker.send({ type: 'undone', entry, isRedo: false, outcome: { kind: 'failed', reason: 'no answer' } });
    expect(picker.notice).toBe('Not taken back: no answer.');
    expect(asked(picker, undo)).toEqual(entry);
  });

  it('reaches what was switched in another session of the embedded host', () => {
    const picker = new Picker(mine());
    picker.send(toggle, { type: 'opened', scope: 'workspace', keepsHistory: true });
    expect(asked(picker, undo).key).toBe(0);
  });

  it('does not reach another host', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    picker.model = modelOf(nodes());
    picker.send({ type: 'opened', scope: 'session', keepsHistory: false });
    expect(picker.send(undo)).toEqual([]);
  });
});

describe('redo', () => {
  it('takes the undo back on our own host', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    const entry = asked(picker, undo);
    picker.send(ended(entry, false, resultOf([put('a', 'codex')])));
    expect(asked(picker, redo)).toEqual(entry);
    picker.send(ended(entry, true, resultOf([put('a', 'codex')])));
    expect(picker.notice).toBe('Made again a: now on in Codex; ^/ undo.');
    expect(asked(picker, undo)).toEqual(entry);
  });

  it('is not offered for an undo that changed nothing', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    picker.send(ended(asked(picker, undo), false, resultOf([], null)));
    expect(picker.send(redo)).toEqual([]);
    expect(picker.notice).toBe('Nothing to make again.');
  });

  it('is over once something else is switched', () => {
    const picker = new Picker(mine());
    picker.send(toggle);
    picker.send(ended(asked(picker, undo), false, resultOf([put('a', 'codex')])));
    picker.send(toggle);
    expect(picker.send(redo)).toEqual([]);
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

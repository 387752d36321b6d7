import { describe, expect, it } from 'vitest';
import { noEntries } from '../../src/entries/entries.js';
import { failureTexts } from '../../src/picker/failures.js';
import type { Intent } from '../../src/picker/intents.js';
import { pickerLimits } from '../../src/picker/limits.js';
import type { Lost, SwitchOutcome } from '../../src/picker/made-switches.js';
import { isChanged } from '../../src/picker/net-changes.js';
import { directory, extras, modelOf, type Node, Picker, skill, switched } from '../support/picker.js';

const some = (flags: Partial<Record<string, boolean>> = {}): Node[] => [
  directory(
    'd',
    ['a', 'b', 'c'].map((id) => skill(id, { enabled: flags[id] ?? true })),
  ),
];

const settled = (id: string, wanted: boolean, outcome: SwitchOutcome): Intent => ({
  type: 'settled',
  results: [{ id, name: id, wanted, outcome }],
});

const forgotten = (cause: 'list' | 'restart' | 'unknown', ...lost: Lost[]): Intent => ({
  type: 'forgotten',
  cause,
  lost,
});
const lostA: Lost = { id: 'a', enabled: false, scope: 'session' };
const lostB: Lost = { id: 'b', enabled: false, scope: 'session' };

describe('the outcome of a switch', () => {
  const endings: [outcome: SwitchOutcome, notice: string | undefined, tone: string | undefined][] = [
    [{ kind: 'confirmed', enabled: false }, 'a off', 'plain'],
    [
      { kind: 'rejected', enabled: true, reason: 'read-only' },
      'a was not switched off: read-only. Now it is on.',
      'bad',
    ],
    [{ kind: 'rejected', enabled: undefined, reason: 'no' }, 'a was not switched off: no.', 'bad'],
    [{ kind: 'rejected', enabled: undefined, reason: 'No.' }, 'a was not switched off: No.', 'bad'],
    [
      { kind: 'ineffective', enabled: true },
      'The switch of a had no effect: no reason is known. Now it is on.',
      'bad',
    ],
    [
      { kind: 'unconfirmed', enabled: true, reason: 'the host did not answer' },
      'a was not confirmed: the host did not answer. Now it is on.',
      'warn',
    ],
  ];

  it.each(endings)('is shown: %o', (outcome, notice, tone) => {
    const picker = new Picker(modelOf(some()));
    picker.send({ type: 'toggle' }, settled('a', false, outcome));
    expect([picker.notice, picker.state.notice?.tone]).toEqual([notice, tone]);
  });

  it('is one notice for several that failed in the same way', () => {
    const picker = new Picker(modelOf(some()));
    picker.send({ type: 'batch' }, { type: 'batch-all', enabled: false });
    const outcome: SwitchOutcome = { kind: 'rejected', enabled: true, reason: 'locked' };
    picker.send(settled('a', false, outcome), settled('b', false, outcome), settled('c', false, outcome));
    expect(picker.notice).toBe('a, b, c were not switched off: locked. Now they are on.');
    picker.send(settled('c', false, { kind: 'rejected', enabled: true, reason: 'other' }));
    expect(picker.notice).toBe(
      'a, b were not switched off: locked. Now they are on. c was not switched off: other. Now it is on.',
    );
  });

  it('of a failure leaves nothing to undo, to mark or to report', () => {
    const picker = new Picker(modelOf(some()));
    picker.send({ type: 'toggle' }, settled('a', false, { kind: 'rejected', enabled: true, reason: 'x' }));
    expect(picker.state.journal).toEqual([]);
    expect(picker.state.changed.get('a')).toMatchObject({ before: true, after: true });
    expect(picker.send({ type: 'undo' })).toEqual([]);
    expect(picker.notice).toBe('Nothing to take back.');
  });

  it('leaves earlier switches alone', () => {
    const picker = new Picker(modelOf(some()));
    picker.send({ type: 'toggle' });
    picker.model = modelOf(some({ a: false }));
    picker.send({ type: 'toggle' }, settled('a', true, { kind: 'rejected', enabled: false, reason: 'x' }));
    expect(picker.state.journal).toHaveLength(1);
    expect(picker.state.changed.get('a')).toMatchObject({ before: true, after: false });
    expect(switched(picker.send({ type: 'undo' }))).toEqual(['+a']);
  });

  it('corrects the record when the host refuses an undo', () => {
    const picker = new Picker(modelOf(some()));
    picker.send({ type: 'toggle' });
    picker.model = modelOf(some({ a: false }));
    picker.send({ type: 'undo' }, settled('a', true, { kind: 'rejected', enabled: false, reason: 'x' }));
    expect(picker.state.changed.get('a')).toMatchObject({ before: true, after: false });
  });

  it('of a refusal leaves a mixed entry as it was', () => {
    const tools = [
      { id: 'x', enabled: true },
      { id: 'y', enabled: false },
    ];
    const picker = new Picker(modelOf([directory('d', [skill('a', extras({ tools }))])]));
    picker.send({ type: 'toggle' }, settled('a', true, { kind: 'rejected', enabled: true, reason: 'x' }));
    expect(isChanged(picker.state.changed.get('a'), { enabled: true, isMixed: true })).toBe(false);
    picker.send({ type: 'undo' });
    expect(picker.notice).toBe('Nothing to take back.');
  });

  it('removes an entry that is gone', () => {
    const picker = new Picker(modelOf(some()));
    const gone: SwitchOutcome = { kind: 'unconfirmed', enabled: undefined, reason: 'gone' };
    picker.send({ type: 'toggle' }, settled('a', false, gone));
    expect(picker.state.changed.has('a')).toBe(false);
  });
});

describe('failures without a screen', () => {
  it.each([
    ['refused by its tool', { inEffect: false, isRefused: true }, 'a was not switched off: no.'],
    ['used by its tool', {}, 'a was not switched off: no. Now it is on.'],
  ])('do not say that an entry is on which is not: %s', (_what, standing, expected) => {
    const tools = [{ id: 'gemini', enabled: true, ...standing }];
    const { list } = modelOf([directory('d', [skill('a', extras({ tools }))])]);
    const outcome: SwitchOutcome = { kind: 'rejected', enabled: true, reason: 'no' };
    expect(failureTexts([{ id: 'a', name: 'a', wanted: false, outcome }], list)).toEqual([expected]);
  });

  it('are one sentence for all that failed in the same way', () => {
    const locked: SwitchOutcome = { kind: 'rejected', enabled: true, reason: 'locked' };
    const results = [
      { id: 'a', name: 'a', wanted: false, outcome: locked },
      { id: 'b', name: 'b', wanted: false, outcome: { kind: 'ineffective', enabled: true } as const },
      { id: 'c', name: 'c', wanted: false, outcome: { kind: 'confirmed', enabled: false } as const },
      { id: 'd', name: 'd', wanted: false, outcome: locked },
    ];
    expect(failureTexts(results, noEntries)).toEqual([
      'a, d were not switched off: locked. Now they are on.',
      'The switch of b had no effect: no reason is known. Now it is on.',
    ]);
  });
});

describe('a switch that the host forgot', () => {
  it('is sent again after a new list of the host, with a notice', () => {
    const picker = new Picker(modelOf(some()));
    expect(switched(picker.send(forgotten('list', lostA, lostB)))).toEqual(['-a', '-b']);
    expect(picker.notice).toBe(
      '2 switches made here were forgotten when the files were read again. Sent again.',
    );
    expect(picker.state.lost).toEqual([]);
  });

  it('keeps its scope', () => {
    const picker = new Picker(modelOf(some()));
    const [effect] = picker.send(forgotten('list', { ...lostA, scope: 'global' }));
    expect(effect).toMatchObject({ batch: [{ scope: 'global' }] });
  });

  it('is sent again five times a minute, then offered, then sent again', () => {
    const picker = new Picker(modelOf(some()));
    for (let count = 0; count < pickerLimits.putBackPerMinute; count += 1) {
      expect(switched(picker.send(forgotten('list', lostA)))).toEqual(['-a']);
      picker.send(settled('a', false, { kind: 'confirmed', enabled: false }));
      picker.nowMs += 1_000;
    }
    expect(picker.send(forgotten('list', lostA))).toEqual([]);
    expect(picker.notice).toBe('1 switch made here was forgotten. ^y puts it back.');
    expect(switched(picker.send({ type: 'put-back' }))).toEqual(['-a']);
    picker.nowMs += 60_000;
    expect(switched(picker.send(forgotten('list', lostA)))).toEqual(['-a']);
  });

  it.each([
    ['restart', '1 switch made here was forgotten in a restart. ^y puts it back.'],
    ['unknown', '1 switch made here was forgotten. ^y puts it back.'],
  ] as const)('is only offered after a %s', (cause, notice) => {
    const picker = new Picker(modelOf(some()));
    expect(picker.send(forgotten(cause, lostA))).toEqual([]);
    expect(picker.notice).toBe(notice);
    expect(picker.state.lost).toEqual([lostA]);
  });

  it('is offered together with others', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(forgotten('restart', lostA, lostB));
    expect(picker.notice).toBe('2 switches made here were forgotten in a restart. ^y puts them back.');
  });

  it('is put back once, with everything that was offered before', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(forgotten('restart', lostA), forgotten('unknown', lostA, lostB));
    const { model } = picker;
    picker.model = { ...model, link: { kind: 'gone', reason: 'no' } };
    expect(picker.send({ type: 'put-back' })).toEqual([]);
    expect(picker.notice).toMatch(/^The session is gone: nothing can be switched/);
    picker.model = model;
    expect(switched(picker.send({ type: 'put-back' }))).toEqual(['-a', '-b']);
    expect(picker.notice).toBe('Sent 2 switches again.');
    expect(picker.send({ type: 'put-back' })).toEqual([]);
    expect(picker.notice).toBe('Nothing was forgotten.');
  });

  it('is a change of this run once it is put back, also if it was never made before', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(forgotten('restart', lostA), { type: 'put-back' });
    const made = picker.state.changed.get('a')!;
    expect(made).toMatchObject({ before: true, after: false, scope: 'session' });
    picker.model = modelOf(some({ a: false }));
    expect(isChanged(made, { enabled: false })).toBe(true);
  });

  it('is sent although the model does not show the new list yet', () => {
    const picker = new Picker(modelOf(some({ a: false })));
    expect(switched(picker.send(forgotten('list', lostA)))).toEqual(['-a']);
  });

  it('is not sent if its entry is gone', () => {
    const picker = new Picker(modelOf(some()));
    expect(picker.send(forgotten('list', { ...lostA, id: 'zz' }))).toEqual([]);
  });

  it('is not put back if the entry has the value already', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(forgotten('restart', lostA, lostB));
    picker.model = modelOf(some({ b: false }));
    expect(switched(picker.send({ type: 'put-back' }))).toEqual(['-a']);
  });

  it('leaves nothing to put back if every entry has its value already', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(forgotten('restart', lostA));
    picker.model = modelOf(some({ a: false }));
    expect(picker.send({ type: 'put-back' })).toEqual([]);
    expect(picker.notice).toBe('Nothing is left to put back.');
  });

  it('waits for the connection, and the notice goes with the result', () => {
    const picker = new Picker(modelOf(some(), { link: { kind: 'connecting' } }));
    picker.send(forgotten('restart', lostA));
    expect(switched(picker.send({ type: 'put-back' }))).toEqual(['-a']);
    expect(picker.notice).toBe('Sending 1 switch again as soon as the connection is back.');
    picker.model = modelOf(some({ a: false }));
    picker.send(settled('a', false, { kind: 'confirmed', enabled: false }));
    expect(picker.notice).toBe('a off');
  });

  it('is no longer offered once the user has switched the entry again', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(forgotten('restart', lostA, lostB), { type: 'toggle' });
    expect(picker.state.lost).toEqual([lostB]);
  });

  it('is neither sent nor offered while a newer switch is under way', () => {
    const picker = new Picker(modelOf(some({ a: false, b: false })));
    picker.send({ type: 'toggle' });
    expect(switched(picker.send(forgotten('list', lostA, lostB)))).toEqual(['-b']);
    expect(picker.notice).toBe(
      '1 switch made here was forgotten when the files were read again. Sent again.',
    );
    expect(picker.send(forgotten('restart', lostA))).toEqual([]);
    expect(picker.state.lost).toEqual([]);
  });

  it('is not put back while a newer switch is under way', () => {
    const picker = new Picker(modelOf(some()));
    picker.send(forgotten('restart', lostA, lostB), forgotten('list', lostA));
    expect(switched(picker.send({ type: 'put-back' }))).toEqual(['-b']);
  });
});

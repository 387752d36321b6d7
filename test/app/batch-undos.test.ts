import { describe, expect, it } from 'vitest';
import { BatchUndos } from '../../src/app/batch-undos.js';
import type { UndoOutcome } from '../../src/client/session-view.js';
import { SkillpickError } from '../../src/errors.js';
import type { UndoneIntent } from '../../src/picker/intents.js';
import type { JournalEntry, SwitchOutcome } from '../../src/picker/made-switches.js';
import type { SessionSource } from '../../src/source/session-source.js';

const recorded = (batch: string): SwitchOutcome => ({
  kind: 'confirmed',
  enabled: false,
  result: { batch, tools: [], also: [] },
  batch,
});

const entry = (key: number): JournalEntry => ({ key, made: [], history: 'embedded' });

/** A session that takes batches back, the names it was asked for, and what was reported. */
function start(answer: (batch: string) => Promise<UndoOutcome>) {
  const asked: string[] = [];
  const reported: UndoneIntent[] = [];
  const undo = (batch: string) => {
    asked.push(batch);
    return answer(batch);
  };
  const open = { kind: 'embedded', url: null, isOwn: true };
  const undos = new BatchUndos(
    () => ({ undo, host: open, uri: 'agents:/one' }) as unknown as SessionSource,
    (undone) => reported.push(undone),
  );
  /** Takes a batch back, or makes it again, and returns how that ended. */
  const run = async (key: number, isRedo = false) => {
    await undos.run(entry(key), isRedo);
    return reported.at(-1)?.outcome;
  };
  return { undos, asked, reported, run, open };
}

/** A switch that ends when it is told to. */
function underWay() {
  let settle = (_outcome: SwitchOutcome) => {};
  const ended = new Promise<SwitchOutcome>((resolve) => {
    settle = resolve;
  });
  return { ended, settle };
}

const undone = async (batch: string): Promise<UndoOutcome> => ({
  kind: 'confirmed',
  result: { batch: `${batch}'`, undone: batch, switches: [], also: [] },
});

describe('undos of batches', () => {
  it('wait for the switches of the batch, and follow each other', async () => {
    const { undos, asked, run } = start(undone);
    const late = underWay();
    undos.follow(1, [Promise.reject(new Error('gone')), late.ended]);
    const running = run(1);
    expect(asked).toEqual([]);
    late.settle(recorded('b'));
    await expect(running).resolves.toMatchObject({ kind: 'confirmed' });
    await run(1, true);
    await run(1);
    expect(asked).toEqual(['b', "b'", "b''"]);
  });

  it('never reach a host that was opened while they had to wait', async () => {
    const { undos, asked, run, open } = start(undone);
    const late = underWay();
    undos.follow(1, [late.ended]);
    const running = run(1);
    Object.assign(open, { kind: 'url', url: 'ws://127.0.0.1:1' });
    late.settle(recorded('b'));
    await expect(running).resolves.toEqual({ kind: 'failed', reason: 'another session is open' });
    expect(asked).toEqual([]);
  });

  it('run in the order of the requests, though an older batch has ended before a newer one', async () => {
    const { undos, asked, reported } = start(undone);
    const newer = underWay();
    undos.follow(1, [Promise.resolve(recorded('older'))]);
    undos.follow(2, [newer.ended]);
    void undos.run(entry(2), false);
    void undos.run(entry(1), false);
    void undos.run(entry(1), true);
    newer.settle(recorded('newer'));
    await undos.settled();
    expect(asked).toEqual(['newer', 'older', "older'"]);
    expect(reported.map(({ entry: { key }, isRedo }) => [key, isRedo])).toEqual([
      [2, false],
      [1, false],
      [1, true],
    ]);
  });

  it('are settled only after those that a report has led to', async () => {
    const reported: number[] = [];
    const host = { kind: 'embedded', url: null, isOwn: true };
    const session = { undo: undone, host } as unknown as SessionSource;
    const undos = new BatchUndos(
      () => session,
      ({ entry: { key } }) => {
        reported.push(key);
        if (key === 2) void undos.run(entry(1), false);
      },
    );
    for (const key of [1, 2]) undos.follow(key, [Promise.resolve(recorded('b'))]);
    void undos.run(entry(2), false);
    await undos.settled();
    expect(reported).toEqual([2, 1]);
  });

  it.each<[name: string, outcomes: SwitchOutcome[]]>([
    ['wrote nothing', [{ kind: 'confirmed', enabled: true, result: { batch: null, tools: [], also: [] } }]],
    ['was rejected', [{ kind: 'rejected', enabled: true, reason: 'no' }]],
    ['was never sent', [{ kind: 'unconfirmed', enabled: undefined, reason: 'no', isReplaced: true }]],
    ['is unknown', []],
  ])('do not ask the host about a batch that %s', async (_, outcomes) => {
    const { undos, asked, run } = start(undone);
    undos.follow(
      1,
      outcomes.map((outcome) => Promise.resolve(outcome)),
    );
    await expect(run(1)).resolves.toEqual({ kind: 'unrecorded' });
    expect(asked).toEqual([]);
  });

  it('ask the host about a switch whose echo was lost, and believe it', async () => {
    const { undos, asked, run } = start(async () => ({ kind: 'rejected', reason: 'no such batch' }));
    const lost = { kind: 'unconfirmed', enabled: undefined, reason: 'closed', batch: 'b' } as const;
    undos.follow(1, [Promise.resolve(lost)]);
    await expect(run(1)).resolves.toEqual({ kind: 'unrecorded' });
    undos.follow(2, [Promise.resolve(lost), Promise.resolve(recorded('b'))]);
    await expect(run(2)).resolves.toEqual({ kind: 'failed', reason: 'no such batch' });
    expect(asked).toEqual(['b', 'b']);
  });

  it('fail with the reason of the host', async () => {
    const { undos, run } = start(async () => ({ kind: 'rejected', reason: 'no such batch' }));
    undos.follow(1, [Promise.resolve(recorded('b'))]);
    await expect(run(1)).resolves.toEqual({ kind: 'failed', reason: 'no such batch' });
  });

  it('fail with an expected error, and pass on any other', async () => {
    const expected = start(() =>
      Promise.reject(new SkillpickError('bad-usage', 'This host keeps no history.')),
    );
    expected.undos.follow(1, [Promise.resolve(recorded('b'))]);
    await expect(expected.run(1)).resolves.toMatchObject({ reason: 'This host keeps no history' });
    const bug = start(() => Promise.reject(new Error('a bug')));
    bug.undos.follow(1, [Promise.resolve(recorded('b'))]);
    await expect(bug.run(1)).rejects.toThrow('a bug');
  });
});

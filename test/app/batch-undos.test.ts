import { describe, expect, it } from 'vitest';
import { BatchUndos } from '../../src/app/batch-undos.js';
import type { UndoOutcome } from '../../src/client/session-view.js';
import { SkillpickError } from '../../src/errors.js';
import type { SwitchOutcome } from '../../src/picker/state.js';
import type { SessionSource } from '../../src/source/session-source.js';

const recorded = (batch: string | null): SwitchOutcome => ({
  kind: 'confirmed',
  enabled: false,
  result: { batch, tools: [], also: [] },
});

/** A session that answers each undo with the next batch name, and the names it was asked for. */
function start(answer: (batch: string) => Promise<UndoOutcome>) {
  const asked: string[] = [];
  const undo = (batch: string) => {
    asked.push(batch);
    return answer(batch);
  };
  const undos = new BatchUndos(() => ({ undo }) as unknown as SessionSource);
  return { undos, asked };
}

const undone = async (batch: string): Promise<UndoOutcome> => ({
  kind: 'confirmed',
  result: { batch: `${batch}'`, undone: batch, switches: [], also: [] },
});

describe('undos of batches', () => {
  it('wait for the switches of the batch, and follow each other', async () => {
    const { undos, asked } = start(undone);
    let settle = (_outcome: SwitchOutcome) => {};
    const late = new Promise<SwitchOutcome>((resolve) => {
      settle = resolve;
    });
    undos.follow(1, [Promise.reject(new Error('gone')), late]);
    const running = undos.run(1, false);
    expect(asked).toEqual([]);
    settle(recorded('b'));
    await expect(running).resolves.toMatchObject({ kind: 'confirmed' });
    await undos.run(1, true);
    await undos.run(1, false);
    expect(asked).toEqual(['b', "b'", "b''"]);
  });

  it.each<[name: string, outcomes: SwitchOutcome[]]>([
    ['was not recorded', [recorded(null)]],
    ['failed', [{ kind: 'rejected', enabled: true, reason: 'no' }]],
  ])('fail for a batch that %s', async (_, outcomes) => {
    const { undos, asked } = start(undone);
    undos.follow(
      1,
      outcomes.map((outcome) => Promise.resolve(outcome)),
    );
    await expect(undos.run(1, false)).resolves.toEqual({
      kind: 'failed',
      reason: 'it is not in the history',
    });
    await expect(undos.run(2, false)).resolves.toMatchObject({ kind: 'failed' });
    expect(asked).toEqual([]);
  });

  it('fail with the reason of the host', async () => {
    const { undos } = start(async () => ({ kind: 'rejected', reason: 'no such batch' }));
    undos.follow(1, [Promise.resolve(recorded('b'))]);
    await expect(undos.run(1, false)).resolves.toEqual({ kind: 'failed', reason: 'no such batch' });
  });

  it('fail with an expected error, and pass on any other', async () => {
    const expected = start(() =>
      Promise.reject(new SkillpickError('bad-usage', 'This host keeps no history.')),
    );
    expected.undos.follow(1, [Promise.resolve(recorded('b'))]);
    await expect(expected.undos.run(1, false)).resolves.toMatchObject({
      reason: 'This host keeps no history',
    });
    const bug = start(() => Promise.reject(new Error('a bug')));
    bug.undos.follow(1, [Promise.resolve(recorded('b'))]);
    await expect(bug.undos.run(1, false)).rejects.toThrow('a bug');
  });
});

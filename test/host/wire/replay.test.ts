import { describe, expect, it } from 'vitest';
import { hostLimits } from '../../../src/host/limits.js';
import { ReplayBuffer } from '../../../src/host/wire/replay.js';
import { SentEnvelope } from '../../../src/host/wire/sent-envelope.js';
import type { Action } from '../../../src/protocol/types.js';

const list = (children: number) => ({
  type: 'session/customizationUpdated',
  customization: { children: Array.from({ length: children }) },
});

function filled(actions: readonly Action[], channel = 'a') {
  const buffer = new ReplayBuffer();
  actions.forEach((action, index) => {
    buffer.push(new SentEnvelope({ channel, action, serverSeq: index + 1 }, false));
  });
  const since = (seq: number, channels = [channel]) =>
    buffer.after(seq, channels)?.map(({ envelope }) => envelope.serverSeq);
  return { buffer, since };
}

const small = (count: number) => Array.from({ length: count }, () => ({ type: 'x' }));

describe('the replay buffer', () => {
  it('keeps everything at first', () => {
    const { since } = filled(small(3));
    expect([0, 1, 2, 3].map((seq) => since(seq))).toEqual([[1, 2, 3], [2, 3], [3], []]);
    expect([-1, 4, 100].map((seq) => since(seq))).toEqual([undefined, undefined, undefined]);
    expect(since(0, ['b'])).toEqual([]);
    expect(filled([]).since(0)).toEqual([]);
    expect(filled([]).since(1)).toBeUndefined();
  });

  it('is bounded by the number of actions', () => {
    const { since } = filled(small(hostLimits.replayedEnvelopes + 10));
    expect(since(9)).toBeUndefined();
    expect(since(10)).toHaveLength(hostLimits.replayedEnvelopes);
  });

  it('is bounded by the entries in the actions', () => {
    const half = Math.ceil(hostLimits.replayedEntries / 2);
    const { since } = filled([list(half), list(half), ...small(2)]);
    expect(since(0)).toBeUndefined();
    expect(since(1)).toEqual([2, 3, 4]);
    const { since: sinceAll } = filled([{ type: 'x' }, list(hostLimits.replayedEntries + 1)]);
    expect(sinceAll(1)).toBeUndefined();
    expect(sinceAll(2)).toEqual([]);
  });

  it('is bounded by the text in the actions', () => {
    const half = 'x'.repeat(hostLimits.replayedChars / 2);
    const texts = { type: 'x', id: half } as Action;
    const { since } = filled([texts, { type: 'x', list: [{ deep: half }] } as Action, ...small(1)]);
    expect(since(0)).toBeUndefined();
    expect(since(1)).toEqual([2, 3]);
    const { since: sinceAll } = filled([texts, texts, texts]);
    expect(sinceAll(1)).toBeUndefined();
    expect(sinceAll(2)).toEqual([3]);
  });

  it('counts the entries of whole lists', () => {
    const customizations = Array.from(
      { length: 3 },
      () => list(hostLimits.replayedEntries / 2).customization,
    );
    const { since } = filled([
      { type: 'session/customizationsChanged', customizations } as Action,
      { type: 'x' },
    ]);
    expect(since(0)).toBeUndefined();
    expect(since(1)).toEqual([2]);
  });
});

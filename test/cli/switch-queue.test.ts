import { describe, expect, it, onTestFinished } from 'vitest';
import { type SwitchEffect, SwitchQueue } from '../../src/cli/switch-queue.js';
import { limits } from '../../src/limits.js';
import type { Outcome, Settled } from '../../src/picker/state.js';

const effect = (id: string): SwitchEffect => ({
  type: 'switch',
  id,
  name: id,
  enabled: false,
  scope: 'session',
});
const confirmed: Outcome = { kind: 'confirmed', enabled: false };

function queued(send: (effect: SwitchEffect) => Promise<Outcome> = async () => confirmed) {
  const sent: string[] = [];
  const told: (readonly Settled[])[] = [];
  const errors: unknown[] = [];
  const queue = new SwitchQueue({
    send: (item) => {
      sent.push(item.id);
      return send(item);
    },
    settled: (results) => told.push(results),
    failed: (error) => errors.push(error),
  });
  onTestFinished(() => queue.clear());
  return { queue, sent, told, errors };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('switches', () => {
  it('are sent at once, and told together with how they ended', async () => {
    const { queue, sent, told } = queued();
    for (const id of ['a', 'b', 'c']) queue.add(effect(id));
    expect(sent).toEqual(['a', 'b', 'c']);
    await expect.poll(() => told.length).toBe(1);
    expect(told[0]).toEqual(
      ['a', 'b', 'c'].map((id) => ({ id, name: id, wanted: false, outcome: confirmed })),
    );
  });

  it('of a great batch are sent turn by turn, in their order', async () => {
    const { queue, sent, told } = queued();
    const ids = Array.from({ length: limits.switchesPerTurn * 2 + 1 }, (_, index) => `s${index}`);
    for (const id of ids) queue.add(effect(id));
    expect(sent).toHaveLength(limits.switchesPerTurn);
    await turn();
    expect(sent).toHaveLength(limits.switchesPerTurn * 2);
    await turn();
    expect(sent).toEqual(ids);
    await expect.poll(() => told.flat().length).toBe(ids.length);
  });

  it('that are not sent yet are forgotten with the session', async () => {
    const { queue, sent, told } = queued();
    for (let index = 0; index < limits.switchesPerTurn + 5; index += 1) queue.add(effect(`s${index}`));
    queue.clear();
    await turn();
    expect(sent).toHaveLength(limits.switchesPerTurn);
    queue.add(effect('next'));
    expect(sent.at(-1)).toBe('next');
    await expect.poll(() => told.flat().map(({ id }) => id)).toContain('next');
  });

  it('that cannot fail but do are told apart', async () => {
    const { queue, told, errors } = queued(async () => {
      throw new Error('a bug');
    });
    queue.add(effect('a'));
    await expect.poll(() => errors).toEqual([new Error('a bug')]);
    expect(told).toEqual([]);
  });
});

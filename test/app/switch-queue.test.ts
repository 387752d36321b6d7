import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { appLimits } from '../../src/app/limits.js';
import { type SwitchEffect, SwitchQueue } from '../../src/app/switch-queue.js';
import type { Settled, SwitchOutcome } from '../../src/picker/state.js';

const effect = (id: string, changes: Partial<SwitchEffect> = {}): SwitchEffect => ({
  type: 'switch',
  id,
  name: id,
  before: true,
  enabled: false,
  scope: 'session',
  ...changes,
});
const back: Partial<SwitchEffect> = { before: false, enabled: true };
const confirmed: SwitchOutcome = { kind: 'confirmed', enabled: false };

function queued(send: (effect: SwitchEffect) => Promise<SwitchOutcome> = async () => confirmed) {
  const sent: string[] = [];
  const told: (readonly Settled[])[] = [];
  const errors: unknown[] = [];
  const queue = new SwitchQueue({
    send: (item) => {
      sent.push(`${item.enabled ? '+' : '-'}${item.id}`);
      return send(item);
    },
    settled: (results) => told.push(results),
    failed: (error) => errors.push(error),
  });
  onTestFinished(() => void queue.stop());
  return { queue, sent, told, errors };
}

/** As many as are sent in one turn; answers how many. */
function fill(queue: SwitchQueue): number {
  for (let index = 0; index < appLimits.switchesPerTurn; index += 1) queue.add(effect(`s${index}`));
  return appLimits.switchesPerTurn;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('switches', () => {
  it('are sent at once, and told together with how they ended', async () => {
    const { queue, sent, told } = queued();
    for (const id of ['a', 'b', 'c']) queue.add(effect(id));
    expect(sent).toEqual(['-a', '-b', '-c']);
    await expect.poll(() => told.length).toBe(1);
    expect(told[0]).toEqual(
      ['a', 'b', 'c'].map((id) => ({ id, name: id, wanted: false, outcome: confirmed })),
    );
  });

  it('of a great batch are sent turn by turn, in their order', async () => {
    const { queue, sent, told } = queued();
    const ids = Array.from({ length: appLimits.switchesPerTurn * 2 + 1 }, (_, index) => `s${index}`);
    for (const id of ids) queue.add(effect(id));
    expect(sent).toHaveLength(appLimits.switchesPerTurn);
    await turn();
    expect(sent).toHaveLength(appLimits.switchesPerTurn * 2);
    await turn();
    expect(sent).toEqual(ids.map((id) => `-${id}`));
    await expect.poll(() => told.flat().length).toBe(ids.length);
  });

  it('that are not sent yet never are once it stops, and what comes of the others is not told', async () => {
    const endings: ((outcome: SwitchOutcome) => void)[] = [];
    const { queue, sent, told } = queued(() => new Promise((resolve) => endings.push(resolve)));
    const full = fill(queue);
    queue.add(effect('late'));
    endings[0]?.(confirmed);
    await turn();
    const count = sent.length;
    queue.add(effect('later still'));
    expect(queue.stop()).toEqual([{ id: 's0', name: 's0', wanted: false, outcome: confirmed }]);
    for (const end of endings) end(confirmed);
    await turn();
    expect([count, sent.length, queue.stop()]).toEqual([full + 1, full + 2, []]);
    expect(told).toEqual([]);
  });

  it('that are taken back before they are sent never are, and both are told', async () => {
    const { queue, sent, told } = queued();
    const full = fill(queue);
    queue.add(effect('late'));
    queue.add(effect('late', back));
    queue.add(effect('other'));
    await turn();
    expect(sent.slice(full)).toEqual(['-other']);
    await expect.poll(() => told.flat()).toHaveLength(full + 3);
    const late = told.flat().filter(({ id }) => id === 'late');
    expect(late.map(({ wanted, outcome }) => [wanted, outcome.kind])).toEqual([
      [false, 'confirmed'],
      [true, 'confirmed'],
    ]);
  });

  it('that are decided anew before they are sent are sent as decided last', async () => {
    const { queue, sent, told } = queued();
    const full = fill(queue);
    for (const wish of [{ before: null, enabled: true }, { before: true }]) queue.add(effect('a', wish));
    for (const wish of [{}, back, {}]) queue.add(effect('b', wish));
    await turn();
    expect(sent.slice(full)).toEqual(['-a', '-b']);
    await expect.poll(() => told.flat()).toHaveLength(full + 5);
  });

  it('of other scopes are decisions of their own', async () => {
    const { queue, sent } = queued();
    const full = fill(queue);
    queue.add(effect('a'));
    queue.add(effect('a', { ...back, scope: 'workspace' }));
    await turn();
    expect(sent.slice(full)).toEqual(['-a', '+a']);
  });

  it('are told of after the list has changed at the end of the turn', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { queue, told } = queued();
    queue.add(effect('a'));
    await turn();
    let toldBefore: number | undefined;
    setImmediate(() => {
      toldBefore = told.length;
    });
    vi.runAllTimers();
    await turn();
    expect([toldBefore, told.length]).toEqual([0, 1]);
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

import { expect, it } from 'vitest';
import { ToggleQueue } from '../../../src/host/session/toggle-queue.js';
import type { CustomizationToggledAction } from '../../../src/protocol/session-actions.js';

const toggle = (id: string): CustomizationToggledAction => ({
  type: 'session/customizationToggled',
  id,
  enabled: false,
});

/** A queue whose batches are saved when the test releases them. */
function heldQueue() {
  const saves: (() => void)[] = [];
  const queue = new ToggleQueue(() => new Promise((resolve) => saves.push(resolve)));
  const started = (count: number) => expect.poll(() => saves.length).toBe(count);
  return { queue, saves, started };
}

it('is settled for a client before toggles that it sends later', async () => {
  const { queue, saves, started } = heldQueue();
  const add = (clientSeq: number) =>
    queue.add({ action: toggle('a'), origin: { clientId: 'me', clientSeq }, set: [] });
  add(1);
  const settled = queue.settling('me');
  add(2);
  await started(1);
  saves[0]?.();
  await settled;
  await started(2);
  saves[1]?.();
  await queue.settle();
});

it('is settled for a client when its own toggles are saved', async () => {
  const { queue, saves, started } = heldQueue();
  expect(queue.settling('me')).toBeUndefined();
  queue.add({ action: toggle('a'), origin: { clientId: 'me', clientSeq: 1 }, set: [] });
  queue.add({ action: toggle('a'), origin: { clientId: 'other', clientSeq: 1 }, set: [] });
  let isSettled = false;
  const settled = queue.settling('me')?.then(() => {
    isSettled = true;
  });
  await started(1);
  expect(isSettled).toBe(false);
  saves[0]?.();
  await settled;
  await started(2);
  expect(queue.settling('me')).toBeUndefined();
  expect(queue.settling('other')).toBeInstanceOf(Promise);
  saves[1]?.();
  await queue.settle();
  expect(queue.settling('other')).toBeUndefined();
});

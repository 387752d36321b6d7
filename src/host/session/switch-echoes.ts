/** Makes the switches of a batch of toggles, or does what it requests instead: an undo or a plan. */

import { newBatchName } from '../../protocol/batch-name.js';
import { buildPlan, buildUndo, readBatch, readSet, withResult } from '../../protocol/skillpick-meta.js';
import type { Customization } from '../../protocol/types.js';
import { echoOf } from './echoes.js';
import type { EntrySwitch, Keeper } from './keeper.js';
import { findEntry } from './overlay.js';
import { planEcho, type ToggleResult, undoEcho } from './request-echoes.js';
import type { SessionSetup } from './session-setup.js';
import type { WaitingToggle } from './toggle-queue.js';
import { noSuchEntry } from './toggle-request.js';

type ShownNodes = readonly Customization[] | undefined;

function switchOf({ action, set }: WaitingToggle, shown: ShownNodes): EntrySwitch | string {
  if (typeof set === 'string') return set;
  const node = findEntry(shown, action.id);
  return node === undefined ? noSuchEntry : { node, set, batch: readBatch(action) ?? newBatchName() };
}

async function switchEchoes(
  batch: readonly WaitingToggle[],
  shown: ShownNodes,
  keeper: Keeper,
  deadline: number | undefined,
): Promise<ToggleResult[]> {
  const wanted = batch.map((toggle) => switchOf(toggle, shown));
  const changes = wanted.filter((item) => typeof item !== 'string');
  const results = await keeper.change(changes, deadline);
  return wanted.map((item, at) => {
    const result = typeof item === 'string' ? item : results.get(item);
    if (typeof item === 'string' || typeof result === 'string') return String(result);
    const echo = echoOf(item.node, keeper);
    // Only skillpick's own client asks for exact changes, and reads what each of them did.
    const isExact = readSet(batch[at]!.action) !== undefined;
    return result === undefined || !isExact ? echo : withResult(echo, result);
  });
}

/** Returns for each toggle its echo, or why it was refused. `shown` is what the session lists. */
export async function batchEchoes(
  batch: readonly WaitingToggle[],
  { undo, planUndo }: Pick<SessionSetup, 'undo' | 'planUndo'>,
  shown: ShownNodes,
  keeper: Keeper,
): Promise<ToggleResult[]> {
  const [first] = batch;
  if (first?.undo !== undefined) {
    const { undo: name, deadline } = first;
    return [await undoEcho(buildUndo(name), undo(name, deadline))];
  }
  const plan = first?.plan;
  if (plan === undefined) return switchEchoes(batch, shown, keeper, first?.deadline);
  if ('undo' in plan) return [await undoEcho(buildPlan(plan), planUndo(plan.undo))];
  return [planEcho(plan, shown, keeper)];
}

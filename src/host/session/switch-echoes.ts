/** Makes the switches of a batch of toggles. */

import { newBatchName } from '../../protocol/batch-name.js';
import { readBatch, readSet, withResult } from '../../protocol/skillpick-meta.js';
import type { Customization } from '../../protocol/types.js';
import { echoOf } from './echoes.js';
import type { EntrySwitch, Keeper } from './keeper.js';
import { findEntry } from './overlay.js';
import type { ToggleResult } from './request-echoes.js';
import type { WaitingToggle } from './toggle-queue.js';
import { noSuchEntry } from './toggle-request.js';

type ShownNodes = readonly Customization[] | undefined;

function switchOf({ action, set }: WaitingToggle, shown: ShownNodes): EntrySwitch | string {
  if (typeof set === 'string') return set;
  const node = findEntry(shown, action.id);
  return node === undefined ? noSuchEntry : { node, set, batch: readBatch(action) ?? newBatchName() };
}

/** Returns for each toggle its echo, or why it was refused. */
export async function switchEchoes(
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

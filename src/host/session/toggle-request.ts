/** Reads what a client's toggle asks for: changes of one entry, taking back a batch, or planning switches. */

import type { CustomizationToggledAction } from '../../protocol/session-actions.js';
import { readPlan, readUndo } from '../../protocol/skillpick-meta.js';
import type { Customization } from '../../protocol/types.js';
import { setOf } from './decisions.js';
import { findEntry } from './overlay.js';
import type { WaitingToggle } from './toggle-queue.js';

export const noSuchEntry = 'there is no entry with that id';

/** Returns the request of a toggle. `shown` is the list that the client was last sent. */
export function requestOf(
  action: CustomizationToggledAction,
  shown: readonly Customization[] | undefined,
): Pick<WaitingToggle, 'set' | 'undo' | 'plan'> {
  const undo = readUndo(action);
  if (typeof undo === 'string') return { set: undo };
  if (undo !== undefined) return { set: [], undo: undo.batch };
  const plan = readPlan(action);
  if (typeof plan === 'string') return { set: plan };
  if (plan !== undefined) return { set: [], plan };
  const node = findEntry(shown, action.id);
  return { set: node === undefined ? noSuchEntry : setOf(node, action) };
}

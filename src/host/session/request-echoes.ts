/**
 * The echoes of requests to plan switches, to take back a batch and to plan that. They toggle no entry themselves, and
 * carry the result.
 */

import type { CustomizationToggledAction } from '../../protocol/session-actions.js';
import { buildPlan, type PlanItem, withResult } from '../../protocol/skillpick-meta.js';
import type { UndoResult } from '../../protocol/switch-result.js';
import type { Customization } from '../../protocol/types.js';
import type { Keeper } from './keeper.js';
import { findEntry } from './overlay.js';
import { noSuchEntry } from './toggle-request.js';

/** The echo of a toggle that is done, or why it is not. */
export type ToggleResult = CustomizationToggledAction | string;

/** Returns the echo of an undo or of its plan, or why it was refused. */
export async function undoEcho(
  action: CustomizationToggledAction,
  undoing: Promise<UndoResult | string>,
): Promise<ToggleResult> {
  const result = await undoing;
  return typeof result === 'string' ? result : withResult(action, result);
}

/** Returns the echo of a plan for entries of this list. */
export function planEcho(
  items: readonly PlanItem[],
  shown: readonly Customization[] | undefined,
  keeper: Keeper,
): CustomizationToggledAction {
  const wanted = items.map(({ id, set }) => {
    const node = findEntry(shown, id);
    return node && { node, set, batch: '' };
  });
  const results = keeper.plan(wanted.filter((item) => item !== undefined));
  const planned = wanted.map((item) => (item && results.get(item)) ?? noSuchEntry);
  return withResult(buildPlan([]), { planned });
}

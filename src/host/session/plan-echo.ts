/** The echo of a request to plan switches. It toggles nothing, and carries what each switch would do. */

import type { CustomizationToggledAction } from '../../protocol/session-actions.js';
import { buildPlan, type PlanItem, withResult } from '../../protocol/skillpick-meta.js';
import type { Customization } from '../../protocol/types.js';
import type { Keeper } from './keeper.js';
import { findEntry } from './overlay.js';
import { noSuchEntry } from './toggle-request.js';

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

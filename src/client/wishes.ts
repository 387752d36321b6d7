/** What a switch asks of a host: our own host is asked for exactly this, others are sent the whole list of decisions. */

import { buildReset, buildToggle, type Scope } from '../protocol/actions.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import { type SetItem, withSet } from '../protocol/skillpick-meta.js';
import type { AnyCustomization, URI } from '../protocol/types.js';

/** One switch that is wanted. */
export interface SwitchWish {
  id: string;
  scope: Scope;
  /** Null for a reset, where whatever the host falls back to is right. */
  wanted: boolean | null;
  build(node: AnyCustomization): CustomizationToggledAction;
}

/** What a wish has to know of the host. */
export interface AskedHost {
  readonly isOwnHost: boolean;
}

const allScopes: readonly Scope[] = ['session', 'workspace', 'global'];

function exactly(
  { isOwnHost }: AskedHost,
  set: readonly SetItem[],
  action: CustomizationToggledAction,
): CustomizationToggledAction {
  return isOwnHost ? withSet(action, set) : action;
}

/** Wishes an entry on or off in one scope. */
export function toggleWish(
  host: AskedHost,
  { id, scope, enabled }: { id: string; scope: Scope; enabled: boolean },
  workspace: URI | undefined,
): SwitchWish {
  const build = (node: AnyCustomization) =>
    exactly(host, [{ scope, enabled }], buildToggle(node, enabled, scope, workspace));
  return { id, scope, wanted: enabled, build };
}

/** Wishes the decision of one scope forgotten, or all of them. */
export function resetWish(host: AskedHost, id: string, scope: Scope | undefined): SwitchWish {
  const scopes = scope === undefined ? allScopes : [scope];
  const set = scopes.map((one) => ({ scope: one, enabled: null }));
  const build = (node: AnyCustomization) => exactly(host, set, buildReset(node, scope));
  return { id, scope: scope ?? 'session', wanted: null, build };
}

/**
 * Turns a request into the action to send. The action holds the whole list of decisions, as every host expects. For our
 * own host it also names exactly the decisions to change.
 */

import { SkillpickError } from '../errors.js';
import { buildReset, buildToggle } from '../protocol/actions.js';
import { type Scope, scopes } from '../protocol/scopes.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import { type SetItem, withSet } from '../protocol/skillpick-meta.js';
import type { AnyCustomization, URI } from '../protocol/types.js';

/** One switch of a batch. */
export interface SwitchRequest {
  readonly id: string;
  /** Null removes the decision. */
  readonly enabled: boolean | null;
  /** Undefined means the session, or every scope if the decision is removed. */
  readonly scope: Scope | undefined;
}

export interface PreparedSwitch {
  readonly id: string;
  /** Null for a reset: any value that the host falls back to is right. */
  readonly wanted: boolean | null;
  readonly scope: Scope;
  /** The same for all switches that overwrite each other. */
  readonly decision: string;
  /** True if the host keeps the switch on disk: then a later change is a decision of another user, not a loss. */
  readonly isPersistent: boolean;
  readonly build: (node: AnyCustomization) => CustomizationToggledAction;
}

export function prepareSwitch(
  { id, enabled, scope }: SwitchRequest,
  isOwnHost: boolean,
  workspace: URI | undefined,
): PreparedSwitch {
  const main = scope ?? 'session';
  const changed: readonly Scope[] = scope === undefined && enabled === null ? scopes : [main];
  const set: SetItem[] = changed.map((one) => ({ scope: one, enabled }));
  const buildFor = (node: AnyCustomization) =>
    enabled === null ? buildReset(node, scope) : buildToggle(node, enabled, main, workspace);
  return {
    id,
    wanted: enabled,
    scope: main,
    decision: `${changed.join()} ${id}`,
    isPersistent: isOwnHost && main !== 'session',
    build: (node) => (isOwnHost ? withSet(buildFor(node), set) : buildFor(node)),
  };
}

export function unknownEntry(): SkillpickError {
  const hint = 'It may have been removed or renamed: list the entries again.';
  return new SkillpickError('entry-unknown', 'The session has no such entry; nothing was sent.', { hint });
}

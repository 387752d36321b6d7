/**
 * What is true of a node and why: its own flag, its container's, and the two invocation gates. Used alike for
 * rows, lists and tests. Flags come from first-class fields alone, never from `_meta`.
 */

import type { AnyCustomization } from './types.js';
import { type Abilities, abilitiesOf } from './versions.js';

/** What keeps an entry off. */
export type OffBy = 'self' | 'container' | 'both';

/** Whether an entry is on, why not, and who may invoke it. */
export interface EffectiveState {
  /** The entry's own decision. */
  own: boolean;
  /** Its own decision and its container's. */
  enabled: boolean;
  offBy: OffBy | null;
  /** The gates alone. */
  userInvocable: boolean | null;
  modelInvocable: boolean | null;
  /** Gate and effective state together; null counts as allowed. */
  userCanInvoke: boolean;
  modelCanInvoke: boolean;
}

/** The entry's own decision: the most specific scoped one, else its flag, else on. */
export function ownEnabled(node: AnyCustomization): boolean {
  return node.enablement?.[0]?.enabled ?? node.enabled ?? true;
}

/** Whether the type has invocation gates at all. */
export function hasGates(type: string): boolean {
  return type === 'skill' || type === 'agent';
}

function gate(disabled: boolean | undefined, canSay: boolean): boolean | null {
  if (disabled === undefined) return canSay ? true : null;
  return !disabled;
}

/** May the user invoke it? null where the type has no gate or the version cannot say. */
export function userGate(node: AnyCustomization, { gates }: Abilities): boolean | null {
  return node.type === 'skill' || node.type === 'agent' ? gate(node.disableUserInvocation, gates) : null;
}

/** May the model invoke it by itself? null as above. */
export function modelGate(node: AnyCustomization, { gates, skillModelGate }: Abilities): boolean | null {
  if (node.type === 'skill') return gate(node.disableModelInvocation, skillModelGate);
  return node.type === 'agent' ? gate(node.disableModelInvocation, gates) : null;
}

/** What keeps an entry off, given its own decision and its container's. */
export function offReason(own: boolean, containerOn: boolean): OffBy | null {
  if (own) return containerOn ? null : 'container';
  return containerOn ? 'self' : 'both';
}

const newest = abilitiesOf(undefined);

/** The whole truth about one node, given the container that holds it. */
export function effectiveState(
  node: AnyCustomization,
  container?: AnyCustomization,
  abilities: Abilities = newest,
): EffectiveState {
  const own = ownEnabled(node);
  const containerOn = container === undefined || ownEnabled(container);
  const enabled = own && containerOn;
  const [userInvocable, modelInvocable] = [userGate(node, abilities), modelGate(node, abilities)];
  return {
    own,
    enabled,
    offBy: offReason(own, containerOn),
    userInvocable,
    modelInvocable,
    userCanInvoke: enabled && hasGates(node.type) && userInvocable !== false,
    modelCanInvoke: enabled && hasGates(node.type) && modelInvocable !== false,
  };
}

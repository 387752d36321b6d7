/**
 * The effective state of a node: its own flag, that of its container, and the two invocation gates. Flags come from
 * the protocol's own fields and never from `_meta`.
 */

import type { AnyCustomization } from './types.js';
import { type Abilities, abilitiesOf } from './versions.js';

/** What keeps an entry off. */
export type OffBy = 'self' | 'container' | 'both';

/** What is true of a node, its container included. */
export interface EffectiveState {
  /** The entry's own decision. */
  own: boolean;
  /** Its own decision and its container's. */
  enabled: boolean;
  offBy: OffBy | null;
  /** The gates alone; null if the type has no gate or the version has no field for it. */
  userInvocable: boolean | null;
  modelInvocable: boolean | null;
  /** Gate and effective state together; an unknown gate counts as open. */
  userCanInvoke: boolean;
  modelCanInvoke: boolean;
}

/** Returns the node's own state: the decision of the most specific scope, else its flag, else on. */
export function ownEnabled(node: AnyCustomization): boolean {
  return node.enablement?.[0]?.enabled ?? node.enabled ?? true;
}

/** Returns whether the type has invocation gates. */
export function hasGates(type: string): boolean {
  return type === 'skill' || type === 'agent';
}

function gate(disabled: boolean | undefined, hasField: boolean): boolean | null {
  if (disabled === undefined) return hasField ? true : null;
  return !disabled;
}

/** Returns whether the user may invoke the node; null if its type has no gate or the version has no field for it. */
export function userGate(node: AnyCustomization, { gates }: Abilities): boolean | null {
  if (node.type !== 'skill' && node.type !== 'agent') return null;
  return gate(node.disableUserInvocation, gates);
}

/** Returns whether the model may invoke the node; null as in `userGate`. */
export function modelGate(node: AnyCustomization, { gates, skillModelGate }: Abilities): boolean | null {
  if (node.type !== 'skill' && node.type !== 'agent') return null;
  return gate(node.disableModelInvocation, node.type === 'skill' ? skillModelGate : gates);
}

/** Whom the entry's own file allows to invoke it. */
export interface FileGates {
  readonly user: boolean;
  readonly model: boolean;
}

/** Reads the gates in the file of a node; undefined if the file is not on this machine or cannot be read. */
export type ReadGates = (
  node: AnyCustomization,
  container: AnyCustomization | undefined,
) => FileGates | undefined;

/** Returns the path of a node's file on this machine, if this client publishes it; undefined for all others. */
export type PublishedPath = (
  node: AnyCustomization,
  container: AnyCustomization | undefined,
) => string | undefined;

/** Returns whether the node and its container are on. */
export function isEffective(node: AnyCustomization, container: AnyCustomization | undefined): boolean {
  return ownEnabled(node) && (container === undefined || ownEnabled(container));
}

/** Returns what keeps the node off; null if it is on. */
export function offReason(node: AnyCustomization, container: AnyCustomization | undefined): OffBy | null {
  const containerOn = container === undefined || ownEnabled(container);
  if (ownEnabled(node)) return containerOn ? null : 'container';
  return containerOn ? 'self' : 'both';
}

const newest = abilitiesOf(undefined);

/** Returns the effective state of a node; `container` is the one that it is in. */
export function effectiveState(
  node: AnyCustomization,
  container?: AnyCustomization,
  abilities: Abilities = newest,
): EffectiveState {
  const enabled = isEffective(node, container);
  const userInvocable = userGate(node, abilities);
  const modelInvocable = modelGate(node, abilities);
  const isInvocable = enabled && hasGates(node.type);
  return {
    own: ownEnabled(node),
    enabled,
    offBy: offReason(node, container),
    userInvocable,
    modelInvocable,
    userCanInvoke: isInvocable && userInvocable !== false,
    modelCanInvoke: isInvocable && modelInvocable !== false,
  };
}

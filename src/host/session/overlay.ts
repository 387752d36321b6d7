/** Applies the keeper's decisions to the entries found on disk, which gives the list that the session shows. */

import { withSkillpickMeta } from '../../protocol/skillpick-meta.js';
import { childrenOf, indexById, type LocatedNode } from '../../protocol/tree.js';
import type { AnyCustomization, Customization } from '../../protocol/types.js';
import { getOrMake } from '../collections.js';
import { shownDecisions } from './decisions.js';
import type { Keeper } from './keeper.js';

/** Returns one node, without its children, with the keeper's decisions. */
function overlayNode<T extends AnyCustomization>(node: T, keeper: Keeper): T {
  const state = keeper.stateOf(node);
  const { enabled = state.decisions[0]?.enabled, decisions, meta } = state;
  if (enabled === undefined && meta === undefined) return node;
  // These types have decisions instead of a flag.
  const keepsScopes = node.type === 'plugin' || node.type === 'mcpServer';
  const shown = shownDecisions(state, keeper.workspace);
  const field = keepsScopes
    ? shown.length > 0 && { enablement: shown }
    : enabled !== undefined && { enabled };
  const isComplete = keepsScopes ? shown === decisions : decisions.length === 0;
  const fields = { ...meta, ...(!isComplete && { enablement: decisions }) };
  const hasFields = Object.keys(fields).length > 0;
  return { ...node, ...field, ...(hasFields && { _meta: withSkillpickMeta(node._meta, fields) }) };
}

/** Adds the flag that directories, unlike other nodes, must have. */
export function withFlag(entry: Customization): Customization {
  return entry.type === 'directory' && entry.enabled === undefined ? { ...entry, enabled: true } : entry;
}

/** Returns one container and its children with the keeper's decisions. */
export function overlay(entry: Customization, keeper: Keeper): Customization {
  const children = childrenOf(entry);
  const own = withFlag(overlayNode(entry, keeper));
  if (children === undefined) return own;
  return { ...own, children: children.map((child) => overlayNode(child, keeper)) } as Customization;
}

export function overlayAll(entries: readonly Customization[], keeper: Keeper): Customization[] {
  return entries.map((entry) => overlay(entry, keeper));
}

/** Leaves out an explicit "on", which means the same as an absent flag. */
function fingerprint(node: AnyCustomization): string {
  return JSON.stringify(node, (key, value) => (key === 'enabled' && value === true ? undefined : value));
}

/** True if two nodes and all their children are equivalent. Most are equal as text, which is quick to check. */
function isSame(a: AnyCustomization, b: AnyCustomization): boolean {
  return JSON.stringify(a) === JSON.stringify(b) || fingerprint(a) === fingerprint(b);
}

/** Returns the containers that differ from those that are shown, with the keeper's decisions. */
export function changedEntries(
  entries: readonly Customization[],
  shown: readonly Customization[] = [],
  keeper: Keeper,
): Customization[] {
  const before = new Map(shown.map((entry) => [entry.id, entry]));
  return overlayAll(entries, keeper).filter((entry) => {
    const known = before.get(entry.id);
    return known === undefined || !isSame(entry, known);
  });
}

const indexes = new WeakMap<readonly Customization[], Map<string, LocatedNode>>();

/** Returns the entry with this id; each list is indexed once. */
export function findEntry(list: readonly Customization[] = [], id: string): AnyCustomization | undefined {
  return getOrMake(indexes, list, () => indexById(list)).get(id)?.node;
}

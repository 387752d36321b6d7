/** Lays the keeper's decisions over what was found on disk: the tree as the session shows it. */

import { withSkillpickMeta } from '../../protocol/skillpick-meta.js';
import { childrenOf } from '../../protocol/tree.js';
import type { AnyCustomization, Customization } from '../../protocol/types.js';
import type { Keeper } from './keeper.js';

/** One node by itself as the keeper has it. */
export function overlayNode<T extends AnyCustomization>(node: T, keeper: Keeper): T {
  const { enabled, decisions, disableModelInvocation, extras } = keeper.standing(node);
  const flag = enabled ?? decisions[0]?.enabled;
  if (flag === undefined && extras === undefined) return node;
  const first = decisions[0];
  // Decisions speak for themselves here, unless something else decides.
  const keepsScopes = node.type === 'plugin' || node.type === 'mcpServer';
  if (keepsScopes && flag === first?.enabled) {
    return {
      ...node,
      ...(first && { enablement: decisions }),
      ...(extras && { _meta: withSkillpickMeta(node._meta, extras) }),
    };
  }
  const meta = { ...extras, ...(first && { enablement: decisions }) };
  return {
    ...node,
    ...(flag !== undefined && { enabled: flag }),
    ...(disableModelInvocation && { disableModelInvocation }),
    _meta: withSkillpickMeta(node._meta, meta),
  };
}

/** Of all nodes, directories alone have to say that they are on. */
export function withFlag(entry: Customization): Customization {
  return entry.type === 'directory' && entry.enabled === undefined ? { ...entry, enabled: true } : entry;
}

/** One container with its children as the keeper has them. */
export function overlay(entry: Customization, keeper: Keeper): Customization {
  const children = childrenOf(entry);
  const own = withFlag(overlayNode(entry, keeper));
  if (children === undefined) return own;
  return { ...own, children: children.map((child) => overlayNode(child, keeper)) } as Customization;
}

/** An explicit "on" and an absent flag are the same. */
function fingerprint(node: AnyCustomization): string {
  return JSON.stringify(node, (key, value) => (key === 'enabled' && value === true ? undefined : value));
}

/** Whether two nodes say the same, children and all. Most are the same to the letter, which is quickly seen. */
export function isSame(a: AnyCustomization, b: AnyCustomization): boolean {
  return JSON.stringify(a) === JSON.stringify(b) || fingerprint(a) === fingerprint(b);
}

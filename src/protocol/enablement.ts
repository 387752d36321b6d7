/**
 * The decisions of a node by scope, the most specific first. Newer hosts keep them for plugins and MCP servers; of all
 * other nodes, and on older hosts, there is one flag for the session.
 */

import { type Scope, scopes } from './scopes.js';
import { metaDecisions } from './skillpick-meta.js';
import type { AnyCustomization, CustomizationEnablement, EnablementKind } from './types.js';

/** What is known of a node's own state. */
export interface DecidedNode {
  readonly enabled?: boolean | undefined;
  readonly enablement?: readonly CustomizationEnablement[] | undefined;
}

/**
 * Returns the decisions that a host reports for a node. Children have no field for them, and that of other nodes has to
 * begin with the flag: our own host uses `_meta`.
 */
export function decisionsOf(node: AnyCustomization): CustomizationEnablement[] {
  return metaDecisions(node._meta) ?? node.enablement ?? [];
}

function rank(kind: string): number {
  const known: readonly string[] = scopes;
  const index = known.indexOf(kind);
  return index === -1 ? known.length : index;
}

/** Returns the decisions, most specific first, with the one of this scope replaced or removed. */
export function withDecision(
  decisions: readonly CustomizationEnablement[],
  scope: Scope,
  decision: CustomizationEnablement | undefined,
): CustomizationEnablement[] {
  const others = decisions.filter(({ kind }) => kind !== scope);
  const all = decision === undefined ? others : [decision, ...others];
  return all.toSorted((a, b) => rank(a.kind) - rank(b.kind));
}

/**
 * Returns true if the host keeps decisions by scope for the node. Those that do not send a flag for it, and versions of
 * one number do either.
 */
export function keepsDecisions({ type, enabled, enablement }: AnyCustomization): boolean {
  return (type === 'plugin' || type === 'mcpServer') && (enablement !== undefined || enabled === undefined);
}

/**
 * Returns the value that holds in a scope if no narrower one decides: its own decision, else that of a wider scope, else
 * on. Hosts drop a decision that only repeats a wider one.
 */
export function valueIn({ enabled, enablement = [] }: DecidedNode, scope: Scope): boolean {
  const decision = enablement.find(({ kind }) => rank(kind) >= rank(scope));
  return decision?.enabled ?? (enablement.length > 0 ? true : (enabled ?? true));
}

/** Returns the scope that decides against the wanted value, or after a reset (null); undefined if none does. */
export function decidingScope(
  { enablement: [first] = [] }: DecidedNode,
  wanted: boolean | null,
): EnablementKind | undefined {
  return first?.enabled === wanted ? undefined : first?.kind;
}

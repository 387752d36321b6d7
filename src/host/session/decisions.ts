/** Decisions by scope, and the changes that a toggle requests. */

import { decisionsOf } from '../../protocol/enablement.js';
import { type Scope, scopes } from '../../protocol/scopes.js';
import type { CustomizationToggledAction } from '../../protocol/session-actions.js';
import { readSet, type SetItem } from '../../protocol/skillpick-meta.js';
import type { AnyCustomization, CustomizationEnablement, URI } from '../../protocol/types.js';
import type { EntryState } from './keeper.js';

type ByScope = { readonly [scope in Scope]?: boolean | undefined };

/** Returns decisions by scope as a list, most specific first. */
export function decisionsFor(flags: ByScope, workspaceUri: URI): CustomizationEnablement[] {
  return scopes.flatMap((kind) => {
    const enabled = flags[kind];
    if (enabled === undefined) return [];
    return [{ kind, enabled, ...(kind === 'workspace' && { uri: workspaceUri }) }];
  });
}

/**
 * Returns the decisions as clients get them. Clients derive the flag from the first one, so if the tools' files decide
 * otherwise, it is one decision with the flag.
 */
export function shownDecisions(
  { enabled, decisions }: Pick<EntryState, 'enabled' | 'decisions'>,
  workspaceUri: URI,
): CustomizationEnablement[] {
  const flag = decisions[0]?.enabled ?? true;
  return enabled === undefined || enabled === flag
    ? decisions
    : decisionsFor({ workspace: enabled }, workspaceUri);
}

type Decisions = readonly CustomizationEnablement[];

const flagIn = (decisions: Decisions, scope: string): boolean | null =>
  decisions.find(({ kind }) => kind === scope)?.enabled ?? null;

/** Returns the decisions that a client was sent. */
const sentDecisions = (node: AnyCustomization): Decisions => node.enablement ?? decisionsOf(node);

/** Returns the scopes that differ from what the client was sent; the deciding one if none does. */
function difference(before: Decisions, wanted: Decisions): SetItem[] {
  const all = scopes.map((scope) => ({ scope, enabled: flagIn(wanted, scope) }));
  const different = all.filter(({ scope, enabled }) => enabled !== flagIn(before, scope));
  if (different.length > 0) return different;
  const first = all.find(({ enabled }) => enabled !== null);
  return first === undefined ? all : [first];
}

/**
 * Returns the changes that a toggle requests, or why it is refused. `node` is the entry that the client last received:
 * other clients send the whole list of decisions, and only the difference is a request. A bare flag is a decision for
 * the workspace.
 */
export function setOf(node: AnyCustomization, action: CustomizationToggledAction): SetItem[] | string {
  const set = readSet(action);
  if (set !== undefined) return set;
  const { enabled, enablement } = action;
  if (enablement === undefined) {
    if (enabled === undefined) return 'the toggle says neither "enabled" nor "enablement"';
    // A decision for the session would override the requested one.
    return [
      { scope: 'session', enabled: null },
      { scope: 'workspace', enabled },
    ];
  }
  const unknown = enablement.find(({ kind }) => !scopes.some((scope) => scope === kind));
  if (unknown !== undefined) return `there is no scope "${unknown.kind.slice(0, 40)}"`;
  if (new Set(enablement.map(({ kind }) => kind)).size < enablement.length) return 'a scope is named twice';
  return difference(sentDecisions(node), enablement);
}

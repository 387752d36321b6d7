/** Toggles as clients spell them, made into one form: the whole set of decisions by scope. */

import { decisionsOf, withDecision } from '../protocol/actions.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import type { AnyCustomization, CustomizationEnablement, URI } from '../protocol/types.js';

export interface ByScope {
  session: boolean | undefined;
  workspace: boolean | undefined;
  global: boolean | undefined;
  workspaceUri: URI;
}

/** Decisions by scope as a list, most specific first. */
export function decisionsFor({
  session,
  workspace,
  global,
  workspaceUri,
}: ByScope): CustomizationEnablement[] {
  const list: CustomizationEnablement[] = [];
  if (session !== undefined) list.push({ kind: 'session', enabled: session });
  if (workspace !== undefined) list.push({ kind: 'workspace', enabled: workspace, uri: workspaceUri });
  if (global !== undefined) list.push({ kind: 'global', enabled: global });
  return list;
}

const scopes: readonly string[] = ['session', 'workspace', 'global'];

/**
 * What a toggle asks for. A bare flag is a decision for the workspace, kept like any other; a list is the whole
 * set. Answers a reason where it asks for something that does not exist here.
 */
export function wantedDecisions(
  node: AnyCustomization,
  { enabled, enablement }: CustomizationToggledAction,
  workspaceUri: URI,
): CustomizationEnablement[] | string {
  if (enablement === undefined) {
    if (enabled === undefined) return 'the toggle says neither "enabled" nor "enablement"';
    // A decision for the session would go on hiding the one that is asked for.
    const others = decisionsOf(node).filter(({ kind }) => kind !== 'session');
    return withDecision(others, 'workspace', { kind: 'workspace', enabled, uri: workspaceUri });
  }
  const unknown = enablement.find(({ kind }) => !scopes.includes(kind));
  if (unknown !== undefined) return `there is no scope "${unknown.kind.slice(0, 40)}"`;
  if (new Set(enablement.map(({ kind }) => kind)).size < enablement.length) return 'a scope is named twice';
  return enablement
    .map(({ kind, enabled: flag }) => ({
      kind,
      enabled: flag,
      ...(kind === 'workspace' && { uri: workspaceUri }),
    }))
    .toSorted((a, b) => scopes.indexOf(a.kind) - scopes.indexOf(b.kind));
}

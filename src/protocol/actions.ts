/**
 * Builds the actions that a client sends. A toggle carries the wanted value and not "flip", so that sending it twice
 * does no harm, and it carries both spellings of it, so that every host understands it.
 */

import type { CustomizationToggledAction } from './session-actions.js';
import { childDecisions } from './skillpick-meta.js';
import type {
  AnyCustomization,
  CustomizationEnablement,
  SessionMetadata,
  SessionState,
  URI,
} from './types.js';

/** Where a decision is kept. */
export type Scope = 'session' | 'workspace' | 'global';

const order: readonly string[] = ['session', 'workspace', 'global'];

/** Returns the decisions that a host reports for a node. Children have no field for them; our own host adds theirs. */
export function decisionsOf(node: AnyCustomization): CustomizationEnablement[] {
  return node.enablement ?? childDecisions(node._meta);
}

function rank(kind: string): number {
  const index = order.indexOf(kind);
  return index === -1 ? order.length : index;
}

/** The decisions with the one of this scope replaced, or removed; most specific first. */
export function withDecision(
  decisions: readonly CustomizationEnablement[],
  scope: Scope,
  decision: CustomizationEnablement | undefined,
): CustomizationEnablement[] {
  const others = decisions.filter(({ kind }) => kind !== scope);
  const all = decision === undefined ? others : [decision, ...others];
  return all.toSorted((a, b) => rank(a.kind) - rank(b.kind));
}

/** The session's primary working directory, wherever its version keeps it. */
export function workingDirectoryOf(state: SessionMetadata & Pick<SessionState, 'summary'>): URI | undefined {
  return state.workingDirectories?.[0] ?? state.workingDirectory ?? state.summary?.workingDirectory;
}

/** A toggle every host understands; the other scopes' decisions are kept. */
export function buildToggle(
  node: AnyCustomization,
  enabled: boolean,
  scope: Scope,
  workspace?: URI,
): CustomizationToggledAction {
  const decision: CustomizationEnablement = { kind: scope, enabled };
  if (scope === 'workspace' && workspace !== undefined) decision.uri = workspace;
  return {
    type: 'session/customizationToggled',
    id: node.id,
    enabled,
    enablement: withDecision(decisionsOf(node), scope, decision),
  };
}

/** Forgets the decision of one scope, or all of them: back to what the next scope out, or the default, says. */
export function buildReset(node: AnyCustomization, scope?: Scope): CustomizationToggledAction {
  const enablement = scope === undefined ? [] : withDecision(decisionsOf(node), scope, undefined);
  return {
    type: 'session/customizationToggled',
    id: node.id,
    enabled: enablement[0]?.enabled ?? true,
    enablement,
  };
}

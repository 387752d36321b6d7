/**
 * Builds the actions that a client sends. A toggle carries the wanted value, not "flip", so sending it twice does no
 * harm. It carries the value in both spellings that hosts have, so every host understands it.
 */

import { isObject } from './checks.js';
import { decisionsOf, withDecision } from './enablement.js';
import type { Scope } from './scopes.js';
import type { CustomizationToggledAction } from './session-actions.js';
import type {
  Action,
  AgentSelection,
  AnyCustomization,
  CustomizationEnablement,
  Meta,
  SessionMetadata,
  SessionState,
  URI,
} from './types.js';

/** Returns the session's first working directory; each version has another field for it. */
export function workingDirectoryOf(state: SessionMetadata & Pick<SessionState, 'summary'>): URI | undefined {
  return state.workingDirectories?.[0] ?? state.workingDirectory ?? state.summary?.workingDirectory;
}

/** Returns the agent that is selected for a session, by hosts that keep it there; null is the default. */
export function sessionAgentOf(
  state: SessionMetadata & Pick<SessionState, 'summary'>,
): AgentSelection | null {
  return (state.summary ?? state).agent ?? null;
}

/** Returns a toggle that every host understands; the decisions of other scopes stay. */
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

/** Returns a toggle that removes the decision of one scope, or of all. Then the next scope or the default applies. */
export function buildReset(node: AnyCustomization, scope?: Scope): CustomizationToggledAction {
  const enablement = scope === undefined ? [] : withDecision(decisionsOf(node), scope, undefined);
  return {
    type: 'session/customizationToggled',
    id: node.id,
    enabled: enablement[0]?.enabled ?? true,
    enablement,
  };
}

/** Returns the metadata of an action. */
export function metaOf(action: Action): Meta | undefined {
  return '_meta' in action && isObject(action._meta) ? action._meta : undefined;
}

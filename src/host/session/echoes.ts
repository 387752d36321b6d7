/** The echoes of actions that clients send, and the state of a session after toggles. */

import { isBoolean, isDecisionList, isObject, type JsonObject } from '../../protocol/checks.js';
import { sessionReducer } from '../../protocol/reducer.js';
import type { CustomizationToggledAction, SessionAction } from '../../protocol/session-actions.js';
import { childrenOf } from '../../protocol/tree.js';
import type { Action, AnyCustomization, Customization, SessionState } from '../../protocol/types.js';
import { skillLimits } from '../../skill-rules.js';
import { bounded } from '../discovery/details.js';
import { hostLimits } from '../limits.js';
import type { EntryState } from './keeper.js';

/**
 * Returns the echo of a toggle: the present state of the entry, as a flag and as decisions, whether or not it is the
 * requested one. Reducers derive the flag from the first decision, so if the tools' files decide otherwise, the echo has
 * one decision with the flag.
 */
export function echoOf(id: string, { enabled, decisions }: EntryState): CustomizationToggledAction {
  const first = decisions[0]?.enabled ?? true;
  const flag = enabled ?? first;
  return {
    type: 'session/customizationToggled',
    id,
    enabled: flag,
    enablement: flag === first ? decisions : [{ kind: 'workspace', enabled: flag }],
  };
}

/** True for a list of decisions that is short enough to keep; real clients send no longer ones. */
function isShortList(value: unknown): boolean {
  const most = hostLimits.echoedListChars;
  return isDecisionList(value) && (value as unknown[]).length <= most && JSON.stringify(value).length <= most;
}

/**
 * Returns the echo of a refused action: the fields that identify it, as far as they are valid. It is kept for clients
 * that reconnect, so it has to be small.
 */
export function readableEcho(value: unknown): Action {
  const { type, id, enabled, enablement } = isObject(value) ? value : {};
  return {
    type: typeof type === 'string' ? bounded(type, hostLimits.echoedChars) : 'unknown',
    ...(typeof id === 'string' && { id: bounded(id, hostLimits.echoedChars) }),
    ...(isBoolean(enabled) && { enabled }),
    ...(isShortList(enablement) && { enablement }),
  };
}

/** Actions other than toggles that any client may send, with the one field each carries. */
const labels = new Map([
  ['session/titleChanged', 'title'],
  ['session/isReadChanged', 'isRead'],
  ['session/isArchivedChanged', 'isArchived'],
]);

/** Returns the action with its field and nothing else, or why it is refused. */
export function labelOf(action: Action): SessionAction | string {
  const field = labels.get(action.type);
  if (field === undefined) return `clients may not send ${action.type.slice(0, 80)} here`;
  const value = (action as unknown as JsonObject)[field];
  if (String(value).length > skillLimits.nameChars)
    return `a title has at most ${skillLimits.nameChars} characters`;
  return { type: action.type, [field]: value } as SessionAction;
}

type Toggles = ReadonlyMap<string, CustomizationToggledAction>;

function toggleNode<T extends AnyCustomization>(node: T, toggles: Toggles): T {
  const toggle = toggles.get(node.id);
  if (toggle === undefined) return node;
  // The reducer looks at top-level entries first: a list of one saves the search.
  const alone: SessionState = { lifecycle: 'ready', customizations: [node as Customization] };
  return sessionReducer(alone, toggle).customizations?.[0] as T;
}

function toggleEntry(entry: Customization, toggles: Toggles): Customization {
  const own = toggleNode(entry, toggles);
  const children = childrenOf(entry);
  if (!children?.some(({ id }) => toggles.has(id))) return own;
  return { ...own, children: children.map((child) => toggleNode(child, toggles)) } as Customization;
}

/** Returns the state after toggles of different entries, in one pass: one by one they would cost a search each. */
export function toggleAll(state: SessionState, toggles: readonly CustomizationToggledAction[]): SessionState {
  if (toggles.length === 0 || state.customizations === undefined) return state;
  const byId = new Map(toggles.map((toggle) => [toggle.id, toggle]));
  return { ...state, customizations: state.customizations.map((entry) => toggleEntry(entry, byId)) };
}

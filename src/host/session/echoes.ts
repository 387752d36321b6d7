/** The actions that clients may send, their echoes, and the state of a session after toggles. */

import type { JsonObject } from '../../protocol/checks.js';
import { readAction } from '../../protocol/read-action.js';
import { sessionReducer } from '../../protocol/reducer.js';
import type { CustomizationToggledAction, SessionAction } from '../../protocol/session-actions.js';
import { childrenOf } from '../../protocol/tree.js';
import type { Action, AnyCustomization, Customization, SessionState } from '../../protocol/types.js';
import { skillLimits } from '../../skill-rules.js';
import { shownDecisions } from './decisions.js';
import type { Keeper } from './keeper.js';

/** Returns the echo of a toggle: the present state of the entry, whether or not it is the requested one. */
export function echoOf(node: AnyCustomization, keeper: Keeper): CustomizationToggledAction {
  const enablement = shownDecisions(keeper.stateOf(node), keeper.workspace);
  return { type: 'session/customizationToggled', id: node.id, enablement };
}

/** Returns the action that a client sent, or why it cannot be read. */
export function actionOf(value: unknown): Action | string {
  try {
    return readAction(value, { count: 0 });
  } catch (error) {
    return (error as Error).message;
  }
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

/** What clients send as everybody is told of it, and what toggles make of a session's state. */

import { isBoolean, isDecisionList, isObject, type JsonObject } from '../../protocol/checks.js';
import { sessionReducer } from '../../protocol/reducer.js';
import type { CustomizationToggledAction, SessionAction } from '../../protocol/session-actions.js';
import { childrenOf } from '../../protocol/tree.js';
import type { Action, AnyCustomization, Customization, SessionState } from '../../protocol/types.js';
import { skillLimits } from '../../skill-rules.js';
import { bounded } from '../discovery/details.js';
import { hostLimits } from '../limits.js';
import type { KeptStanding } from './keeper.js';

/**
 * Returns the echo of a toggle: what is true of the entry now, whatever was asked for, in both spellings. Reducers
 * take the first decision for the flag, so where the tools' files make it another one, the echo says the flag alone.
 */
export function echoOf(id: string, { enabled, decisions }: KeptStanding): CustomizationToggledAction {
  const first = decisions[0]?.enabled ?? true;
  const flag = enabled ?? first;
  return {
    type: 'session/customizationToggled',
    id,
    enabled: flag,
    enablement: flag === first ? decisions : [{ kind: 'workspace', enabled: flag }],
  };
}

/** A list of decisions that is worth keeping; nobody sends longer ones in good faith. */
function isShortList(value: unknown): boolean {
  const most = hostLimits.echoedListChars;
  return isDecisionList(value) && (value as unknown[]).length <= most && JSON.stringify(value).length <= most;
}

/**
 * What is echoed of an action that is refused: enough to know it by, and nothing that is not as it should be. It is
 * kept for those who come back, so that it has to be small whatever was sent.
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

/** The action with its field and nothing else, or why it is refused. */
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
  // The reducer looks at top-level entries first, so that a list of one spares the search.
  const alone: SessionState = { lifecycle: 'ready', customizations: [node as Customization] };
  return sessionReducer(alone, toggle).customizations?.[0] as T;
}

function toggleEntry(entry: Customization, toggles: Toggles): Customization {
  const own = toggleNode(entry, toggles);
  const children = childrenOf(entry);
  if (!children?.some(({ id }) => toggles.has(id))) return own;
  return { ...own, children: children.map((child) => toggleNode(child, toggles)) } as Customization;
}

/** The state after toggles of different entries, made in one pass: one by one they would cost a search each. */
export function toggleAll(state: SessionState, toggles: readonly CustomizationToggledAction[]): SessionState {
  if (toggles.length === 0 || state.customizations === undefined) return state;
  const byId = new Map(toggles.map((toggle) => [toggle.id, toggle]));
  return { ...state, customizations: state.customizations.map((entry) => toggleEntry(entry, byId)) };
}

/** Applies actions to the state of the host itself, and notifications to the list of its sessions. */

import { applyAction } from './reducer.js';
import type { RootAction } from './session-actions.js';
import type { Action, RootState, SessionSummary, URI } from './types.js';

const handlers: {
  [Type in RootAction['type']]: (state: RootState, action: Extract<RootAction, { type: Type }>) => RootState;
} = {
  'root/agentsChanged': (state, { agents }) => ({ ...state, agents }),
  'root/activeSessionsChanged': (state, { activeSessions }) => ({ ...state, activeSessions }),
  'root/terminalsChanged': (state, { terminals }) => ({ ...state, terminals }),
  'root/configChanged': (state, { config, replace }) => {
    if (config === undefined && (!replace || state.config === undefined)) return state;
    const values = replace ? { ...config } : { ...state.config?.values, ...config };
    return { ...state, config: { ...state.config, values } };
  },
};

/** Returns the host's state after this action; the same object for an action that is not known. */
export function rootReducer(state: RootState, action: Action): RootState {
  return applyAction(handlers, state, action);
}

/** A change of the session list, which the host reports outside of the action stream. */
export type SessionNotification =
  | { type: 'added'; summary: SessionSummary }
  | { type: 'removed'; session: URI }
  | { type: 'changed'; session: URI; changes: Partial<SessionSummary> };

/** Returns the session list after a notification; changes of a session that is not listed are ignored. */
export function sessionListReducer(
  list: SessionSummary[],
  notification: SessionNotification,
): SessionSummary[] {
  const session = notification.type === 'added' ? notification.summary.resource : notification.session;
  const index = list.findIndex(({ resource }) => resource === session);
  switch (notification.type) {
    case 'added':
      return index === -1 ? [...list, notification.summary] : list.with(index, notification.summary);
    case 'removed':
      return index === -1 ? list : list.toSpliced(index, 1);
    case 'changed': {
      const known = list[index];
      return known === undefined
        ? list
        : list.with(index, { ...known, ...notification.changes, resource: session });
    }
  }
}

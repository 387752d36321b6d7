/** The state of a session before a client opens it, and the part of a state that the list of sessions shows. */

import { type SessionState, SessionStatus, type SessionSummary, type URI } from '../../protocol/types.js';
import type { SessionSetup } from './session-setup.js';

/** Returns the state of a new session, without what was found for it. */
export function newState({ provider, title, directory }: SessionSetup): SessionState {
  const now = new Date().toISOString();
  return {
    provider,
    title,
    status: SessionStatus.Idle,
    createdAt: now,
    modifiedAt: now,
    workingDirectories: [directory],
    lifecycle: 'ready',
    chats: [],
    activeClients: [],
  };
}

export function summaryOf(resource: URI, state: SessionState): SessionSummary {
  const { provider, title, status, createdAt, modifiedAt, workingDirectories } = state;
  return { resource, provider, title, status, createdAt, modifiedAt, workingDirectories } as SessionSummary;
}

/** Parts of a session's state: how it begins, what the list of sessions shows of it, and how two states differ. */

import type { Problem } from '../../protocol/problem-codes.js';
import {
  type AgentSelection,
  type Customization,
  type SessionState,
  SessionStatus,
  type SessionSummary,
  type URI,
} from '../../protocol/types.js';
import type { SessionSetup } from './session-setup.js';

export const stillLoading = 'the files of this machine are still being read; try again when that is done';

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
  const { provider, title, status, createdAt, modifiedAt, workingDirectories, agent } = state;
  const times = { createdAt, modifiedAt };
  return { resource, provider, title, status, ...times, workingDirectories, agent } as SessionSummary;
}

/** Returns what has changed for the list of sessions. */
export function summaryChanges(before: SessionState, { title = '', status = 0 }: SessionState) {
  return { ...(title !== before.title && { title }), ...(status !== before.status && { status }) };
}

/** Returns the change of the selected agent for the list of sessions, in which null removes a field. */
export function agentChange(agent: AgentSelection | undefined): Partial<SessionSummary> {
  return { agent: agent ?? null };
}

/** Returns true if both lists have the same containers in the same order. */
export function hasSameIds(before: readonly Customization[], after: readonly Customization[]): boolean {
  return before.length === after.length && before.every(({ id }, index) => id === after[index]?.id);
}

/** Returns the problem of a session that is not up to date. */
export function updateFailure(directory: URI, error: unknown): Problem {
  const message = `the session could not be updated from the disk: ${(error as Error).message}`;
  return { uri: directory, line: null, message, code: 'update-failed', severity: 'error' };
}

/** Lists the host's sessions page by page, and creates sessions. */

import { ProtocolError, SkillpickError } from '../errors.js';
import type { JsonObject } from '../protocol/checks.js';
import { readListSessionsResult } from '../protocol/read-result.js';
import type { Skipped } from '../protocol/read-state.js';
import { type AgentInfo, ROOT_CHANNEL, type SessionSummary, type URI } from '../protocol/types.js';
import type { Clock } from './clock.js';
import { clientLimits } from './limits.js';

export type Request = (method: string, params: JsonObject) => Promise<unknown>;

/** What to create a session with. */
export interface NewSession {
  provider?: string | undefined;
  workingDirectory?: URI;
}

/** Returns every session that the host lists. Stops at a limit if the pages have no end or repeat. */
export async function fetchSessions(
  request: Request,
  skipped: Skipped,
  clock: Clock,
): Promise<SessionSummary[]> {
  const endsAtMs = clock.now() + clientLimits.listingTimeoutMs;
  const sessions: SessionSummary[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < clientLimits.sessionPages && sessions.length < clientLimits.sessions; page += 1) {
    const params = { channel: ROOT_CHANNEL, ...(cursor !== undefined && { cursor }) };
    const { items, nextCursor } = readListSessionsResult(await request('listSessions', params), skipped);
    for (const item of items.slice(0, clientLimits.sessions - sessions.length)) sessions.push(item);
    if (nextCursor === undefined || seen.has(nextCursor)) break;
    if (clock.now() >= endsAtMs) {
      const message = `The host did not finish listing its sessions within ${clientLimits.listingTimeoutMs / 1000} s.`;
      throw new SkillpickError('listing-timeout', message, { hint: 'It may be busy: try again.' });
    }
    if (nextCursor.length > clientLimits.pageCursorChars)
      throw new ProtocolError('The answer to listSessions has a cursor that is far too long.');
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return sessions;
}

/** Creates a session with the named agent, or the host's first one, and returns its address. */
export async function createSession(
  request: Request,
  agents: readonly AgentInfo[],
  { provider = agents[0]?.provider, workingDirectory }: NewSession,
): Promise<URI> {
  if (provider === undefined) {
    const hint = 'Sign in or enable an agent in the host, then try again.';
    throw new SkillpickError('session-unknown', 'The host offers no agent to make a session with.', { hint });
  }
  const channel = `${provider}:/${crypto.randomUUID()}`;
  // One directory up to 0.6, a list from 0.7 on; each host ignores the field that it does not know.
  const directory =
    workingDirectory === undefined ? {} : { workingDirectory, workingDirectories: [workingDirectory] };
  try {
    await request('createSession', { channel, provider, ...directory });
  } catch (error) {
    // The host may still create it, after nobody waits for it.
    if (error instanceof SkillpickError && error.code === 'request-timeout')
      request('disposeSession', { channel }).catch(() => {});
    throw error;
  }
  return channel;
}

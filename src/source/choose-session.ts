/** Which of a host's sessions is meant: by address, start of the id or title; else the only one, or the one for here. */

import type { SessionInfo } from '../entries/session-info.js';
import { SkillpickError } from '../errors.js';
import { sourceLimits } from './limits.js';

/** One line a session, for errors that list them: titles are not unique, addresses are. */
function listed(sessions: readonly SessionInfo[]): string[] {
  const shown = sessions.slice(0, sourceLimits.listedCandidates).map(({ uri, title }) => `${uri}  ${title}`);
  const rest = sessions.length - shown.length;
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}

function ambiguous(problem: string, sessions: readonly SessionInfo[]): SkillpickError {
  return new SkillpickError('session-ambiguous', `${problem}:`, {
    choices: listed(sessions),
    hint: 'Choose one with --session.',
  });
}

const idOf = (uri: string): string => uri.slice(uri.indexOf(':') + 1).replace(/^\/+/, '');

function matching(sessions: readonly SessionInfo[], wanted: string): SessionInfo[] {
  const title = wanted.toLowerCase();
  const tests: ((session: SessionInfo) => boolean)[] = [
    ({ uri }) => uri === wanted,
    ({ uri }) => idOf(uri).startsWith(wanted),
    (session) => session.title.toLowerCase() === title,
    (session) => session.title.toLowerCase().includes(title),
  ];
  for (const test of tests) {
    const found = sessions.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}

function namedSession(sessions: readonly SessionInfo[], wanted: string): SessionInfo {
  const found = wanted === '' ? [] : matching(sessions, wanted);
  if (found.length > 1) throw ambiguous(`More than one session is meant by "${wanted}"`, found);
  if (found[0] !== undefined) return found[0];
  const rest = sessions.length === 0 ? 'The host has no sessions.' : 'There are:';
  throw new SkillpickError('session-unknown', `No session is meant by "${wanted}". ${rest}`, {
    choices: listed(sessions),
  });
}

/** Hosts end directories with a slash or not, and escape them in their own ways. */
function plainUri(uri: string): string {
  try {
    return decodeURIComponent(uri).replace(/\/+$/, '');
  } catch {
    return uri;
  }
}

/**
 * The session that is meant, or undefined where the host has none at all. `here` are the ways to write the
 * working directory.
 */
export function chooseSession(
  sessions: readonly SessionInfo[],
  wanted: string | undefined,
  here: () => readonly string[],
): SessionInfo | undefined {
  if (wanted !== undefined) return namedSession(sessions, wanted);
  if (sessions.length <= 1) return sessions[0];
  const places = new Set(here().map(plainUri));
  const ours = sessions.filter(({ directory }) => directory !== null && places.has(plainUri(directory)));
  if (ours.length === 1) return ours[0];
  throw ambiguous('The host has several sessions', ours.length > 1 ? ours : sessions);
}

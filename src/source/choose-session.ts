/** Chooses one of a host's sessions: by uri, start of the id or title, else the only one or the one of this directory. */

import { SkillpickError } from '../errors.js';
import { workingDirectoryOf } from '../protocol/actions.js';
import type { SessionSummary } from '../protocol/types.js';
import { sourceLimits } from './limits.js';

/** Returns one line for each session, with its uri because titles are not unique. */
function candidateLines(sessions: readonly SessionSummary[]): string[] {
  const shown = sessions
    .slice(0, sourceLimits.listedCandidates)
    .map(({ resource, title = '' }) => `${resource}  ${title}`);
  const rest = sessions.length - shown.length;
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}

function ambiguous(problem: string, sessions: readonly SessionSummary[]): SkillpickError {
  return new SkillpickError('session-ambiguous', `${problem}:`, { choices: candidateLines(sessions) });
}

const idOf = (uri: string): string => uri.slice(uri.indexOf(':') + 1).replace(/^\/+/, '');

function findMatches(sessions: readonly SessionSummary[], wanted: string): SessionSummary[] {
  const lower = wanted.toLowerCase();
  const titleOf = ({ title = '' }: SessionSummary) => title.toLowerCase();
  const tests: ((session: SessionSummary) => boolean)[] = [
    ({ resource }) => resource === wanted,
    ({ resource }) => idOf(resource).startsWith(wanted),
    (session) => titleOf(session) === lower,
    (session) => titleOf(session).includes(lower),
  ];
  for (const test of tests) {
    const found = sessions.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}

function findNamed(sessions: readonly SessionSummary[], wanted: string): SessionSummary {
  const found = wanted === '' ? [] : findMatches(sessions, wanted);
  if (found.length > 1) throw ambiguous(`More than one session matches "${wanted}"`, found);
  if (found[0] !== undefined) return found[0];
  const rest = sessions.length === 0 ? 'The host has no sessions.' : 'There are:';
  throw new SkillpickError('session-unknown', `No session matches "${wanted}". ${rest}`, {
    choices: candidateLines(sessions),
  });
}

/** Returns a uri without its escapes and its last slash, in which hosts differ. */
function comparable(uri: string): string {
  try {
    return decodeURIComponent(uri).replace(/\/+$/, '');
  } catch {
    return uri;
  }
}

/**
 * Returns the wanted session, or undefined if the host has none at all. `workingDirectories` returns the spellings
 * of the working directory.
 */
export function chooseSession(
  sessions: readonly SessionSummary[],
  wanted: string | undefined,
  workingDirectories: () => readonly string[],
): SessionSummary | undefined {
  if (wanted !== undefined) return findNamed(sessions, wanted);
  if (sessions.length <= 1) return sessions[0];
  const here = new Set(workingDirectories().map(comparable));
  const ours = sessions.filter((session) => {
    const directory = workingDirectoryOf(session);
    return directory !== undefined && here.has(comparable(directory));
  });
  if (ours.length === 1) return ours[0];
  throw ambiguous('The host has several sessions', ours.length > 1 ? ours : sessions);
}

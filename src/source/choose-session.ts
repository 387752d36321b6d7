/** Chooses a session of the host by uri, id or title; without a name, the only one or the one of this directory. */

import { SkillpickError } from '../errors.js';
import { workingDirectoryOf } from '../protocol/actions.js';
import type { SessionSummary } from '../protocol/types.js';
import { sourceLimits } from './limits.js';

/** Returns one line for each candidate, up to a limit, and a line with the number of the others. */
export function candidateLines<T>(candidates: readonly T[], line: (candidate: T) => string): string[] {
  const shown = candidates.slice(0, sourceLimits.listedCandidates).map(line);
  const rest = candidates.length - shown.length;
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}

/** Returns the items that match the first test that has any match. */
export function firstMatches<T>(
  items: readonly T[],
  tests: readonly ((item: T, index: number) => boolean)[],
) {
  for (const test of tests) {
    const found = items.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}

/** Shows the uri too, because titles are not unique. */
const sessionLine = ({ resource, title = '' }: SessionSummary): string => `${resource}  ${title}`;

function ambiguous(problem: string, sessions: readonly SessionSummary[], hint?: string): SkillpickError {
  return new SkillpickError('session-ambiguous', `${problem}:`, {
    choices: candidateLines(sessions, sessionLine),
    ...(hint !== undefined && { hint }),
  });
}

const idOf = (uri: string): string => uri.slice(uri.indexOf(':') + 1).replace(/^\/+/, '');

/** Returns true for a full uri. Hosts do not list a session before its first message, so it is used as it is. */
export const isSessionUri = (text: string): boolean => /^[a-z][\w+.-]*:\/./i.test(text);

/** Returns true if the text is the uri, the start of the id or the whole title of the session. */
export const isNamedExactly = ({ resource, title = '' }: SessionSummary, text: string): boolean =>
  resource === text || idOf(resource).startsWith(text) || title.toLowerCase() === text.toLowerCase();

function findNamed(sessions: readonly SessionSummary[], wanted: string): SessionSummary {
  const lower = wanted.toLowerCase();
  const found = firstMatches(wanted === '' ? [] : sessions, [
    ({ resource }) => resource === wanted,
    ({ resource }) => idOf(resource).startsWith(wanted),
    ({ title = '' }) => title.toLowerCase() === lower,
    ({ title = '' }) => title.toLowerCase().includes(lower),
  ]);
  if (found.length > 1)
    throw ambiguous(`More than one session matches "${wanted}"`, found, 'Name it by its uri.');
  if (found[0] !== undefined) return found[0];
  const rest = sessions.length === 0 ? 'The host has no sessions.' : 'There are:';
  throw new SkillpickError('session-unknown', `No session matches "${wanted}". ${rest}`, {
    choices: candidateLines(sessions, sessionLine),
  });
}

/** Returns a uri without escapes and without slashes at its end: hosts differ in both. */
function comparable(uri: string): string {
  try {
    return decodeURIComponent(uri).replace(/\/+$/, '');
  } catch {
    return uri;
  }
}

/**
 * Returns the wanted session, or undefined if the host has none at all. `workingDirectories` returns the uris that mean
 * the working directory.
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

/** How long a switch lasts, in words, if that is shorter than a user would expect. */

import type { Scope, SetScope } from '../protocol/scopes.js';
import { scopeWords } from './scope-words.js';

/** A switch that was made. */
export interface LastingSwitch {
  /** True if another host keeps decisions by scope for the entry. */
  readonly isDecided?: boolean;
  readonly scope: SetScope;
}

/** Returns true if a host other than our own saves the switch beyond the session. */
export const isSaved = ({ isDecided = false, scope }: LastingSwitch): boolean =>
  isDecided && scope !== 'session';

/**
 * Returns true if a host other than our own may forget the switch before the session ends. Some forget what they have no
 * decisions for when they read their files again, and their version does not tell which.
 */
export const mayBeForgotten = ({ isDecided = false }: Pick<LastingSwitch, 'isDecided'>): boolean =>
  !isDecided;

/** Returns how long the switches last on this host, as a sentence; null if all are saved for good. */
export function switchLifetime(
  { isOwn }: { readonly isOwn: boolean },
  switches: readonly LastingSwitch[],
): string | null {
  if (isOwn)
    return switches.some(({ scope }) => scope === 'session')
      ? 'This holds until `skillpick serve` ends.'
      : null;
  const passing = switches.filter((one) => !isSaved(one));
  if (passing.length === 0) return null;
  const what = passing.length === switches.length ? 'This' : 'All else';
  const until = passing.some(mayBeForgotten) ? ', and perhaps only until the host next reads its files' : '';
  return `${what} holds for this session only${until}.`;
}

/** Returns the scope of switches if none is given. */
export function defaultScope({ isOwn }: { isOwn: boolean }): Scope {
  return isOwn ? 'workspace' : 'session';
}

interface DecidedItem {
  readonly isDecided: boolean;
}

/** Returns what a change of the scope means, for the entries and containers of the session. */
export function scopeText(
  scope: SetScope,
  { isOwn }: { isOwn: boolean },
  { entries, containers }: { entries: readonly DecidedItem[]; containers: readonly DecidedItem[] },
): string {
  if (isOwn) return `From now on switches are kept ${scopeWords(scope)}.`;
  if (scope === 'session') return 'Kept for this session; may be forgotten when the files are next read.';
  const where = scopeWords(scope, { isOwn });
  const isPossible = containers.some((one) => one.isDecided) || entries.some((one) => one.isDecided);
  if (!isPossible) return `Nothing here can be kept ${where}: only for this session at most.`;
  return `Kept ${where}: plugins, MCP servers. All else: this session at most.`;
}

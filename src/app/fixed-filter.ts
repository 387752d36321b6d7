/**
 * Filters of the command line that no key changes: what does not pass them is not in the picker at all. Kinds and
 * on or off are filters that keys change, and begin as the command line says.
 */

import { filterFor, wantedEntries } from '../commands/listing.js';
import { type EntryList, noEntries } from '../entries/entries.js';
import { accepts, findContainers } from '../entries/filter.js';
import type { KindFilter } from '../picker/state.js';
import type { FilterOptions } from '../source/connect-options.js';
import type { OpenSession } from '../source/open-session.js';

export interface Limit {
  words: string;
  /** The list without what does not pass. A container nobody has heard of is an error once the list is complete. */
  apply(list: EntryList, session: OpenSession, isLoading: boolean): EntryList;
}

/** The kind that shows just these types; null if there is none. */
function exactKind(types: readonly string[]): KindFilter | null {
  const wanted = new Set(types);
  const isUsual = types.every((type) => type === 'skill' || type === 'agent');
  if (wanted.size === 0) return 'all';
  if (!isUsual) return null;
  return wanted.size === 2 ? 'usual' : wanted.has('skill') ? 'skills' : 'agents';
}

/** The kind to begin with. */
export const kindFor = ({ types }: FilterOptions): KindFilter => exactKind(types) ?? 'all';

function wordsOf({ types, invocable, container, from, license }: FilterOptions): string {
  return [
    ...(exactKind(types) === null ? [types.join(' or ')] : []),
    ...(invocable === undefined ? [] : [`invocable by ${invocable}`]),
    ...(container === undefined ? [] : [`in ${container}`]),
    ...(from === undefined ? [] : [from === 'repo' ? 'from the repository' : 'from the user']),
    ...(license === undefined ? [] : [`under ${license}`]),
  ].join(', ');
}

/** Null where everything passes. */
export function limitFor(filter: FilterOptions): Limit | null {
  const words = wordsOf(filter);
  if (words === '') return null;
  const { state: _state, types, ...lasting } = filter;
  const fixed = { ...lasting, types: exactKind(types) === null ? types : [] };
  let isComplete = false;
  return {
    words,
    apply(list, session, isLoading) {
      const isUnknown =
        filter.container !== undefined && findContainers(list.containers, filter.container).length === 0;
      if (isUnknown && (isLoading || isComplete)) return noEntries;
      const accepted = filterFor(list, fixed);
      isComplete = true;
      const entries = wantedEntries(list, session, { types }).filter((entry) => accepts(accepted, entry));
      const held = new Set(entries.map(({ container }) => container));
      const containers = list.containers.filter((container) => held.has(container));
      return {
        entries,
        containers,
        problems: [...containers, ...entries].flatMap(({ problems }) => problems),
        sessionProblems: [],
      };
    },
  };
}

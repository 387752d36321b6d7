/**
 * The filters of the command line that no key changes: the picker never shows an entry that they reject. The filters
 * by kind and by on or off are different: the command line sets only how they begin.
 */

import { type EntryList, noEntries } from '../entries/entries.js';
import { accepts, type FilterOptions, filterable, filterFor, findContainers } from '../entries/filter.js';
import type { KindFilter } from '../picker/state.js';
import type { SessionSource } from '../source/session-source.js';

export interface ListLimit {
  words: string;
  /** Returns the list without what the limit rejects. An unknown container is an error once the list is complete. */
  apply(list: EntryList, session: SessionSource, isLoading: boolean): EntryList;
}

/** Returns the kind that shows just these types; null if there is none. */
function exactKind(types: readonly string[]): KindFilter | null {
  const wanted = new Set(types);
  const isUsual = types.every((type) => type === 'skill' || type === 'agent');
  if (wanted.size === 0) return 'all';
  if (!isUsual) return null;
  return wanted.size === 2 ? 'usual' : wanted.has('skill') ? 'skills' : 'agents';
}

/** The kind that the picker begins with. */
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

/** Returns null if the filter limits nothing. */
export function limitFor(filter: FilterOptions): ListLimit | null {
  const words = wordsOf(filter);
  if (words === '') return null;
  const { state: _state, types, ...rest } = filter;
  const fixed = { ...rest, types: exactKind(types) === null ? types : [] };
  let isComplete = false;
  return {
    words,
    apply(list, session, isLoading) {
      const isUnknown =
        filter.container !== undefined && findContainers(list.containers, filter.container).length === 0;
      if (isUnknown && (isLoading || isComplete)) return noEntries;
      const accepted = filterFor(list, fixed);
      isComplete = true;
      const entries = filterable(list, session, { types }).filter((entry) => accepts(accepted, entry));
      const used = new Set(entries.map(({ container }) => container));
      const containers = list.containers.filter((container) => used.has(container));
      const problems = [...containers, ...entries].flatMap((item) => item.problems);
      return { entries, containers, problems, sessionProblems: [] };
    },
  };
}

/** What to suggest if a query matches nothing: the nearest name, and what other kinds and filters would match. */

import type { Entry } from './entries.js';
import { entriesLimits } from './limits.js';
import { literalQuery, parseQuery, type Query, type QueryWord } from './query.js';
import { queryFilter } from './query-filter.js';
import { type SearchIndex, type SearchOptions, search } from './search-entries.js';
import { slipsIn } from './typo.js';
import { wordsOf } from './words.js';

export interface Suggestions {
  /** The name that the user may have mistyped. */
  nearest: string | null;
  /** How many entries of each type match, if all types count. */
  otherKinds: { type: string; count: number }[];
  /** How many entries match the words alone, if no other kind matches. */
  withoutFilters: number;
}

/** Returns how far the words are from those of a name; null if they are no typo of it. */
function slipsInName(words: readonly string[], name: string): number | null {
  const parts = wordsOf(name);
  const whole = slipsIn(words.join(' '), parts.join(' '));
  if (whole !== null) return whole;
  let sum = 0;
  for (const word of words) {
    const slips = parts.flatMap((part) => (part === word ? 0 : (slipsIn(word, part) ?? [])));
    if (slips.length === 0) return null;
    sum += Math.min(...slips);
  }
  return sum;
}

/** Returns the nearest name of those that are accepted; of several, the first in the order of ties. */
function nearestName(
  { entries, tieOrder }: SearchIndex,
  queryWords: readonly QueryWord[],
  accept: (entry: Entry) => boolean,
): string | null {
  const words = queryWords.map(({ text }) => text);
  let nearest: string | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  if (words.length === 0) return nearest;
  for (const position of tieOrder.subarray(0, entriesLimits.suggestedNames)) {
    const entry = entries[position]!;
    const slips = slipsInName(words, entry.name);
    if (slips === null || slips >= fewest || !accept(entry)) continue;
    // The name is spelled right, and only its kind is not shown.
    if (slips === 0) return null;
    [nearest, fewest] = [entry.name, slips];
  }
  return nearest;
}

function countTypes(entries: readonly Entry[]): Suggestions['otherKinds'] {
  const counts = new Map<string, number>();
  for (const { type } of entries) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({ type, count }));
}

/** Returns the words of the query without its operators. */
const wordsAlone = ({ words }: Query): Query => ({
  ...literalQuery(''),
  words,
  hasWords: true,
  isEmpty: false,
});

/**
 * Returns what to suggest for a query that matches nothing. The index has entries of all types; `accept` rejects what
 * other filters than that by type reject.
 */
export function suggestionsFor(
  index: SearchIndex,
  text: string | Query,
  { accept = () => true, matching }: Pick<SearchOptions, 'accept' | 'matching'> = {},
): Suggestions {
  const query = typeof text === 'string' ? parseQuery(text) : text;
  const how = matching === undefined ? {} : { matching };
  const ofAnyType: Query = { ...query, types: null };
  const { rows } = search(index, ofAnyType, { accept, ...how });
  const otherKinds = countTypes(rows.map(({ entry }) => entry));
  const filter = queryFilter(ofAnyType, { entries: index.entries });
  const isPossible = (entry: Entry) => {
    const limited = filter(entry);
    return limited !== null && accept(limited);
  };
  return {
    nearest: nearestName(index, query.words, isPossible),
    otherKinds,
    withoutFilters:
      otherKinds.length === 0 && query.hasWords ? search(index, wordsAlone(query), how).total : 0,
  };
}

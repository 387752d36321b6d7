/** The sentence for a query without a match, with what to try instead. */

import { typeWord } from '../entries/describe.js';
import type { FilterOptions } from '../entries/filter.js';
import type { Matching } from '../entries/grade-entries.js';
import type { Query } from '../entries/query.js';
import { createIndex } from '../entries/search-entries.js';
import { type Suggestions, suggestionsFor } from '../entries/suggest.js';
import type { SessionSource } from '../source/session-source.js';
import { candidatesFor, type Listing } from './listing.js';

const counted = ({ type, count }: { type: string; count: number }): string =>
  `${count} ${typeWord(type)}${count === 1 ? '' : 's'}`;

function suggestionWords({ nearest, otherKinds, withoutFilters }: Suggestions): string[] {
  return [
    ...(nearest === null ? [] : [`Did you mean ${nearest}?`]),
    ...(otherKinds.length === 0
      ? []
      : [`Other kinds match: ${otherKinds.map(counted).join(', ')}; type:all shows them.`]),
    ...(withoutFilters === 0 ? [] : [`Without the filters, ${withoutFilters} would match.`]),
  ];
}

/** Returns the sentence that none match, and suggestions. */
export function noneMatch(
  listing: Listing,
  session: SessionSource,
  options: FilterOptions,
  query: Query,
  matching?: Matching,
): string {
  const { all, accept } = candidatesFor(
    listing,
    session,
    { ...options, types: [] },
    { ...query, types: null },
  );
  const suggestions = suggestionsFor(createIndex(all), query, {
    accept,
    ...(matching && { matching }),
  });
  return [`None of ${listing.entries.length} entries match.`, ...suggestionWords(suggestions)].join(' ');
}

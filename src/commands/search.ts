/** `skillpick search`: ranked, with the reason and the score of every result. */

import type { Io } from '../io.js';
import { limits } from '../limits.js';
import type { Entry } from '../picker/entries.js';
import { createIndex, type SearchRow, search } from '../picker/search.js';
import {
  accepts,
  cell,
  filterFor,
  formatRows,
  note,
  openSession,
  placeOf,
  readListing,
  searchDocument,
  settle,
  stateWord,
  tableStyle,
  wantedEntries,
  writeJson,
  writeLines,
} from './common.js';
import type { SearchOptions } from './options.js';

/** How many results are wanted, within what makes sense. */
export function boundedLimit(limit: number = limits.searchResults): number {
  return Math.min(Math.max(1, limit), limits.searchResultsAtMost);
}

function row({ entry, reason, score }: SearchRow): string[] {
  return [
    reason.replace('_', ' '),
    score.toFixed(2),
    stateWord(entry),
    cell(entry.type),
    cell(entry.name),
    cell(placeOf(entry)),
    cell(entry.description ?? '', limits.descriptionChars),
  ];
}

export async function searchEntries(options: SearchOptions, io: Io): Promise<void> {
  const session = await openSession(options, io, { mayBeTemporary: true }, limits.commandReconnectAttempts);
  try {
    await settle(session, options, io);
    const listing = readListing(session);
    const filter = filterFor(listing, options.filter);
    const accept = (entry: Entry) => accepts(filter, entry);
    const index = createIndex(wantedEntries(listing, session, options.filter));
    const { rows, total } = search(index, options.query, { limit: boundedLimit(options.limit), accept });
    if (options.json) await writeJson(io, searchDocument(options.query, rows, total));
    else {
      const { theme, columns } = tableStyle(io, options);
      await writeLines(io, await formatRows(rows.map(row), { columns, ellipsis: theme.glyphs.ellipsis }));
      const more = total - rows.length;
      if (more > 0) note(io, `${more} more; --limit shows up to ${limits.searchResultsAtMost}.`, options);
      if (total === 0) note(io, `None of ${listing.entries.length} entries match.`, options);
    }
  } finally {
    await session.close();
  }
}

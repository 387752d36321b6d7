/** `skillpick search`: ranked, with the reason and the score of every result. */

import type { Entry } from '../entries/entries.js';
import { accepts } from '../entries/filter.js';
import { createIndex, type SearchRow, search } from '../entries/search.js';
import { filterFor, wantedEntries } from '../entries/selection.js';
import type { Io } from '../io.js';
import { cell, formatRows } from '../output/columns.js';
import { searchDocument } from '../output/document.js';
import { placeOf, stateWord } from '../output/format.js';
import { note, tableStyle, writeJson, writeLines } from '../output/streams.js';
import { skillLimits } from '../skill-rules.js';
import type { SearchCommandOptions } from '../source/connect-options.js';
import { sourceLimits } from '../source/limits.js';
import { openSession, settle } from '../source/open-session.js';
import { commandsLimits } from './limits.js';
import { readListing } from './listing.js';

/** How many results are wanted, within what makes sense. */
export function boundedLimit(limit: number = commandsLimits.searchResults): number {
  return Math.min(Math.max(1, limit), commandsLimits.searchResultsAtMost);
}

function row({ entry, reason, score }: SearchRow): string[] {
  return [
    reason.replace('_', ' '),
    score.toFixed(2),
    stateWord(entry),
    cell(entry.type),
    cell(entry.name),
    cell(placeOf(entry)),
    cell(entry.description ?? '', skillLimits.descriptionChars),
  ];
}

export async function searchEntries(options: SearchCommandOptions, io: Io): Promise<void> {
  const session = await openSession(
    options,
    io,
    { mayBeTemporary: true },
    sourceLimits.commandReconnectAttempts,
  );
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
      if (more > 0)
        note(io, `${more} more; --limit shows up to ${commandsLimits.searchResultsAtMost}.`, options);
      if (total === 0) note(io, `None of ${listing.entries.length} entries match.`, options);
    }
  } finally {
    await session.close();
  }
}

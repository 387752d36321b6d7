/** `skillpick search`: prints ranked results, each with its reason and score. */

import type { Entry } from '../entries/entries.js';
import { accepts, type FilterOptions, filterable, filterFor } from '../entries/filter.js';
import { createIndex, type SearchRow, search } from '../entries/search-entries.js';
import { checkTools } from '../entries/tool-choice.js';
import type { Io } from '../io.js';
import { cell } from '../output/columns.js';
import { searchDocument } from '../output/document.js';
import { placeOf, stateWord } from '../output/format.js';
import { note, writeJson, writeTable } from '../output/streams.js';
import { skillLimits } from '../skill-rules.js';
import { type ConnectedHost, withSession } from '../source/open-session.js';
import type { CommandOptions } from './command-options.js';
import { commandsLimits } from './limits.js';
import { readListing } from './listing.js';

interface SearchCommandOptions extends CommandOptions {
  query: string;
  filter: FilterOptions;
  limit?: number;
}

/** Returns the number of results to print, within the bounds. */
export function boundedLimit(limit: number = commandsLimits.searchResults): number {
  return Math.min(Math.max(1, limit), commandsLimits.searchResultsAtMost);
}

const heads = ['match', 'score', 'state', 'kind', 'name', 'folder', 'description'];

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
  const check = (host: ConnectedHost) => checkTools(options.filter.tools, host);
  await withSession(options, io, { mayBeTemporary: true, check }, async (session) => {
    const listing = readListing(session);
    const filter = filterFor(listing, options.filter);
    const accept = (entry: Entry) => accepts(filter, entry);
    const index = createIndex(filterable(listing, session, options.filter));
    const { rows, total } = search(index, options.query, { limit: boundedLimit(options.limit), accept });
    if (options.json) return writeJson(io, searchDocument(options.query, rows, total));
    await writeTable(io, heads, rows.map(row), options);
    const more = total - rows.length;
    if (more > 0)
      note(io, `${more} more; --limit shows up to ${commandsLimits.searchResultsAtMost}.`, options);
    if (total === 0) note(io, `None of ${listing.entries.length} entries match.`, options);
  });
}

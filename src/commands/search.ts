/** `skillpick search`: prints ranked results, each with its reason and score. */

import { type EntryLabels, entryLabels } from '../entries/container-labels.js';
import type { FilterOptions } from '../entries/filter.js';
import { readQuery } from '../entries/read-query.js';
import { createIndex, type SearchRow, search } from '../entries/search-entries.js';
import type { Io } from '../io.js';
import { cell } from '../output/columns.js';
import { searchDocument } from '../output/document.js';
import { stateWord } from '../output/format.js';
import { note, writeJson, writeTable } from '../output/streams.js';
import { skillLimits } from '../skill-rules.js';
import { type ConnectedHost, withSession } from '../source/open-session.js';
import type { CommandOptions } from './command-options.js';
import { commandsLimits } from './limits.js';
import { candidatesFor, checkHost, labelsIn, noteAgent, noteUnfinished, readListing } from './listing.js';
import { noneMatch } from './none-match.js';

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

function row({ entry, reason, score }: SearchRow, labels: EntryLabels): string[] {
  return [
    reason.replace('_', ' '),
    score.toFixed(2),
    stateWord(entry),
    cell(entry.type),
    cell(labels.nameOf(entry)),
    cell(labels.placeOf(entry)),
    cell(entry.description ?? '', skillLimits.descriptionChars),
  ];
}

export async function searchEntries(options: SearchCommandOptions, io: Io): Promise<void> {
  const { filter } = options;
  const query = readQuery(options.query);
  const check = (host: ConnectedHost) => checkHost(filter, query, host);
  await withSession(options, io, { mayBeTemporary: true, check }, async (session, unfinished) => {
    const listing = readListing(session);
    noteUnfinished(unfinished, options, io);
    noteAgent(session, options, io);
    const { all, accept } = candidatesFor(listing, session, filter, query);
    const limit = boundedLimit(options.limit);
    const { rows, total } = search(createIndex(all), query, { limit, accept, matching: 'some' });
    if (options.json) return writeJson(io, searchDocument(options.query, rows, total));
    const labels = entryLabels(listing.containers, labelsIn(listing, session, io));
    await writeTable(
      io,
      heads,
      rows.map((found) => row(found, labels)),
      options,
    );
    const more = total - rows.length;
    if (more > 0)
      note(io, `${more} more; --limit shows up to ${commandsLimits.searchResultsAtMost}.`, options);
    if (total === 0) note(io, noneMatch(listing, session, filter, query, 'some'), options);
  });
}

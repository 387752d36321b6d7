/** A session's entries as a command needs them: listed, filtered, and ranked if there is a query. */

import { type Entry, type EntryList, listEntries } from '../entries/entries.js';
import { accepts, type FilterOptions, filterable, filterFor } from '../entries/filter.js';
import { type SessionInfo, sessionInfo } from '../entries/session-info.js';
import type { DocumentHost } from '../output/document.js';
import type { SessionSource } from '../source/session-source.js';

export interface Listing extends EntryList {
  session: SessionInfo;
  host: DocumentHost;
}

/** Returns everything that the session has now. */
export function readListing({ uri, host, getView }: SessionSource): Listing {
  const { state } = getView();
  return {
    ...listEntries(state, host),
    session: sessionInfo(uri, state),
    host: { kind: host.kind, name: host.name, url: host.url, protocolVersion: host.protocolVersion },
  };
}

/** Returns the entries that pass the filter: in the host's order, or by rank if there is a query. */
export async function selectEntries(
  listing: Listing,
  session: SessionSource,
  options: FilterOptions,
  query: string | undefined,
): Promise<Entry[]> {
  const filter = filterFor(listing, options);
  const all = filterable(listing, session, options);
  const accept = (entry: Entry) => accepts(filter, entry);
  if (query === undefined || query.trim() === '') return all.filter(accept);
  const { createIndex, search } = await import('../entries/search-entries.js');
  return search(createIndex(all), query, { accept, limit: all.length }).rows.map(({ entry }) => entry);
}

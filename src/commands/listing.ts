/** A session's entries as a command needs them: flattened, filtered, and ranked where there is a query. */

import type { Entry } from '../entries/entries.js';
import { type EntryList, listEntries } from '../entries/entries.js';
import { accepts, type Filter, findContainers } from '../entries/filter.js';
import { entryOf } from '../entries/node-entry.js';
import { type SessionInfo, sessionInfo } from '../entries/session-info.js';
import { SkillpickError } from '../errors.js';
import type { DocumentHost } from '../output/document.js';
import type { FilterOptions } from '../source/connect-options.js';
import type { OpenSession } from '../source/open-session.js';

export interface Listing extends EntryList {
  session: SessionInfo;
  host: DocumentHost;
}

/** Everything the session has now. */
export function readListing({ store, client, host }: OpenSession): Listing {
  const { state } = store.getSnapshot();
  return {
    ...listEntries(state, client.protocolVersion),
    session: sessionInfo(store.uri, state),
    host: { ...host, protocolVersion: client.protocolVersion },
  };
}

/** Entries and containers alike, containers first: what a reference may mean. */
export function addressable({ entries, containers }: EntryList, { client }: OpenSession): Entry[] {
  return [...containers.map(({ node }) => entryOf(node, null, client.abilities)), ...entries];
}

/** The filter the options describe; a container nobody has heard of is an error. */
export function filterFor({ containers }: EntryList, options: FilterOptions): Filter {
  const { types, state, invocable, container, from, license } = options;
  const meant = container === undefined ? undefined : findContainers(containers, container);
  if (meant?.length === 0) {
    const names = [...new Set(containers.map(({ name }) => name))].join(', ');
    throw new SkillpickError('container-unknown', `There is no container "${container}".`, {
      hint: names === '' ? 'The session has none.' : `There are: ${names}.`,
    });
  }
  return {
    types,
    ...(state && { state }),
    ...(invocable && { invocable }),
    ...(meant && { containers: new Set(meant.map(({ id }) => id)) }),
    ...(from && { from }),
    ...(license !== undefined && { license }),
  };
}

/** The entries of the kinds that are asked for; containers are among them only when named. */
export function wantedEntries(
  list: EntryList,
  session: OpenSession,
  { types }: Pick<FilterOptions, 'types'>,
): Entry[] {
  const wantsContainers = types.includes('plugin') || types.includes('directory');
  return wantsContainers ? addressable(list, session) : list.entries;
}

/** The entries that pass, in the host's order, or by rank where there is a query. */
export async function selectEntries(
  listing: Listing,
  session: OpenSession,
  options: FilterOptions,
  query: string | undefined,
): Promise<Entry[]> {
  const filter = filterFor(listing, options);
  const all = wantedEntries(listing, session, options);
  const accept = (entry: Entry) => accepts(filter, entry);
  if (query === undefined || query.trim() === '') return all.filter(accept);
  const { createIndex, search } = await import('../entries/search.js');
  return search(createIndex(all), query, { accept, limit: all.length }).rows.map(({ entry }) => entry);
}

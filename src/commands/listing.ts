/** A session's entries as a command needs them: listed, filtered, and in the order of the query if there is one. */

import { type ShownAgent, shownAgent } from '../entries/agent-of-session.js';
import { containerLabels, type LabelOf } from '../entries/container-labels.js';
import { type Entry, type EntryList, listEntries } from '../entries/entries.js';
import { accepts, type FilterOptions, filterable, filterFor } from '../entries/filter.js';
import { listedNote } from '../entries/lists-only.js';
import type { Query } from '../entries/query.js';
import { type SessionInfo, sessionInfo } from '../entries/session-info.js';
import { checkReportsTools, checkTools } from '../entries/tool-choice.js';
import type { Io } from '../io.js';
import type { DocumentHost } from '../output/document.js';
import { note } from '../output/streams.js';
import { candidateLines } from '../source/choose-session.js';
import { sourceLimits } from '../source/limits.js';
import type { ConnectedHost, Unfinished } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import { atMost, unlessAborted } from '../source/waiting.js';
import { cleanLine } from '../text/clean.js';
import type { CommandOptions } from './command-options.js';

export interface Listing extends EntryList {
  session: SessionInfo;
  /** The agent that is selected; null for the default, or if the host does not say. */
  agent: ShownAgent | null;
  host: DocumentHost;
}

/** Waits a bounded time until it is known which agent is selected. */
export function followAgent(session: SessionSource, io: Io): Promise<void> {
  return unlessAborted(io, atMost(sourceLimits.settleTimeoutMs, session.followAgent()));
}

/** Returns everything that the session has now, or has in another state. */
export function readListing(session: SessionSource, state = session.getView().state): Listing {
  const { uri, host } = session;
  const { agent = null } = session.getView();
  const list = listEntries(state, host);
  return {
    ...list,
    session: sessionInfo(uri, state, agent),
    agent: shownAgent(list.entries, agent?.uri ?? null),
    host: { kind: host.kind, name: host.name, url: host.url, protocolVersion: host.protocolVersion },
  };
}

/** Returns the labels of the session's folders and plugins. */
export function labelsIn(
  { containers }: EntryList,
  { host }: Pick<SessionSource, 'host'>,
  { home }: Pick<Io, 'home'>,
): LabelOf {
  return containerLabels(containers, { home: host.home ?? home });
}

/** Notes what the host has not read yet. */
export function noteUnfinished({ isLoading, unread }: Unfinished, options: CommandOptions, io: Io): void {
  if (!isLoading && unread.length === 0) return;
  const names = candidateLines(unread, (name) => cleanLine(name)).join(', ');
  const what = isLoading ? 'Still loading' : `The host has not read ${names} yet`;
  note(io, `${what}: the list may be incomplete.`, options);
}

/** Notes what has to be known of the list of an agent: that it does not say what is on, and that the agent has ended. */
export function noteAgent(session: SessionSource, options: CommandOptions, io: Io): void {
  if (session.host.listsOnly) note(io, listedNote, options);
  noteEnd(session, options, io);
}

/** Notes that the agent has ended. */
export function noteEnd({ host, status }: SessionSource, options: CommandOptions, io: Io): void {
  if (!host.listsOnly || status.kind !== 'gone') return;
  note(io, `${status.error.message} This is what it had listed.`, options);
}

/** Throws if options or query name tools that the host does not have. */
export function checkHost({ tools }: FilterOptions, query: Query | null, host: ConnectedHost): void {
  checkTools(tools, host);
  if (query !== null && (query.tools !== null || query.notTools.length > 0)) checkReportsTools(host);
}

/** Entries to search, and the test for those that the options accept. */
interface Candidates {
  all: readonly Entry[];
  accept: (entry: Entry) => boolean;
}

/** Returns what to search. The types of the query replace those of the options. */
export function candidatesFor(
  listing: Listing,
  session: SessionSource,
  options: FilterOptions,
  query: Query | null,
): Candidates {
  const asked = query?.types ?? null;
  const filter = filterFor(listing, asked === null ? options : { ...options, types: [] });
  const all = filterable(listing, session, asked === null ? options : { ...options, types: asked });
  return { all, accept: (entry) => accepts(filter, entry) };
}

/** Returns the entries that pass the filter and match the query, in the host's order or in that of the query. */
export async function selectEntries(
  listing: Listing,
  session: SessionSource,
  options: FilterOptions,
  query: Query | null,
): Promise<readonly Entry[]> {
  const { all, accept } = candidatesFor(listing, session, options, query);
  if (query === null) return all.filter(accept);
  if (query.hasWords || query.excluded.length > 0 || query.isEmpty) {
    const { createIndex, search } = await import('../entries/search-entries.js');
    return search(createIndex(all), query, { accept }).rows.map(({ entry }) => entry);
  }
  // Operators alone need no index.
  const { queryFilter } = await import('../entries/query-filter.js');
  const { sortEntries } = await import('../entries/sort-entries.js');
  const filter = queryFilter(query, { entries: all });
  const found = all.flatMap((entry) => filter(entry) ?? []).filter(accept);
  return sortEntries(found, query.sort ?? 'place');
}

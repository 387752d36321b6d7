/** `skillpick list`: prints the session's entries once. */

import { type BrokenFile, brokenFiles, brokenType } from '../entries/broken-files.js';
import { type EntryLabels, entryLabels } from '../entries/container-labels.js';
import type { Entry } from '../entries/entries.js';
import { isUnobeyed } from '../entries/entry-flags.js';
import type { FilterOptions } from '../entries/filter.js';
import { noteTexts } from '../entries/notes.js';
import type { Query } from '../entries/query.js';
import { toolsReading } from '../entries/tool-names.js';
import { unreadMessagesNote } from '../entries/unread-messages.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { listDocument } from '../output/document.js';
import { formatLine, formatTable, type LineFormat } from '../output/format.js';
import { note, terminalColumns, writeJson, writeLines } from '../output/streams.js';
import { pathOf } from '../paths.js';
import { chooseSource } from '../source/connect.js';
import { type ConnectedHost, type Unfinished, withSession } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import { cleanLine } from '../text/clean.js';
import { shortPath } from '../text/humanize.js';
import { themeFor } from '../text/theme.js';
import type { CommandOptions } from './command-options.js';
import {
  checkHost,
  followAgent,
  type Listing,
  labelsIn,
  noteAgent,
  noteUnfinished,
  readListing,
  selectEntries,
} from './listing.js';
import { expectShortRun } from './short-run.js';

export type ListFormat = 'table' | 'json' | LineFormat;

export interface ListOptions extends CommandOptions {
  query?: string;
  filter: FilterOptions;
  format: ListFormat;
  /** Whether a problem makes the command fail. */
  strict?: boolean;
}

export async function list(options: ListOptions, io: Io): Promise<void> {
  // Before a flag is set: afterwards, V8 rejects the cached code of Node's own modules, which the host loads.
  if (chooseSource(options, io).kind === 'embedded') await import('../source/embedded.js');
  expectShortRun();
  const query = await queryOf(options);
  const check = (host: ConnectedHost) => checkHost(options.filter, query, host);
  await withSession(options, io, { mayBeTemporary: true, check }, async (session, unfinished) => {
    if (options.format === 'json' || (options.format === 'table' && io.stdout.isTTY))
      await followAgent(session, io);
    const listing = readListing(session);
    const entries = await selectEntries(listing, session, options.filter, query);
    const broken = await brokenRows(listing, options, query, io);
    noteGaps(session, unfinished, options, io);
    const isEmpty = entries.length + broken.length === 0;
    if (isEmpty && options.format === 'table')
      note(io, await whyEmpty(listing, session, options, query), options);
    const labels = entryLabels(listing.containers, labelsIn(listing, session, io));
    await print(listing, { entries, broken, labels }, options, io);
    if (options.strict) failOnProblems(listing);
  });
}

/** Returns the query; null without one, which is the same as a blank one. */
async function queryOf({ query = '' }: ListOptions): Promise<Query | null> {
  return query.trim() === '' ? null : (await import('../entries/read-query.js')).readQuery(query);
}

async function whyEmpty(
  listing: Listing,
  session: SessionSource,
  { filter }: ListOptions,
  query: Query | null,
): Promise<string> {
  const { length } = listing.entries;
  const { listsOnly } = session.host;
  if (listing.session.customizations === null)
    return `The ${listsOnly ? 'agent' : 'host'} does not say what the session has.`;
  if (length === 0)
    return listsOnly ? 'The agent lists nothing.' : 'Nothing found; skillpick doctor says where it looked.';
  if (query === null) return `None of ${length} entries match.`;
  return (await import('./none-match.js')).noneMatch(listing, session, filter, query);
}

/** What the list shows. */
interface Listed {
  entries: readonly Entry[];
  /** The files that were left out; only on a terminal. */
  broken: readonly BrokenFile[];
  labels: EntryLabels;
}

async function print(listing: Listing, listed: Listed, options: ListOptions, io: Io): Promise<void> {
  const [{ entries, labels }, { format }] = [listed, options];
  if (format === 'json') return writeJson(io, listDocument({ ...listing, entries }));
  if (format !== 'table')
    return writeLines(
      io,
      entries.map((entry) => formatLine(entry, format, labels)),
    );
  // Entries that could not be read have no row in the table. Programs find them in the JSON document.
  const { length } = listing.problems;
  if (length > 0 && io.stdout.isTTY)
    note(io, `${length} problem${length === 1 ? '' : 's'}: skillpick doctor says more.`, options);
  noteUnobeyed(entries, options, io);
  await writeLines(io, await tableLines(listing, listed, options, io));
}

/** Returns the table: for people on a terminal, for scripts in a pipe. */
async function tableLines(
  listing: Listing,
  listed: Listed,
  { filter, ...options }: ListOptions,
  io: Io,
): Promise<string[]> {
  const [theme, columns] = [themeFor(io, options), terminalColumns(io)];
  if (columns === undefined) return formatTable(listed.entries, theme, listed.labels);
  const { formatTerminalList } = await import('../output/terminal-list.js');
  const tools = filter.tools ?? toolsReading(listing.entries);
  return formatTerminalList({ ...listed, tools, agent: listing.agent }, { theme, columns });
}

/** Returns the files that were left out and match, for a terminal. Other options than the kind say nothing about them. */
async function brokenRows(
  listing: Listing,
  { filter: { types, ...filters }, format }: ListOptions,
  query: Query | null,
  io: Io,
): Promise<BrokenFile[]> {
  const isLimited = Object.values(filters).some((value) => value !== undefined);
  if (isLimited || format !== 'table' || terminalColumns(io) === undefined) return [];
  const directory = listing.session.directory === null ? undefined : pathOf(listing.session.directory);
  const shown = (path: string) => shortPath(path, directory, io.home);
  // The types of the query replace those of the options, and are tested with the rest of it.
  const files = brokenFiles(listing, query?.types ? [] : types, shown);
  if (query === null || files.length === 0) return files;
  const { matchesProblem } = await import('../entries/query-problem.js');
  return files.filter(({ problem, container }) =>
    matchesProblem(query, problem, brokenType(problem, container)),
  );
}

/** Notes why the list may be incomplete. */
function noteGaps(session: SessionSource, unfinished: Unfinished, options: ListOptions, io: Io): void {
  const { isTemporary, unreadCount } = session;
  if (isTemporary) note(io, 'The host has no session: this is what a new one here would have.', options);
  noteUnfinished(unfinished, options, io);
  noteAgent(session, options, io);
  if (unreadCount > 0) note(io, unreadMessagesNote(unreadCount), options);
}

/** Notes tools that do not obey a switch for now, which a row cannot show. */
function noteUnobeyed(entries: readonly Entry[], options: ListOptions, io: Io): void {
  const unobeyed = entries.map(({ name, tools }) => {
    return { name: cleanLine(name), tools: tools.filter(isUnobeyed), details: {} };
  });
  for (const text of noteTexts(unobeyed)) note(io, text, options);
}

function failOnProblems({ problems }: Listing): void {
  const [first] = problems;
  if (first === undefined) return;
  const line = first.line === null ? '' : `:${first.line}`;
  const many = problems.length === 1 ? 'One problem' : `${problems.length} problems, the first`;
  throw new SkillpickError('problems-found', `${many}: ${first.uri}${line}: ${first.message}.`);
}

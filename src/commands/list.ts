/** `skillpick list`: what the session has, printed once. */

import type { Entry } from '../entries/entries.js';
import { noteTexts } from '../entries/notes.js';
import { unobeyedNotes } from '../entries/tool-names.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { listDocument } from '../output/document.js';
import { formatLine, formatTable } from '../output/format.js';
import { note, tableStyle, writeJson, writeLines } from '../output/streams.js';
import type { ListCommandOptions } from '../source/connect-options.js';
import { sourceLimits } from '../source/limits.js';
import { openSession, settle } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import { cleanLine } from '../text/clean.js';
import { type Listing, readListing, selectEntries } from './listing.js';
import { expectShortRun } from './short-run.js';

export async function list(options: ListCommandOptions, io: Io): Promise<void> {
  expectShortRun();
  const session = await openSession(
    options,
    io,
    { mayBeTemporary: true },
    sourceLimits.commandReconnectAttempts,
  );
  try {
    const isLoading = await settle(session, options, io);
    const listing = readListing(session);
    const entries = await selectEntries(listing, session, options.filter, options.query);
    remark(session, isLoading, options, io);
    await print(listing, entries, options, io);
    if (options.strict) failOnProblems(listing);
  } finally {
    await session.close();
  }
}

async function print(listing: Listing, entries: Entry[], options: ListCommandOptions, io: Io): Promise<void> {
  const { format } = options;
  if (format === 'json') return writeJson(io, listDocument({ ...listing, entries }));
  if (format !== 'table')
    return writeLines(
      io,
      entries.map((entry) => formatLine(entry, format)),
    );
  explainEmpty(entries.length, listing.entries.length, options, io);
  remarkProblems(listing, options, io);
  remarkUnheeded(entries, options, io);
  await writeLines(io, await formatTable(entries, tableStyle(io, options)));
}

/** What makes the list less than it seems. */
function remark(session: SessionSource, isLoading: boolean, options: ListCommandOptions, io: Io): void {
  const { isTemporary, unreadCount } = session;
  if (isTemporary) note(io, 'The host has no session: this is what a new one here would have.', options);
  if (isLoading) note(io, 'The host is still loading: the list may be incomplete.', options);
  if (unreadCount > 0)
    note(io, `${unreadCount} of the host’s messages and entries could not be read.`, options);
}

/** What could not be read is in no row. Programs find it in the document, and are told nothing else. */
function remarkProblems({ problems: { length } }: Listing, options: ListCommandOptions, io: Io): void {
  if (length === 0 || !io.stdout.isTTY) return;
  note(io, `${length} problem${length === 1 ? '' : 's'}: skillpick doctor says more.`, options);
}

/** A row cannot say that a tool does not obey its switch for now. */
function remarkUnheeded(entries: readonly Entry[], options: ListCommandOptions, io: Io): void {
  const doubtful = entries.filter((entry) => unobeyedNotes(entry).length > 0);
  const withoutNotes = doubtful.map(({ name, tools }) => ({ name: cleanLine(name), tools, details: {} }));
  for (const text of noteTexts(withoutNotes)) note(io, text, options);
}

/** An empty screen leaves people wondering; a script sees none of this on stdout. */
function explainEmpty(shown: number, all: number, options: ListCommandOptions, io: Io): void {
  if (shown > 0) return;
  note(
    io,
    all === 0 ? 'Nothing found; skillpick doctor says where it looked.' : `None of ${all} entries match.`,
    options,
  );
}

function failOnProblems({ problems }: Listing): void {
  const [first] = problems;
  if (first === undefined) return;
  const line = first.line === null ? '' : `:${first.line}`;
  const many = problems.length === 1 ? 'One problem' : `${problems.length} problems, the first`;
  throw new SkillpickError('problems-found', `${many}: ${first.uri}${line}: ${first.message}.`, {
    hint: 'See skillpick doctor.',
  });
}

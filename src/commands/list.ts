/** `skillpick list`: what the session has, printed once. */

import type { Io } from '../io.js';
import { limits } from '../limits.js';
import { listDocument } from '../list/document.js';
import { formatLine, formatTable } from '../list/format.js';
import { readListing, selectEntries } from './listing.js';
import type { ListOptions } from './options.js';
import { note, themeFor, writeJson, writeLines } from './output.js';
import { openSession, settle } from './session.js';

export async function list(options: ListOptions, io: Io): Promise<void> {
  const session = await openSession(options, io, { mayBeTemporary: true }, limits.commandReconnectAttempts);
  try {
    const isLoading = await settle(session, io);
    const listing = readListing(session);
    const entries = await selectEntries(listing, session, options.filter, options.query);
    if (isLoading) note(io, 'The host is still loading: the list may be incomplete.', options);
    if (options.format === 'json') {
      await writeJson(io, listDocument({ ...listing, entries }));
    } else if (options.format === 'table') {
      const columns = io.stdout.isTTY ? io.stdout.columns : undefined;
      await writeLines(io, formatTable(entries, { theme: themeFor(io, options), columns }));
      explainEmpty(entries.length, listing.entries.length, options, io);
    } else {
      const { format } = options;
      await writeLines(
        io,
        entries.map((entry) => formatLine(entry, format)),
      );
    }
  } finally {
    await session.close();
  }
}

/** An empty screen leaves people wondering; a script sees none of this on stdout. */
function explainEmpty(shown: number, all: number, options: ListOptions, io: Io): void {
  if (shown > 0) return;
  note(
    io,
    all === 0 ? 'Nothing found; skillpick doctor says where it looked.' : `None of ${all} entries match.`,
    options,
  );
}

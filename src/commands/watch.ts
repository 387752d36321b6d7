/** `skillpick watch`: prints changes as JSON lines until it is asked to end or its reader goes away. */

import { changesBetween, type EntryChange } from '../entries/changes.js';
import { withoutPublished } from '../entries/containers.js';
import { problemChanges, sessionChange } from '../entries/session-changes.js';
import { unreadProblems } from '../entries/unread-messages.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { containerDocument, entryDocument, sessionDocument } from '../output/document.js';
import { writeJson } from '../output/streams.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { openSession, settle } from '../source/open-session.js';
import type { LinkStatus, SessionSource } from '../source/session-source.js';
import { unlessAborted } from '../source/waiting.js';
import { followAgent, type Listing, readListing } from './listing.js';
import { onReaderGone } from './pipe-reader.js';

interface WatchLine {
  event: string;
  [field: string]: unknown;
}

function changeLine({ event, entry, container, fields }: EntryChange): WatchLine {
  return {
    event,
    ...(entry && { entry: entryDocument(entry) }),
    ...(container && { container: containerDocument(container) }),
    ...(fields && { fields }),
  };
}

function connectionLine(status: LinkStatus, listing: Listing): WatchLine {
  const reason = 'error' in status ? { reason: status.error.message } : {};
  return {
    event: 'connection',
    state: status.kind,
    ...reason,
    host: listing.host,
    session: sessionDocument(listing),
  };
}

/** Returns the line for a session that has changed, with what its fields were before. */
function sessionLines(before: Listing, after: Listing): WatchLine[] {
  const change = sessionChange(before.session, after.session);
  return change === undefined ? [] : [{ event: 'session', ...change, session: sessionDocument(after) }];
}

function problemLines(before: Listing, after: Listing): WatchLine[] {
  return problemChanges(before.problems, after.problems).map((change) => ({ event: 'problem', ...change }));
}

/** Collects what has changed since the last line. Lists the session only on demand, so a slow reader queues nothing. */
class ChangeFollower {
  readonly #session: SessionSource;
  readonly #statuses: LinkStatus[];
  #listing: Listing;
  #hasReportedUnread = false;
  #wake: () => void = () => {};
  #isAwake = false;

  constructor(session: SessionSource) {
    this.#session = session;
    this.#statuses = [session.status];
    // What we publish is a change, even if the host has read it already.
    this.#listing = readListing(session, withoutPublished(session.getView().state, session.clientId));
    session.subscribe(() => this.wake());
    session.onStatus((status) => {
      this.#statuses.push(status);
      this.wake();
    });
  }

  /** Returns the lines for all changes since the last call. */
  take(): WatchLine[] {
    this.#isAwake = false;
    const before = this.#listing;
    this.#listing = this.#read();
    return [
      ...this.#statuses.splice(0).map((status) => connectionLine(status, this.#listing)),
      ...sessionLines(before, this.#listing),
      ...changesBetween(before, this.#listing).map(changeLine),
      ...problemLines(before, this.#listing),
      ...this.#unreadLines(),
    ];
  }

  /** Returns a line for the first messages that cannot be read, and nothing for those after it. */
  #unreadLines(): WatchLine[] {
    if (this.#hasReportedUnread) return [];
    const problems = unreadProblems(this.#session);
    this.#hasReportedUnread = problems.length > 0;
    return problems.map((problem) => ({ event: 'problem', change: 'added', problem }));
  }

  /** Adds what is wrong with what is published. While it is not known which agent is selected, the last one counts. */
  #read(): Listing {
    const read = readListing(this.#session);
    const listing = { ...read, problems: [...read.problems, ...this.#session.publishProblems] };
    if (this.#session.getView().agent !== undefined) return listing;
    const { agent, session } = this.#listing;
    return { ...listing, agent, session: { ...listing.session, agent: session.agent } };
  }

  /** Resolves when there may be changes. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#isAwake) resolve();
    });
  }

  wake(): void {
    this.#isAwake = true;
    this.#wake();
  }
}

/** Returns why nothing more can come; undefined while the session goes on. */
function endOf({ status, getView }: SessionSource): SkillpickError | undefined {
  if (status.kind === 'gone') {
    const hint = status.error.message;
    return new SkillpickError('connection-lost', 'The connection is gone.', { hint });
  }
  const { isMissing, isRemoved } = getView();
  if (!isMissing) return undefined;
  const message = isRemoved ? 'This session was closed elsewhere.' : 'This session no longer exists.';
  return new SkillpickError('session-missing', message, { hint: 'See skillpick sessions.' });
}

async function writeLine(io: Io, { event, ...rest }: WatchLine): Promise<void> {
  await writeJson(io, { schema: 'skillpick.watch/1', event, at: new Date().toISOString(), ...rest });
}

/** Ends with a last line, so that a reader of the lines alone knows the reason. */
async function failIfOver(session: SessionSource, io: Io): Promise<void> {
  if (session.isRenewable && session.status.kind !== 'gone') return;
  const end = endOf(session);
  if (end === undefined) return;
  await writeLine(io, { event: 'ended', reason: end.message });
  throw end;
}

export async function watch(options: ConnectOptions, io: Io): Promise<void> {
  const session = await openSession(options, io, { mayBeTemporary: true });
  let stopChecking = () => {};
  try {
    await settle(session, options, io);
    await followAgent(session, io);
    const follower = new ChangeFollower(session);
    session.watch();
    let isRead = true;
    stopChecking = onReaderGone(io, () => {
      isRead = false;
      follower.wake();
    });
    while (isRead) {
      for (const line of follower.take()) await writeLine(io, line);
      await failIfOver(session, io);
      await unlessAborted(io, follower.next());
    }
  } finally {
    stopChecking();
    await session.close();
  }
}

/** What a session looks like to `doctor`: containers with their counts, problems with remedies, names that clash. */

import type { Entry, Problem } from '../entries/entries.js';
import { remedyFor } from '../entries/remedies.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { containerDocument, type DocumentHost, sessionDocument } from '../output/document.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { sourceLimits } from '../source/limits.js';
import { openSession, settle } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import { type Listing, readListing } from './listing.js';

export interface Duplicates {
  type: string;
  name: string;
  /** In the order in which they are listed. */
  uris: string[];
}

export interface Examination {
  host: DocumentHost | null;
  session: ReturnType<typeof sessionDocument> | null;
  /** Whose sessions the host offers. */
  tools: { id: string; title: string | null; description: string | null }[];
  containers: (ReturnType<typeof containerDocument> & { on: number; off: number })[];
  problems: (Omit<Problem, 'code'> & { code: string | null; fix: string | null })[];
  duplicates: Duplicates[];
}

function duplicatesOf(entries: readonly Entry[]): Duplicates[] {
  const groups = new Map<string, Duplicates>();
  for (const { id, type, name, uri } of entries) {
    if (!groups.has(id)) groups.set(id, { type, name, uris: [uri] });
  }
  for (const { duplicateOf, uri } of entries) {
    if (duplicateOf !== null) groups.get(duplicateOf)?.uris.push(uri);
  }
  return [...groups.values()].filter(({ uris }) => uris.length > 1);
}

function containersOf({ containers, entries }: Listing): Examination['containers'] {
  const on = new Map<string | null, number>();
  const off = new Map<string | null, number>();
  for (const { containerId, effectiveEnabled } of entries) {
    const counts = effectiveEnabled ? on : off;
    counts.set(containerId, (counts.get(containerId) ?? 0) + 1);
  }
  return containers.map((container) => ({
    ...containerDocument(container),
    on: on.get(container.id) ?? 0,
    off: off.get(container.id) ?? 0,
  }));
}

/** Messages of the host that made no sense are a problem of the session itself. */
function unreadOf({ uri, unreadCount }: SessionSource): Problem[] {
  const message = `${unreadCount} of the host’s messages and entries could not be read`;
  return unreadCount === 0 ? [] : [{ uri, line: null, message, code: null, severity: 'error' }];
}

function describe(listing: Listing, session: SessionSource): Examination {
  const { agents } = session;
  return {
    host: listing.host,
    session: sessionDocument(listing.session),
    tools: agents.map(({ provider, displayName, description }) => ({
      id: provider,
      title: displayName ?? null,
      description: description ?? null,
    })),
    containers: containersOf(listing),
    problems: [...listing.problems, ...unreadOf(session)].map((problem) => ({
      ...problem,
      fix: remedyFor(problem),
    })),
    duplicates: duplicatesOf(listing.entries),
  };
}

/** Looks into the session. A host that cannot be reached is a finding, and not the end of the examination. */
export async function examine(options: ConnectOptions, io: Io): Promise<Examination> {
  let session: SessionSource | undefined;
  try {
    session = await openSession(options, io, { mayBeTemporary: true }, sourceLimits.commandReconnectAttempts);
    await settle(session, options, io);
    return describe(readListing(session), session);
  } catch (error) {
    if (!(error instanceof SkillpickError) || error.exitCode === 2) throw error;
    const { message, code, hint = null } = error;
    const problem = { uri: '', line: null, message, code, severity: 'error', fix: hint } as const;
    return { host: null, session: null, tools: [], containers: [], problems: [problem], duplicates: [] };
  } finally {
    await session?.close();
  }
}

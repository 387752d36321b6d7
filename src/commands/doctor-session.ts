/** What `doctor` finds in a session: containers with counts, problems with remedies, and duplicate names. */

import { leftOut } from '../entries/broken-files.js';
import type { Container } from '../entries/containers.js';
import type { Entry, Problem } from '../entries/entries.js';
import { addTo } from '../entries/groups.js';
import { remedyFor } from '../entries/remedies.js';
import { countStates, type StateCounts } from '../entries/row-state.js';
import { findSameNames, type SameNames } from '../entries/same-names.js';
import { unreadProblems } from '../entries/unread-messages.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { containerDocument, type DocumentHost, sessionDocument } from '../output/document.js';
import { settle } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import type { DoctorOptions } from './doctor.js';
import { type Listing, readListing } from './listing.js';

interface ContainerCounts {
  /** Entries that a tool uses. */
  on: number;
  /** Entries that no tool uses. */
  off: number;
  /** Entries and broken files, each once. */
  states: StateCounts;
}

export interface SessionFindings {
  host: DocumentHost | null;
  session: ReturnType<typeof sessionDocument> | null;
  /** The providers whose sessions the host offers. */
  tools: { id: string; title: string | null; description: string | null }[];
  containers: (ReturnType<typeof containerDocument> & ContainerCounts)[];
  problems: (Omit<Problem, 'code'> & { code: string | null; fix: string | null })[];
  /** The entries with the same name, and which of them each tool uses. */
  duplicates: SameNames[];
}

function containersOf(listing: Listing): SessionFindings['containers'] {
  const inside = new Map<Container | null, Entry[]>();
  for (const entry of listing.entries) addTo(inside, entry.container, entry);
  const broken = new Map<Container, Problem[]>();
  for (const { problem, container } of leftOut(listing))
    if (problem.severity === 'error') addTo(broken, container, problem);
  return listing.containers.map((container) => {
    const entries = inside.get(container) ?? [];
    const counts = countStates(entries);
    const on = entries.filter(({ effectiveEnabled }) => effectiveEnabled).length;
    const states = { ...counts, broken: counts.broken + (broken.get(container)?.length ?? 0) };
    return { ...containerDocument(container), on, off: entries.length - on, states };
  });
}

/** Returns that the agent has ended, or that the connection is gone. */
function endProblems({ uri, status }: SessionSource): Problem[] {
  if (status.kind !== 'gone') return [];
  const message = status.error.message.replace(/\.$/, '');
  return [{ uri, line: null, message, code: null, severity: 'error' }];
}

function describe(listing: Listing, session: SessionSource): SessionFindings {
  return {
    host: listing.host,
    session: sessionDocument(listing),
    tools: session.agents.map(({ provider, displayName, description }) => ({
      id: provider,
      title: displayName ?? null,
      description: description ?? null,
    })),
    containers: containersOf(listing),
    problems: [...listing.problems, ...unreadProblems(session), ...endProblems(session)].map((problem) => ({
      ...problem,
      fix: remedyFor(problem),
    })),
    duplicates: findSameNames(listing.entries),
  };
}

/** Describes the session that is being opened. A host that cannot be reached is reported as a problem. */
export async function examineSession(
  opening: Promise<SessionSource>,
  options: DoctorOptions,
  io: Io,
): Promise<SessionFindings> {
  try {
    const session = await opening;
    try {
      await settle(session, options, io);
      return describe(readListing(session), session);
    } finally {
      await session.close();
    }
  } catch (error) {
    if (!(error instanceof SkillpickError) || error.exitCode === 2) throw error;
    const { message, code } = error;
    const fix = options.hintFor(error) ?? null;
    const problem = { uri: '', line: null, message, code, severity: 'error', fix } as const;
    return { host: null, session: null, tools: [], containers: [], problems: [problem], duplicates: [] };
  }
}

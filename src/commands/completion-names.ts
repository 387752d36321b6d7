/** The names that can complete a command line: of entries, containers, sessions, hosts and providers. */

import type { Entry } from '../entries/entries.js';
import { addressable } from '../entries/filter.js';
import type { Io } from '../io.js';
import { connect } from '../source/connect.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { findRunningHosts } from '../source/named-host.js';
import { openSession } from '../source/open-session.js';
import { cleanLine } from '../text/clean.js';
import { commandsLimits } from './limits.js';
import { labelsIn, readListing } from './listing.js';

export interface Completion {
  word: string;
  about: string;
}

/** The kinds of names that have to be looked up. */
export type NameKind = 'entries' | 'agents' | 'servers' | 'containers' | 'sessions' | 'hosts' | 'providers';

/** Leaves out names that cannot be typed or that control the terminal. */
function typable(names: readonly Completion[]): Completion[] {
  const unique = new Map(names.map((name) => [name.word, name]));
  return [...unique.values()]
    .filter(({ word }) => word !== '' && cleanLine(word) === word)
    .map(({ word, about }) => ({ word, about: cleanLine(about, commandsLimits.completionChars) }));
}

/** Returns the entries by name, or by container and name if several share a name. */
function entryNames(entries: readonly Entry[]): Completion[] {
  const counts = new Map<string, number>();
  for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
  return entries.map(({ name, type, container, description }) => {
    const isShared = counts.get(name)! > 1 && container !== null;
    return { word: isShared ? `${container.name}/${name}` : name, about: description ?? type };
  });
}

async function namesInSession(kind: NameKind, options: ConnectOptions, io: Io): Promise<Completion[]> {
  // A key press must not start an agent.
  if (options.acp !== undefined) return [];
  const session = await openSession(options, io, { mayBeTemporary: false }, 0);
  try {
    const listing = readListing(session);
    if (kind === 'entries') return entryNames(addressable(listing, session));
    if (kind === 'servers')
      return entryNames(addressable(listing, session).filter(({ type }) => type === 'mcpServer'));
    if (kind === 'agents') return entryNames(listing.entries.filter(({ type }) => type === 'agent'));
    const labelOf = labelsIn(listing, session, io);
    return listing.containers.map((one) => ({ word: labelOf(one), about: one.type }));
  } finally {
    await session.close();
  }
}

async function namesAtHost(kind: NameKind, options: ConnectOptions, io: Io): Promise<Completion[]> {
  const { client, close } = await connect(options, io, 0);
  try {
    if (kind === 'sessions') {
      const sessions = await client.listSessions();
      return sessions.map(({ resource, title = '' }) => ({ word: resource, about: title }));
    }
    const { agents } = client.root.getSnapshot().root;
    return agents.map(({ provider, displayName }) => ({ word: provider, about: displayName ?? '' }));
  } finally {
    await close();
  }
}

export async function findNames(kind: NameKind, options: ConnectOptions, io: Io): Promise<Completion[]> {
  switch (kind) {
    case 'hosts':
      return typable(findRunningHosts(io).map(({ name, url }) => ({ word: name, about: url })));
    case 'entries':
    case 'agents':
    case 'servers':
    case 'containers':
      return typable(await namesInSession(kind, options, io));
    case 'sessions':
    case 'providers':
      return typable(await namesAtHost(kind, options, io));
  }
}

/** Names to complete: of entries, containers, sessions, hosts and providers, as they could be typed. */

import { findHosts } from '../client/endpoints.js';
import type { Entry } from '../entries/entries.js';
import { addressable } from '../entries/selection.js';
import { summaryInfo } from '../entries/session-info.js';
import type { Io } from '../io.js';
import { connect } from '../source/connect.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { runningHosts } from '../source/named-host.js';
import { openSession } from '../source/open-session.js';
import { cleanLine } from '../text/clean.js';
import { commandsLimits } from './limits.js';
import { readListing } from './listing.js';

export interface Name {
  word: string;
  about: string;
}

/** Names that could not be typed back, or would do something to the terminal, are not offered. */
function typable(names: readonly Name[]): Name[] {
  const unique = new Map(names.map((name) => [name.word, name]));
  return [...unique.values()]
    .filter(({ word }) => word !== '' && cleanLine(word) === word)
    .map(({ word, about }) => ({ word, about: cleanLine(about, commandsLimits.completionChars) }));
}

/** An entry by its name, or by container and name where several share it. */
function entryName({ name, type, container, description }: Entry, isShared: boolean): Name {
  const word = isShared && container !== null ? `${container.name}/${name}` : name;
  return { word, about: description ?? type };
}

function entryNames(entries: readonly Entry[]): Name[] {
  const counts = new Map<string, number>();
  for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
  return entries.map((entry) => entryName(entry, (counts.get(entry.name) ?? 0) > 1));
}

async function namesInSession(
  wanted: 'entries' | 'containers',
  options: ConnectOptions,
  io: Io,
): Promise<Name[]> {
  const session = await openSession(options, io, { mayBeTemporary: false }, 0);
  try {
    const listing = readListing(session);
    if (wanted === 'entries') return entryNames(addressable(listing, session));
    return listing.containers.map(({ name, type }) => ({ word: name, about: type }));
  } finally {
    await session.close();
  }
}

async function namesAtHost(
  wanted: 'sessions' | 'providers',
  options: ConnectOptions,
  io: Io,
): Promise<Name[]> {
  const { client, close } = await connect(options, io, 0);
  try {
    if (wanted === 'sessions') {
      const sessions = (await client.listSessions()).map(summaryInfo);
      return sessions.map(({ uri, title }) => ({ word: uri, about: title }));
    }
    const { agents } = client.root.getSnapshot().root;
    return agents.map(({ provider, displayName }) => ({ word: provider, about: displayName ?? '' }));
  } finally {
    await close();
  }
}

/** Everything of this kind that could be named. */
export async function lookUp(
  wanted: 'entries' | 'containers' | 'sessions' | 'hosts' | 'providers',
  options: ConnectOptions,
  io: Io,
): Promise<Name[]> {
  switch (wanted) {
    case 'hosts':
      return typable(runningHosts(findHosts(io).hosts).map(({ name, url }) => ({ word: name, about: url })));
    case 'entries':
    case 'containers':
      return typable(await namesInSession(wanted, options, io));
    default:
      return typable(await namesAtHost(wanted, options, io));
  }
}

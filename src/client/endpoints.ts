/**
 * Finds running hosts by the entries they publish: editors in their user data directories, our own in the runtime
 * directory. Entries can outlive their process, so the pid is checked. Whether the host responds is not checked here.
 */

import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ProtocolError } from '../errors.js';
import { pidNamespace } from '../pid-namespace.js';
import {
  type EndpointEntry,
  endpointUrl,
  parseEndpointEntry,
  parseEndpointList,
} from '../protocol/endpoint.js';
import { type Places, runtimeDirectory } from '../protocol/runtime-directory.js';
import { entryDirectories } from './endpoint-places.js';
import { clientLimits } from './limits.js';
import { distrustedDirectory, type RefusedEntry, readTrusted } from './trusted-file.js';

/** Of our own host. An editor uses `<user data>/agent-host/local-endpoint`; the user data directory has its name. */
function nameOf(file: string): string {
  const folder = basename(file) === sharedList ? dirname(file) : dirname(dirname(file));
  return basename(folder) === 'local-endpoint' ? basename(dirname(dirname(folder))) : 'skillpick';
}

/** The list that older builds of an editor share, next to the directory of the entries. */
const sharedList = 'metadata.json';

/** A published host. The token is private, so that it is never enumerated or printed. */
export class FoundHost {
  readonly file: string;
  /** The editor's name, or `skillpick` for our own. */
  readonly name: string;
  readonly type: string;
  readonly pid: number;
  readonly protocolVersion: string;
  readonly url: string;
  readonly instanceId: string;
  readonly quality: string | undefined;
  /** When the entry was written, in milliseconds. */
  readonly publishedAtMs: number;
  readonly isAlive: boolean;
  readonly #token: string;

  constructor(file: string, entry: EndpointEntry, publishedAtMs: number, isAlive: boolean) {
    this.file = file;
    this.name = nameOf(file);
    this.type = entry.type;
    this.pid = entry.pid;
    this.protocolVersion = entry.protocolVersion;
    this.url = endpointUrl(entry);
    this.instanceId = entry.instanceId;
    this.quality = entry.quality;
    this.publishedAtMs = publishedAtMs;
    this.isAlive = isAlive;
    this.#token = entry.connectionToken;
  }

  /** Only for opening a connection. */
  revealToken(): string {
    return this.#token;
  }
}

/** The hosts that were found, and the entries that were refused. */
export interface FoundHosts {
  hosts: FoundHost[];
  refused: RefusedEntry[];
}

/** Returns true if the process runs. A process in another container cannot be checked and counts as running. */
function isRunning({ pid, pidNamespace: namespace }: EndpointEntry): boolean {
  if (namespace !== undefined && namespace !== pidNamespace()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

type EntryReport = FoundHost | RefusedEntry;

/** Reads a file and returns what it publishes; nothing if it does not exist. */
function readFile(
  file: string,
  mostBytes: number,
  parse: (text: string) => readonly (EndpointEntry | ProtocolError)[],
): EntryReport[] {
  try {
    const read = readTrusted(file, mostBytes);
    if (typeof read === 'string') return [{ file, reason: read }];
    return parse(read.text).map((entry) =>
      entry instanceof Error
        ? { file, reason: entry.message }
        : new FoundHost(file, entry, read.writtenAtMs, isRunning(entry)),
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? [] : [{ file, reason: code === 'ELOOP' ? 'it is a link' : message }];
  }
}

const readEntry = (file: string): EntryReport[] =>
  readFile(file, clientLimits.endpointEntryBytes, (text) => [parseEndpointEntry(text)]);

/** An item that was written later replaces an earlier one of the same process, and an entry file replaces both. */
function readSharedList(file: string, entries: readonly EntryReport[]): EntryReport[] {
  const listed = readFile(file, clientLimits.endpointListBytes, parseEndpointList);
  const isSame = (a: EntryReport, b: EntryReport) =>
    a instanceof FoundHost && b instanceof FoundHost && a.pid === b.pid && a.instanceId === b.instanceId;
  return listed.filter(
    (item, index) => ![...listed.slice(index + 1), ...entries].some((other) => isSame(item, other)),
  );
}

const writtenAt = (file: string): number => lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Returns the newest files of a directory, sorted by name. */
function entryFiles(directory: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  const files = names.sort().map((name) => join(directory, name));
  if (files.length <= clientLimits.endpointFiles) return files;
  const times = new Map(files.map((file) => [file, writtenAt(file)]));
  const newest = files.toSorted((a, b) => times.get(b)! - times.get(a)!).slice(0, clientLimits.endpointFiles);
  return newest.sort();
}

const grouped = (read: readonly EntryReport[]): FoundHosts => ({
  hosts: read.filter((entry) => entry instanceof FoundHost),
  refused: read.filter((entry) => 'reason' in entry),
});

/** Keeps a bounded number of entries, running hosts first. */
function bounded({ hosts, refused }: FoundHosts): FoundHosts {
  const byLife = hosts.toSorted((a, b) => Number(b.isAlive) - Number(a.isAlive));
  const shown = new Set(byLife.slice(0, clientLimits.endpointEntries));
  return {
    hosts: hosts.filter((host) => shown.has(host)),
    refused: refused.slice(0, clientLimits.endpointEntries),
  };
}

/** Reads what `read` finds in a directory, if it and its parents up to `top` are trusted. */
function readIfTrusted(
  directory: string,
  top: string,
  closedBits: number,
  read: () => EntryReport[],
): EntryReport[] {
  try {
    const refused = distrustedDirectory(directory, top, closedBits);
    return refused === undefined ? read() : [refused];
  } catch {
    // The directory is missing or cannot be read, so it has no entries.
    return [];
  }
}

/** Reads what an editor publishes. Other users may read its directories, but not write to them. */
function readEditor(directory: string): EntryReport[] {
  const folder = dirname(directory);
  return readIfTrusted(folder, dirname(folder), 0o022, () => {
    const entries = readIfTrusted(directory, directory, 0o022, () =>
      entryFiles(directory).flatMap(readEntry),
    );
    return [...entries, ...readSharedList(join(folder, sharedList), entries)];
  });
}

/** Removes the files of one of our own hosts that was killed. */
function removeStale({ file, instanceId }: FoundHost, runtime: string): void {
  const isOwnName = basename(file) === `${instanceId}.json` && /^[\w-]+$/.test(instanceId);
  const files = isOwnName ? [file, join(runtime, 'tokens', instanceId)] : [file];
  try {
    for (const each of files) rmSync(each, { force: true });
  } catch {
    // The entry stays, and is skipped again next time.
  }
}

/**
 * Finds the hosts that this user's processes have published, and the entries that are not trusted. Removes the entries
 * of our own hosts that were killed; leaves those of editors alone.
 */
export function findHosts(places: Places): FoundHosts {
  const runtime = runtimeDirectory(places);
  const [ownDirectory = '', ...others] = entryDirectories(places);
  const own = readIfTrusted(ownDirectory, runtime, 0o077, () => entryFiles(ownDirectory).flatMap(readEntry));
  for (const entry of own) if (entry instanceof FoundHost && !entry.isAlive) removeStale(entry, runtime);
  const found = [own, ...others.map(readEditor)].map((read) => bounded(grouped(read)));
  return { hosts: found.flatMap(({ hosts }) => hosts), refused: found.flatMap(({ refused }) => refused) };
}

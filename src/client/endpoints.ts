/**
 * Finds running hosts by the entries they publish: editors in their user data directories, our own in the runtime
 * directory. An entry is trusted only if its file and directories belong to this user, are no links, and are closed to
 * others. Entries can outlive their process, so the pid is checked too. Whether the host responds is not checked here.
 */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pidNamespace } from '../pid-namespace.js';
import { type EndpointEntry, endpointUrl, parseEndpointEntry } from '../protocol/endpoint.js';
import { type Places, runtimeDirectory } from '../protocol/runtime-directory.js';
import { clientLimits } from './limits.js';

/** An editor uses `<user data>/agent-host/local-endpoint/entries`. The user data directory has the editor's name. */
function editorOf(file: string): string | undefined {
  const folder = dirname(dirname(file));
  return basename(folder) === 'local-endpoint' ? basename(dirname(dirname(folder))) : undefined;
}

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
    this.name = editorOf(file) ?? 'skillpick';
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

/** An entry file that is not trusted, and why. */
export interface RefusedEntry {
  file: string;
  reason: string;
}

/** The hosts that were found, and the entries that were refused. */
export interface FoundHosts {
  hosts: FoundHost[];
  refused: RefusedEntry[];
}

const editors = [
  'Code',
  'Code - Insiders',
  'Code - OSS',
  'Code - Exploration',
  'VSCodium',
  'Cursor',
  'Windsurf',
];

/** Returns every directory that may hold endpoint entries. */
export function entryDirectories(places: Places): string[] {
  const { env, platform, home } = places;
  const bases = {
    win32: env['APPDATA'] || join(home, 'AppData', 'Roaming'),
    darwin: join(home, 'Library', 'Application Support'),
  };
  const base = bases[platform as keyof typeof bases] ?? (env['XDG_CONFIG_HOME'] || join(home, '.config'));
  const portable = env['VSCODE_PORTABLE'] ? [join(env['VSCODE_PORTABLE'], 'user-data')] : [];
  const server =
    platform === 'win32' ? [] : [join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'code-server')];
  const userData = [...portable, ...editors.map((name) => join(base, name)), ...server];
  const published = userData.map((directory) => join(directory, 'agent-host', 'local-endpoint', 'entries'));
  return [join(runtimeDirectory(places), 'entries'), ...published];
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

/** Returns why a file or directory is not this user's alone; undefined if it is. */
function distrustReason({ uid, mode }: Stats, closedBits: number, rightMode: string): string | undefined {
  if (process.getuid === undefined) return undefined;
  if (uid !== process.getuid()) return 'it belongs to another user';
  return (mode & closedBits) === 0 ? undefined : `it is open to others: it should have mode ${rightMode}`;
}

/** Opens the file without following a link, then checks and reads what was opened. Returns the reason for distrust. */
function readTrusted(file: string): { text: string; writtenAtMs: number } | string {
  const handle = openSync(
    file,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return 'not a plain file';
    const reason = distrustReason(stat, 0o077, '600');
    if (reason !== undefined) return reason;
    if (stat.size > clientLimits.endpointEntryBytes) return 'it is too large for an endpoint entry';
    const buffer = Buffer.alloc(stat.size);
    return { text: buffer.toString('utf8', 0, readSync(handle, buffer)), writtenAtMs: stat.mtimeMs };
  } finally {
    closeSync(handle);
  }
}

function readEntry(file: string): FoundHost | RefusedEntry | undefined {
  try {
    const read = readTrusted(file);
    if (typeof read === 'string') return { file, reason: read };
    const entry = parseEndpointEntry(read.text);
    return new FoundHost(file, entry, read.writtenAtMs, isRunning(entry));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : { file, reason: code === 'ELOOP' ? 'it is a link' : message };
  }
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

function readEntries(directory: string): FoundHosts {
  const read = entryFiles(directory).flatMap((file) => readEntry(file) ?? []);
  return {
    hosts: read.filter((entry) => entry instanceof FoundHost),
    refused: read.filter((entry) => 'reason' in entry),
  };
}

/** Keeps a bounded number of entries, running hosts first. */
function bounded({ hosts, refused }: FoundHosts): FoundHosts {
  const byLife = hosts.toSorted((a, b) => Number(b.isAlive) - Number(a.isAlive));
  const shown = new Set(byLife.slice(0, clientLimits.endpointEntries));
  return {
    hosts: hosts.filter((host) => shown.has(host)),
    refused: refused.slice(0, clientLimits.endpointEntries),
  };
}

/** Reads the entries of one directory, if it and its parents up to `top` are trusted. */
function readDirectory(directory: string, top: string, closedBits: number): FoundHosts {
  const chain = [directory];
  while (chain[0] !== top && dirname(chain[0]!) !== chain[0]) chain.unshift(dirname(chain[0]!));
  try {
    for (const file of chain) {
      const stats = lstatSync(file);
      const reason = stats.isSymbolicLink() ? 'it is a link' : distrustReason(stats, closedBits, '700');
      if (reason !== undefined) return { hosts: [], refused: [{ file, reason }] };
    }
    return readEntries(directory);
  } catch {
    // The directory is missing or cannot be read, so it has no entries.
    return { hosts: [], refused: [] };
  }
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
  const own = readDirectory(ownDirectory, runtime, 0o077);
  for (const host of own.hosts) if (!host.isAlive) removeStale(host, runtime);
  // Other users may read an editor's directory, but not write to it.
  const all = [
    own,
    ...others.map((directory) => readDirectory(directory, dirname(dirname(directory)), 0o022)),
  ];
  const found = all.map(bounded);
  return { hosts: found.flatMap(({ hosts }) => hosts), refused: found.flatMap(({ refused }) => refused) };
}

/**
 * Finds running hosts by the entries they publish: editors in their user data directories, our own in the
 * runtime directory. An entry is believed only if its file and directory are ours, no links, and closed to everybody
 * else; entries outlive their process, so the pid is checked too. Whether a host answers is for the caller to try.
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

/** Editors publish in `<user data>/agent-host/local-endpoint/entries`, and their user data bears their name. */
function editorOf(file: string): string | undefined {
  const folder = dirname(dirname(file));
  return basename(folder) === 'local-endpoint' ? basename(dirname(dirname(folder))) : undefined;
}

/** A host that says it is there. The token is kept out of every enumeration and print-out. */
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

/** An entry file that was not believed, and why. */
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

/** Every directory an endpoint entry may lie in. */
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

/** One in another container may run: only trying to connect can tell. */
function isRunning({ pid, pidNamespace: namespace }: EndpointEntry): boolean {
  if (namespace !== undefined && namespace !== pidNamespace()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Why a file or directory is not believed to be this user's alone; undefined: it is. */
function distrust({ uid, mode }: Stats, closedBits: number, rightMode: string): string | undefined {
  if (process.getuid === undefined) return undefined;
  if (uid !== process.getuid()) return 'it belongs to another user';
  return (mode & closedBits) === 0 ? undefined : `it is open to others: it should have mode ${rightMode}`;
}

/** Opened without following a link, so that what is checked is what is read. */
function readTrusted(file: string): { text: string; writtenAtMs: number } | string {
  const handle = openSync(
    file,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return 'not a plain file';
    const reason = distrust(stat, 0o077, '600');
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

/** The first of these directories that somebody else may have had a hand in, and why. */
function distrustedAmong(directories: readonly string[], closedBits: number): RefusedEntry | undefined {
  for (const file of directories) {
    const stats = lstatSync(file);
    const reason = stats.isSymbolicLink() ? 'it is a link' : distrust(stats, closedBits, '700');
    if (reason !== undefined) return { file, reason };
  }
  return undefined;
}

const writtenAt = (file: string): number => lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The newest files of a directory, in the order of their names. */
function entryFiles(directory: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  const files = names.sort().map((name) => join(directory, name));
  if (files.length <= clientLimits.endpointFiles) return files;
  const times = new Map(files.map((file) => [file, writtenAt(file)]));
  const newest = files.toSorted((a, b) => times.get(b)! - times.get(a)!).slice(0, clientLimits.endpointFiles);
  return newest.sort();
}

function readEntries(directory: string): FoundHosts {
  const found: FoundHosts = { hosts: [], refused: [] };
  for (const file of entryFiles(directory)) {
    const entry = readEntry(file);
    if (entry instanceof FoundHost) found.hosts.push(entry);
    else if (entry !== undefined) found.refused.push(entry);
  }
  return found;
}

/** Should there be too many, those that run come first. */
function bounded({ hosts, refused }: FoundHosts): FoundHosts {
  const byLife = [...hosts.filter(({ isAlive }) => isAlive), ...hosts.filter(({ isAlive }) => !isAlive)];
  const shown = new Set(byLife.slice(0, clientLimits.endpointEntries));
  return {
    hosts: hosts.filter((host) => shown.has(host)),
    refused: refused.slice(0, clientLimits.endpointEntries),
  };
}

/** Reads the entries of one directory, if it and those above it up to `top` may be believed. */
function readDirectory(directory: string, top: string, closedBits: number): FoundHosts {
  const chain = [directory];
  while (chain[0] !== top && dirname(chain[0]!) !== chain[0]) chain.unshift(dirname(chain[0]!));
  try {
    const refused = distrustedAmong(chain, closedBits);
    return refused === undefined ? readEntries(directory) : { hosts: [], refused: [refused] };
  } catch {
    // It is not there, or cannot be read: nobody has published anything in it.
    return { hosts: [], refused: [] };
  }
}

/** Removes what a host of ours left behind that did not end in an orderly way. */
function removeStale({ file, instanceId }: FoundHost, runtime: string): void {
  const isOwnName = basename(file) === `${instanceId}.json` && /^[\w-]+$/.test(instanceId);
  const files = isOwnName ? [file, join(runtime, 'tokens', instanceId)] : [file];
  try {
    for (const each of files) rmSync(each, { force: true });
  } catch {
    // It stays, and is passed by the next time as well.
  }
}

/**
 * Finds the hosts this user's processes have published, and the entries that were not believed. What hosts of our own
 * left behind when they were killed is removed; entries of others are left alone.
 */
export function findHosts(places: Places): FoundHosts {
  const runtime = runtimeDirectory(places);
  const [ownDirectory = '', ...others] = entryDirectories(places);
  const own = readDirectory(ownDirectory, runtime, 0o077);
  for (const host of own.hosts) if (!host.isAlive) removeStale(host, runtime);
  // An editor's directory is its own business as long as nobody else can write there.
  const all = [
    own,
    ...others.map((directory) => readDirectory(directory, dirname(dirname(directory)), 0o022)),
  ];
  const found = all.map(bounded);
  return { hosts: found.flatMap(({ hosts }) => hosts), refused: found.flatMap(({ refused }) => refused) };
}

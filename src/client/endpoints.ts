/**
 * Finds running hosts by the entries they publish: editors in their user data directories, our own in the
 * runtime directory. An entry is believed only if its file is ours and closed to everybody else; entries outlive
 * their process, so the pid is checked too. Whether a host answers is for the caller to try.
 */

import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { limits } from '../limits.js';
import { type EndpointEntry, endpointUrl, parseEndpointEntry } from '../protocol/endpoint.js';
import { type Places, runtimeDirectory } from '../protocol/runtime-directory.js';

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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
    if (process.getuid !== undefined) {
      if (stat.uid !== process.getuid()) return 'it belongs to another user';
      if ((stat.mode & 0o077) !== 0) return 'it is open to others: it should have mode 600';
    }
    if (stat.size > limits.endpointEntryBytes) return 'it is too large for an endpoint entry';
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
    return new FoundHost(file, entry, read.writtenAtMs, isRunning(entry.pid));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : { file, reason: code === 'ELOOP' ? 'it is a link' : message };
  }
}

function entryFiles(directory: string): string[] {
  try {
    const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
    return names.slice(0, limits.endpointEntries).map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/** The hosts this user's processes have published, and the entries that were not believed. */
export function findHosts(places: Places): FoundHosts {
  const found: FoundHosts = { hosts: [], refused: [] };
  for (const file of entryDirectories(places).flatMap(entryFiles)) {
    const entry = readEntry(file);
    if (entry instanceof FoundHost) found.hosts.push(entry);
    else if (entry !== undefined) found.refused.push(entry);
  }
  return found;
}

/**
 * Reads a plugin's directory into memory, as it is published: the names of its files and directories, their content, and
 * a hash of all of it. The host is given what was read here and nothing else, so no request can reach another file.
 * Links are followed inside the directory; links that lead out of it or to what is skipped, devices and large files are
 * left out.
 */

import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SkillpickError } from '../errors.js';
import type { DirectoryEntry, URI } from '../protocol/types.js';
import { clientLimits } from './limits.js';
import type { OfferedPlugin } from './publications.js';
import { serveFile } from './serve-file.js';

/** A file or a directory of a plugin. */
export type PluginFile =
  | { readonly type: 'file'; readonly mtimeMs: number; readonly content: Buffer }
  | { readonly type: 'directory'; readonly mtimeMs: number; readonly entries: readonly DirectoryEntry[] };

/** The content of a plugin's directory. */
export interface PluginFiles {
  readonly uri: URI;
  /** By the names that lead to it from the directory, joined with slashes; the directory itself is ''. */
  readonly files: ReadonlyMap<string, PluginFile>;
  readonly nonce: string;
  /** The directories that were read. */
  readonly directories: readonly string[];
  /** What is there and not published, by the names that lead to it; without what belongs to no plugin. */
  readonly leftOut: readonly string[];
}

const skipped = new Set(['.git', 'node_modules']);

/** Names that a host could take for a path, or that no uri can carry. */
const isOddName = (name: string): boolean => /[/\\\0-\x1f\x7f\ufffd]|\p{Surrogate}/u.test(name);

const refuse = (directory: string, reason: string): never => {
  const hint = 'Leave out what does not belong to the plugin, or give a smaller one.';
  throw new SkillpickError('bad-usage', `The plugin in ${directory} cannot be published: ${reason}.`, {
    hint,
  });
};

const isIn = (directory: string, path: string): boolean =>
  path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);

/** Returns true for a path below a directory that is not published: a link may lead there by another name. */
const isSkipped = (path: string): boolean => path.split(sep).some((name) => skipped.has(name));

/** Returns the content of a plain file; undefined if it is none any more, or too large. */
function readPlain(path: string): Buffer | undefined {
  const handle = openSync(
    path,
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
  );
  try {
    if (!fstatSync(handle).isFile()) return undefined;
    // One byte more than allowed shows that a file is too large, even if it grows meanwhile.
    const bytes = Buffer.alloc(Math.min(fstatSync(handle).size, clientLimits.pluginFileBytes) + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(handle, bytes, length, bytes.length - length, length);
    return length > clientLimits.pluginFileBytes ? undefined : bytes.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}

/** How an entry of a directory is listed; undefined if nobody misses it. */
type PluginEntryType = DirectoryEntry['type'] | 'left out' | undefined;

class Reading {
  readonly files = new Map<string, PluginFile>();
  readonly directories: string[] = [];
  readonly leftOut: string[] = [];
  readonly #top: string;
  readonly #shown: string;
  #bytes = 0;
  #count = 0;

  constructor(top: string, shown: string) {
    this.#top = top;
    this.#shown = shown;
  }

  /** Reads a directory by its real path; `above` are the real paths of the directories that lead to it. */
  readDirectory(path: string, key: string, above: readonly string[]): void {
    this.directories.push(path);
    const entries: DirectoryEntry[] = [];
    const mtimeMs = statSync(path).mtimeMs;
    this.files.set(key, { type: 'directory', mtimeMs, entries });
    for (const name of this.#names(path)) {
      const inner = key === '' ? name : `${key}/${name}`;
      const type = isOddName(name) ? 'left out' : this.#readEntry(join(path, name), inner, [...above, path]);
      if (type === 'left out') this.leftOut.push(inner);
      else if (type !== undefined) entries.push({ name, type });
    }
  }

  #names(path: string): string[] {
    const names = readdirSync(path).sort();
    this.#count += names.length;
    if (this.#count > clientLimits.pluginEntries)
      refuse(this.#shown, `it has more than ${clientLimits.pluginEntries} files`);
    return names.filter((name) => !skipped.has(name));
  }

  /** Returns undefined for what nobody misses: what belongs to no plugin, and what leads nowhere. */
  #readEntry(path: string, key: string, above: readonly string[]): PluginEntryType {
    try {
      const real = realpathSync.native(path);
      const stats = statSync(real);
      if (!isIn(this.#top, real)) return 'left out';
      if (isSkipped(relative(this.#top, real))) return undefined;
      if (stats.isDirectory()) return this.#readInner(real, key, above);
      const content = stats.isFile() ? readPlain(real) : undefined;
      if (content === undefined) return 'left out';
      this.#add(key, content, stats.mtimeMs);
      return 'file';
    } catch (error) {
      if (error instanceof SkillpickError) throw error;
      // Editors make links that lead nowhere; and what was listed may be gone meanwhile.
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'left out';
    }
  }

  #readInner(real: string, key: string, above: readonly string[]): PluginEntryType {
    // A link to a directory above would have no end.
    if (above.includes(real)) return undefined;
    if (above.length > clientLimits.pluginDepth) return 'left out';
    this.readDirectory(real, key, above);
    return 'directory';
  }

  #add(key: string, content: Buffer, mtimeMs: number): void {
    this.#bytes += content.length;
    if (this.#bytes > clientLimits.pluginBytes)
      refuse(this.#shown, `it is larger than ${clientLimits.pluginBytes / 1024 / 1024} MiB`);
    this.files.set(key, { type: 'file', mtimeMs, content });
  }
}

/** Returns a name for the content: the same for the same files. */
function hashOf(files: ReadonlyMap<string, PluginFile>): string {
  const whole = createHash('sha256');
  for (const [key, file] of files) {
    const content = file.type === 'file' ? createHash('sha256').update(file.content).digest('hex') : '';
    whole.update(`${JSON.stringify(key)} ${file.type} ${content}\n`);
  }
  return whole.digest('hex').slice(0, 32);
}

/** Reads a directory that is to be published. Throws `bad-usage` if it is not there, or has too much in it. */
export function readPluginFiles(directory: string): PluginFiles {
  try {
    const top = realpathSync.native(directory);
    if (!statSync(top).isDirectory()) throw new Error('it is not a directory');
    const reading = new Reading(top, directory);
    reading.readDirectory(top, '', []);
    const { files, directories, leftOut } = reading;
    return { uri: pathToFileURL(top).href, files, nonce: hashOf(files), directories, leftOut };
  } catch (cause) {
    if (cause instanceof SkillpickError) throw cause;
    const hint = 'Give the directory of a plugin.';
    throw new SkillpickError('bad-usage', `There is no directory ${directory} that can be read.`, {
      hint,
      cause,
    });
  }
}

/**
 * Returns the plugin in a directory, as `Client.publish` takes it, with the content that it has now. Throws as
 * `readPluginFiles` does.
 */
export function offerPlugin(name: string, content: PluginFiles): OfferedPlugin {
  const { uri, nonce } = content;
  return { uri, name, nonce, serve: (method, params) => serveFile(content, method, params) };
}

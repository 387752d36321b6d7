/**
 * Opens exactly what a resolved path names. A link that takes the place of the file, or of a directory above it, after
 * the path was checked is noticed on what was opened, so that it gains nothing. Never blocks on a pipe.
 */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeEmpty } from './make-directory.js';

// Windows has none of these flags but the first.
const openFlags =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** What was opened is not what the path named when it was checked. */
class ExchangedError extends Error {
  readonly code = 'EXCHANGED';
}

const handlePath = (handle: number): string => `/proc/self/fd/${handle}`;

/** Where the opened file is now; undefined on systems that do not say. */
function locationOf(handle: number): string | undefined {
  try {
    return readlinkSync(handlePath(handle));
  } catch {
    return undefined;
  }
}

/** Compares by number where the system does not say what was opened. */
function isSameFile(handle: number, path: string): boolean {
  const opened = fstatSync(handle, { bigint: true });
  const there = lstatSync(path, { bigint: true });
  return there.ino === opened.ino && there.dev === opened.dev && realpathSync.native(path) === path;
}

function isNamedBy(handle: number, path: string): boolean {
  const location = locationOf(handle);
  if (location === undefined) return isSameFile(handle, path);
  // Editors replace files: the one that was opened may have lost its name since.
  return location === path || (location === `${path} (deleted)` && fstatSync(handle).nlink === 0);
}

function check(handle: number, path: string): void {
  if (!isNamedBy(handle, path)) throw new ExchangedError('something else took its place');
}

function open(path: string, moreFlags: number): number {
  try {
    return openSync(path, openFlags | moreFlags);
  } catch (error) {
    // The path has no links in it, so this one is new.
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw new ExchangedError('a link took its place');
    throw error;
  }
}

/** Opens what the path names for as long as it is used. All links in the path have to be resolved already. */
export function withOpened<T>(path: string, use: (handle: number) => T, moreFlags = 0): T {
  const handle = open(path, moreFlags);
  try {
    check(handle, path);
    return use(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Opens a directory for as long as it is used. `use` gets a path that leads to this very directory, whatever becomes of
 * its name; where the system has no such path, its name is checked once more afterwards.
 */
export function withDirectory<T>(path: string, use: (there: string) => T): T {
  const work = (handle: number): T => {
    if (locationOf(handle) !== undefined) return use(handlePath(handle));
    const result = use(path);
    check(handle, path);
    return result;
  };
  return withOpened(path, work, constants.O_DIRECTORY ?? 0);
}

/** Makes a directory with all above it, each in the one that was opened before. Returns those made, deepest first. */
export function makeDirectories(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return [];
  if (stats !== undefined) throw Object.assign(new Error('there is a file in its place'), { code: 'EEXIST' });
  const above = makeDirectories(dirname(path));
  try {
    withDirectory(dirname(path), (there) => mkdirSync(join(there, basename(path))));
  } catch (error) {
    removeEmpty(above);
    throw error;
  }
  return [path, ...above];
}

/** Reads so many bytes from the start of a regular file, or fewer where it is shorter. */
export function readBytes(handle: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (let count = -1; at < length && count !== 0; at += count) {
    count = readSync(handle, bytes, at, length - at, at);
  }
  return bytes.subarray(0, at);
}

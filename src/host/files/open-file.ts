/**
 * Opens exactly the file that a resolved path names. Refuses the opened file if a link has replaced it, or a directory
 * above it, since the path was checked. Never blocks on a pipe.
 */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { ifPossible } from './if-possible.js';
import { type FileRead, readCached } from './read-cache.js';
import { errorCode } from './resolve-path.js';

// Windows has only O_RDONLY of these flags.
/** Opens for reading without waiting for the writer of a pipe. */
export const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Opens for reading, but not a link. */
export const noLinkFlags = readFlags | (constants.O_NOFOLLOW ?? 0);

/** The opened file is not the one that the path named when it was checked. */
class ExchangedError extends Error {
  readonly code = 'EXCHANGED';
}

const handlePath = (handle: number): string => `/proc/self/fd/${handle}`;

/** Where the opened file is now; undefined on systems that do not report it. */
const locationOf = (handle: number): string | undefined => ifPossible(() => readlinkSync(handlePath(handle)));

/** Compares by number, for systems that do not report where an opened file is. */
function isSameFile(handle: number, path: string): boolean {
  const opened = fstatSync(handle, { bigint: true });
  const there = lstatSync(path, { bigint: true });
  return there.ino === opened.ino && there.dev === opened.dev && realpathSync.native(path) === path;
}

function isNamedBy(handle: number, path: string): boolean {
  const location = locationOf(handle);
  if (location === undefined) return isSameFile(handle, path);
  // Editors replace files, so the opened one may have been deleted since.
  return location === path || (location === `${path} (deleted)` && fstatSync(handle).nlink === 0);
}

function check(handle: number, path: string): void {
  if (!isNamedBy(handle, path)) throw new ExchangedError('something else took its place');
}

function open(path: string, moreFlags: number): number {
  try {
    return openSync(path, noLinkFlags | moreFlags);
  } catch (error) {
    // The path has no links in it, so this one is new.
    if (errorCode(error) === 'ELOOP') throw new ExchangedError('a link took its place');
    throw error;
  }
}

/** Runs `use` on an open file, and closes it. */
export function closeAfter<T>(handle: number, use: (handle: number) => T): T {
  try {
    return use(handle);
  } finally {
    closeSync(handle);
  }
}

/** Opens a file or directory while `use` runs. All links in the path have to be resolved already. */
export function withOpened<T>(path: string, use: (handle: number) => T, moreFlags = 0): T {
  return closeAfter(open(path, moreFlags), (handle) => {
    check(handle, path);
    return use(handle);
  });
}

/**
 * Opens a directory while `use` runs, and passes a path that leads to this directory even if it is moved or replaced.
 * Where the system has no such path, `use` gets the ordinary path, which is checked again afterwards.
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

/** Reads up to `length` bytes from the start of a regular file. */
export function readBytes(handle: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (let count = -1; at < length && count !== 0; at += count) {
    count = readSync(handle, bytes, at, length - at, at);
  }
  return bytes.subarray(0, at);
}

export type TextReading = { text: string } | { refused: string; code: 'not-a-file' | 'too-large' };

/** Like `readText`, and returns the stats of the opened file as well. */
export function openText(path: string, mostBytes: number): FileRead<TextReading> {
  return withOpened(path, (file) => {
    const stats = fstatSync(file);
    if (!stats.isFile())
      return {
        value: { code: 'not-a-file', refused: stats.isDirectory() ? 'is a directory' : 'is not a file' },
        stats,
      };
    if (stats.size > mostBytes)
      return { value: { code: 'too-large', refused: `is larger than ${mostBytes / 1024} KiB` }, stats };
    const text = readBytes(file, stats.size).toString('utf8');
    return { value: { text: text.startsWith('\uFEFF') ? text.slice(1) : text }, stats };
  });
}

/** Returns the text of a regular file, or why it is not read. Throws what the system throws. */
export function readText(path: string, mostBytes: number): TextReading {
  return readCached(path, (file) => openText(file, mostBytes), `text ${mostBytes} `);
}

/**
 * Caches the content of files, and reads a file again only if its stat has changed. A stat is trusted only if the file
 * was old enough when it was read: a change soon after that may leave the times, and even the size, as they were.
 */

import { type Stats, statSync } from 'node:fs';
import { hostLimits } from '../limits.js';
import type { Sliced } from './slices.js';

/** A file as it was read. */
export interface FileRead<T> {
  readonly value: T;
  /** The stats of the opened file; undefined if it is missing, or if they are not wanted. */
  readonly stats: Stats | undefined;
}

/** Reads a file. `wantsStats` is false if nothing is cached: stats take a tenth of the time of a discovery. */
type ReadFile<T> = (path: string, wantsStats: boolean) => FileRead<T>;

interface CachedRead {
  readonly value: unknown;
  readonly signature: string;
  /** False if a later change could have the same signature. */
  readonly isSettled: boolean;
  /** True for a file that this process wrote and read back. */
  readonly isOwn: boolean;
  /** The last pass that checked the file. */
  pass: number;
}

const describeStats = (stats: Stats | undefined): string =>
  stats === undefined
    ? 'missing'
    : `${stats.dev}:${stats.ino}:${stats.mode}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;

/** Returns a text that differs if the file or directory has changed; undefined if the path cannot be checked. */
function signatureOf(path: string): string | undefined {
  try {
    return describeStats(statSync(path, { throwIfNoEntry: false }));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? describeStats(undefined) : undefined;
  }
}

/** False if a change after the reading could get the same time. Some file systems count in seconds. */
function isSettled(stats: Stats | undefined, readAtMs: number): boolean {
  if (stats === undefined) return true;
  const isCoarse = stats.ctimeMs % 1_000 === 0;
  const granularityMs = isCoarse ? hostLimits.coarseTimestampMs : hostLimits.timestampMs;
  return readAtMs - stats.ctimeMs > granularityMs;
}

export class ReadCache {
  readonly #onRead: ((path: string) => void) | undefined;
  readonly #reads = new Map<string, CachedRead>();
  /** Files that were written and not read back yet. */
  readonly #written = new Set<string>();
  #pass = 0;

  /** `onRead` is called with every file that is opened, or would be if it existed. */
  constructor(onRead?: (path: string) => void) {
    this.#onRead = onRead;
  }

  /** Starts a pass, in which every file is checked for changes once. */
  startPass(): void {
    this.#pass += 1;
  }

  /** Returns the result of `read` for the file. `use` separates different ways to read one file. */
  get<T>(path: string, read: ReadFile<T>, use = ''): T {
    const known = this.#reads.get(use + path);
    if (known === undefined) return this.#read(path, read, use);
    if (known.pass !== this.#pass) {
      const isTrusted = known.isSettled || known.isOwn;
      if (!isTrusted || known.signature !== signatureOf(path)) return this.#read(path, read, use);
      known.pass = this.#pass;
    }
    return known.value as T;
  }

  /** Like `get`, for a file that is about to be written: reads it again if it might have changed. */
  recheck<T>(path: string, read: ReadFile<T>): T {
    const known = this.#reads.get(path);
    if (known?.isSettled && known.signature === signatureOf(path)) return known.value as T;
    return this.#read(path, read, '');
  }

  /** Forgets the content of a file that this process has just written. */
  noteWritten(path: string): void {
    this.#reads.delete(path);
    this.#written.add(path);
  }

  /** Stores what this process has just written to a file that others write only under the same lock. */
  put<T>(path: string, value: T): void {
    const signature = signatureOf(path);
    if (signature === undefined) this.#reads.delete(path);
    else this.#reads.set(path, { value, signature, isSettled: false, isOwn: true, pass: this.#pass });
  }

  /** Forgets the files that were not requested in the last pass. */
  sweep(): void {
    for (const [key, { pass }] of this.#reads) if (pass !== this.#pass) this.#reads.delete(key);
  }

  #read<T>(path: string, read: ReadFile<T>, use: string): T {
    this.#reads.delete(use + path);
    this.#onRead?.(path);
    const readAtMs = Date.now();
    const { value, stats } = read(path, true);
    this.#reads.set(use + path, {
      value,
      signature: describeStats(stats),
      isSettled: isSettled(stats, readAtMs),
      isOwn: this.#written.delete(path),
      pass: this.#pass,
    });
    return value;
  }
}

/** Remembers the state of files after this process wrote them, so that its own writes are not reported as changes. */
export class OwnWrites {
  readonly #signatures = new Map<string, string | undefined>();

  /** Remembers the present state of these files and directories, which may be missing. */
  add(paths: Iterable<string>): void {
    for (const path of paths) this.#signatures.set(path, signatureOf(path));
  }

  /** True if nothing has happened to the path since this process wrote it. */
  has(path: string): boolean {
    const signature = this.#signatures.get(path);
    if (signature !== undefined && signature === signatureOf(path)) return true;
    // From now on the path belongs to others, even if they bring it back to the same state.
    this.#signatures.delete(path);
    return false;
  }
}

/** The cache of the slice that is running. A slice is synchronous, so there is at most one. */
let current: ReadCache | undefined;

/** Does the work in one pass of this cache. `readCached` uses the cache within the slices, but not between them. */
export function* readingThrough<T>(cache: ReadCache, work: Sliced<T>): Sliced<T> {
  cache.startPass();
  for (;;) {
    const { done, value } = nextSlice(cache, work);
    if (done) {
      cache.sweep();
      return value;
    }
    yield;
  }
}

function nextSlice<T>(cache: ReadCache, work: Sliced<T>): IteratorResult<void, T> {
  current = cache;
  try {
    return work.next();
  } finally {
    current = undefined;
  }
}

/** Reads a file through the cache of the running slice, or just reads it if there is none. */
export function readCached<T>(path: string, read: ReadFile<T>, use: string): T {
  return current === undefined ? read(path, false).value : current.get(path, read, use);
}

/**
 * Watches directories, each on its own and in slices, so that thousands of them do not hold up the first frame.
 * Where the system has no watches left, or there are too many directories, it looks again at intervals instead.
 */

import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { limits } from '../limits.js';

/** How changes are noticed. */
export type WatchMode = 'watching' | 'polling';

interface Watched {
  watcher: FSWatcher;
  identity: string | undefined;
}

/** Tells a directory from another that takes its place under the same name; undefined if it is not there. */
function identityOf(directory: string): string | undefined {
  try {
    const stats = statSync(directory, { throwIfNoEntry: false });
    return stats && `${stats.dev}:${stats.ino}`;
  } catch {
    return undefined;
  }
}

/** The nearest directory above the file that is there, and the name in it that leads to the file. */
function nearestTo(file: string): { directory: string; name: string } {
  let path = file;
  while (identityOf(dirname(path)) === undefined && dirname(path) !== path) path = dirname(path);
  return { directory: dirname(path), name: basename(path) };
}

export class Watcher {
  readonly #changed: (isInDirectories: boolean) => void;
  readonly #most: number;
  readonly #watches = new Map<string, Watched>();
  #directories: ReadonlySet<string> = new Set();
  /** By directory, the names in it that count. */
  #names = new Map<string, Set<string>>();
  #waiting: string[] = [];
  #mode: WatchMode = 'watching';
  #isInDirectories = false;
  #firstEventAtMs: number | undefined;
  #restUntilMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #slice: NodeJS.Immediate | undefined;
  #isClosed = false;

  /** `changed` is told whether anything happened in the directories, or only to the files. */
  constructor(changed: (isInDirectories: boolean) => void, most: number = limits.watchedDirectories) {
    this.#changed = changed;
    this.#most = most;
  }

  get mode(): WatchMode {
    return this.#mode;
  }

  /** From now on these directories, and these files, which need not exist. What was watched already stays so. */
  watch(directories: readonly string[], files: readonly string[]): void {
    if (this.#isClosed) return;
    this.#directories = new Set(directories);
    this.#names = new Map();
    for (const { directory, name } of files.map(nearestTo)) {
      this.#names.set(directory, (this.#names.get(directory) ?? new Set()).add(name));
    }
    const wanted = new Set([...directories, ...this.#names.keys()]);
    if (wanted.size > this.#most) this.#poll();
    if (this.#mode === 'polling') return;
    this.#release(wanted);
    this.#waiting = [...wanted].filter((directory) => !this.#watches.has(directory));
    clearImmediate(this.#slice);
    this.#watchSlice();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearImmediate(this.#slice);
    this.#release(new Set());
  }

  /** A directory that was replaced has to be watched anew: its watch is still on the one that is gone. */
  #release(wanted: ReadonlySet<string>): void {
    for (const [directory, { watcher, identity }] of this.#watches) {
      if (wanted.has(directory) && identityOf(directory) === identity) continue;
      watcher.close();
      this.#watches.delete(directory);
    }
  }

  #watchSlice(): void {
    for (const directory of this.#waiting.splice(0, limits.watchSlice)) {
      if (this.#mode === 'watching') this.#add(directory);
    }
    if (this.#waiting.length > 0) this.#slice = setImmediate(() => this.#watchSlice());
  }

  #add(directory: string): void {
    // Asked before watching: if it is replaced in between, the next look sees the difference.
    const identity = identityOf(directory);
    try {
      const watcher = watch(directory, { persistent: false }, (_, name) => this.#event(directory, name));
      watcher.on('error', () => this.#gone(directory));
      this.#watches.set(directory, { watcher, identity });
      // What happened between finding the directory and watching it would go unnoticed.
      this.#event(directory, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EMFILE') this.#poll();
    }
  }

  #gone(directory: string): void {
    this.#watches.get(directory)?.watcher.close();
    this.#watches.delete(directory);
    this.#event(directory, null);
  }

  #poll(): void {
    if (this.#mode === 'polling') return;
    this.#mode = 'polling';
    this.#release(new Set());
    this.#schedule(limits.rescanIntervalMs);
  }

  /** Waits until it is quiet, but not for long; a disk that takes long to read is not read all the time. */
  #event(directory: string, name: string | null): void {
    if (this.#mode === 'polling') return;
    if (this.#directories.has(directory)) this.#isInDirectories = true;
    else if (name !== null && !this.#names.get(directory)?.has(name)) return;
    const now = Date.now();
    this.#firstEventAtMs ??= now;
    const left = this.#firstEventAtMs + limits.watchLongestDebounceMs - now;
    this.#schedule(Math.max(Math.min(limits.watchDebounceMs, left), this.#restUntilMs - now, 0));
  }

  #schedule(delayMs: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), delayMs);
    this.#timer.unref();
  }

  #look(): void {
    const isInDirectories = this.#isInDirectories || this.#mode === 'polling';
    this.#firstEventAtMs = undefined;
    this.#isInDirectories = false;
    const startedAtMs = Date.now();
    this.#changed(isInDirectories);
    const endedAtMs = Date.now();
    const costMs = endedAtMs - startedAtMs;
    this.#restUntilMs = endedAtMs + costMs;
    if (this.#mode === 'polling') this.#schedule(Math.max(limits.rescanIntervalMs, 10 * costMs));
  }
}

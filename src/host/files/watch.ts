/**
 * Watches directories, each on its own and in slices, so that thousands of them do not hold up the first frame.
 * Where the system has no watches left, or there are too many directories, it looks again at intervals instead.
 */

import { type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { monotonicMs } from '../../monotonic.js';
import { hostLimits } from '../limits.js';
import { identityOf, isAbout, type Names, namesFor } from './watch-names.js';

/** How changes are noticed. */
export type WatchMode = 'watching' | 'polling';

interface Watched {
  watcher: FSWatcher;
  identity: string | undefined;
}

const rethrow = (error: unknown) => {
  throw error;
};

export class Watcher {
  readonly #changed: (isFound: boolean) => void;
  readonly #failed: (error: unknown) => void;
  readonly #most: number;
  readonly #isOwn: (path: string) => boolean;
  readonly #watches = new Map<string, Watched>();
  #directories: ReadonlySet<string> = new Set();
  #paths: Names = new Map();
  #files: Names = new Map();
  #waiting: string[] = [];
  #mode: WatchMode = 'watching';
  #isFound = false;
  #firstEventAtMs: number | undefined;
  #restUntilMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #slice: NodeJS.Immediate | undefined;
  #isClosed = false;

  /**
   * `changed` is told whether anything happened in the directories or to the paths, or only to the files; `failed`
   * what it threw, which would otherwise end the process. What is as `isOwn` knows it to have been left by this process
   * is no change.
   */
  constructor(
    changed: (isFound: boolean) => void,
    most: number = hostLimits.watchedDirectories,
    failed: (error: unknown) => void = rethrow,
    isOwn: (path: string) => boolean = () => false,
  ) {
    this.#changed = changed;
    this.#failed = failed;
    this.#most = most;
    this.#isOwn = isOwn;
  }

  get mode(): WatchMode {
    return this.#mode;
  }

  /**
   * From now on all that happens in these directories, and what happens to these files and other paths, which need
   * not exist. What was watched already stays so.
   */
  watch(directories: readonly string[], files: readonly string[], paths: readonly string[] = []): void {
    if (this.#isClosed) return;
    this.#directories = new Set(directories);
    this.#paths = namesFor(paths);
    this.#files = namesFor(files);
    const wanted = new Set([...directories, ...this.#paths.keys(), ...this.#files.keys()]);
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
    for (const directory of this.#waiting.splice(0, hostLimits.watchSlice)) {
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
    this.#schedule(hostLimits.rescanIntervalMs);
  }

  /** Waits until it is quiet, but not for long; a disk that takes long to read is not read all the time. */
  #event(directory: string, name: string | null): void {
    if (this.#mode === 'polling' || this.#isOwnEvent(directory, name)) return;
    if (this.#directories.has(directory) || isAbout(this.#paths, directory, name)) this.#isFound = true;
    else if (!isAbout(this.#files, directory, name)) return;
    const now = monotonicMs();
    this.#firstEventAtMs ??= now;
    const left = this.#firstEventAtMs + hostLimits.watchLongestDebounceMs - now;
    this.#schedule(Math.max(Math.min(hostLimits.watchDebounceMs, left), this.#restUntilMs - now, 0));
  }

  /** An event without a name, or with the directory's own, is about the directory itself. */
  #isOwnEvent(directory: string, name: string | null): boolean {
    const isItself = name === null || name === basename(directory);
    return this.#isOwn(isItself ? directory : join(directory, name));
  }

  #schedule(delayMs: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), delayMs);
    this.#timer.unref();
  }

  #look(): void {
    const isFound = this.#isFound || this.#mode === 'polling';
    this.#firstEventAtMs = undefined;
    this.#isFound = false;
    const startedAtMs = monotonicMs();
    try {
      this.#changed(isFound);
    } catch (error) {
      this.#failed(error);
    }
    const endedAtMs = monotonicMs();
    const costMs = endedAtMs - startedAtMs;
    this.#restUntilMs = endedAtMs + costMs;
    if (this.#mode === 'polling') this.#schedule(Math.max(hostLimits.rescanIntervalMs, 10 * costMs));
  }
}

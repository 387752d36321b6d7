/**
 * Watches directories, each by itself and in slices, so that thousands of them do not delay the first frame. Polls
 * instead if the system has no watches left, or if there are too many directories.
 */

import { type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { monotonicMs } from '../../monotonic.js';
import { hostLimits } from '../limits.js';
import { concerns, identityOf, type Names, namesFor } from './watch-names.js';

export type WatchMode = 'watching' | 'polling';

const rethrow = (error: unknown) => {
  throw error;
};

export class Watcher {
  readonly #changed: (isDiscovery: boolean) => void | Promise<void>;
  readonly #failed: (error: unknown) => void;
  readonly #most: number;
  readonly #isOwn: (path: string) => boolean;
  readonly #watches = new Map<string, { watcher: FSWatcher; identity: string | undefined }>();
  #directories: ReadonlySet<string> = new Set();
  #paths: Names = new Map();
  #files: Names = new Map();
  #waiting: string[] = [];
  #mode: WatchMode = 'watching';
  #isDiscovery = false;
  #firstEventAtMs: number | undefined;
  #restUntilMs = 0;
  #isReporting = false;
  #timer: NodeJS.Timeout | undefined;
  #slice: NodeJS.Immediate | undefined;
  #isClosed = false;

  /**
   * Calls `changed` with true for an event in the directories or at the paths, and with false if only files changed.
   * Waits until it is done before it calls it again. Calls `failed` with an error of `changed`, which would otherwise end the process. Ignores events for a path if
   * `isOwn` returns true, because this process was the last to write it.
   */
  constructor(
    changed: (isDiscovery: boolean) => void | Promise<void>,
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
   * Watches everything in these directories, and these files and paths, which need not exist. Existing watches that are
   * still wanted stay.
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

  /** Closes the other watches, and that of a directory that was replaced, because it still watches the old one. */
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
    // Before watching: if the directory is replaced in between, the next check sees the difference.
    const identity = identityOf(directory);
    try {
      const watcher = watch(directory, { persistent: false }, (_, name) => this.#event(directory, name));
      watcher.on('error', () => this.#removed(directory));
      this.#watches.set(directory, { watcher, identity });
      // Covers changes between finding the directory and watching it.
      this.#event(directory, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EMFILE') this.#poll();
    }
  }

  #removed(directory: string): void {
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

  /** Debounces events, up to a limit. After a slow scan of the disk, waits as long as the scan took. */
  #event(directory: string, name: string | null): void {
    if (this.#mode === 'polling' || this.#isOwnEvent(directory, name)) return;
    if (this.#directories.has(directory) || concerns(this.#paths, directory, name)) this.#isDiscovery = true;
    else if (!concerns(this.#files, directory, name)) return;
    const now = monotonicMs();
    this.#firstEventAtMs ??= now;
    this.#debounce(this.#firstEventAtMs, now);
  }

  #debounce(firstEventAtMs: number, nowMs: number): void {
    const left = firstEventAtMs + hostLimits.watchLongestDebounceMs - nowMs;
    this.#schedule(Math.max(Math.min(hostLimits.watchDebounceMs, left), this.#restUntilMs - nowMs, 0));
  }

  /** An event without a name, or with the directory's own, is about the directory itself. */
  #isOwnEvent(directory: string, name: string | null): boolean {
    const isItself = name === null || name === basename(directory);
    return this.#isOwn(isItself ? directory : join(directory, name));
  }

  #schedule(delayMs: number): void {
    if (this.#isClosed || this.#isReporting) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#report(), delayMs);
    this.#timer.unref();
  }

  async #report(): Promise<void> {
    const isDiscovery = this.#isDiscovery || this.#mode === 'polling';
    this.#firstEventAtMs = undefined;
    this.#isDiscovery = false;
    const startedAtMs = monotonicMs();
    this.#isReporting = true;
    try {
      await this.#changed(isDiscovery);
    } catch (error) {
      this.#failed(error);
    }
    this.#isReporting = false;
    const endedAtMs = monotonicMs();
    const costMs = endedAtMs - startedAtMs;
    this.#restUntilMs = endedAtMs + costMs;
    if (this.#mode === 'polling') this.#schedule(Math.max(hostLimits.rescanIntervalMs, 10 * costMs));
    else if (this.#firstEventAtMs !== undefined) this.#debounce(this.#firstEventAtMs, endedAtMs);
  }
}

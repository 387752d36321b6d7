/**
 * Runs discovery for a workspace, at once or in slices between which the event loop runs. Runs one discovery at a time,
 * and counts the files that each of them opens.
 */

import { monotonicMs } from '../../monotonic.js';
import type { Catalog } from '../discovery/catalog.js';
import { type DiscoverOptions, discoverInSlices } from '../discovery/discover.js';
import type { HostEnvironment } from '../environment.js';
import { ReadCache, readingThrough } from '../files/read-cache.js';
import type { Sliced } from '../files/slices.js';
import { hostLimits } from '../limits.js';

export interface ReadingOptions {
  /** Lets the event loop run while the disk is read. */
  inSlices?: boolean;
  /** Called at intervals while the disk is read, with the number of files read so far. */
  onProgress?: (files: number) => void;
}

export class CatalogReader {
  readonly #environment: HostEnvironment;
  readonly #options: DiscoverOptions & ReadingOptions;
  readonly #reads: ReadCache;
  #files = 0;
  #reportedAtMs = 0;
  /** When the slice that runs is over, if there are slices. */
  #endsAtMs = 0;
  #next: NodeJS.Immediate | undefined;
  #running: Promise<Catalog> | undefined;
  #waiting: Promise<Catalog> | undefined;

  constructor(environment: HostEnvironment, options: DiscoverOptions & ReadingOptions) {
    this.#environment = environment;
    this.#options = options;
    this.#reads = new ReadCache((path) => {
      this.#files += 1;
      environment.onRead?.(path);
    });
  }

  /** The number of files that the discovery has opened, or the last one if none runs. */
  get files(): number {
    return this.#files;
  }

  /** Returns the catalog, or a promise of it if discovery takes longer than its first slice. */
  read(firstSliceMs: number = hostLimits.sliceMs): Catalog | Promise<Catalog> {
    if (this.#running === undefined) return this.#start(firstSliceMs);
    // The running discovery may have missed the change. The next one is shared by all that ask meanwhile.
    this.#waiting ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#waiting = undefined;
        return this.read();
      });
    return this.#waiting;
  }

  /** Ends a discovery that runs in slices. Its promise never settles. */
  stop(): void {
    clearImmediate(this.#next);
  }

  #start(firstSliceMs: number): Catalog | Promise<Catalog> {
    this.#files = 0;
    this.#reportedAtMs = monotonicMs();
    const pace = { isOver: () => this.#isOver() };
    const work = readingThrough(this.#reads, discoverInSlices(this.#environment, this.#options, pace));
    const first = this.#runSlice(work, firstSliceMs);
    if (first !== undefined) return first;
    this.#running = this.#goOn(work).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  #goOn(work: Sliced<Catalog>): Promise<Catalog> {
    return new Promise((resolve, reject) => {
      const step = () => {
        try {
          const catalog = this.#runSlice(work, hostLimits.sliceMs);
          if (catalog !== undefined) return resolve(catalog);
          this.#next = setImmediate(step);
          this.#report();
        } catch (error) {
          reject(error);
        }
      };
      this.#next = setImmediate(step);
    });
  }

  /** Returns the catalog if the work is done. */
  #runSlice(work: Sliced<Catalog>, sliceMs: number): Catalog | undefined {
    this.#endsAtMs = monotonicMs() + sliceMs;
    const { done, value } = work.next();
    return done ? value : undefined;
  }

  #isOver(): boolean {
    if (this.#options.inSlices) return monotonicMs() >= this.#endsAtMs;
    this.#report();
    return false;
  }

  #report(): void {
    const { onProgress } = this.#options;
    if (onProgress === undefined) return;
    const nowMs = monotonicMs();
    if (nowMs - this.#reportedAtMs < hostLimits.progressIntervalMs) return;
    this.#reportedAtMs = nowMs;
    onProgress(this.#files);
  }
}

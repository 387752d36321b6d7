/**
 * Requests for sessions that wait until the files of their working directory are read, because the agent or the plugins
 * that they name are compared with the list. The directory is read to the end even if the session is not created.
 */

import type { URI } from '../protocol/types.js';
import { hostLimits } from './limits.js';
import type { Workspace } from './session/workspace.js';
import { invalidParams } from './wire/host-error.js';

export class Creations {
  readonly #released: () => void;
  /** By session. Each resolves when the wait is over. */
  readonly #waiting = new Map<URI, Promise<void>>();
  /** The directories that are read, once for each request. */
  readonly #reading = new Set<{ readonly workspace: Workspace }>();

  /** `released` is called when a directory need not be kept any more. */
  constructor(released: () => void) {
    this.#released = released;
  }

  /** The number of requests whose directories are being read. */
  get size(): number {
    return this.#reading.size;
  }

  /** Returns true for a directory that is kept although no session may have it. */
  keeps(workspace: Workspace): boolean {
    return [...this.#reading].some((one) => one.workspace === workspace);
  }

  /** Resolves when the session is created or refused; undefined if it does not wait. */
  waitingFor(uri: URI): Promise<void> | undefined {
    return this.#waiting.get(uri);
  }

  /** Refuses the session when its wait is over. Returns false if it does not wait. */
  cancel(uri: URI): boolean {
    return this.#waiting.delete(uri);
  }

  /** Calls `create` when the directory is read, or when that takes too long. Rejects with what it throws. */
  async run(uri: URI, workspace: Workspace, create: () => void): Promise<void> {
    const reading = { workspace };
    this.#reading.add(reading);
    // What could not be read is a problem of the session.
    const read = Promise.resolve(workspace.loading).catch(() => {});
    const wait = waitAtMost(read, hostLimits.creationWaitMs);
    this.#waiting.set(uri, wait);
    try {
      await wait;
      if (this.#waiting.get(uri) !== wait) throw invalidParams('the session was disposed of meanwhile');
      this.#waiting.delete(uri);
      create();
    } finally {
      void read.then(() => {
        this.#reading.delete(reading);
        this.#released();
      });
    }
  }
}

async function waitAtMost(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
    timer.unref();
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** The time a command gives its host for several requests together, however little each of them takes. */

import type { TimeLimit } from '../client/connection.js';
import { monotonicMs } from '../monotonic.js';

export class CommandTime implements TimeLimit {
  readonly totalMs: number;
  readonly #endsAtMs: number;
  #isLifted = false;

  constructor(totalMs: number) {
    this.totalMs = totalMs;
    this.#endsAtMs = monotonicMs() + totalMs;
  }

  leftMs(): number {
    return this.#isLifted ? Number.POSITIVE_INFINITY : Math.max(0, this.#endsAtMs - monotonicMs());
  }

  /** Leaves every further request to its own timeout. */
  lift(): void {
    this.#isLifted = true;
  }

  /** Counts again, from the start: what is left is left. */
  restore(): void {
    this.#isLifted = false;
  }
}

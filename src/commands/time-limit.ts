/** The time a command gives its host for several requests together, however little each of them takes. */

import type { TimeLimit } from '../client/connection.js';
import { monotonicMs } from '../monotonic.js';

export class CommandTime implements TimeLimit {
  readonly totalMs: number;
  #endsAtMs: number;

  constructor(totalMs: number) {
    this.totalMs = totalMs;
    this.#endsAtMs = monotonicMs() + totalMs;
  }

  leftMs(): number {
    return Math.max(0, this.#endsAtMs - monotonicMs());
  }

  /** Gives the whole time again, from now on. */
  restart(): void {
    this.#endsAtMs = monotonicMs() + this.totalMs;
  }

  /** Leaves every further request to its own timeout. */
  lift(): void {
    this.#endsAtMs = Number.POSITIVE_INFINITY;
  }
}

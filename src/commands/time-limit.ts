/** The time a command gives its host for several requests together, however little each of them takes. */

import type { TimeLimit } from '../client/connection.js';

export class CommandTime implements TimeLimit {
  readonly totalMs: number;
  #endsAtMs: number;

  constructor(totalMs: number) {
    this.totalMs = totalMs;
    this.#endsAtMs = uptimeMs() + totalMs;
  }

  leftMs(): number {
    return Math.max(0, this.#endsAtMs - uptimeMs());
  }

  /** Gives the whole time again, from now on. */
  restart(): void {
    this.#endsAtMs = uptimeMs() + this.totalMs;
  }

  /** Leaves every further request to its own timeout. */
  lift(): void {
    this.#endsAtMs = Number.POSITIVE_INFINITY;
  }
}

/** A clock that nobody can set. */
const uptimeMs = (): number => process.uptime() * 1000;

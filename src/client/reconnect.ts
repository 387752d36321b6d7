/** How long to wait before the next try: doubling, capped, and jittered so that clients do not return as one. */

import type { Clock } from './clock.js';
import { clientLimits } from './limits.js';

/** Delay before try number `attempt` (from 0), given a random number from 0 to 1. */
export function nextDelayMs(attempt: number, random: number): number {
  const doubled = clientLimits.reconnectFirstDelayMs * 2 ** Math.min(attempt, 16);
  const capped = Math.min(doubled, clientLimits.reconnectLongestDelayMs);
  return Math.round(capped * (0.5 + random / 2));
}

/** Counts tries. They start anew only after a connection that lasted: a host may answer and hang up at once. */
export class Tries {
  readonly #clock: Clock;
  readonly #atMost: number;
  #attempt = 0;
  #lastDelayMs = 0;
  #connectedAtMs: number | undefined;

  constructor(clock: Clock, atMost: number = Number.POSITIVE_INFINITY) {
    this.#clock = clock;
    this.#atMost = atMost;
  }

  /** The host has answered. */
  connected(): void {
    this.#connectedAtMs = this.#clock.now();
  }

  /** The connection is lost, or was not to be had: how long to wait now; undefined once the tries are used up. */
  next(): number | undefined {
    if (this.#hasLasted()) this.#attempt = 0;
    this.#connectedAtMs = undefined;
    if (this.#attempt >= this.#atMost) return undefined;
    this.#lastDelayMs = nextDelayMs(this.#attempt, this.#clock.random());
    this.#attempt += 1;
    return this.#lastDelayMs;
  }

  /** Longer than the pause before it: less than that is no better than no connection. */
  #hasLasted(): boolean {
    const since = this.#connectedAtMs;
    return since !== undefined && this.#clock.now() - since > this.#lastDelayMs;
  }
}

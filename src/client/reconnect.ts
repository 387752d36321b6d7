/** The pauses between attempts. They double up to a limit, and vary so that clients do not all return at once. */

import type { Clock } from './clock.js';
import { clientLimits } from './limits.js';

/** Returns the delay before attempt number `attempt` (from 0); `random` is from 0 to 1. */
export function nextDelayMs(attempt: number, random: number): number {
  const doubled = clientLimits.reconnectFirstDelayMs * 2 ** Math.min(attempt, 16);
  const capped = Math.min(doubled, clientLimits.reconnectLongestDelayMs);
  return Math.round(capped * (0.5 + random / 2));
}

/** Counts attempts. Counts from 0 again only after a connection that lasted: a host may accept and hang up at once. */
export class RetryPolicy {
  readonly #clock: Clock;
  readonly #atMost: number;
  #attempt = 0;
  #lastDelayMs = 0;
  #connectedAtMs: number | undefined;

  constructor(clock: Clock, atMost: number = Number.POSITIVE_INFINITY) {
    this.#clock = clock;
    this.#atMost = atMost;
  }

  /** Notes that a connection was made. */
  connected(): void {
    this.#connectedAtMs = this.#clock.now();
  }

  /** Returns how long to wait after a failure; undefined once the attempts are used up. */
  next(): number | undefined {
    const since = this.#connectedAtMs ?? Number.POSITIVE_INFINITY;
    // A connection has lasted if it was longer than the pause before it.
    if (this.#clock.now() - since > this.#lastDelayMs) this.#attempt = 0;
    this.#connectedAtMs = undefined;
    if (this.#attempt >= this.#atMost) return undefined;
    this.#lastDelayMs = nextDelayMs(this.#attempt, this.#clock.random());
    this.#attempt += 1;
    return this.#lastDelayMs;
  }
}

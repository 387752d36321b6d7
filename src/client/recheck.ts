/**
 * Asks for a state again because something may have been missed. All requests before the next check share it. If they
 * keep coming, the checks become rarer, so a host that sends unreadable frames cannot keep us busy.
 */

import type { Clock } from './clock.js';
import { clientLimits } from './limits.js';
import { nextDelayMs } from './reconnect.js';

export class Recheck {
  readonly #clock: Clock;
  readonly #ask: () => Promise<boolean>;
  #attempt = 0;
  #lastAtMs = 0;
  #stopTimer: (() => void) | undefined;
  #isStopped = false;

  /** `ask` resolves to true if the host replied; if not, it is called again. */
  constructor(clock: Clock, ask: () => Promise<boolean>) {
    this.#clock = clock;
    this.#ask = ask;
  }

  /** Asks soon, unless a check is scheduled already. */
  request(): void {
    if (this.#stopTimer !== undefined || this.#isStopped) return;
    if (this.#clock.now() - this.#lastAtMs > clientLimits.recheckQuietMs) this.#attempt = 0;
    const delayMs = nextDelayMs(this.#attempt, this.#clock.random());
    this.#attempt += 1;
    this.#stopTimer = this.#clock.after(delayMs, () => void this.#run());
  }

  /** Never asks again. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
  }

  async #run(): Promise<void> {
    this.#stopTimer = undefined;
    this.#lastAtMs = this.#clock.now();
    if (!(await this.#ask())) this.request();
  }
}

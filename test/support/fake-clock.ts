/** A clock that only moves when a test advances it. */

import type { Clock } from '../../src/client/clock.js';

interface Timer {
  at: number;
  callback(): void;
}

export class FakeClock implements Clock {
  randomValue = 0.5;
  /** Timers of more than a millisecond fire this much too early, as those of Node may. */
  earlyMs = 0;
  #now = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs - (delayMs > 1 ? this.earlyMs : 0), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  random(): number {
    return this.randomValue;
  }

  /** Timers that are still to come, earliest first, as milliseconds from now. */
  get pending(): number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b);
  }

  /** Advances the time, calls each timer that is due, and lets its consequences happen. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let due = this.#earliest(end); due !== undefined; due = this.#earliest(end)) {
      this.#now = due.at;
      this.#timers.delete(due);
      due.callback();
      await quiet();
    }
    this.#now = end;
    await quiet();
  }

  #earliest(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Resolves once everything that is under way in memory has happened. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

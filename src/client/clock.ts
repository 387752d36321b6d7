/** The source of time and randomness for timers, backoff and jitter. */

import { monotonicMs } from '../monotonic.js';

/** Time and randomness, which tests replace. */
export interface Clock {
  /** Milliseconds that only grow; not the time of day, which may be set back. */
  now(): number;
  /** Calls back once, `delayMs` later; returns how to cancel. */
  after(delayMs: number, callback: () => void): () => void;
  /** From 0 up to, not including, 1. */
  random(): number;
}

/** The clock of this process. */
export const systemClock: Clock = {
  now: monotonicMs,
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

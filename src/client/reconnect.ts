/** How long to wait before the next try: doubling, capped, and jittered so that clients do not return as one. */

import { limits } from '../limits.js';

/** Delay before try number `attempt` (from 0), given a random number from 0 to 1. */
export function nextDelayMs(attempt: number, random: number): number {
  const doubled = limits.reconnectFirstDelayMs * 2 ** Math.min(attempt, 16);
  const capped = Math.min(doubled, limits.reconnectLongestDelayMs);
  return Math.round(capped * (0.5 + random / 2));
}

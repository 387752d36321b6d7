/** The state of a connection, and the counts of what could not be read. */

import type { Skipped } from '../protocol/read-state.js';

/** The state of the connection. */
export type LinkStatus =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** Lost. The next try starts when the clock is at `retryAtMs`. */
  | { kind: 'waiting'; retryAtMs: number; error: Error }
  /** Lost for good. */
  | { kind: 'gone'; error: Error };

/** Counts what could not be read so far. `count` is the number of entries and fields left out of readable frames. */
export interface Trouble extends Skipped {
  /** Frames without a readable message. */
  malformedFrames: number;
  lastMalformed: string | undefined;
}

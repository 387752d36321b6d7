/** How a connection is doing. */

import type { Skipped } from '../protocol/read-state.js';

/** The state of the connection. */
export type LinkStatus =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** Lost; the next try starts at `retryAtMs` of the clock. */
  | { kind: 'waiting'; retryAtMs: number; error: Error }
  /** Lost for good. */
  | { kind: 'gone'; error: Error };

/** What could not be read so far; `count` is of entries and fields left out of otherwise good frames. */
export interface Trouble extends Skipped {
  /** Frames that held no message, or one that made no sense. */
  malformedFrames: number;
  lastMalformed: string | undefined;
}

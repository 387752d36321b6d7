/** The connection as the session stores see it; they share one. */

import type { ProtocolError } from '../errors.js';
import type { Skipped } from '../protocol/read-state.js';
import type { Snapshot, URI } from '../protocol/types.js';
import type { SwitchLink } from './switcher.js';

export interface SessionLink extends SwitchLink {
  readonly clientId: string;
  readonly skipped: Skipped;
  subscribe(channel: URI): Promise<Snapshot>;
  /** Gives up a connection that no longer responds. */
  drop(error: Error): void;
  malformed(error: ProtocolError): void;
}

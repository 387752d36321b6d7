/** What the session stores, and the reader of notifications, may use of the connection. They share one object. */

import type { Action, Snapshot, URI } from '../protocol/types.js';
import type { Clock } from './clock.js';
import type { FaultLog } from './handshake.js';

export interface SessionLink extends FaultLog {
  readonly clientId: string;
  readonly clock: Clock;
  readonly echoTimeoutMs: number;
  isLive(): boolean;
  /** Returns true if the host is skillpick's own: it keeps every switch that is not for one session. */
  isOwnHost(): boolean;
  /** Returns true if agents are selected in the draft of a chat, and not for a session. */
  isAgentInChat(): boolean;
  nextClientSeq(): number;
  dispatch(channel: URI, clientSeq: number, action: Action): void;
  subscribe(channel: URI): Promise<Snapshot>;
  unsubscribe(channel: URI): void;
  /** Gives up a connection that no longer responds. */
  drop(error: Error): void;
}

/** What happens to a session that is followed. */
export interface StoreEvents {
  /** The connection is back, and so is the state of the session. */
  resumed(session: URI): void;
  /** The session is not followed any more. */
  ended(session: URI, reason: string): void;
}

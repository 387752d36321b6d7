/** What a session is made from: its name, its directory, its keeper, and where it publishes. */

import type { Problem } from '../../protocol/problem-codes.js';
import type { Action, ActionOrigin, Customization, SessionSummary, URI } from '../../protocol/types.js';
import type { Keeper } from './keeper.js';

/** Sends an action to all subscribers of the session. */
type Publish = (action: Action, origin?: ActionOrigin, rejectionReason?: string) => void;

export interface SessionSetup {
  uri: URI;
  provider: string;
  title: string;
  /** The working directory, as a uri. */
  directory: URI;
  /** Called when the session is opened, which most never are. */
  openKeeper(): Keeper;
  /** Returns what was found for it. */
  find(): readonly Customization[];
  /** Returns the problems that belong to no container. */
  problems(): readonly Problem[];
  publish: Publish;
  /** Sends a change of the session's summary to clients that follow the list of sessions. */
  summarize(changes: Partial<SessionSummary>): void;
  /** Called after switches were made, which other sessions may show as well. */
  saved(): void;
}

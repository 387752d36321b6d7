/** What a session is made from: what it is called, where it looks, who keeps its switches and whom it tells. */

import type { Action, ActionOrigin, Customization, SessionSummary, URI } from '../../protocol/types.js';
import type { FileProblem } from '../discovery/problems.js';
import type { Keeper } from './keeper.js';

/** Tells everybody on the session's channel about an action. */
export type Publish = (action: Action, origin?: ActionOrigin, rejectionReason?: string) => void;

export interface SessionSetup {
  uri: URI;
  provider: string;
  title: string;
  /** The working directory, as a uri. */
  directory: URI;
  /** Called when the session is opened, which most never are. */
  openKeeper(): Keeper;
  /** What the disk holds for it now. */
  find(): readonly Customization[];
  /** What is wrong on disk that belongs to no container. */
  problems(): readonly FileProblem[];
  publish: Publish;
  /** Tells those who list the sessions what is new about this one. */
  summarize(changes: Partial<SessionSummary>): void;
  /** Called after switches were made, which other sessions may show as well. */
  saved(): void;
}

/** What a session is made from: what it is called, where it looks, who keeps its switches and whom it tells. */

import type { Problem } from '../../protocol/problem-codes.js';
import type { Action, ActionOrigin, Customization, SessionSummary, URI } from '../../protocol/types.js';
import type { Keeper } from './keeper.js';

/** Tells everybody on the session's channel about an action. */
export type Publish = (action: Action, origin?: ActionOrigin, rejectionReason?: string) => void;

export interface SessionSetup {
  uri: URI;
  provider: string;
  title: string;
  /** The working directory, as a uri. */
  directory: URI;
  keeper: Keeper;
  /** What the disk holds for it now. */
  find(): readonly Customization[];
  /** What is wrong on disk that belongs to no container. */
  problems(): readonly Problem[];
  publish: Publish;
  /** Tells those who list the sessions what is new about this one. */
  summarize(changes: Partial<SessionSummary>): void;
}

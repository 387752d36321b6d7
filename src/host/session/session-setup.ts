/** What a session is made from. The host gives it, and tests replace it. */

import type { Problem } from '../../protocol/problem-codes.js';
import type { Progress } from '../../protocol/skillpick-meta.js';
import type { UndoResult } from '../../protocol/switch-result.js';
import type { Action, ActionOrigin, Customization, SessionSummary, URI } from '../../protocol/types.js';
import type { AgentStore } from './agent-choice.js';
import type { ClientAccess } from './client-plugins.js';
import type { Keeper } from './keeper.js';

export interface SessionSetup {
  uri: URI;
  provider: string;
  title: string;
  /** The working directory, as a uri. */
  directory: URI;
  /** The clients that may publish plugins; without it, none may. */
  clients?: ClientAccess;
  /** Called when the session is opened, which most never are. */
  openKeeper(): Keeper;
  /** Takes back a batch of the history; resolves to the reason if it cannot. */
  undo(batch: string, deadline: number | undefined): Promise<UndoResult | string>;
  /** Returns what the undo of the last batch would do after the others were taken back, or why it cannot be done. */
  planUndo(batches: readonly string[]): Promise<UndoResult | string>;
  /** Returns how far the first reading of the disk is; undefined once it is done. */
  progress(): Progress | undefined;
  /** Keeps the agent that is selected. */
  agents: AgentStore;
  /** Returns what was found for it. */
  find(): readonly Customization[];
  /** Returns the problems that belong to no container. */
  problems(): readonly Problem[];
  /** Sends an action to all subscribers of the session. */
  publish(action: Action, origin?: ActionOrigin, rejectionReason?: string): void;
  /** Sends a change of the session's summary to clients that follow the list of sessions. */
  summarize(changes: Partial<SessionSummary>): void;
  /** Called after switches were made, which other sessions may show as well. */
  saved(): void;
}

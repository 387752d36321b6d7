/** What the store of a session reports: the view, how switches ended, and which switches the host forgot. */

import type { Scope } from '../protocol/scopes.js';
import type { PlanResult, SwitchResult, UndoResult } from '../protocol/switch-result.js';
import type { AgentSelection, EnablementKind, SessionState, URI } from '../protocol/types.js';

/** The agent that is selected for a session. */
export interface AgentView {
  /** With a selection under way on top. Null: the host's default. Undefined: not known, or not asked for yet. */
  readonly agent: AgentSelection | null | undefined;
  /** True while the selection has no outcome. */
  readonly isAgentPending: boolean;
}

/** What a session looks like right now. */
export interface SessionView extends AgentView {
  /** The host's state with our pending switches on top. */
  readonly state: SessionState;
  /** The host's state alone. */
  readonly confirmed: SessionState;
  /** The entries whose switch has no outcome yet, with the value wanted last (null: reset). */
  readonly pending: ReadonlyMap<string, boolean | null>;
  /** True once the host no longer has the session. */
  readonly isMissing: boolean;
  /** True if it is missing because somebody else has closed it. */
  readonly isRemoved: boolean;
}

/**
 * How a switch ended. `enabled` is the entry's own flag now; undefined if the entry is gone, the host could not be
 * asked, or the switch was never sent.
 */
export type ToggleOutcome = (
  | {
      kind: 'confirmed';
      enabled: boolean | undefined;
      /** What skillpick's own host did in each tool. Some tools may have been left out. */
      result?: SwitchResult;
      /** Kept as asked, but a decision in this scope is what counts now. */
      decidedIn?: EnablementKind;
    }
  | { kind: 'rejected'; enabled: boolean | undefined; reason: string }
  /** Echoed, but the host's state does not show it. */
  | { kind: 'ineffective'; enabled: boolean | undefined }
  /** Not echoed, and the host's state does not show it; or never sent. */
  | {
      kind: 'unconfirmed';
      enabled: boolean | undefined;
      reason: string;
      /** True if it was never sent: a later request replaced it, or it only takes back one that was not sent. */
      isReplaced?: true;
    }
) & {
  /** The batch in the history of skillpick's own host. If the echo was lost, the switch may be missing there. */
  batch?: string;
};

/** How the selection of an agent ended. `agent` is the one selected now, null the default; undefined if not known. */
export type AgentOutcome =
  | { kind: 'confirmed'; agent: URI | null }
  | { kind: 'rejected'; agent: URI | null | undefined; reason: string }
  /** Echoed, but the host's state did not change. */
  | { kind: 'ineffective'; agent: URI | null }
  /** Not echoed, and the host's state does not show it; or never sent. */
  | { kind: 'unconfirmed'; agent: URI | null | undefined; reason: string };

/** How a request ended that only skillpick's own host understands. */
export type OwnOutcome<T> =
  | { kind: 'confirmed'; result: T }
  | { kind: 'rejected'; reason: string }
  /** Not echoed, or never sent. */
  | { kind: 'unconfirmed'; reason: string };

/** How an undo ended. The result names what was put back and what was refused. */
export type UndoOutcome = OwnOutcome<UndoResult>;

/** How a plan ended. */
export type PlanOutcome = OwnOutcome<PlanResult>;

/** A switch made here that the host dropped. */
export interface ForgottenSwitch {
  id: string;
  /** The value that had been requested and confirmed. */
  enabled: boolean;
  scope: Scope;
}

/** Why switches are gone: the host sent a new list, it restarted, or the reason is unknown. */
export type ForgottenCause = 'list' | 'restart' | 'unknown';

/** Switches that the host dropped, and why. */
export interface Forgotten {
  cause: ForgottenCause;
  switches: ForgottenSwitch[];
}

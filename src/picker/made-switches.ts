/** Switches as the picker knows them: made here, ended, forgotten by the host, and recorded so that undo can take them back. */

import type { Scope, SetScope, ToolScope } from '../protocol/scopes.js';
import type { SetItem } from '../protocol/skillpick-meta.js';
import type { ObeysFrom, SwitchResult } from '../protocol/switch-result.js';

/** A switch that was made in the picker, with the value before it. */
export interface MadeSwitch {
  id: string;
  name: string;
  type: string;
  uri: string;
  before: boolean;
  after: boolean;
  /** It was on in some tools and off in others. */
  wasMixed: boolean;
  /** By tool, whether it was on there before; empty if the host names no tools. */
  enabledIn: ReadonlyMap<string, boolean>;
  scope: SetScope;
  /** True if another host keeps decisions by scope for it. Then the values are those of the scope. */
  isDecided?: boolean;
  /** Only in these tools. */
  tools?: readonly string[];
  /** Tools that are switched in another scope, because the user allowed it. */
  also?: readonly SetItem[];
}

/** What this run has changed in one tool. */
export interface ToolChange {
  before: boolean;
  after: boolean;
  scope: ToolScope | null;
  /** When a running session of the tool obeys. */
  obeysFrom: ObeysFrom | null;
}

/** An entry that was switched here, with its first and its current value, which may be the same. */
export interface ChangedEntry extends MadeSwitch {
  /** The tools that were written to; empty if the host does not report them. */
  inTools: ReadonlyMap<string, ToolChange>;
  /** True if skillpick's own host keeps the switch for the session alone, whichever scope was asked for. */
  isForSession?: true;
}

/** Switches that were made together, and are taken back together. */
export interface JournalEntry {
  /** Identifies it in effects. */
  key: number;
  made: readonly MadeSwitch[];
  /** The history that it belongs to. */
  history: string;
}

/** How a switch ended. */
export type SwitchOutcome = (
  | {
      kind: 'confirmed';
      enabled: boolean | undefined;
      result?: SwitchResult;
      /** Kept as asked, but a decision in this scope is what counts now. */
      decidedIn?: string;
    }
  | { kind: 'rejected' | 'unconfirmed'; enabled: boolean | undefined; reason: string; isReplaced?: true }
  | { kind: 'ineffective'; enabled: boolean | undefined }
) & {
  /** Its batch in the history of skillpick's own host; absent if nothing was recorded. */
  batch?: string;
};

/** A switch that has ended. */
export interface Settled {
  id: string;
  name: string;
  wanted: boolean;
  outcome: SwitchOutcome;
  /** The key of its batch in the journal; absent if it cannot be taken back. */
  key?: number;
}

/** A switch that the host forgot. */
export interface Lost {
  id: string;
  enabled: boolean;
  scope: Scope;
}

/** A switch to make. */
export interface NamedSwitch {
  id: string;
  name: string;
  enabled: boolean;
  scope: SetScope;
  tools?: readonly string[];
  also?: readonly SetItem[];
}

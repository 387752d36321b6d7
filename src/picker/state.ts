/**
 * The picker's state between keys, and the model: what the host says, which comes with every update and is never kept
 * in the state. The cursor is an entry's id, not an index, because rows move under it.
 */

import type { EntryList, Problem } from '../entries/entries.js';
import type { SearchIndex } from '../entries/search-entries.js';
import type { SessionInfo } from '../entries/session-info.js';
import type { Scope, SetScope, ToolScope } from '../protocol/scopes.js';
import type { SetItem } from '../protocol/skillpick-meta.js';
import type { ObeysFrom, SwitchResult } from '../protocol/switch-result.js';
import type { EditLine } from './edit-line.js';

export const kinds = ['usual', 'skills', 'agents', 'other', 'all'] as const;
export type KindFilter = (typeof kinds)[number];

export const showings = ['any', 'on', 'off', 'problems'] as const;
/** Which entries are shown, by their state. */
export type Showing = (typeof showings)[number];

/** The connection as the picker shows it. */
export type LinkView =
  | { kind: 'live' | 'connecting' }
  | { kind: 'waiting'; retryAtMs: number; reason: string }
  | { kind: 'gone'; reason: string };

export interface Model {
  list: EntryList;
  /** Made by the first search, so that the first frame does not wait for it. */
  index(): SearchIndex;
  /** The entries whose switch has no outcome yet, with the value wanted last; null: reset. */
  pending: ReadonlyMap<string, boolean | null>;
  session: SessionInfo;
  /** `isOwn`: skillpick's own host, embedded or served by another process. */
  host: { kind: string; name: string; protocolVersion: string; isOwn: boolean };
  /** Our id at the host. */
  clientId: string | null;
  /** The tools that read any of the entries. */
  tools: readonly string[];
  /** How the command line limits the list, in words; null if it does not. */
  limit: string | null;
  /** The tools that the command line limits switches to; null if it does not. */
  onlyTools: readonly string[] | null;
  link: LinkView;
  /** The session was made by the picker and ends with it. */
  isTemporary: boolean;
  /** Why the host has no scopes; null if it has. */
  noScopes: string | null;
  /** What the picker waits for before a session is open; null once it is. */
  waitingFor: string | null;
  /** The host still reads its files. */
  isLoading: boolean;
}

/** Returns true if a session of one host can take back what was switched in a session of the other. */
export function hasSameHistory(one: Model['host'], other: Model['host']): boolean {
  return one.kind === 'embedded' && other.kind === 'embedded';
}

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
}

/** Switches that were made together, and are taken back together. */
export interface JournalEntry {
  /** Identifies it in effects. */
  key: number;
  made: readonly MadeSwitch[];
  /** The kind of the host if it is skillpick's own, which puts every tool back exactly; null for any other. */
  ownHost: string | null;
}

/** How a switch ended. */
export type SwitchOutcome = (
  | { kind: 'confirmed'; enabled: boolean | undefined; result?: SwitchResult }
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

export interface Notice {
  text: string;
  tone: 'plain' | 'warn' | 'bad';
  /** True if the next result of a switch may replace it. */
  isPassing?: true;
  /** A sentence that stays if results replace the rest. */
  kept?: string;
  /** The ended switches that it reports. */
  settled?: readonly Settled[];
}

/** An item of the chooser. */
export interface Choice {
  /** Identifies it in the effect that opens it. */
  key: string;
  group: string;
  title: string;
  note: string;
  isCurrent: boolean;
}

/** The text of a file, or why it cannot be shown. */
export type FileText = { lines: readonly string[]; isCut: boolean } | { problem: string };

/** The view on screen. */
export type OpenView =
  | { type: 'list' }
  /** Asks about many entries: those of one folder or plugin, or all that are shown. */
  | { type: 'batch'; ids: readonly string[]; folder?: string }
  | {
      /** Asks about tools that can switch only for all repositories. */
      type: 'consent';
      made: readonly MadeSwitch[];
      /** The notice once the switches are sent. */
      notice: Notice | null;
      /** The tools to ask about; the first one is asked about now. */
      asked: readonly string[];
      /** By tool, the names of the entries that it is asked about for. */
      about: ReadonlyMap<string, readonly string[]>;
      allowed: readonly string[];
      under: OpenView;
    }
  | {
      type: 'detail';
      id: string;
      /** The problem it was opened on, if it was one. */
      problem: Problem | null;
      top: number;
      file: FileText | null;
    }
  | { type: 'chooser'; choices: readonly Choice[] | null; at: number; query: EditLine }
  | { type: 'help'; top: number; under: OpenView };

export type BatchView = Extract<OpenView, { type: 'batch' }>;
export type DetailView = Extract<OpenView, { type: 'detail' }>;
export type ConsentView = Extract<OpenView, { type: 'consent' }>;
export type ChooserView = Extract<OpenView, { type: 'chooser' }>;

export interface PickerState {
  query: EditLine;
  kind: KindFilter;
  showing: Showing;
  cursor: { id: string | null; index: number };
  top: number;
  scope: SetScope;
  view: OpenView;
  /** Entries switched since the filter changed: they stay in the list even if the filter rejects them. */
  sticky: ReadonlySet<string>;
  /** The batches of switches that undo can take back, oldest first. */
  journal: readonly JournalEntry[];
  /** The batches that were taken back, and that redo makes again, oldest first. */
  undone: readonly JournalEntry[];
  /** The key of the next batch. */
  nextKey: number;
  /** Tools that the user allows to switch for all repositories without a question. */
  globalTools: ReadonlySet<string>;
  /** The entries switched here, by id. */
  changed: ReadonlyMap<string, ChangedEntry>;
  notice: Notice | null;
  /** Switches that the host forgot and that were not sent again yet. */
  lost: readonly Lost[];
  /** When forgotten switches were sent again without a key, newest last. */
  putBackAtMs: readonly number[];
}

export function initialState(
  query: string,
  kind: KindFilter,
  showing: Showing,
  scope: SetScope,
): PickerState {
  return {
    query: { text: query, at: query.length },
    kind,
    showing,
    cursor: { id: null, index: 0 },
    top: 0,
    scope,
    view: { type: 'list' },
    sticky: new Set(),
    journal: [],
    undone: [],
    nextKey: 0,
    globalTools: new Set(),
    changed: new Map(),
    notice: null,
    lost: [],
    putBackAtMs: [],
  };
}

/**
 * Everything the picker remembers between keys. The cursor is an entry's id, never an index: rows move under it.
 * What the host says is not in here; it comes with every update as the model.
 */

import type { EntryList, Problem } from '../entries/entries.js';
import type { SearchIndex } from '../entries/search.js';
import type { SessionInfo } from '../entries/session-info.js';
import type { Scope } from '../protocol/actions.js';
import type { EditLine } from './edit-line.js';

export const kinds = ['usual', 'skills', 'agents', 'other', 'all'] as const;
export type KindFilter = (typeof kinds)[number];

export const showings = ['any', 'on', 'off', 'problems'] as const;
/** Which entries are shown, by how they stand. */
export type Showing = (typeof showings)[number];

/** The connection as the picker shows it. */
export type LinkView =
  | { kind: 'live' }
  | { kind: 'connecting' }
  | { kind: 'waiting'; retryAtMs: number; reason: string }
  | { kind: 'gone'; reason: string };

/** What the outside is like right now. */
export interface Model {
  list: EntryList;
  /** What the search looks at, made when it is first asked for: the first frame does not wait for it. */
  index(): SearchIndex;
  /** Ids whose switch is under way, with the wanted value; null: reset. */
  pending: ReadonlyMap<string, boolean | null>;
  session: SessionInfo;
  /** `isOwn`: skillpick's, in this process or served from another. */
  host: { kind: string; name: string; url: string | null; protocolVersion: string; isOwn: boolean };
  /** Who we are to the host. */
  clientId: string | null;
  /** The tools that read any of the entries. */
  tools: readonly string[];
  /** How the command line limits the list, in words; null where it does not. */
  limit: string | null;
  link: LinkView;
  /** A session of our own, gone when we leave. */
  isTemporary: boolean;
  /** Why the host keeps no scopes; null where it does. */
  noScopes: string | null;
  /** What there is to wait for before a session is open; null when one is. */
  waitingFor: string | null;
  /** Still waiting for the host to read its files. */
  isLoading: boolean;
}

/** A switch that was made here, and what was before it. */
export interface MadeSwitch {
  id: string;
  name: string;
  type: string;
  before: boolean;
  after: boolean;
  /** It was on in some tools and off in others, which no switch brings back. */
  wasMixed: boolean;
  scope: Scope;
}

/** How one of our switches ended. */
export type SwitchOutcome =
  | { kind: 'confirmed'; enabled: boolean | undefined }
  | { kind: 'rejected' | 'unconfirmed'; enabled: boolean | undefined; reason: string }
  | { kind: 'ineffective'; enabled: boolean | undefined };

/** One of our switches, and how it ended. */
export interface Settled {
  id: string;
  name: string;
  wanted: boolean;
  outcome: SwitchOutcome;
}

/** Switches of one entry whose outcome is still to come. */
export interface Unsettled {
  name: string;
  /** What was asked for, oldest first; there is at least one, and the last one counts. */
  wishes: readonly boolean[];
}

export interface Lost {
  id: string;
  enabled: boolean;
  scope: Scope;
}

export interface Notice {
  text: string;
  tone: 'plain' | 'good' | 'warn' | 'bad';
  /** The switches it tells of that failed alike, so that one notice can speak for all. */
  failed?: { key: string; names: readonly string[] };
}

/** Something that can be opened from the chooser. */
export interface Choice {
  /** What the outside needs to open it. */
  key: string;
  group: string;
  title: string;
  note: string;
  isCurrent: boolean;
}

export interface FileText {
  lines: readonly string[];
  isCut: boolean;
}

/** What is on screen besides the list. */
export type OpenView =
  | { type: 'list' }
  | { type: 'batch'; ids: readonly string[] }
  | {
      type: 'detail';
      id: string;
      /** Opened on a problem, whose file need not be an entry. */
      problem: Problem | null;
      top: number;
      file: FileText | { problem: string } | null;
    }
  | { type: 'chooser'; choices: readonly Choice[] | null; at: number; query: EditLine }
  | { type: 'help'; top: number; under: OpenView };

export interface PickerState {
  query: EditLine;
  kind: KindFilter;
  showing: Showing;
  cursor: { id: string | null; index: number };
  top: number;
  scope: Scope;
  view: OpenView;
  /** Switched since the filter changed: these rows stay, whatever the filter says. */
  sticky: ReadonlySet<string>;
  /** Batches of switches that can be taken back, oldest first. */
  journal: readonly (readonly MadeSwitch[])[];
  /** What we switched, by id: how it stood at first, and how we left it, which may be the same again. */
  changed: ReadonlyMap<string, MadeSwitch>;
  /** By id. */
  unsettled: ReadonlyMap<string, Unsettled>;
  notice: Notice | null;
  /** Switches the host forgot and that were not put back yet. */
  lost: readonly Lost[];
  /** When lost switches were put back by themselves, newest last. */
  putBackAtMs: readonly number[];
}

export function initialState(query: string, kind: KindFilter, showing: Showing, scope: Scope): PickerState {
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
    changed: new Map(),
    unsettled: new Map(),
    notice: null,
    lost: [],
    putBackAtMs: [],
  };
}

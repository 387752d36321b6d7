/**
 * Everything the picker remembers between keys. The cursor is an entry's id, never an index: rows move under it.
 * What the host says is not in here; it comes with every update as the model.
 */

import type { Scope } from '../protocol/actions.js';
import type { EditLine } from './edit-line.js';
import type { EntryList } from './entries.js';
import type { SearchIndex } from './search.js';
import type { SessionInfo } from './session-info.js';

export const kinds = ['usual', 'skills', 'agents', 'other', 'all'] as const;
export type Kind = (typeof kinds)[number];

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
  index: SearchIndex;
  /** Ids whose switch is under way, with the wanted value; null: reset. */
  pending: ReadonlyMap<string, boolean | null>;
  session: SessionInfo;
  host: { kind: string; name: string; url: string | null; protocolVersion: string };
  link: LinkView;
  /** A session of our own, gone when we leave. */
  isTemporary: boolean;
  /** Why the host keeps no scopes; null where it does. */
  noScopes: string | null;
  /** Still waiting for the host to read its files. */
  isLoading: boolean;
}

/** A switch that was made here, and what was before it. */
export interface Made {
  id: string;
  name: string;
  type: string;
  before: boolean;
  after: boolean;
  scope: Scope;
}

/** How one of our switches ended. */
export type Outcome =
  | { kind: 'confirmed'; enabled: boolean | undefined }
  | { kind: 'rejected' | 'unconfirmed'; enabled: boolean | undefined; reason: string }
  | { kind: 'ineffective'; enabled: boolean | undefined };

export interface Lost {
  id: string;
  enabled: boolean;
  scope: Scope;
}

export interface Notice {
  text: string;
  tone: 'plain' | 'good' | 'warn' | 'bad';
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
export type View =
  | { type: 'list' }
  | { type: 'batch'; ids: readonly string[] }
  | { type: 'detail'; id: string; top: number; file: FileText | { problem: string } | null }
  | { type: 'chooser'; choices: readonly Choice[] | null; at: number; query: EditLine }
  | { type: 'help'; top: number; under: View };

export interface PickerState {
  query: EditLine;
  kind: Kind;
  showing: Showing;
  cursor: { id: string | null; index: number };
  top: number;
  scope: Scope;
  view: View;
  /** Switched since the filter changed: these rows stay, whatever the filter says. */
  sticky: ReadonlySet<string>;
  /** Batches of switches that can be taken back, oldest first. */
  journal: readonly (readonly Made[])[];
  /** Everything that stands differently because of us, by id. */
  changed: ReadonlyMap<string, Made>;
  notice: Notice | null;
  /** Switches the host forgot and that were not put back yet. */
  lost: readonly Lost[];
  /** When lost switches were put back by themselves, newest last. */
  putBackAtMs: readonly number[];
}

export function initialState(query: string, kind: Kind, showing: Showing, scope: Scope): PickerState {
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
    notice: null,
    lost: [],
    putBackAtMs: [],
  };
}

/**
 * The picker's state between keys, and the model: what the host says, which comes with every update and is never kept
 * in the state. The cursor is an entry's id, not an index, because rows move under it.
 */

import type { ShownAgent } from '../entries/agent-of-session.js';
import type { EntryList } from '../entries/entries.js';
import type { SortOrder } from '../entries/query-values.js';
import type { SearchIndex } from '../entries/search-entries.js';
import type { SessionInfo } from '../entries/session-info.js';
import type { SetScope } from '../protocol/scopes.js';
import type { EditLine } from './edit-line.js';
import { type History, noHistory } from './histories.js';
import type { Lost, Settled } from './made-switches.js';
import type { NoticePart } from './notice-parts.js';
import type { FileText, OpenView } from './open-view.js';

export const kinds = ['usual', 'skills', 'agents', 'other', 'all'] as const;
export type KindFilter = (typeof kinds)[number];

export const showings = ['any', 'on', 'differs', 'off', 'broken'] as const;
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
  /** The same with folders and plugins as entries. Made by the first search that asks for them. */
  folderIndex(): SearchIndex;
  /** The entries whose switch has no outcome yet, with the value wanted last; null: reset. */
  pending: ReadonlyMap<string, boolean | null>;
  session: SessionInfo;
  /** The agent that is selected; null for the default, or if the host does not say. */
  agent: ShownAgent | null;
  /** True while the selection has no outcome. */
  isAgentPending: boolean;
  /**
   * `isOwn`: skillpick's own host, embedded or served by another process. `listsOnly`: an ACP agent, in which nothing can
   * be switched.
   */
  host: { kind: string; name: string; protocolVersion: string; isOwn: boolean; listsOnly?: true };
  /** Names the history of its switches. What was switched in one session can be taken back in all of the same name. */
  history: string;
  /** Our id at the host. */
  clientId: string | null;
  /** The tools that have a cell in each row and a tab, in the order of their columns; none on other hosts. */
  tools: readonly string[];
  /** The home directory, for short paths. */
  home: string;
  /** How the command line limits the list, in words; null if it does not. */
  limit: string | null;
  /** The tools that the command line limits switches to; null if it does not. */
  onlyTools: readonly string[] | null;
  link: LinkView;
  /** The session was made by the picker and ends with it. */
  isTemporary: boolean;
  /** True once the host no longer has the session: what was switched for it alone has ended. */
  hasEnded: boolean;
  /** Why the host has no scopes; null if it has. */
  noScopes: string | null;
  /** What the picker waits for before a session is open; null once it is. */
  waitingFor: string | null;
  /** The host still reads its files. */
  isLoading: boolean;
  /** How many files it has read so far; null if it does not say. */
  filesRead: number | null;
}

/** Returns true if the user chose no other host: the session is of this machine, or the demo. */
export function isHere({ kind }: Pick<Model['host'], 'kind'>): boolean {
  return kind === 'embedded' || kind === 'demo';
}

export interface Notice {
  text: string;
  tone: 'plain' | 'warn' | 'bad';
  /** True if the next result of a switch may replace it. */
  isPassing?: true;
  /** True if it says that a switch waits: it goes with the next result. */
  isWaiting?: true;
  /** A sentence that stays if results replace the rest. */
  kept?: string;
  /** The parts of the text, if they have to fit on one line. */
  parts?: readonly NoticePart[];
  /** The ended switches that it reports. */
  settled?: readonly Settled[];
}

export interface PickerState extends History {
  query: EditLine;
  /** Where Space, and the keys left and right, go. With an empty query it is the list. */
  focus: 'list' | 'query';
  kind: KindFilter;
  showing: Showing;
  /** The order of a list without words to rank it by. */
  sort: SortOrder;
  /** The tool whose entries are shown; null: all. */
  tab: string | null;
  /** The tool whose cell is chosen; null: the whole row. */
  tool: string | null;
  /** The preview is shown where there is room for it. */
  hasPreview: boolean;
  /** The file that was read last, of the open entry or of the row with the cursor. */
  file: { id: string; file: FileText } | null;
  cursor: { id: string | null; index: number };
  top: number;
  scope: SetScope;
  view: OpenView;
  /** Entries switched since the filter changed: they stay in the list even if the filter rejects them. */
  sticky: ReadonlySet<string>;
  /** By name, what was switched in sessions that are not open now. */
  otherHistories: ReadonlyMap<string, History>;
  /** The key of the next batch. */
  nextKey: number;
  /** Tools that the user allows to switch for all repositories without a question. */
  globalTools: ReadonlySet<string>;
  notice: Notice | null;
  /** Switches that the host forgot and that were not sent again yet. */
  lost: readonly Lost[];
  /** When forgotten switches were sent again without a key, newest last. */
  putBackAtMs: readonly number[];
}

/** What the command line and the configuration decide before the first frame. */
export interface StartOptions {
  query?: string;
  kind?: KindFilter;
  showing?: Showing;
  scope?: SetScope;
  tab?: string | null;
  hasPreview?: boolean;
  globalTools?: readonly string[];
}

export function initialState(options: StartOptions = {}): PickerState {
  const { query = '', kind = 'usual', showing = 'any', scope = 'workspace' } = options;
  return {
    query: { text: query, at: query.length },
    focus: query === '' ? 'list' : 'query',
    kind,
    showing,
    sort: 'place',
    tab: options.tab ?? null,
    tool: null,
    hasPreview: options.hasPreview ?? true,
    file: null,
    cursor: { id: null, index: 0 },
    top: 0,
    scope,
    view: { type: 'list' },
    sticky: new Set(),
    ...noHistory,
    otherHistories: new Map(),
    nextKey: 0,
    globalTools: new Set(options.globalTools),
    notice: null,
    lost: [],
    putBackAtMs: [],
  };
}

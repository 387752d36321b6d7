/**
 * The rows of the list: grouped by folder in the host's order, or one list that is ranked by the query or sorted by name.
 * Filtered by kind, state and tab. Files that were left out are rows of their group. Rows that were switched here stay
 * until the filter changes.
 */

import { brokenType } from '../entries/broken-files.js';
import { type Container, isEntryToo } from '../entries/containers.js';
import type { Entry, EntryList, Problem } from '../entries/entries.js';
import { isFolderKind } from '../entries/kind-names.js';
import { parseQuery, type Query } from '../entries/query.js';
import { stateTests } from '../entries/query-filter.js';
import { matchesProblem } from '../entries/query-problem.js';
import type { SortOrder } from '../entries/query-values.js';
import { countStates, type StateCounts } from '../entries/row-state.js';
import { search } from '../entries/search-entries.js';
import { sortedByName } from '../entries/sort-entries.js';
import { type Suggestions, suggestionsFor } from '../entries/suggest.js';
import { isListedUri } from '../protocol/listed-uri.js';
import { folderHeaders, type HeaderRow, indexFor } from './folder-rows.js';
import { isOfKind } from './kinds.js';
import { type ProblemRow, problemRows } from './problem-rows.js';
import type { Model, PickerState, Showing } from './state.js';

export type Row =
  /** `entry` is as it is in the tool of the tab; `whole` is as it is in all tools. */
  | { type: 'entry'; id: string; entry: Entry; whole: Entry }
  | HeaderRow
  /** A heading over rows without a container. */
  | { type: 'label'; id: string; text: string }
  | ProblemRow;

export interface Rows {
  rows: readonly Row[];
  /** The query that they match. Its words are highlighted. */
  query: Query;
  /** By folder, under headings; or one list, by name or ranked by the query. */
  order: SortOrder | 'rank';
  /** How many entries, listed folders and broken files are shown. */
  shown: number;
  counts: StateCounts;
  /** What the query may have meant, if nothing matches; null otherwise. */
  suggestions: Suggestions | null;
}

type EntryRow = Extract<Row, { type: 'entry' }>;

/** The rows of each group, before headings are added: entries, then broken files. */
interface RowGroup {
  entries: EntryRow[];
  broken: ProblemRow[];
}

type RowGroups = Map<Container | null, RowGroup>;

/** The ids of labels start with a NUL, so that they never equal the id of something to switch. */
const labelRow = (text: string): Row => ({ type: 'label', id: `\0${text}`, text });
/** Over the problems of the session as a whole, which are about settings. */
const settingsLabel = labelRow('settings');
const noContainerLabel = labelRow('in no folder');
/** Over what an ACP agent lists, and what breaks a rule. */
const brokenLabel = labelRow('left out');

const showingTests: Record<Showing, (entry: Entry) => boolean> = {
  any: () => true,
  on: stateTests.on,
  differs: stateTests.mixed,
  off: stateTests.off,
  broken: stateTests.broken,
};

/** Returns the row of an entry that the filters accept, as it is in the tool of the tab; null for any other. */
type RowFilter = (entry: Entry, whole?: Entry) => EntryRow | null;

function filterFor({ kind, showing, sticky, tab }: PickerState, { types }: Query): RowFilter {
  const only = tab === null ? null : new Set([tab]);
  return (named, whole = named) => {
    if (types === null && !isOfKind(whole.type, kind)) return null;
    const entry = only === null ? whole : whole.limitedTo(only);
    if (only !== null && entry.tools.length === 0) return null;
    // The state that counts is that in the tools of the query, and of the tab.
    const judged = only === null ? named : named.limitedTo(only);
    if (!showingTests[showing](judged) && !sticky.has(entry.id)) return null;
    return { type: 'entry', id: entry.id, entry, whole };
  };
}

/** What matches, in the order of the query. */
interface MatchingRows {
  entries: EntryRow[];
  /** The folders and plugins that the query asks for by their type, by id. */
  folders: ReadonlyMap<string, HeaderRow>;
}

/** Returns the entries that match, and the folders and plugins if the query asks for them. */
function matchingRows(model: Model, state: PickerState, query: Query): MatchingRows {
  const filter = filterFor(state, query);
  const entries: EntryRow[] = [];
  const add = (row: EntryRow | null) => {
    if (row !== null) entries.push(row);
  };
  if (query.isEmpty) {
    for (const entry of model.list.entries) add(filter(entry));
    return { entries, folders: new Map() };
  }
  const isKept = ({ id }: Entry) => state.sticky.has(id);
  const isShown = (entry: Entry) => showingTests[state.showing](entry) || isKept(entry);
  const { rows } = search(indexFor(query, model), query, { isKept });
  for (const { entry, whole } of rows) if (!isFolderKind(whole.type)) add(filter(entry, whole));
  const folders = rows.filter(({ whole }) => isFolderKind(whole.type));
  return { entries, folders: folderHeaders(folders, model, state, isShown) };
}

const showsBroken = ({ showing }: PickerState): boolean => showing === 'any' || showing === 'broken';

/** Returns the broken files that match. */
function matchingProblems({ list }: Model, state: PickerState, query: Query): ProblemRow[] {
  if (!showsBroken(state)) return [];
  // The types of the query replace the kind.
  const { kind, tab } = query.types === null ? state : { ...state, kind: 'all' as const };
  return problemRows(list, { kind, tab }).filter(
    ({ problem, container }) =>
      query.isEmpty || matchesProblem(query, problem, brokenType(problem, container)),
  );
}

function groupsOf(entries: readonly EntryRow[], broken: readonly ProblemRow[]): RowGroups {
  const groups: RowGroups = new Map();
  const groupOf = (container: Container | null): RowGroup => {
    const known = groups.get(container) ?? { entries: [], broken: [] };
    groups.set(container, known);
    return known;
  };
  for (const row of entries) groupOf(row.whole.container).entries.push(row);
  for (const row of broken) groupOf(row.container).broken.push(row);
  return groups;
}

/** True if an empty container gets a heading: it is loading or failed, was just switched, or could hold what is shown. */
function isWorthHeading(container: Container, { kind, showing, sticky, tab, query }: PickerState): boolean {
  if (sticky.has(container.id)) return true;
  if (showing !== 'any' || query.text.trim() !== '') return false;
  if (container.load === 'loading' || container.load === 'error') return true;
  if (tab !== null) return false;
  return container.contents === null ? kind === 'all' : isOfKind(container.contents, kind);
}

function groupRows({ entries, broken }: RowGroup): Row[] {
  return [...entries, ...broken];
}

const countGroup = ({ entries, broken }: RowGroup): StateCounts => {
  const counts = countStates(entries.map(({ entry }) => entry));
  return { ...counts, broken: counts.broken + broken.filter(isError).length };
};

const isError = ({ problem }: { problem: Problem }): boolean => problem.severity === 'error';

/** Returns the rows that are the heading of what is in them. */
function* serverRows(
  { containers }: EntryList,
  entries: readonly EntryRow[],
): Generator<[Container, EntryRow]> {
  const servers = containers.filter(isEntryToo);
  if (servers.length === 0) return;
  const rows = new Map(entries.map((row) => [row.whole.node as unknown, row]));
  for (const server of servers) {
    const row = rows.get(server.node);
    if (row !== undefined) yield [server, row];
  }
}

function groupedRows(
  { list }: Model,
  state: PickerState,
  groups: RowGroups,
  folders: MatchingRows['folders'],
): Row[] {
  const empty: RowGroup = { entries: [], broken: [] };
  const rows: Row[] = [];
  const others = groups.get(null) ?? empty;
  const servers = new Map(serverRows(list, others.entries));
  for (const container of list.containers) {
    const [group, listed] = [groups.get(container), servers.get(container) ?? folders.get(container.id)];
    if (group === undefined && listed === undefined && !isWorthHeading(container, state)) continue;
    const counts = countGroup(group ?? empty);
    rows.push(listed ?? { type: 'header', id: container.id, container, counts });
    rows.push(...groupRows(group ?? empty));
  }
  const headings = new Set(servers.values());
  const loose = others.entries.filter((row) => !headings.has(row));
  if (loose.length > 0 && rows.length > 0) rows.push(noContainerLabel);
  rows.push(...loose);
  const [first] = others.broken;
  if (first !== undefined)
    rows.push(isListedUri(first.problem.uri) ? brokenLabel : settingsLabel, ...others.broken);
  return rows;
}

/** Returns what a query that matches nothing may have meant, whatever kind is shown. */
function suggestionsOf(model: Model, state: PickerState, query: Query): Suggestions {
  const filter = filterFor({ ...state, kind: 'all' }, query);
  return suggestionsFor(indexFor(query, model), query, { accept: (entry) => filter(entry) !== null });
}

/** Returns the rows for the model and the state's filters. */
export function buildRows(model: Model, state: PickerState): Rows {
  const query = parseQuery(state.query.text);
  const { entries, folders } = matchingRows(model, state, query);
  const broken = matchingProblems(model, state, query);
  const shown = entries.length + folders.size + broken.filter(isError).length;
  const isUnmatched = entries.length + folders.size + broken.length === 0 && !query.isEmpty;
  const suggestions = isUnmatched ? suggestionsOf(model, state, query) : null;
  const order = query.sort ?? (query.hasWords ? 'rank' : state.sort);
  const found = { query, order, shown, suggestions, counts: countGroup({ entries, broken }) } as const;
  if (order === 'place')
    return { ...found, rows: groupedRows(model, state, groupsOf(entries, broken), folders) };
  const sorted = order === 'name' ? sortedByName(entries, ({ whole }) => whole) : entries;
  return { ...found, rows: [...folders.values(), ...sorted, ...broken] };
}

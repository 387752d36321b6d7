/**
 * The rows of the list: grouped by folder in the host's order, or one list that is ranked by the query or sorted by name.
 * Filtered by kind, state and tab. Files that were left out are rows of their group. Rows that were switched here stay
 * until the filter changes.
 */

import type { Container } from '../entries/containers.js';
import type { Entry, Problem } from '../entries/entries.js';
import { countStates, isBroken, type StateCounts } from '../entries/row-state.js';
import { search } from '../entries/search-entries.js';
import { wordsOf } from '../entries/words.js';
import { type ProblemRow, problemRows, matchesWords } from './problem-rows.js';
import { isOfKind } from './kinds.js';
import type { Model, PickerState, Showing } from './state.js';

export type Row =
  /** `entry` is as it is in the tool of the tab; `whole` is as it is in all tools. */
  | { type: 'entry'; id: string; entry: Entry; whole: Entry }
  | { type: 'header'; id: string; container: Container; counts: StateCounts }
  /** A heading over rows without a container. */
  | { type: 'label'; id: string; text: string }
  | ProblemRow;

export interface Rows {
  rows: readonly Row[];
  /** The words to highlight; empty without a query. */
  words: readonly string[];
  /** One list without headings. */
  isFlat: boolean;
  /** How many entries and broken files are shown. */
  shown: number;
  counts: StateCounts;
  /** The tokens that the names and descriptions of what is on cost the model; null if the host does not say. */
  tokens: number | null;
}

type EntryRow = Extract<Row, { type: 'entry' }>;

/** The rows of each group, before headings are added: entries, then broken files. */
interface Group {
  entries: EntryRow[];
  broken: ProblemRow[];
}

type Groups = Map<Container | null, Group>;

/** The ids of labels start with a NUL, so that they never equal the id of something to switch. */
const labelRow = (text: string): Row => ({ type: 'label', id: `\0${text}`, text });
const sessionLabel = labelRow('about everything');
const noContainerLabel = labelRow('in no folder');

const showingTests: Record<Showing, (entry: Entry) => boolean> = {
  any: () => true,
  on: ({ effectiveEnabled }) => effectiveEnabled,
  differs: ({ isMixed }) => isMixed,
  off: (entry) => !entry.effectiveEnabled && !isBroken(entry),
  broken: isBroken,
};

/** Returns the row of an entry that the filters accept, as it is in the tool of the tab; null for any other. */
type RowFilter = (whole: Entry) => EntryRow | null;

function filterFor({ kind, showing, sticky, tab }: PickerState): RowFilter {
  const only = tab === null ? null : new Set([tab]);
  return (whole) => {
    if (!isOfKind(whole.type, kind)) return null;
    const entry = only === null ? whole : whole.limitedTo(only);
    if (only !== null && entry.tools.length === 0) return null;
    if (!showingTests[showing](entry) && !sticky.has(entry.id)) return null;
    return { type: 'entry', id: entry.id, entry, whole };
  };
}

const showsBroken = ({ showing }: PickerState): boolean => showing === 'any' || showing === 'broken';

function groupsOf(model: Model, state: PickerState, filter: RowFilter): Groups {
  const groups: Groups = new Map();
  const groupOf = (container: Container | null): Group => {
    const known = groups.get(container) ?? { entries: [], broken: [] };
    groups.set(container, known);
    return known;
  };
  for (const whole of model.list.entries) {
    const row = filter(whole);
    if (row !== null) groupOf(whole.container).entries.push(row);
  }
  if (showsBroken(state))
    for (const row of problemRows(model.list, state)) groupOf(row.container).broken.push(row);
  return groups;
}

/** True if an empty container gets a heading: it is loading or failed, was just switched, or could hold what is shown. */
function isWorthHeading(container: Container, { kind, showing, sticky, tab }: PickerState): boolean {
  if (sticky.has(container.id)) return true;
  if (showing !== 'any') return false;
  if (container.load === 'loading' || container.load === 'error') return true;
  if (tab !== null) return false;
  return container.contents === null ? kind === 'all' : isOfKind(container.contents, kind);
}

function groupRows({ entries, broken }: Group): Row[] {
  return [...entries, ...broken];
}

const countGroup = ({ entries, broken }: Group): StateCounts => {
  const counts = countStates(entries.map(({ entry }) => entry));
  return { ...counts, broken: counts.broken + broken.filter(isError).length };
};

const isError = ({ problem }: { problem: Problem }): boolean => problem.severity === 'error';

function groupedRows({ list }: Model, state: PickerState, groups: Groups): Row[] {
  const empty: Group = { entries: [], broken: [] };
  const rows: Row[] = [];
  const others = groups.get(null) ?? empty;
  // Problems of the session as a whole come first: they may concern everything below.
  if (others.broken.length > 0) rows.push(sessionLabel, ...others.broken);
  for (const container of list.containers) {
    const group = groups.get(container);
    if (group === undefined && !isWorthHeading(container, state)) continue;
    rows.push({ type: 'header', id: container.id, container, counts: countGroup(group ?? empty) });
    rows.push(...groupRows(group ?? empty));
  }
  if (others.entries.length > 0 && rows.length > 0) rows.push(noContainerLabel);
  return [...rows, ...others.entries];
}

function rankedRows(model: Model, state: PickerState, filter: RowFilter): Row[] {
  const found = search(model.index(), state.query.text, { accept: (entry) => filter(entry) !== null });
  const rows: Row[] = found.rows.map(({ entry }) => filter(entry)!);
  if (!showsBroken(state)) return rows;
  const broken = problemRows(model.list, state).filter(({ problem }) => matchesWords(problem, found.words));
  return [...rows, ...broken];
}

const nameOf = (row: Row): string => (row.type === 'entry' ? row.entry.name.toLowerCase() : '\uffff');

function sortedRows(groups: Groups): Row[] {
  const rows = [...groups.values()].flatMap(groupRows);
  return rows.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
}

function withCounts(rows: readonly Row[], words: readonly string[], isFlat: boolean): Rows {
  const entries = rows.flatMap((row) => (row.type === 'entry' ? [row] : []));
  const broken = rows.flatMap((row) => (row.type === 'problem' ? [row] : []));
  let tokens: number | null = null;
  for (const { entry } of entries) {
    const cost = entry.details['tokens'];
    if (typeof cost === 'number') tokens = (tokens ?? 0) + (entry.effectiveEnabled ? cost : 0);
  }
  const counts = countGroup({ entries, broken });
  return { rows, words, isFlat, shown: entries.length + broken.filter(isError).length, counts, tokens };
}

/** Returns the rows for the model and the state's filters. */
export function buildRows(model: Model, state: PickerState): Rows {
  const filter = filterFor(state);
  const words = wordsOf(state.query.text);
  if (words.length > 0) return withCounts(rankedRows(model, state, filter), words, true);
  const groups = groupsOf(model, state, filter);
  if (state.sort === 'name') return withCounts(sortedRows(groups), words, true);
  return withCounts(groupedRows(model, state, groups), words, false);
}

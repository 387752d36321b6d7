/**
 * The rows of the list: grouped by container in the host's order, or ranked by the query; filtered by kind and by
 * state. Rows that were switched here stay until the filter changes.
 */

import type { Container } from '../entries/containers.js';
import type { Entry, EntryList, Problem } from '../entries/entries.js';
import { parseQuery, type Query, type QueryWord } from '../entries/query.js';
import { matchesProblem } from '../entries/query-problem.js';
import { countStates, type StateCounts } from '../entries/row-state.js';
import { search } from '../entries/search-entries.js';
import type { KindFilter, Model, PickerState, Showing } from './state.js';

export type Row =
  | { type: 'entry'; id: string; entry: Entry }
  | { type: 'header'; id: string; container: Container; counts: StateCounts }
  /** A heading over rows without a container. */
  | { type: 'label'; id: string; text: string }
  | { type: 'problem'; id: string; problem: Problem };

export interface Rows {
  rows: readonly Row[];
  /** The words to highlight in names; empty without a query. */
  words: readonly QueryWord[];
  /** One list without headings. */
  isRanked: boolean;
  shown: number;
  counts: StateCounts;
  /** The tokens that the names and descriptions of what is on cost the model; null if the host does not say. */
  tokens: number | null;
}

/** Entries by their container, in the host's order. */
type RowGroups = ReadonlyMap<Container | null, readonly Entry[]>;

const entryRow = (entry: Entry): Row => ({ type: 'entry', id: entry.id, entry });

function headerRow(container: Container, entries: readonly Entry[]): Row {
  return { type: 'header', id: container.id, container, counts: countStates(entries) };
}

/** The ids of labels and problems start with a NUL, so that they never equal the id of something to switch. */
const labelRow = (text: string): Row => ({ type: 'label', id: `\0${text}`, text });
const sessionLabel = labelRow('the session as a whole');
const noContainerLabel = labelRow('in no container');

function rowsOfProblems(owner: string, problems: readonly Problem[]): Row[] {
  return problems.map((problem, index) => ({ type: 'problem', id: `\0${owner}\0${index}`, problem }));
}

/** @internal */
export function isOfKind(type: string, kind: KindFilter): boolean {
  const isUsual = type === 'skill' || type === 'agent';
  if (kind === 'usual' || kind === 'other') return isUsual === (kind === 'usual');
  return kind === 'all' || type === (kind === 'skills' ? 'skill' : 'agent');
}

const showingTests: Record<Showing, (entry: Entry) => boolean> = {
  any: () => true,
  on: ({ effectiveEnabled }) => effectiveEnabled,
  off: ({ effectiveEnabled }) => !effectiveEnabled,
  problems: ({ problems }) => problems.length > 0,
};

type RowFilter = (entry: Entry) => boolean;

/** Returns the entries that the query and the filters accept, in the order of the query. */
function matchesOf(model: Model, { sticky }: PickerState, query: Query, accept: RowFilter): Entry[] {
  if (query.isEmpty) return model.list.entries.filter(accept);
  const isKept = ({ id }: Entry) => sticky.has(id);
  return search(model.index(), query, { accept, isKept }).rows.map(({ entry }) => entry);
}

function groupsOf(entries: readonly Entry[]): RowGroups {
  const groups = new Map<Container | null, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.container);
    if (group === undefined) groups.set(entry.container, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** True if an empty container gets a header: it could hold the kind that is shown, or was just switched. */
function isWorthHeader(container: Container, { kind, showing, sticky }: PickerState): boolean {
  if (sticky.has(container.id)) return true;
  if (showing !== 'any') return false;
  return container.contents === null ? kind === 'all' : isOfKind(container.contents, kind);
}

function groupedRows(model: Model, state: PickerState, groups: RowGroups, { isEmpty }: Query): Row[] {
  const rows: Row[] = [];
  for (const container of model.list.containers) {
    const entries = groups.get(container) ?? [];
    if (entries.length === 0 && !(isEmpty && isWorthHeader(container, state))) continue;
    rows.push(headerRow(container, entries));
    for (const entry of entries) rows.push(entryRow(entry));
  }
  const others = groups.get(null) ?? [];
  if (others.length > 0 && rows.length > 0) rows.push(noContainerLabel);
  for (const entry of others) rows.push(entryRow(entry));
  return rows;
}

/** Returns every problem under what it belongs to: the session, a container, or one of the given entries. */
function problemRows(list: EntryList, groups: RowGroups): Row[] {
  const entryRows = (container: Container | null): Row[] =>
    (groups.get(container) ?? []).flatMap((entry) => [
      entryRow(entry),
      ...rowsOfProblems(entry.id, entry.problems),
    ]);
  const sections: [heading: Row, rows: Row[]][] = [
    [sessionLabel, rowsOfProblems('', list.sessionProblems)],
    ...list.containers.map((container): [Row, Row[]] => [
      headerRow(container, groups.get(container) ?? []),
      [...rowsOfProblems(container.id, container.problems), ...entryRows(container)],
    ]),
    [noContainerLabel, entryRows(null)],
  ];
  return sections.flatMap(([heading, rows]) => (rows.length === 0 ? [] : [heading, ...rows]));
}

/** Returns one list without headings: the entries, then the problems. */
function flatRows(model: Model, state: PickerState, query: Query, accept: RowFilter): Row[] {
  const rows = matchesOf(model, state, query, accept).map(entryRow);
  if (state.showing !== 'problems') return rows;
  const problems = problemRows(model.list, groupsOf(model.list.entries.filter(accept)));
  for (const row of problems)
    if (row.type === 'problem' && matchesProblem(query, row.problem)) rows.push(row);
  return rows;
}

function withCounts(rows: readonly Row[], words: readonly QueryWord[], isRanked: boolean): Rows {
  const entries = rows.flatMap((row) => (row.type === 'entry' ? [row.entry] : []));
  let tokens: number | null = null;
  for (const { effectiveEnabled, details } of entries) {
    const cost = details['tokens'];
    if (typeof cost === 'number') tokens = (tokens ?? 0) + (effectiveEnabled ? cost : 0);
  }
  const [shown, counts] = [entries.length, countStates(entries)];
  return { rows, words, isRanked, shown, counts, tokens };
}

/** Returns the rows for the model and the state's filters. */
export function buildRows(model: Model, state: PickerState): Rows {
  const { kind, showing, sticky } = state;
  const query = parseQuery(state.query.text);
  const accept: RowFilter = (entry) =>
    (query.types !== null || isOfKind(entry.type, kind)) &&
    (showingTests[showing](entry) || sticky.has(entry.id));
  const isFlat = query.hasWords || query.sort === 'name' || (showing === 'problems' && !query.isEmpty);
  if (isFlat) return withCounts(flatRows(model, state, query, accept), query.words, true);
  const groups = groupsOf(matchesOf(model, state, query, accept));
  const rows =
    showing === 'problems' ? problemRows(model.list, groups) : groupedRows(model, state, groups, query);
  return withCounts(rows, query.words, false);
}

/**
 * What the list shows: grouped by container in the host's order, or ranked by the query; filtered by kind and
 * by how entries stand. Rows switched here stay until the filter changes.
 */

import type { Container } from '../entries/containers.js';
import type { Entry, Problem } from '../entries/entries.js';
import { search } from '../entries/search.js';
import { fold, wordsOf } from '../entries/words.js';
import { problemRows } from './problem-rows.js';
import { bareLabel, entryRow, headerRow, type Row, type RowGroups } from './row.js';
import type { KindFilter, Model, PickerState, Showing } from './state.js';

export interface Rows {
  rows: readonly Row[];
  /** What to highlight in names; empty without a query. */
  words: readonly string[];
  isRanked: boolean;
  shown: number;
  off: number;
  /** What the names and descriptions of what is on cost the model; null where nobody says. */
  tokens: number | null;
}

export function isOfKind(type: string, kind: KindFilter): boolean {
  const usual = type === 'skill' || type === 'agent';
  switch (kind) {
    case 'usual':
      return usual;
    case 'skills':
      return type === 'skill';
    case 'agents':
      return type === 'agent';
    case 'other':
      return !usual;
    case 'all':
      return true;
  }
}

function isShown(entry: Entry, showing: Showing): boolean {
  switch (showing) {
    case 'any':
      return true;
    case 'on':
      return entry.effectiveEnabled;
    case 'off':
      return !entry.effectiveEnabled;
    case 'problems':
      return entry.problems.length > 0;
  }
}

type RowFilter = (entry: Entry) => boolean;

function groupsOf({ list }: Model, accept: RowFilter): RowGroups {
  const groups = new Map<Container | null, Entry[]>();
  for (const entry of list.entries) {
    if (!accept(entry)) continue;
    const group = groups.get(entry.container);
    if (group === undefined) groups.set(entry.container, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** An empty container is worth a header where something of the kind would go, and where it was just switched. */
function isWorthHeader(container: Container, { kind, showing, sticky }: PickerState): boolean {
  if (sticky.has(container.id)) return true;
  if (showing !== 'any') return false;
  return container.contents === null ? kind === 'all' : isOfKind(container.contents, kind);
}

function groupedRows(model: Model, state: PickerState, groups: RowGroups): Row[] {
  const rows: Row[] = [];
  for (const container of model.list.containers) {
    const entries = groups.get(container) ?? [];
    if (entries.length === 0 && !isWorthHeader(container, state)) continue;
    rows.push(headerRow(container, entries));
    for (const entry of entries) rows.push(entryRow(entry));
  }
  const bare = groups.get(null) ?? [];
  if (bare.length > 0 && rows.length > 0) rows.push(bareLabel);
  for (const entry of bare) rows.push(entryRow(entry));
  return rows;
}

/** Every word has to be in what a problem says or where it is. */
function matchesWords({ uri, message }: Problem, words: readonly string[]): boolean {
  const text = fold(`${uri} ${message}`);
  return words.every((word) => text.includes(word));
}

function rankedRows(model: Model, { query, showing }: PickerState, accept: RowFilter): Row[] {
  const rows = search(model.index(), query.text, { accept }).rows.map(({ entry }) => entryRow(entry));
  if (showing !== 'problems') return rows;
  const words = wordsOf(query.text);
  for (const row of problemRows(model.list, groupsOf(model, accept))) {
    if (row.type === 'problem' && matchesWords(row.problem, words)) rows.push(row);
  }
  return rows;
}

function withCounts(rows: readonly Row[], words: readonly string[], isRanked: boolean): Rows {
  let [shown, off] = [0, 0];
  let tokens: number | null = null;
  for (const row of rows) {
    if (row.type !== 'entry') continue;
    const { effectiveEnabled, details } = row.entry;
    shown += 1;
    if (!effectiveEnabled) off += 1;
    const cost = details['tokens'];
    if (typeof cost === 'number') tokens = (tokens ?? 0) + (effectiveEnabled ? cost : 0);
  }
  return { rows, words, isRanked, shown, off, tokens };
}

/** Rows for the list as it stands. */
export function buildRows(model: Model, state: PickerState): Rows {
  const { kind, showing, sticky, query } = state;
  const accept: RowFilter = (entry) =>
    isOfKind(entry.type, kind) && (isShown(entry, showing) || sticky.has(entry.id));
  const words = query.text === '' ? [] : wordsOf(query.text);
  if (words.length > 0) return withCounts(rankedRows(model, state, accept), words, true);
  const groups = groupsOf(model, accept);
  const rows = showing === 'problems' ? problemRows(model.list, groups) : groupedRows(model, state, groups);
  return withCounts(rows, words, false);
}

/**
 * What the list shows: grouped by container in the host's order, or ranked by the query; filtered by kind and
 * by how entries stand. Rows switched here stay until the filter changes.
 */

import type { Container } from './containers.js';
import type { Entry } from './entries.js';
import type { Problem } from './extras.js';
import { search } from './search.js';
import type { Kind, Model, PickerState, Showing } from './state.js';

export type Row =
  | { type: 'entry'; id: string; entry: Entry }
  | { type: 'header'; id: string; container: Container; on: number; off: number }
  | { type: 'problem'; id: string; problem: Problem };

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

export function isOfKind(type: string, kind: Kind): boolean {
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

/** An empty container is worth a header where something of the kind would go. */
function isWorthHeader(container: Container, kind: Kind, showing: Showing): boolean {
  if (showing !== 'any') return false;
  return container.contents === null ? kind === 'all' : isOfKind(container.contents, kind);
}

function headerRow(container: Container, entries: readonly Entry[]): Row {
  const on = entries.filter(({ effectiveEnabled }) => effectiveEnabled).length;
  return { type: 'header', id: container.id, container, on, off: entries.length - on };
}

function problemRows(container: Container): Row[] {
  return container.problems.map((problem, index) => ({
    type: 'problem',
    id: `${container.id}#${index}`,
    problem,
  }));
}

type Accept = (entry: Entry) => boolean;

function groupedRows({ list }: Model, { kind, showing }: PickerState, accept: Accept): Row[] {
  const byContainer = new Map<Container | null, Entry[]>();
  for (const entry of list.entries) {
    if (!accept(entry)) continue;
    const group = byContainer.get(entry.container);
    if (group === undefined) byContainer.set(entry.container, [entry]);
    else group.push(entry);
  }
  const rows: Row[] = [];
  for (const container of list.containers) {
    const entries = byContainer.get(container) ?? [];
    const problems = showing === 'problems' ? problemRows(container) : [];
    if (entries.length === 0 && problems.length === 0 && !isWorthHeader(container, kind, showing)) continue;
    rows.push(headerRow(container, entries));
    for (const row of problems) rows.push(row);
    for (const entry of entries) rows.push({ type: 'entry', id: entry.id, entry });
  }
  for (const entry of byContainer.get(null) ?? []) rows.push({ type: 'entry', id: entry.id, entry });
  return rows;
}

function tokensOf(entries: readonly Entry[]): number | null {
  let sum: number | null = null;
  for (const { effectiveEnabled, details } of entries) {
    const tokens = details['tokens'];
    if (typeof tokens === 'number') sum = (sum ?? 0) + (effectiveEnabled ? tokens : 0);
  }
  return sum;
}

/** Rows for the list as it stands. */
export function buildRows(model: Model, state: PickerState): Rows {
  const { kind, showing, sticky, query } = state;
  const accept: Accept = (entry) =>
    isOfKind(entry.type, kind) && (isShown(entry, showing) || sticky.has(entry.id));
  const isRanked = query.text.trim() !== '';
  const found = isRanked ? search(model.index, query.text, { accept }) : null;
  const rows: Row[] =
    found === null
      ? groupedRows(model, state, accept)
      : found.rows.map(({ entry }) => ({ type: 'entry', id: entry.id, entry }));
  const entries = rows.flatMap((row) => (row.type === 'entry' ? [row.entry] : []));
  return {
    rows,
    words: found?.words ?? [],
    isRanked,
    shown: entries.length,
    off: entries.filter(({ effectiveEnabled }) => !effectiveEnabled).length,
    tokens: tokensOf(entries),
  };
}

/**
 * Ranked search over the entries, and the letters to highlight. The words of the query match name, description, folder,
 * type or tool, in any order: each of them, or for a sentence some. All entries are scanned on every key, so no result
 * depends on an earlier one.
 */

import * as fuzzysort from 'fuzzysort';
import type { Entry } from './entries.js';
import { addressTest, entryGrader, fuzzyThreshold, type Matching } from './grade-entries.js';
import { type Range, toOriginal } from './highlight.js';
import { parseQuery, type Query, type QueryWord } from './query.js';
import { queryFilter } from './query-filter.js';
import type { SortOrder } from './query-values.js';
import { addressGrade, type Reason, readSortKey, sortKey } from './rank.js';
import { createSearchText, inOneLine, type SearchText } from './search-text.js';
import { sortedByName } from './sort-entries.js';
import { findWord, fold } from './words.js';

/** What a search needs, prepared once. */
export interface SearchIndex {
  entries: readonly Entry[];
  text: SearchText;
  names: fuzzysort.SnapshotKey<{ name: string; position: number }>;
  /** Positions by id; the first if two share one. */
  ids: ReadonlyMap<string, number>;
  /** Positions in the order of ties: those of the repository before the user's, then by uri. */
  tieOrder: Uint32Array;
  /** Ranks in that order, by position. */
  tieRanks: Uint32Array;
}

export interface SearchRow {
  /** The entry as it is in the tools that the query names. */
  entry: Entry;
  /** The entry as it is in all tools of the list. */
  whole: Entry;
  reason: Reason;
  /** 1 is best; comparable within one reason. */
  score: number;
}

export interface SearchResult {
  rows: SearchRow[];
  /** The number of matches before the limit. */
  total: number;
  /** Words to highlight. */
  words: readonly QueryWord[];
}

type EntryFilter = (entry: Entry) => boolean;

export interface SearchOptions {
  limit?: number;
  /** `every` without it. */
  matching?: Matching;
  /** Returns false for entries to leave out; they are not counted. */
  accept?: EntryFilter;
  /** Returns true for entries that pass `is:` in any state, because they were just switched. */
  isKept?: EntryFilter;
}

const fromRank = ({ from }: Entry): number => (from === null ? 2 : from === 'repo' ? 0 : 1);

function compareTies(a: Entry, b: Entry): number {
  return fromRank(a) - fromRank(b) || (a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : 0);
}

/** True if the same tools read both; what they do with them is not searched. */
function hasSameTools({ tools }: Entry, { tools: others }: Entry): boolean {
  return tools.length === others.length && tools.every(({ id }, at) => id === others[at]!.id);
}

function hasSameTexts(a: Entry, b: Entry): boolean {
  return (
    a.id === b.id &&
    a.name === b.name &&
    a.description === b.description &&
    a.uri === b.uri &&
    a.type === b.type &&
    a.from === b.from &&
    a.container?.name === b.container?.name &&
    hasSameTools(a, b)
  );
}

function buildIndex(entries: readonly Entry[]): SearchIndex {
  const targets = entries.map(({ name }, position) => ({ name: name.normalize('NFC'), position }));
  const ordered = targets.toSorted((a, b) => compareTies(entries[a.position]!, entries[b.position]!));
  const tieOrder = Uint32Array.from(ordered, ({ position }) => position);
  const tieRanks = new Uint32Array(entries.length);
  for (const [rank, position] of tieOrder.entries()) tieRanks[position] = rank;
  const ids = new Map<string, number>();
  for (const [position, { id }] of entries.entries()) if (!ids.has(id)) ids.set(id, position);
  const names = fuzzysort.snapshot(targets, { key: 'name' });
  return { entries, text: createSearchText(entries), names, ids, tieOrder, tieRanks };
}

/** Returns an index of the entries; reuses the previous one if only flags and states have changed. */
export function createIndex(entries: readonly Entry[], previous?: SearchIndex): SearchIndex {
  if (
    previous?.entries.length === entries.length &&
    entries.every((entry, position) => hasSameTexts(entry, previous.entries[position]!))
  ) {
    return { ...previous, entries };
  }
  return buildIndex(entries);
}

/** The order of the rows: by rank, by name, or as the host lists the entries. */
const orderOf = ({ sort, hasWords }: Query): SortOrder | 'rank' => sort ?? (hasWords ? 'rank' : 'place');

interface Matches {
  /** Sort keys in the order of the positions. */
  keys: Float64Array;
  /** The entries that match, by position, as they are in the tools of the query. */
  entries: Entry[];
}

function findMatches(index: SearchIndex, query: Query, options: SearchOptions): Matches {
  const { accept, isKept, matching = 'every' } = options;
  const { length } = index.entries;
  const [keys, found] = [new Float64Array(length), new Array<Entry>(length)];
  const [isAddressed, gradeOf] = [addressTest(index, query.text), entryGrader(index, query, matching)];
  const filter = queryFilter(query, { entries: index.entries, ...(isKept && { isKept }) });
  let count = 0;
  for (let position = 0; position < length; position += 1) {
    const entry = index.entries[position]!;
    // The address of an entry may look like an operator.
    const isWhole = isAddressed(position);
    const grade = isWhole ? addressGrade : gradeOf(position);
    if (grade === undefined) continue;
    const match = isWhole ? entry : filter(entry);
    if (match === null || accept?.(match) === false) continue;
    found[position] = match;
    keys[count] = sortKey(grade, index.tieRanks[position]!, length);
    count += 1;
  }
  return { keys: keys.subarray(0, count), entries: found };
}

/** Returns the entries that match the query, in its order; none for a blank query. */
export function search(index: SearchIndex, text: string | Query, options: SearchOptions = {}): SearchResult {
  const query = typeof text === 'string' ? parseQuery(text) : text;
  const { words } = query;
  if (query.isEmpty) return { rows: [], total: 0, words };
  const { keys, entries } = findMatches(index, query, options);
  const [total, order] = [keys.length, orderOf(query)];
  const limit = options.limit ?? total;
  const rowOf = (key: number): SearchRow => {
    const { reason, score, tieRank } = readSortKey(key, index.entries.length);
    const position = index.tieOrder[tieRank]!;
    return { entry: entries[position]!, whole: index.entries[position]!, reason, score };
  };
  if (order === 'rank') keys.sort();
  if (order !== 'name') return { rows: Array.from(keys.subarray(0, limit), rowOf), total, words };
  const rows = sortedByName(Array.from(keys, rowOf), ({ entry }) => entry);
  return { rows: rows.slice(0, limit), total, words };
}

function findFuzzy(name: string, word: string): Range[] {
  const result = word.length > 1 ? fuzzysort.single(word, name) : null;
  if (result === null || result.score < fuzzyThreshold(word)) return [];
  return result.indexes.map((index) => [index, index + 1]);
}

/** Returns where a word is in a folded text; undefined if it is not in it. */
function rangeOf(folded: string, { text, match }: QueryWord): Range | undefined {
  const start = match === 'prefix' ? (folded.startsWith(text) ? 0 : -1) : findWord(folded, text);
  return start === -1 ? undefined : [start, start + text.length];
}

/** Returns where the words are in a name; for a fuzzy word that is not in it, its scattered letters. */
export function highlightName(name: string, words: readonly QueryWord[]): Range[] {
  const folded = fold(inOneLine(name));
  const ranges = words.flatMap((word): Range[] => {
    const range = rangeOf(folded, word);
    if (range !== undefined) return [range];
    return word.match === 'fuzzy' ? findFuzzy(name.normalize('NFC'), word.text) : [];
  });
  return toOriginal(name, ranges);
}

/** Returns where the words are in a description, each once. A word for the start of the name has no place in it. */
export function highlightDescription(description: string, words: readonly QueryWord[]): Range[] {
  const folded = fold(inOneLine(description));
  const ranges = words.flatMap((word): Range[] => {
    const range = word.match === 'prefix' ? undefined : rangeOf(folded, word);
    return range === undefined ? [] : [range];
  });
  return toOriginal(description, ranges);
}

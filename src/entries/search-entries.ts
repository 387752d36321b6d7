/**
 * Ranked search over the entries, and the letters to highlight. Every word of the query must match name, description,
 * container or type, in any order. All entries are scanned on every key, so no result depends on an earlier one.
 */

import * as fuzzysort from 'fuzzysort';
import { pathOf } from '../paths.js';
import type { Entry } from './entries.js';
import { type Range, toOriginal } from './highlight.js';
import { entriesLimits } from './limits.js';
import {
  addressGrade,
  exactNameGrade,
  isOverlap,
  prefixGrade,
  type Reason,
  readSortKey,
  sortKey,
  weightOf,
  wordsGrade,
} from './rank.js';
import { comparePhrase, createSearchText, type SearchText, scan } from './search-text.js';
import { findWord, fold, wordsOf } from './words.js';

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
  entry: Entry;
  reason: Reason;
  /** 1 is best; comparable within one reason. */
  score: number;
}

export interface SearchResult {
  rows: SearchRow[];
  /** The number of matches before the limit. */
  total: number;
  /** Words to highlight. */
  words: readonly string[];
}

type EntryFilter = (entry: Entry) => boolean;

export interface SearchOptions {
  limit?: number;
  /** Returns false for entries to leave out; they are not counted. */
  accept?: EntryFilter;
}

const fromRank = ({ from }: Entry): number => (from === null ? 2 : from === 'repo' ? 0 : 1);

function compareTies(a: Entry, b: Entry): number {
  return fromRank(a) - fromRank(b) || (a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : 0);
}

function hasSameTexts(a: Entry, b: Entry): boolean {
  return (
    a.id === b.id &&
    a.name === b.name &&
    a.description === b.description &&
    a.uri === b.uri &&
    a.type === b.type &&
    a.from === b.from &&
    a.container?.name === b.container?.name
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

// A typing error or an abbreviation matches scattered letters of a name. Two letters are scattered over nearly every
// name, so a word of two has to match better.
const fuzzyThreshold = (word: string): number => (word.length > 2 ? 0.25 : 0.5);

function fuzzyScores({ names, entries }: SearchIndex, word: string): Float64Array {
  const scores = new Float64Array(entries.length);
  // A single letter is in the name or not, which needs no score.
  if (word.length === 1) return scores;
  const options = { limit: entriesLimits.fuzzyMatches, threshold: fuzzyThreshold(word) };
  for (const { obj, score } of fuzzysort.go(word, names, options)) scores[obj.position] = score;
  return scores;
}

/** Returns the grade of the entry at a position; undefined if it does not match every word. */
type Grader = (position: number) => number | undefined;

function wordGrader(index: SearchIndex, allWords: readonly string[]): Grader {
  const words = [...new Set(allWords)];
  const found = words.map((word) => scan(index.text, word, index.entries.length));
  const scores = words.map((word) => fuzzyScores(index, word));
  const phrase = allWords.join(' ');
  return (position) => {
    let overlap = 0;
    let sum = 0;
    for (let word = 0; word < words.length; word += 1) {
      const hits = found[word]![position]!;
      const weight = weightOf(hits, scores[word]![position]!);
      if (weight === 0) return undefined;
      sum += weight;
      if (isOverlap(hits)) overlap += 1;
    }
    const nameLength = comparePhrase(index.text, position, phrase);
    if (nameLength < 0) return exactNameGrade;
    return nameLength > 0 ? prefixGrade(phrase.length / nameLength) : wordsGrade(words.length, overlap, sum);
  };
}

const absolutePath = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** Returns a test for entries whose uri or path is the query; undefined if the query is no address. */
function addressTest(query: string): EntryFilter | undefined {
  const address = query.trim().normalize('NFC');
  if (!/[/\\:]/.test(address)) return undefined;
  if (!absolutePath.test(address)) return ({ uri }) => uri === address;
  const path = address.replaceAll('\\', '/');
  return ({ uri }) => pathOf(uri)?.normalize('NFC') === path;
}

function addressGrader({ entries, ids }: SearchIndex, query: string): Grader {
  const byId = ids.get(query.trim());
  const isAddress = addressTest(query);
  return (position) =>
    position === byId || isAddress?.(entries[position]!) === true ? addressGrade : undefined;
}

function sortedKeys({ entries, tieRanks }: SearchIndex, gradeOf: Grader, accept?: EntryFilter): Float64Array {
  const keys = new Float64Array(entries.length);
  let count = 0;
  for (let position = 0; position < entries.length; position += 1) {
    const grade = gradeOf(position);
    if (grade === undefined || accept?.(entries[position]!) === false) continue;
    keys[count] = sortKey(grade, tieRanks[position]!, entries.length);
    count += 1;
  }
  return keys.subarray(0, count).sort();
}

/** Returns the entries that match the query, best first; none for a blank query. */
export function search(index: SearchIndex, query: string, options: SearchOptions = {}): SearchResult {
  const bounded = query.slice(0, entriesLimits.queryLength);
  const words = wordsOf(bounded);
  if (words.length === 0) return { rows: [], total: 0, words };
  const [byAddress, byWords] = [addressGrader(index, bounded), wordGrader(index, words)];
  const keys = sortedKeys(index, (position) => byAddress(position) ?? byWords(position), options.accept);
  const rows = Array.from(keys.subarray(0, options.limit ?? keys.length), (key) => {
    const { reason, score, tieRank } = readSortKey(key, index.entries.length);
    return { entry: index.entries[index.tieOrder[tieRank]!]!, reason, score };
  });
  return { rows, total: keys.length, words };
}

function findFuzzy(name: string, word: string): Range[] {
  const result = word.length > 1 ? fuzzysort.single(word, name) : null;
  if (result === null || result.score < fuzzyThreshold(word)) return [];
  return result.indexes.map((index) => [index, index + 1]);
}

/** Returns where the words are in a name; for a word that is not in it, its scattered letters. */
export function highlightName(name: string, words: readonly string[]): Range[] {
  const folded = fold(name);
  const ranges = words.flatMap((word): Range[] => {
    const start = findWord(folded, word);
    return start === -1 ? findFuzzy(name.normalize('NFC'), word) : [[start, start + word.length]];
  });
  return toOriginal(name, ranges);
}

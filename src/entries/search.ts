/**
 * Ranked search over the entries, and the letters to highlight; the only import of fuzzysort. Every word of the
 * query must be met by name, description, container or type, in any order. Scanning all entries is cheap enough
 * on every key, so no result depends on the one before it.
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

interface FuzzyTarget {
  name: string;
  position: number;
}

/** Everything a search looks at, prepared once. */
export interface SearchIndex {
  entries: readonly Entry[];
  text: SearchText;
  names: fuzzysort.SnapshotKey<FuzzyTarget>;
  /** Positions by id; where two share one, the first. */
  ids: ReadonlyMap<string, number>;
  /** Positions in the order of ties: repo before user, then by uri. */
  tieOrder: Uint32Array;
  /** The other way round: place in that order by position. */
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
  /** How many there are without the limit. */
  total: number;
  /** What to highlight. */
  words: readonly string[];
}

type EntryFilter = (entry: Entry) => boolean;

export interface SearchOptions {
  limit?: number;
  /** Entries to leave out before anything is counted. */
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

/** An index over the entries; `previous` is taken over where only flags and states have changed. */
export function createIndex(entries: readonly Entry[], previous?: SearchIndex): SearchIndex {
  if (
    previous?.entries.length === entries.length &&
    entries.every((entry, position) => hasSameTexts(entry, previous.entries[position]!))
  ) {
    return { ...previous, entries };
  }
  return buildIndex(entries);
}

// Letters strewn over a name are what a typing error or an abbreviation looks like, but two of them are in
// nearly every name: so short a word has to look better than that.
const fuzzyThreshold = (word: string): number => (word.length > 2 ? 0.25 : 0.5);

function fuzzyScores({ names, entries }: SearchIndex, word: string): Float64Array {
  const scores = new Float64Array(entries.length);
  // A single letter is either in the name or not, which needs no score.
  if (word.length === 1) return scores;
  const options = { limit: entriesLimits.fuzzyMatches, threshold: fuzzyThreshold(word) };
  for (const { obj, score } of fuzzysort.go(word, names, options)) scores[obj.position] = score;
  return scores;
}

/** The grade of the entry at a position; undefined if it does not meet every word. */
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

function sortedKeys(index: SearchIndex, graders: readonly Grader[], accept?: EntryFilter): Float64Array {
  const { entries, tieRanks } = index;
  const keys = new Float64Array(entries.length);
  let count = 0;
  for (let position = 0; position < entries.length; position += 1) {
    let grade: number | undefined;
    for (const grader of graders) grade ??= grader(position);
    if (grade === undefined || accept?.(entries[position]!) === false) continue;
    keys[count] = sortKey(grade, tieRanks[position]!, entries.length);
    count += 1;
  }
  return keys.subarray(0, count).sort();
}

/** The entries that answer the query, best first; none for a blank query. */
export function search(index: SearchIndex, query: string, options: SearchOptions = {}): SearchResult {
  const bounded = query.slice(0, entriesLimits.queryLength);
  const words = wordsOf(bounded);
  if (words.length === 0) return { rows: [], total: 0, words };
  const graders = [addressGrader(index, bounded), wordGrader(index, words)];
  const keys = sortedKeys(index, graders, options.accept);
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

/** Where the words stand in a name, letter by letter where they are met only that way. */
export function highlightName(name: string, words: readonly string[]): Range[] {
  const folded = fold(name);
  const ranges = words.flatMap((word): Range[] => {
    const start = findWord(folded, word);
    return start === -1 ? findFuzzy(name.normalize('NFC'), word) : [[start, start + word.length]];
  });
  return toOriginal(name, ranges);
}

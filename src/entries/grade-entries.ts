/** Grades the entries for the words of a query, and finds an entry by its address: id, uri or path. */

import * as fuzzysort from 'fuzzysort';
import { pathOf } from '../paths.js';
import type { Entry } from './entries.js';
import { entriesLimits } from './limits.js';
import type { Query, QueryWord } from './query.js';
import {
  addressGrade,
  exactNameGrade,
  filterGrade,
  isOverlap,
  prefixGrade,
  weightOf,
  wordsGrade,
} from './rank.js';
import type { SearchIndex } from './search-entries.js';
import { comparePhrase, scan, scanStarts } from './search-text.js';
import { wordsOf } from './words.js';

// A typing error or an abbreviation matches scattered letters of a name. Two letters are scattered over nearly every
// name, so a word of two has to match better.
export const fuzzyThreshold = (word: string): number => (word.length > 2 ? 0.25 : 0.5);

function fuzzyScores({ names, entries }: SearchIndex, word: string): Float64Array {
  const scores = new Float64Array(entries.length);
  // A single letter is in the name or not, which needs no score.
  if (word.length === 1) return scores;
  const options = { limit: entriesLimits.fuzzyMatches, threshold: fuzzyThreshold(word) };
  for (const { obj, score } of fuzzysort.go(word, names, options)) scores[obj.position] = score;
  return scores;
}

/** Returns the grade of the entry at a position; undefined if it does not match. */
type Grader = (position: number) => number | undefined;

/** Returns how the word occurs in each entry, by position, other than scattered. */
function findIn({ text, entries }: SearchIndex, word: QueryWord): Uint8Array {
  const find = word.match === 'prefix' ? scanStarts : scan;
  return find(text, word.text, entries.length);
}

/** Returns each word once. */
function distinct(words: readonly QueryWord[]): QueryWord[] {
  return [...new Map(words.map((word) => [`${word.match} ${word.text}`, word])).values()];
}

/** Returns the words as they are compared with the start of a name. */
const phraseOf = (words: readonly QueryWord[]): string =>
  words.flatMap(({ text, match }) => (match === 'fuzzy' ? [text] : wordsOf(text))).join(' ');

function wordGrader(index: SearchIndex, allWords: readonly QueryWord[]): Grader {
  const words = distinct(allWords);
  const found = words.map((word) => findIn(index, word));
  const scores = words.map((word) => (word.match === 'fuzzy' ? fuzzyScores(index, word.text) : null));
  const phrase = phraseOf(allWords);
  return (position) => {
    let overlap = 0;
    let sum = 0;
    for (let word = 0; word < words.length; word += 1) {
      const hits = found[word]![position]!;
      const weight = weightOf(hits, scores[word]?.[position] ?? 0);
      if (weight === 0) return undefined;
      sum += weight;
      if (isOverlap(hits)) overlap += 1;
    }
    const nameLength = phrase === '' ? 0 : comparePhrase(index.text, position, phrase);
    if (nameLength < 0) return exactNameGrade;
    return nameLength > 0 ? prefixGrade(phrase.length / nameLength) : wordsGrade(words.length, overlap, sum);
  };
}

const absolutePath = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** Returns a test for entries whose uri or path is the text; undefined if the text is no address. */
function uriTest(text: string): ((entry: Entry) => boolean) | undefined {
  const address = text.normalize('NFC');
  if (!/[/\\:]/.test(address)) return undefined;
  if (!absolutePath.test(address)) return ({ uri }) => uri === address;
  const path = address.replaceAll('\\', '/');
  return ({ uri }) => pathOf(uri)?.normalize('NFC') === path;
}

/** Returns a test for the positions of entries whose id, uri or path is the text. */
export function addressTest({ entries, ids }: SearchIndex, text: string): (position: number) => boolean {
  const wanted = text.trim();
  if (wanted === '') return () => false;
  const [byId, hasUri] = [ids.get(wanted), uriTest(wanted)];
  return (position) => position === byId || hasUri?.(entries[position]!) === true;
}

/** Returns the grader for all words of the query, included and excluded. Without words, all grades are equal. */
export function entryGrader(index: SearchIndex, query: Query): Grader {
  const unwanted = distinct(query.excluded).map((word) => findIn(index, word));
  const byWords = query.hasWords ? wordGrader(index, query.words) : () => filterGrade;
  // The caller has compared the whole text with the addresses already.
  const isAddressed = query.plain === query.text ? () => false : addressTest(index, query.plain);
  return (position) => {
    if (unwanted.some((found) => found[position] !== 0)) return undefined;
    return isAddressed(position) ? addressGrade : byWords(position);
  };
}

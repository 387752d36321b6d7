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
import { comparePhrase, hitInDescription, hitInName, scan, scanStarts } from './search-text.js';
import { countedWords, withoutLittle } from './sentence-words.js';
import { Hit, wordsOf } from './words.js';

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

/** Which words of the query an entry has to have: each of them, or some, as in a sentence. */
export type Matching = 'every' | 'some';

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

/** A word of the query, and how it occurs in each entry: in its texts, and scattered over its name. */
interface SearchedWord {
  word: QueryWord;
  found: Uint8Array;
  scores: Float64Array | null;
}

const searched = (index: SearchIndex, words: readonly QueryWord[]): SearchedWord[] =>
  words.map((word) => ({
    word,
    found: findIn(index, word),
    scores: word.match === 'fuzzy' ? fuzzyScores(index, word.text) : null,
  }));

/** Grades an entry that has every word. */
function everyWordGrader(index: SearchIndex, queryWords: readonly QueryWord[]): Grader {
  const words = searched(index, queryWords);
  return (position) => {
    let overlap = 0;
    let sum = 0;
    for (const { found, scores } of words) {
      const hits = found[position]!;
      const weight = weightOf(hits, scores?.[position] ?? 0);
      if (weight === 0) return undefined;
      sum += weight;
      if (isOverlap(hits)) overlap += 1;
    }
    return wordsGrade(words.length, overlap, sum / words.length);
  };
}

/** Returns true if a word of the name or the description starts with the word. */
const isStart = (hits: number): boolean =>
  hitInName(hits) >= Hit.start || hitInDescription(hits) >= Hit.start;

/**
 * Grades an entry by how many words of a sentence it has, then by how rare they are and where they are. Words with a
 * mark all have to match. A word that is not in the entry as a whole counts only if it is the start of one, or if all
 * others match, too: somewhere in the texts of most entries, there are the letters of one word.
 */
function someWordsGrader(index: SearchIndex, queryWords: readonly QueryWord[]): Grader {
  const words = countedWords(searched(index, withoutLittle(queryWords)), index.entries.length);
  const wholeRarity = words.reduce((sum, { rarity }) => sum + rarity, 0);
  return (position) => {
    let [overlap, matched, sum, isFound] = [0, 0, 0, false];
    for (const { word, found, scores, rarity } of words) {
      const hits = found[position]!;
      const weight = weightOf(hits, scores?.[position] ?? 0);
      if (weight === 0 && word.match !== 'fuzzy') return undefined;
      if (weight > 0) matched += 1;
      sum += weight * rarity;
      if (isOverlap(hits)) overlap += 1;
      isFound ||= isOverlap(hits) || (word.text.length >= entriesLimits.shortestStart && isStart(hits));
    }
    if (!isFound && matched < words.length) return undefined;
    return wordsGrade(words.length, overlap, sum / wholeRarity);
  };
}

/** Puts entries whose name is the query, or starts with it, above all others. */
function wordGrader(index: SearchIndex, allWords: readonly QueryWord[], matching: Matching): Grader {
  const gradeOf = (matching === 'every' ? everyWordGrader : someWordsGrader)(index, distinct(allWords));
  const phrase = phraseOf(allWords);
  return (position) => {
    const grade = gradeOf(position);
    if (grade === undefined || phrase === '') return grade;
    const nameLength = comparePhrase(index.text, position, phrase);
    if (nameLength < 0) return exactNameGrade;
    return nameLength > 0 ? prefixGrade(phrase.length / nameLength) : grade;
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
export function entryGrader(index: SearchIndex, query: Query, matching: Matching): Grader {
  const unwanted = distinct(query.excluded).map((word) => findIn(index, word));
  const byWords = query.hasWords ? wordGrader(index, query.words, matching) : () => filterGrade;
  // The caller has compared the whole text with the addresses already.
  const isAddressed = query.plain === query.text ? () => false : addressTest(index, query.plain);
  return (position) => {
    if (unwanted.some((found) => found[position] !== 0)) return undefined;
    return isAddressed(position) ? addressGrade : byWords(position);
  };
}

/**
 * Which words of a sentence count in a search. Little words do not, and words that most entries have say nothing about
 * any of them. A query of nothing else counts them all.
 */

import { entriesLimits } from './limits.js';
import type { QueryWord } from './query.js';
import { isOverlap } from './rank.js';

const littleWords = new Set(
  [
    'a an the this that these those some any all',
    'i me my we us our you your he she it its they them their',
    'who what which when where why how whether',
    'am is are was were be been being do does did doing have has had',
    'can could may might must shall should will would',
    'of to in on at by for from with without into onto about as than via per',
    'and or but if so then else because while',
    'not no please want need like use using help there here just also',
  ].flatMap((line) => line.split(' ')),
);

/** Returns the words without the little ones. A word with a mark is asked for as it is, so it stays. */
export function withoutLittle(words: readonly QueryWord[]): readonly QueryWord[] {
  const counted = words.filter(({ text, match }) => match !== 'fuzzy' || !littleWords.has(text));
  return counted.length === 0 ? words : counted;
}

/** A word, with how it occurs in each entry. */
interface FoundWord {
  word: QueryWord;
  found: Uint8Array;
}

export type CountedWord<T extends FoundWord> = T & {
  /** How much it says of an entry that has it: more than 0, and more if fewer entries do. */
  rarity: number;
};

/** Returns the words that count, each with its rarity. */
export function countedWords<T extends FoundWord>(words: readonly T[], entries: number): CountedWord<T>[] {
  const withCounts = words.map((word) => ({
    ...word,
    count: word.found.reduce((sum, hits) => sum + (isOverlap(hits) ? 1 : 0), 0),
  }));
  // In a short list, half of the entries are too few to tell.
  const isUsual = (count: number) => entries >= entriesLimits.listForUsualWords && count > entries / 2;
  const rare = withCounts.filter(({ word, count }) => word.match !== 'fuzzy' || !isUsual(count));
  const counted = rare.some(({ count }) => count > 0) ? rare : withCounts;
  return counted.map((word) => ({ ...word, rarity: Math.log1p(entries / Math.max(1, word.count)) }));
}

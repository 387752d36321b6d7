/**
 * How well an entry matches a query. The reason counts first: exact address, exact name, start of the name, whole words
 * of name and description, anything else; and operators alone. Reason and score are one number, the grade, and a lower grade is better: its
 * whole part is the reason, its fraction is 1 minus the score.
 */

import { hitInDescription, hitInName, hitInPlace } from './search-text.js';
import { Hit } from './words.js';

const reasons = ['exact_path', 'exact_name', 'prefix', 'token_overlap', 'fuzzy', 'filter'] as const;
export type Reason = (typeof reasons)[number];

const nameWeights = [0, 0.45, 0.6, 0.99] as const satisfies Record<Hit, number>;
const descriptionWeights = [0, 0.2, 0.4, 0.5] as const satisfies Record<Hit, number>;
const placeWeights = [0, 0.3, 0.3, 0.3] as const satisfies Record<Hit, number>;

/** Returns how well a word matches, above 0 and below 1; 0 if it does not. */
export function weightOf(found: number, fuzzyScore: number): number {
  return Math.max(
    nameWeights[hitInName(found)],
    Math.min(fuzzyScore, nameWeights[Hit.whole]),
    descriptionWeights[hitInDescription(found)],
    placeWeights[hitInPlace(found)],
  );
}

/** Returns true if the word is a whole word of name or description. */
export function isOverlap(found: number): boolean {
  return hitInName(found) === Hit.whole || hitInDescription(found) === Hit.whole;
}

const gradeIn = (reason: Reason, score: number): number => reasons.indexOf(reason) + 1 - score;

export const addressGrade: number = gradeIn('exact_path', 1);
export const exactNameGrade: number = gradeIn('exact_name', 1);
/** The grade of an entry that passes the operators of a query without words. */
export const filterGrade: number = gradeIn('filter', 1);
export const prefixGrade = (share: number): number => gradeIn('prefix', share);

/** Returns the grade of a match by words: `overlap` of them are whole words, and `quality` is the mean of all weights. */
export function wordsGrade(words: number, overlap: number, quality: number): number {
  // Every weight is below 1, so one more whole word always counts for more.
  return overlap > 0
    ? gradeIn('token_overlap', (overlap + quality) / (words + 1))
    : gradeIn('fuzzy', quality);
}

const steps = 1_000_000;

/** Returns a number that sorts by grade, then by rank among ties; every rank is below `count`. */
export function sortKey(grade: number, tieRank: number, count: number): number {
  return Math.round(grade * steps) * count + tieRank;
}

export function readSortKey(key: number, count: number): { reason: Reason; score: number; tieRank: number } {
  const tieRank = key % count;
  const grade = (key - tieRank) / count;
  const score = (steps - (grade % steps)) / steps;
  return { reason: reasons[Math.floor(grade / steps)] ?? 'fuzzy', score, tieRank };
}

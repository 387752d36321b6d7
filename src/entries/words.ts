/**
 * Text as the search reads it: NFC, lower case, split into words. Folding keeps every position of the NFC text, so that
 * a match can be highlighted in the text itself.
 */

const ascii = /^[\x00-\x7f]*$/;
const separators = /[^\p{L}\p{M}\p{N}\p{So}]+/u;

export const isAscii = (text: string): boolean => ascii.test(text);

/** Returns the text for comparing. The rare character whose lower case is longer stays as it is. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const composed = text.normalize('NFC');
  const lower = composed.toLowerCase();
  if (lower.length === composed.length) return lower;
  return Array.from(composed, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join('');
}

/** Returns the words of a query in their order. */
export function wordsOf(query: string): string[] {
  return fold(query)
    .split(separators)
    .filter((word) => word !== '');
}

/** Returns true if there is a character at the index, and it is part of a word. */
export function isWordAt(folded: string, index: number): boolean {
  const code = folded.charCodeAt(index);
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  if (Number.isNaN(code)) return false;
  // A surrogate is half of a letter or a pictograph.
  return (code >= 0xd800 && code <= 0xdfff) || !separators.test(folded.charAt(index));
}

/** How a word occurs in a text. */
export const Hit = { none: 0, inside: 1, start: 2, whole: 3 } as const;
export type Hit = (typeof Hit)[keyof typeof Hit];

/** Returns how the word that begins at the index occurs. */
export function hitAt(folded: string, word: string, index: number): Hit {
  if (isWordAt(folded, index - 1)) return Hit.inside;
  return isWordAt(folded, index + word.length) ? Hit.start : Hit.whole;
}

/** Returns the best position of the word: as a whole word, else at the start of one, else inside one; else -1. */
export function findWord(folded: string, word: string): number {
  let best = -1;
  let bestHit: Hit = Hit.none;
  for (let index = folded.indexOf(word); index !== -1; index = folded.indexOf(word, index + 1)) {
    const hit = hitAt(folded, word, index);
    if (hit <= bestHit) continue;
    best = index;
    bestHit = hit;
  }
  return best;
}

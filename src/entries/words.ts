/**
 * Text as the search sees it: NFC, lower case, parted into words. Folding keeps every position of the NFC text,
 * so that what is found can be shown in the text itself.
 */

const ascii = /^[\x00-\x7f]*$/;
const separators = /[^\p{L}\p{M}\p{N}\p{So}]+/u;

/** Whether lower case is all that folding does to the text. */
export const isAscii = (text: string): boolean => ascii.test(text);

/** For comparing. The rare character that grows when lowered is left as it is. */
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

/** The words of a query in their order. */
export function wordsOf(query: string): string[] {
  return fold(query)
    .split(separators)
    .filter((word) => word !== '');
}

/** Whether the character is part of a word; past either end it is not. */
export function isWordAt(folded: string, index: number): boolean {
  const code = folded.charCodeAt(index);
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  if (Number.isNaN(code)) return false;
  // A surrogate is half of a letter or a pictograph.
  return (code >= 0xd800 && code <= 0xdfff) || !separators.test(folded.charAt(index));
}

/** How a word is found in a text. */
export const Hit = { none: 0, inside: 1, start: 2, whole: 3 } as const;
export type Hit = (typeof Hit)[keyof typeof Hit];

/** How the word that begins here is found. */
export function hitAt(folded: string, word: string, index: number): Hit {
  if (isWordAt(folded, index - 1)) return Hit.inside;
  return isWordAt(folded, index + word.length) ? Hit.start : Hit.whole;
}

/** Where the word is found best: as a whole word, else at the start of one, else inside one; -1 if nowhere. */
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

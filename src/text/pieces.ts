/** Text in pieces, some of which match the query: cleans them, and cuts them to a number of columns. */

import { cleanLine, plainText } from './clean.js';
import { keptEnds } from './cut-middle.js';
import { graphemesOf, isSimple, truncate } from './width.js';

export interface Piece {
  text: string;
  isMatched: boolean;
}

const joined = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

/** Returns true if no grapheme of the text is split between two pieces. */
function areWhole(pieces: readonly Piece[], whole: string): boolean {
  if (isSimple(whole)) return true;
  const ends = new Set(Array.from(graphemesOf(whole), ({ index, segment }) => index + segment.length));
  let end = 0;
  return pieces.every(({ text }) => {
    end += text.length;
    return text === '' || ends.has(end);
  });
}

/** Cleans each piece. If the pieces are no longer whole graphemes of the clean text, it is one piece without matches. */
export function cleanPieces(pieces: readonly Piece[]): Piece[] {
  const whole = cleanLine(joined(pieces));
  const clean = pieces.map(({ text, isMatched }) => ({ text: plainText(text), isMatched }));
  return joined(clean) === whole && areWhole(clean, whole) ? clean : [{ text: whole, isMatched: false }];
}

function slicePieces(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let start = 0;
  return pieces.flatMap(({ text, isMatched }) => {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += text.length;
    return part === '' ? [] : [{ text: part, isMatched }];
  });
}

/** Returns the pieces that fit. If some is cut, the ellipsis is the last piece. */
export function cutEnd(pieces: readonly Piece[], columns: number, ellipsis: string): Piece[] {
  const whole = joined(pieces);
  const cut = truncate(whole, columns, ellipsis);
  if (cut === whole) return [...pieces];
  const end = ellipsis.slice(0, Math.max(0, columns));
  return [...slicePieces(pieces, 0, cut.length - end.length), { text: end, isMatched: false }];
}

/** Returns the pieces that fit, with an ellipsis in the middle if they are cut. */
export function cutPieces(pieces: readonly Piece[], columns: number, ellipsis: string): Piece[] {
  const { length } = joined(pieces);
  const kept = keptEnds(joined(pieces), columns, ellipsis);
  if (kept === null) return [...pieces];
  return [
    ...slicePieces(pieces, 0, kept.head),
    { text: ellipsis.slice(0, Math.max(0, columns)), isMatched: false },
    ...slicePieces(pieces, length - kept.tail, length),
  ];
}

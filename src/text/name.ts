/**
 * Cleans and cuts a name with its matched letters. Matches are found in the original name, so they are shown only if
 * the cleaned pieces still add up to the cleaned name.
 */

import { cleanLine, plainText } from './clean.js';
import { truncate } from './width.js';

export interface NamePiece {
  text: string;
  isMatched: boolean;
}

const startsWithMark = /^\p{M}/u;

function cleanPieces(name: readonly NamePiece[]): NamePiece[] {
  const whole = cleanLine(name.map(({ text }) => text).join(''));
  if (whole === '') return [{ text: '(no name)', isMatched: false }];
  const pieces = name.map(({ text, isMatched }) => ({ text: plainText(text), isMatched }));
  const isSame = pieces.map(({ text }) => text).join('') === whole;
  const isSplitInside = pieces.some(({ text }) => startsWithMark.test(text));
  return isSame && !isSplitInside ? pieces : [{ text: whole, isMatched: false }];
}

function takeLength(pieces: readonly NamePiece[], length: number): NamePiece[] {
  let left = length;
  return pieces.map((piece) => {
    const text = piece.text.slice(0, left);
    left -= text.length;
    return { ...piece, text };
  });
}

/** Returns the pieces that fit; the ellipsis is the last one if the name is cut. */
export function fitName(name: readonly NamePiece[], columns: number, ellipsis: string): NamePiece[] {
  const pieces = cleanPieces(name);
  const whole = pieces.map(({ text }) => text).join('');
  const cut = truncate(whole, columns, ellipsis);
  if (cut === whole) return pieces;
  const end = ellipsis.slice(0, Math.max(0, columns));
  return [...takeLength(pieces, cut.length - end.length), { text: end, isMatched: false }];
}

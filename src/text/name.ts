/**
 * A name with its matched letters, cleaned and cut for drawing. Matches are found in the name as it came, so
 * they are carried over to the cleaned name only where the pieces still add up to it.
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

/** The pieces of the name that fit, with the ellipsis as a last one where it is cut. */
export function fitName(name: readonly NamePiece[], columns: number, ellipsis: string): NamePiece[] {
  const pieces = cleanPieces(name);
  const whole = pieces.map(({ text }) => text).join('');
  const cut = truncate(whole, columns, ellipsis);
  if (cut === whole) return pieces;
  const end = ellipsis.slice(0, Math.max(0, columns));
  return [...takeLength(pieces, cut.length - end.length), { text: end, isMatched: false }];
}

/** Breaking clean text into lines of so many columns, at spaces where there are any. */

import { cleanLine } from '../text/clean.js';
import { displayWidth, graphemesOf } from '../text/width.js';
import { uiLimits } from './limits.js';

/** A word that is wider than a line, in pieces that are not. */
function chopped(word: string, columns: number): string[] {
  if (displayWidth(word) <= columns) return [word];
  const pieces: string[] = [];
  let piece = '';
  let width = 0;
  for (const { segment } of graphemesOf(word)) {
    const taken = displayWidth(segment);
    if (width + taken > columns && piece !== '') {
      pieces.push(piece);
      piece = '';
      width = 0;
    }
    piece += segment;
    width += taken;
  }
  return [...pieces, piece];
}

/** A clean line in pieces; what comes after the first is indented like it. */
export function wrapLine(line: string, columns: number): string[] {
  if (displayWidth(line) <= columns) return [line];
  const indent = line.slice(0, Math.min(line.length - line.trimStart().length, columns >> 1));
  const room = Math.max(1, columns - indent.length);
  const lines: string[] = [];
  let current = '';
  for (const word of line
    .trim()
    .split(' ')
    .flatMap((part) => chopped(part, room))) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (displayWidth(longer) <= room) current = longer;
    else {
      lines.push(indent + current);
      current = word;
    }
  }
  return [...lines, indent + current];
}

/** A paragraph from outside, cleaned and broken. */
export function wrapped(text: string, columns: number): string[] {
  return wrapLine(cleanLine(text, uiLimits.paragraphChars), Math.max(1, columns));
}

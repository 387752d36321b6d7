/** Wraps text to a number of columns, at spaces if possible. */

import { cleanLine } from '../text/clean.js';
import { displayWidth, graphemesOf } from '../text/width.js';
import { uiLimits } from './limits.js';

/** Splits a word that is wider than a line. */
function splitWord(word: string, columns: number): string[] {
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

/** Wraps a clean line; all pieces have its indentation. */
export function wrapLine(line: string, columns: number): string[] {
  if (displayWidth(line) <= columns) return [line];
  const indent = line.slice(0, Math.min(line.length - line.trimStart().length, columns >> 1));
  const room = Math.max(1, columns - indent.length);
  const lines: string[] = [];
  let current = '';
  for (const word of line
    .trim()
    .split(' ')
    .flatMap((part) => splitWord(part, room))) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (displayWidth(longer) <= room) current = longer;
    else {
      lines.push(indent + current);
      current = word;
    }
  }
  return [...lines, indent + current];
}

/** Cleans and wraps a paragraph from outside. */
export function wrapText(text: string, columns: number): string[] {
  return wrapLine(cleanLine(text, uiLimits.paragraphChars), Math.max(1, columns));
}

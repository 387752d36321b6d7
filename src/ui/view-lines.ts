/**
 * Wraps text to a number of columns, and makes the lines of a view. A line is a text with the name of its style, because
 * lines are also counted and spoken.
 */

import { cleanLine } from '../text/clean.js';
import type { StyleName } from '../text/theme.js';
import { displayWidth, graphemesOf, padEnd } from '../text/width.js';
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

/** Wraps a clean line; all parts have its indentation. */
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

/** Cleans and wraps a paragraph. */
export function wrapText(text: string, columns: number): string[] {
  return wrapLine(cleanLine(text, uiLimits.paragraphChars), Math.max(1, columns));
}

export interface ViewLine {
  text: string;
  style: StyleName;
  /** The first columns, which have a style of their own. */
  label?: { columns: number; style: StyleName };
}

export const line = (text: string, style: StyleName = 'plain'): ViewLine => ({ text, style });
export const blank = line('');

export function lines(text: string, columns: number, style: StyleName = 'plain'): ViewLine[] {
  return wrapText(text, columns).map((part) => line(part, style));
}

/** Puts a label to the left of its text, or above it if there are too few columns. */
export function labelLines(
  label: string,
  text: string,
  { columns, labelColumns, style }: { columns: number; labelColumns: number; style: StyleName },
): ViewLine[] {
  const name = cleanLine(label, uiLimits.labelChars);
  const isAbove = columns < labelColumns * 3 || displayWidth(name) >= labelColumns;
  const indent = isAbove ? 2 : labelColumns;
  const parts = wrapText(text, columns - indent);
  const [first = '', ...rest] = isAbove ? ['', ...parts] : parts;
  const head = { text: isAbove ? name : padEnd(name, indent) + first, style: 'plain' } as const;
  return [
    { ...head, label: { columns: isAbove ? columns : indent, style } },
    ...rest.map((part) => line(' '.repeat(indent) + part)),
  ];
}

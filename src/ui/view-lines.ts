/**
 * Wraps text to a number of columns, and makes and draws the lines of a view. A line is pieces of text with the names of
 * their styles, because lines are also counted and spoken.
 */

import { cleanLine } from '../text/clean.js';
import { Line } from '../text/line.js';
import type { StyledText, StyleName, Theme } from '../text/theme.js';
import { displayWidth, graphemesOf, padEnd, truncate } from '../text/width.js';
import { uiLimits } from './limits.js';

/** Splits a word that is wider than a line: a path after a slash if that leaves no line too short, else anywhere. */
function splitWord(word: string, columns: number): string[] {
  if (displayWidth(word) <= columns) return [word];
  const slash = truncate(word, columns, '').lastIndexOf('/') + 1;
  if (slash * 2 > columns) return [word.slice(0, slash), ...splitWord(word.slice(slash), columns)];
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

/** Puts as many clean parts on a line as fit, with two spaces between them. Only a part that is too wide is wrapped. */
export function wrapParts(parts: readonly string[], columns: number): string[] {
  const wrapped: string[] = [];
  for (const part of parts) {
    const longer = wrapped.length === 0 ? part : `${wrapped.at(-1)}  ${part}`;
    if (displayWidth(longer) <= columns) wrapped.splice(-1, 1, longer);
    else wrapped.push(...wrapLine(part, Math.max(1, columns)));
  }
  return wrapped.map((text) => text.trimEnd());
}

/** Cleans and wraps a paragraph. */
export function wrapText(text: string, columns: number): string[] {
  return wrapLine(cleanLine(text, uiLimits.paragraphChars), Math.max(1, columns));
}

/** A line of a view: pieces of clean text. */
export type ViewLine = readonly StyledText[];

export const line = (text: string, style: StyleName = 'plain'): ViewLine => [{ text, style }];
export const blank: ViewLine = [];

export const textOf = (pieces: ViewLine): string => pieces.map(({ text }) => text).join('');

/** Cleans and wraps a paragraph of one style. */
export function lines(text: string, columns: number, style: StyleName = 'plain'): ViewLine[] {
  return wrapText(text, columns).map((part) => line(part, style));
}

/** The first letters of a text, with a style of their own. */
export interface Start {
  length: number;
  style: StyleName;
}

/** Makes lines of wrapped text whose first letters have a style of their own. */
export function startedLines(wrapped: readonly string[], start: Start, style: StyleName): ViewLine[] {
  return wrapped.map((part, index) => {
    if (index > 0) return line(part, style);
    const { length } = start;
    return [...line(part.slice(0, length), start.style), ...line(part.slice(length), style)];
  });
}

interface Label {
  text: string;
  columns: number;
  style: StyleName;
}

/** Puts a label to the left of lines that were wrapped to `roomBeside` columns, or above them. */
export function labelled({ text, columns, style }: Label, body: readonly ViewLine[]): ViewLine[] {
  const name = cleanLine(text, uiLimits.labelChars);
  const [first = blank, ...rest] = body;
  const indented = (pieces: ViewLine, by: number): ViewLine => [...line(' '.repeat(by)), ...pieces];
  const above = name === '' ? [] : [line(name, style)];
  if (displayWidth(name) >= columns) return [...above, ...body.map((part) => indented(part, 2))];
  return [[...line(padEnd(name, columns), style), ...first], ...rest.map((part) => indented(part, columns))];
}

/** A label is beside its text if there are so many times its columns. */
const columnsPerLabel = 2.5;

/** Returns the columns of the label, 0 if it is above its text, and those of the text. */
export function roomBeside(columns: number, labelColumns: number): { label: number; text: number } {
  const isAbove = columns < labelColumns * columnsPerLabel;
  return isAbove ? { label: 0, text: columns - 2 } : { label: labelColumns, text: columns - labelColumns };
}

/** Puts a label to the left of its text, or above it if there are too few columns. */
export function labelLines(
  label: string,
  text: string,
  { columns, labelColumns, style }: { columns: number; labelColumns: number; style: StyleName },
): ViewLine[] {
  const room = roomBeside(columns, labelColumns);
  return labelled({ text: label, columns: room.label, style }, lines(text, room.text));
}

/** Draws a line of exactly `columns` columns. */
export function drawLine(pieces: ViewLine, columns: number, theme: Theme): string {
  const drawn = new Line(theme, columns);
  for (const { text, style } of pieces) drawn.add(text, style);
  return drawn.toString();
}

/** The columns of a view that its lines do not use, on both sides together. */
export const viewMargins = 3;

interface Window {
  /** The first line that is shown. */
  top: number;
  height: number;
  columns: number;
  theme: Theme;
}

/** Returns how far lines can be scrolled. */
export const lastTop = (count: number, height: number): number => Math.max(0, count - height);

/** Draws exactly `height` of the lines. */
export function drawWindow(all: readonly ViewLine[], { top, height, columns, theme }: Window): string[] {
  const first = Math.min(top, lastTop(all.length, height));
  return Array.from({ length: height }, (_, index) => {
    const shown = all[first + index];
    return shown === undefined ? '' : `  ${drawLine(shown, columns - viewMargins, theme).trimEnd()}`;
  });
}

/** The lines of a view before they are drawn, with the names of their styles: they are also counted and spoken. */

import { cleanLine } from '../text/clean.js';
import type { StyleName } from '../text/theme.js';
import { displayWidth, padEnd } from '../text/width.js';
import { uiLimits } from './limits.js';
import { wrapText } from './wrap.js';

export interface ViewLine {
  text: string;
  style: StyleName;
  /** The first columns, which have a style of their own. */
  label?: { columns: number; style: StyleName };
}

export const line = (text: string, style: StyleName = 'plain'): ViewLine => ({ text, style });
export const blank = line('');

/** Wraps a paragraph. */
export function lines(text: string, columns: number, style: StyleName = 'plain'): ViewLine[] {
  return wrapText(text, columns).map((part) => line(part, style));
}

/** Puts a label next to its text, or on a line above it if there are too few columns. */
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

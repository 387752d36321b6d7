/** Lines of a view before they are drawn: styles are said by name, so that lines can be counted and spoken. */

import { cleanLine } from '../text/clean.js';
import type { StyleName } from '../text/theme.js';
import { displayWidth, padEnd } from '../text/width.js';
import { uiLimits } from './limits.js';
import { wrapped } from './wrap.js';

export interface ViewLine {
  text: string;
  style: StyleName;
  /** The first so many columns in a style of their own. */
  label?: { columns: number; style: StyleName };
}

export const line = (text: string, style: StyleName = 'plain'): ViewLine => ({ text, style });
export const blank = line('');

/** A paragraph in as many lines as it takes. */
export function lines(text: string, columns: number, style: StyleName = 'plain'): ViewLine[] {
  return wrapped(text, columns).map((part) => line(part, style));
}

/** A label and what it labels, side by side; where that is too narrow, the label on a line of its own. */
export function labelled(
  label: string,
  text: string,
  { columns, labelColumns, style }: { columns: number; labelColumns: number; style: StyleName },
): ViewLine[] {
  const name = cleanLine(label, uiLimits.labelChars);
  const isAside = columns < labelColumns * 3 || displayWidth(name) >= labelColumns;
  const indent = isAside ? 2 : labelColumns;
  const parts = wrapped(text, columns - indent);
  const [first = '', ...rest] = isAside ? ['', ...parts] : parts;
  const head = { text: isAside ? name : padEnd(name, indent) + first, style: 'plain' } as const;
  return [
    { ...head, label: { columns: isAside ? columns : indent, style } },
    ...rest.map((part) => line(' '.repeat(indent) + part)),
  ];
}

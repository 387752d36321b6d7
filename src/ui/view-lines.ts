/** A line of a view before it is drawn: which style it has is said by name, so that it can be counted and spoken. */

import type { StyleName } from '../text/theme.js';

export interface ViewLine {
  text: string;
  style: StyleName;
  /** The first so many columns in a style of their own. */
  label?: { columns: number; style: StyleName };
}

export const line = (text: string, style: StyleName = 'plain'): ViewLine => ({ text, style });
export const blank = line('');

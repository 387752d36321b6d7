/** What is drawn, and how the rows of the terminal are divided up. */

import type { Rows } from '../picker/rows.js';
import type { Model, PickerState } from '../picker/state.js';
import type { Size } from '../text/ability.js';
import { cleanLine } from '../text/clean.js';
import { displayWidth } from '../text/width.js';

export interface Screen {
  state: PickerState;
  model: Model;
  rows: Rows;
  size: Size;
  nowMs: number;
  isPicking: boolean;
}

export interface Layout {
  /** Too small for anything but a notice. */
  isTooSmall: boolean;
  /** There is room for the tabs and for the rule above the details. */
  hasRule: boolean;
  detailLines: number;
  listHeight: number;
  /** The lines between title and footer, for the views that replace the list. */
  viewHeight: number;
}

const smallest: Size = { columns: 40, rows: 10 };
const rowsForRule = 14;
const rowsForDetail = 20;
const rowsForLongDetail = 40;

/** The last row of the terminal stays free: some terminals scroll when its last column is written. */
export function layoutFor({ columns, rows }: Size): Layout {
  const isTooSmall = columns < smallest.columns || rows < smallest.rows;
  const hasRule = rows >= rowsForRule;
  const detailLines = rows >= rowsForLongDetail ? 4 : rows >= rowsForDetail ? 3 : 0;
  const viewHeight = Math.max(1, rows - 3);
  const listHeight = Math.max(1, viewHeight - 1 - (hasRule ? 1 : 0) - detailLines);
  return { isTooSmall, hasRule, detailLines, listHeight, viewHeight };
}

/** True if the notice is too long for the last line and is shown in place of the details. */
export function isLongNotice({ state: { notice, view }, size }: Screen): boolean {
  if (notice === null || view.type !== 'list' || layoutFor(size).detailLines === 0) return false;
  return displayWidth(cleanLine(notice.text)) > size.columns - 2;
}

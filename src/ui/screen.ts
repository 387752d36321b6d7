/** What is to be drawn, and how the rows of the terminal are shared out. */

import type { Rows } from '../picker/rows.js';
import type { Model, PickerState } from '../picker/state.js';

export interface Size {
  columns: number;
  rows: number;
}

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
  hasTabs: boolean;
  hasRule: boolean;
  detailLines: number;
  listHeight: number;
}

const smallest: Size = { columns: 40, rows: 10 };
const rowsForRule = 14;
const rowsForDetail = 20;

/** The last row of the terminal stays free: a frame as high as the terminal is cleared and drawn whole each time. */
export function layoutFor({ columns, rows }: Size): Layout {
  const isTooSmall = columns < smallest.columns || rows < smallest.rows;
  const hasRule = rows >= rowsForRule;
  const detailLines = rows >= rowsForDetail ? (rows >= 40 ? 4 : 3) : 0;
  const fixed = 3 + (hasRule ? 1 : 0) + detailLines;
  return { isTooSmall, hasTabs: hasRule, hasRule, detailLines, listHeight: Math.max(1, rows - 1 - fixed) };
}

/** What is drawn, and how the lines and columns of the terminal are divided up. */

import type { Rows } from '../picker/rows.js';
import type { Model, PickerState } from '../picker/state.js';
import type { Size } from '../text/ability.js';

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
  /** There is a line with the heads of the columns, and one for messages above the footer. */
  hasHeads: boolean;
  /** The columns of the list, and of the preview beside it; 0 without one. The line between them takes one more. */
  listColumns: number;
  previewColumns: number;
  /** The lines under the list that describe the row with the cursor; 0 with a preview. */
  detailLines: number;
  listHeight: number;
  /** The lines between title and message, for the views that replace the list. */
  viewHeight: number;
}

export const smallest: Size = { columns: 30, rows: 6 };
const rowsForHeads = 14;
const rowsForDetail = 20;
const rowsForLongDetail = 40;
const columnsForPreview = 110;
const previewShare = 0.35;

/**
 * Lines from the top: title, query, heads, list, details, message, footer. Together they are exactly as many as the
 * terminal has rows. In a low terminal the message takes the place of the footer.
 */
export function layoutFor({ columns, rows }: Size, hasPreview: boolean): Layout {
  const isTooSmall = columns < smallest.columns || rows < smallest.rows;
  const hasHeads = rows >= rowsForHeads;
  const isSplit = hasPreview && columns >= columnsForPreview && hasHeads;
  const previewColumns = isSplit ? Math.floor(columns * previewShare) : 0;
  const detailLines = isSplit || rows < rowsForDetail ? 0 : rows >= rowsForLongDetail ? 4 : 3;
  // Without the title and the footer, and in a high terminal without the line for messages.
  const viewHeight = Math.max(1, rows - (hasHeads ? 3 : 2));
  // The rule above the details takes one more line.
  const underList = detailLines === 0 ? 0 : detailLines + 1;
  const listHeight = Math.max(1, viewHeight - 1 - (hasHeads ? 1 : 0) - underList);
  const listColumns = isSplit ? columns - previewColumns - 1 : columns;
  return { isTooSmall, hasHeads, listColumns, previewColumns, detailLines, listHeight, viewHeight };
}

/** Returns the layout of a screen. Whoever chooses an entry to print has a preview, too. */
export const layoutOf = ({ size, state }: Pick<Screen, 'size' | 'state'>): Layout =>
  layoutFor(size, state.hasPreview);

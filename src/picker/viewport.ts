/** Which rows are on screen. The window moves only as far as the cursor pushes it. */

export interface Viewport {
  rows: number;
  /** Rows that can be shown at once. */
  height: number;
  /** The cursor's row; -1 if there is none. */
  cursor: number;
  /** The first row shown so far. */
  top: number;
}

const widestMargin = 2;

/** Returns the first row to show, so that the cursor is visible, if possible with a margin above and below. */
export function scrollTop({ rows, height, cursor, top }: Viewport): number {
  const lastTop = Math.max(0, rows - height);
  const margin = Math.max(0, Math.min(widestMargin, Math.floor((height - 1) / 2)));
  const highest = cursor + margin - height + 1;
  const lowest = cursor - margin;
  const wanted = cursor < 0 ? top : Math.max(highest, Math.min(top, lowest));
  return Math.max(0, Math.min(wanted, lastTop));
}

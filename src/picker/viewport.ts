/** Which rows are on screen. The window moves as little as it can: the cursor pushes it, nothing else does. */

export interface Viewport {
  rows: number;
  /** Rows that can be shown at once. */
  height: number;
  /** Row of the cursor; -1: none. */
  cursor: number;
  /** First row shown so far. */
  top: number;
}

const widestMargin = 2;

/** The first row to show: the cursor is inside, with a little room above and below where there is any. */
export function scrollTop({ rows, height, cursor, top }: Viewport): number {
  const lastTop = Math.max(0, rows - height);
  const margin = Math.max(0, Math.min(widestMargin, Math.floor((height - 1) / 2)));
  const highest = cursor + margin - height + 1;
  const lowest = cursor - margin;
  const wanted = cursor < 0 ? top : Math.max(highest, Math.min(top, lowest));
  return Math.max(0, Math.min(wanted, lastTop));
}

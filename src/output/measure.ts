/**
 * Columns of cells. Plain text takes as many as it has characters; whatever can tell about other text takes longer
 * to load than most commands run, so it comes in only where there is such text.
 */

export interface Measure {
  width(text: string): number;
  /** The text with blanks up to this width, which it does not exceed. */
  pad(text: string, width: number): string;
  /** The text in at most so many columns, its end replaced by the ellipsis where it is cut. */
  cut(text: string, columns: number, ellipsis: string): string;
}

const unusual = /[^\x20-\x7e·…]/;

/** True if every character of these cells takes one column. */
export function isNarrow(cells: readonly string[]): boolean {
  return !unusual.test(cells.join(''));
}

const byLength: Measure = {
  width: (text) => text.length,
  pad: (text, width) => text.padEnd(width),
  cut(text, columns, ellipsis) {
    if (text.length <= columns) return text;
    return text.slice(0, Math.max(0, columns - ellipsis.length)) + ellipsis.slice(0, columns);
  },
};

/** A measure for cells that are narrow, or for any. */
export async function measureFor(isNarrow: boolean): Promise<Measure> {
  if (isNarrow) return byLength;
  const { displayWidth, padEnd, truncate } = await import('../text/width.js');
  return { width: displayWidth, pad: padEnd, cut: truncate };
}

/**
 * Formats cells in straight columns. Cells are clean already. There may be ten thousand rows, and most columns repeat
 * the same few words, so equal neighbours are handled once.
 */

import { skillLimits } from '../skill-rules.js';
import { cleanLine } from '../text/clean.js';
import { outputLimits } from './limits.js';

/** Blanks between two columns. */
export const columnGap = 2;
const unusual = /[^ -~]/;
const wide = /[^\x20-\x7e·…]/;

/** Returns a text for one cell. Nearly all texts are clean already. */
export function cell(text: string, length: number = skillLimits.nameChars): string {
  return text.length <= length && !unusual.test(text) ? text : cleanLine(text, length);
}

/** The cells of one column. */
export interface Column {
  cells: readonly string[];
  /** True if every character takes one column of the terminal. */
  isNarrow: boolean;
}

export function cleanColumn(cells: readonly string[]): Column {
  return { cells, isNarrow: !wide.test(cells.join('')) };
}

/** Returns a column of texts that may not be clean. Testing all of them joined is quicker than testing each. */
export function textColumn(texts: readonly string[], length: number = skillLimits.nameChars): Column {
  const different: string[] = [];
  let [longest, before] = [0, ''];
  for (const text of texts) {
    if (text === before) continue;
    before = text;
    different.push(text);
    if (text.length > longest) longest = text.length;
  }
  const isClean = longest <= length && !unusual.test(different.join(''));
  return isClean ? { cells: texts, isNarrow: true } : cleanColumn(texts.map((text) => cell(text, length)));
}

interface ColumnStyle {
  /** Columns of the terminal; if undefined, nothing is cut. */
  columns: number | undefined;
  ellipsis: string;
}

const uncut: ColumnStyle = { columns: undefined, ellipsis: '' };

/** Measures text in columns of the terminal. */
interface Measure {
  width(text: string): number;
  /** Adds blanks up to this width, which the text does not exceed. */
  pad(text: string, width: number): string;
  /** Cuts the text to so many columns, with the ellipsis at its end. */
  cut(text: string, columns: number, ellipsis: string): string;
}

const measureByLength: Measure = {
  width: (text) => text.length,
  pad: (text, width) => text.padEnd(width),
  cut(text, columns, ellipsis) {
    if (text.length <= columns) return text;
    return text.slice(0, Math.max(0, columns - ellipsis.length)) + ellipsis.slice(0, columns);
  },
};

/**
 * Returns a measure for narrow text or for any text. The second takes longer to load than most commands run.
 * @internal
 */
export async function measureFor(isNarrow: boolean): Promise<Measure> {
  if (isNarrow) return measureByLength;
  const { displayWidth, padEnd, truncate } = await import('../text/width.js');
  return { width: displayWidth, pad: padEnd, cut: truncate };
}

function widest(cells: readonly string[], measure: Measure): number {
  let [width, before] = [0, ''];
  for (const text of cells) {
    if (text === before) continue;
    before = text;
    width = Math.max(width, measure.width(text));
  }
  return width;
}

/** Pads all cells to the width of the widest and the gap to the next column. */
function padCells(cells: readonly string[], measure: Measure): string[] {
  const width = widest(cells, measure) + columnGap;
  let [before, text] = ['', ' '.repeat(width)];
  return cells.map((next) => {
    if (next !== before) {
      before = next;
      text = measure.pad(next, width);
    }
    return text;
  });
}

/** Appends one column to the rows. */
function appendColumn(starts: readonly string[], cells: readonly string[]): string[] {
  let [start, before, both] = ['', '', ''];
  return cells.map((next, row) => {
    if (next !== before || starts[row] !== start) {
      start = starts[row]!;
      before = next;
      both = start + next;
    }
    return both;
  });
}

/** Cuts one line to the terminal. Leaves out a last column that has too little room. */
function cutLine(start: string, last: string, measure: Measure, columns: number, ellipsis: string): string {
  const left = columns - measure.width(start);
  const hasRoom = left >= outputLimits.narrowestColumn || measure.width(last) <= left;
  return measure.cut((hasRoom ? start + last : start).trimEnd(), columns, ellipsis);
}

/** Returns one line for each row of the columns. */
export async function formatColumns(
  all: readonly Column[],
  { columns, ellipsis }: ColumnStyle = uncut,
): Promise<string[]> {
  // The width of the last column matters only if it is cut.
  const measured = columns === undefined ? all.slice(0, -1) : all;
  const measure = await measureFor(measured.every(({ isNarrow }) => isNarrow));
  const [first = [], ...others] = all.slice(0, -1).map(({ cells }) => padCells(cells, measure));
  const starts = others.reduce(appendColumn, first);
  return (all.at(-1)?.cells ?? []).map((last, row) => {
    const start = starts[row] ?? '';
    if (columns !== undefined) return cutLine(start, last, measure, columns, ellipsis);
    return last === '' || last.endsWith(' ') ? (start + last).trimEnd() : start + last;
  });
}

/** Returns one line for each row; all rows have the same number of cells. */
export function formatRows(rows: readonly (readonly string[])[], style = uncut): Promise<string[]> {
  const columns = (rows[0] ?? []).map((_, column) => cleanColumn(rows.map((row) => row[column] ?? '')));
  return formatColumns(columns, style);
}

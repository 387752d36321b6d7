/**
 * Cells in straight columns. Cells are clean already; those of the last column are as long as there is room. There
 * may be ten thousand rows, in most columns of which the same few words stand again and again.
 */

import { skillLimits } from '../skill-rules.js';
import { cleanLine } from '../text/clean.js';
import { outputLimits } from './limits.js';
import { isNarrow, type Measure, measureFor } from './measure.js';

const gap = 2;
// Looking for one character that is not plain needs no way back, however long the text is.
const unusual = /[^ -~]/;

/** A text for one cell. Nearly all of them are plain already. */
export function cell(text: string, length: number = skillLimits.nameChars): string {
  return text.length <= length && !unusual.test(text) ? text : cleanLine(text, length);
}

/** The cells of one column. */
export interface Column {
  cells: readonly string[];
  /** True if every character takes one column of the terminal. */
  isNarrow: boolean;
}

/** A column of texts from outside: one look at all of them is cheaper than ten thousand at each. */
export function textColumn(texts: readonly string[], length: number = skillLimits.nameChars): Column {
  const different: string[] = [];
  let [longest, before] = [0, ''];
  for (const text of texts) {
    if (text === before) continue;
    before = text;
    different.push(text);
    if (text.length > longest) longest = text.length;
  }
  const isPlain = longest <= length && !unusual.test(different.join(''));
  return isPlain ? { cells: texts, isNarrow: true } : cleanColumn(texts.map((text) => cell(text, length)));
}

function cleanColumn(cells: readonly string[]): Column {
  return { cells, isNarrow: isNarrow(cells) };
}

export interface ColumnStyle {
  /** Columns of the terminal; without one, nothing is cut. */
  columns: number | undefined;
  ellipsis: string;
}

/** The widest cell; the same one again and again is looked at once. */
function widest(cells: readonly string[], measure: Measure): number {
  let [width, before] = [0, ''];
  for (const text of cells) {
    if (text === before) continue;
    before = text;
    width = Math.max(width, measure.width(text));
  }
  return width;
}

/** All cells as wide as the widest, with the gap to the next column. */
function padded(cells: readonly string[], measure: Measure): string[] {
  const width = widest(cells, measure) + gap;
  let [before, text] = ['', ' '.repeat(width)];
  return cells.map((next) => {
    if (next !== before) {
      before = next;
      text = measure.pad(next, width);
    }
    return text;
  });
}

/** Rows with one column more; what is the same as in the row before is not put together again. */
function joined(starts: readonly string[], cells: readonly string[]): string[] {
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

/** A last column that would be cut to nothing worth reading is left out. */
function cutLine(start: string, last: string, measure: Measure, columns: number, ellipsis: string): string {
  const left = columns - measure.width(start);
  const isWorthIt = left >= outputLimits.narrowestColumn || measure.width(last) <= left;
  return measure.cut((isWorthIt ? start + last : start).trimEnd(), columns, ellipsis);
}

/** One line a row, from whole columns. */
export async function formatColumns(
  all: readonly Column[],
  { columns, ellipsis }: ColumnStyle,
): Promise<string[]> {
  // Where nothing is cut, nobody asks how wide the last column is.
  const measured = columns === undefined ? all.slice(0, -1) : all;
  const measure = await measureFor(measured.every(({ isNarrow }) => isNarrow));
  const [first = [], ...others] = all.slice(0, -1).map(({ cells }) => padded(cells, measure));
  const starts = others.reduce(joined, first);
  return (all.at(-1)?.cells ?? []).map((last, row) => {
    const start = starts[row] ?? '';
    if (columns !== undefined) return cutLine(start, last, measure, columns, ellipsis);
    return last === '' || last.endsWith(' ') ? (start + last).trimEnd() : start + last;
  });
}

/** The same from rows, all of which have the same number of cells. */
export function formatRows(rows: readonly (readonly string[])[], style: ColumnStyle): Promise<string[]> {
  const columns = (rows[0] ?? []).map((_, column) => cleanColumn(rows.map((row) => row[column] ?? '')));
  return formatColumns(columns, style);
}

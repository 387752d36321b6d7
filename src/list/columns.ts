/**
 * Cells in straight columns. Cells are clean already; those of the last column are as long as there is room. There
 * may be ten thousand rows, in most columns of which the same few words stand again and again.
 */

import { limits } from '../limits.js';
import { cleanLine } from '../text/clean.js';
import { isNarrow, type Measure, measureFor } from './measure.js';

const gap = 2;
// Looking for one character that is not plain needs no way back, however long the text is.
const unusual = /[^ -~]/;

/** A text for one cell. Nearly all of them are plain already. */
export function cell(text: string, length: number = limits.nameChars): string {
  return text.length <= length && !unusual.test(text) ? text : cleanLine(text, length);
}

/** The cells of one column. */
export interface Column {
  cells: readonly string[];
  /** True if every character takes one column of the terminal. */
  isNarrow: boolean;
}

/** A column of our own words. */
export function wordColumn(cells: readonly string[]): Column {
  return { cells, isNarrow: true };
}

/** A column of texts from outside: one look at all of them is cheaper than ten thousand at each. */
export function textColumn(texts: readonly string[], length: number = limits.nameChars): Column {
  let longest = 0;
  for (const text of texts) if (text.length > longest) longest = text.length;
  const isPlain = longest <= length && !unusual.test(texts.join(''));
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

/** Puts rows together, each from as much of the one before as is the same. */
class RowStarts {
  readonly #columns: readonly (readonly string[])[];
  readonly #widths: readonly number[];
  readonly #measure: Measure;
  readonly #before: string[];
  readonly #padded: string[];
  readonly #starts: string[];

  constructor(columns: readonly (readonly string[])[], measure: Measure) {
    this.#columns = columns;
    this.#measure = measure;
    this.#widths = columns.map((cells) => widest(cells, measure) + gap);
    this.#before = columns.map(() => '');
    this.#padded = this.#widths.map((width) => ' '.repeat(width));
    this.#starts = this.#padded.map((_, column) => this.#padded.slice(0, column + 1).join(''));
  }

  /** The row up to its last column; rows are asked for in their order. */
  at(row: number): string {
    const [columns, before] = [this.#columns, this.#before];
    let column = 0;
    while (column < columns.length && columns[column]![row] === before[column]) column += 1;
    let start = this.#starts[column - 1] ?? '';
    for (; column < columns.length; column += 1) {
      start += this.#cell(column, columns[column]![row]!);
      this.#starts[column] = start;
    }
    return start;
  }

  #cell(column: number, text: string): string {
    if (text !== this.#before[column]) {
      this.#before[column] = text;
      this.#padded[column] = text + ' '.repeat(this.#widths[column]! - this.#measure.width(text));
    }
    return this.#padded[column]!;
  }
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

/** A last column that would be cut to nothing worth reading is left out. */
function cutLine(start: string, last: string, measure: Measure, columns: number, ellipsis: string): string {
  const left = columns - measure.width(start);
  const isWorthIt = left >= limits.narrowestColumn || measure.width(last) <= left;
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
  const starts = new RowStarts(
    all.slice(0, -1).map(({ cells }) => cells),
    measure,
  );
  return (all.at(-1)?.cells ?? []).map((last, row) => {
    const start = starts.at(row);
    if (columns !== undefined) return cutLine(start, last, measure, columns, ellipsis);
    return last === '' || last.endsWith(' ') ? (start + last).trimEnd() : start + last;
  });
}

/** The same from rows, all of which have the same number of cells. */
export function formatRows(rows: readonly (readonly string[])[], style: ColumnStyle): Promise<string[]> {
  const columns = (rows[0] ?? []).map((_, column) => cleanColumn(rows.map((row) => row[column] ?? '')));
  return formatColumns(columns, style);
}

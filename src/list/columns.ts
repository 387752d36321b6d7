/**
 * Cells in straight columns. Cells are clean already; those of the last column are as long as there is room. There
 * may be ten thousand rows, in most columns of which the same few words stand again and again.
 */

import { limits } from '../limits.js';
import { cleanLine } from '../text/clean.js';
import { type Measure, measureFor } from './measure.js';

const gap = '  ';
// Looking for one character that is not plain needs no way back, however long the text is.
const unusual = /[^ -~]/;

/** A text for one cell. Nearly all of them are plain already. */
export function cell(text: string, length: number = limits.nameChars): string {
  return text.length <= length && !unusual.test(text) ? text : cleanLine(text, length);
}

/** Texts for all cells of a column: one look at all of them is cheaper than ten thousand at each. */
export function cellsOf(texts: readonly string[], length: number = limits.nameChars): readonly string[] {
  const isPlain = texts.every((text) => text.length <= length) && !unusual.test(texts.join(''));
  return isPlain ? texts : texts.map((text) => cell(text, length));
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
  readonly #before: string[] = [];
  readonly #starts: string[] = [];

  constructor(columns: readonly (readonly string[])[], measure: Measure) {
    this.#columns = columns;
    this.#measure = measure;
    this.#widths = columns.map((cells) =>
      cells.reduce((most, text) => Math.max(most, measure.width(text)), 0),
    );
  }

  /** The row up to its last column; rows are asked for in their order. */
  at(row: number): string {
    let column = 0;
    while (column < this.#columns.length && this.#columns[column]![row] === this.#before[column]) column += 1;
    let start = this.#starts[column - 1] ?? '';
    for (; column < this.#columns.length; column += 1) {
      const text = this.#columns[column]![row]!;
      start += text + ' '.repeat(this.#widths[column]! - this.#measure.width(text)) + gap;
      this.#before[column] = text;
      this.#starts[column] = start;
    }
    return start;
  }
}

/** A last column that would be cut to nothing worth reading is left out. */
function cutLine(start: string, last: string, measure: Measure, columns: number, ellipsis: string): string {
  const left = columns - measure.width(start);
  const isWorthIt = left >= limits.narrowestColumn || measure.width(last) <= left;
  return measure.cut((isWorthIt ? start + last : start).trimEnd(), columns, ellipsis);
}

/** One line a row, from whole columns. */
export async function formatColumns(
  cells: readonly (readonly string[])[],
  { columns, ellipsis }: ColumnStyle,
): Promise<string[]> {
  // Where nothing is cut, nobody asks how wide the last column is.
  const measure = await measureFor(columns === undefined ? cells.slice(0, -1) : cells);
  const starts = new RowStarts(cells.slice(0, -1), measure);
  return (cells.at(-1) ?? []).map((last, row) => {
    const start = starts.at(row);
    if (columns !== undefined) return cutLine(start, last, measure, columns, ellipsis);
    return last === '' || last.endsWith(' ') ? (start + last).trimEnd() : start + last;
  });
}

/** The same from rows, all of which have the same number of cells. */
export function formatRows(rows: readonly (readonly string[])[], style: ColumnStyle): Promise<string[]> {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''));
  return formatColumns(columns, style);
}

/**
 * Writes frames with as few bytes as possible: only the columns that changed, each run after a cursor move of its own,
 * so that nothing depends on where the cursor was, or on how wide the terminal believes a character to be. No line ends
 * are written, so nothing scrolls and the scrollback is never touched.
 */

import { type Cells, cellsOf, isUncertain, noCells, widestReach } from './line-cells.js';

const synchronizedStart = '\x1b[?2026h';
const synchronizedEnd = '\x1b[?2026l';
const wipe = '\x1b[2J';
const eraseToEnd = '\x1b[K';

/** Equal columns that are written anyway, because moving the cursor past them takes as many bytes. */
const widestGap = 8;

const moveTo = (row: number, column: number): string => `\x1b[${row + 1};${column + 1}H`;
const moveToColumn = (column: number): string => `\x1b[${column + 1}G`;

function isSameAt(before: Cells, after: Cells, column: number): boolean {
  return (
    (before.graphemes[column] ?? ' ') === after.graphemes[column] &&
    (before.styles[column] ?? '') === after.styles[column]
  );
}

function columnAfter({ graphemes }: Cells, column: number): number {
  let next = column + 1;
  while (graphemes[next] === '') next += 1;
  return next;
}

/** Blanks the columns first, in case the terminal uses fewer of them, and then goes to where the next one belongs. */
function uncertainBytes(cells: Cells, column: number): string {
  const next = columnAfter(cells, column);
  return ' '.repeat(next - column) + moveToColumn(column) + cells.graphemes[column] + moveToColumn(next);
}

/** Returns the bytes of the columns from `start` to `end`, which begin and end in the plain style. */
function bytesOf(cells: Cells, start: number, end: number): string {
  let output = '';
  let pen = '';
  for (let column = start; column < end; column += 1) {
    const [grapheme = '', style = ''] = [cells.graphemes[column], cells.styles[column]];
    if (style !== pen) output += pen === '' ? `\x1b[${style}m` : `\x1b[${style === '' ? '' : `0;${style}`}m`;
    pen = style;
    output += isUncertain(grapheme) ? uncertainBytes(cells, column) : grapheme;
  }
  return pen === '' ? output : `${output}\x1b[m`;
}

/**
 * Returns the end of a run of columns to write: changed ones, small gaps of equal ones, and those into which an uncertain
 * grapheme of the run may reach. It may be beyond the end of the line.
 */
function runEnd(before: Cells, after: Cells, start: number): number {
  let end = start + 1;
  let reached = end;
  for (let column = start; column < after.graphemes.length && column < end + widestGap; column += 1) {
    reached = Math.max(reached, column + widestReach(after.graphemes[column] ?? ''));
    if (column < end || !isSameAt(before, after, column)) end = Math.max(end, column + 1, reached);
  }
  return end;
}

function changesIn(row: number, before: Cells, after: Cells, columns: number): string {
  const { length } = after.graphemes;
  let output = '';
  let written = before.graphemes.length;
  let column = 0;
  while (column < length) {
    if (isSameAt(before, after, column)) {
      column += 1;
      continue;
    }
    const end = runEnd(before, after, column);
    output += moveTo(row, column) + bytesOf(after, column, Math.min(end, length));
    written = Math.max(written, end);
    column = end;
  }
  // After a full line the cursor is still on its last character, which would be erased.
  if (written > length && length < columns) output += moveTo(row, length) + eraseToEnd;
  return output;
}

interface ShownLine {
  line: string;
  cells: Cells;
}

const emptyLine: ShownLine = { line: '', cells: noCells };

export class FrameWriter {
  readonly #write: (text: string) => void;
  #shown: ShownLine[] = [];
  #mustWipe = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Shows these lines from the top of a screen with so many columns; further lines of the last frame are blanked. */
  draw(lines: readonly string[], columns: number): void {
    let changes = this.#mustWipe ? wipe : '';
    const before = this.#mustWipe ? [] : this.#shown;
    this.#mustWipe = false;
    const height = Math.max(lines.length, before.length);
    this.#shown = [];
    for (let row = 0; row < height; row += 1) {
      const old = before[row] ?? emptyLine;
      const line = lines[row] ?? '';
      const shown = line === old.line ? old : { line, cells: cellsOf(line) };
      if (row < lines.length) this.#shown.push(shown);
      if (shown !== old) changes += changesIn(row, old.cells, shown.cells, columns);
    }
    if (changes !== '') this.#write(`${synchronizedStart}${changes}${synchronizedEnd}`);
  }

  /** Makes the next frame wipe the screen and write everything. */
  clear(): void {
    this.#mustWipe = true;
  }
}

/**
 * Writes frames with as few bytes as possible: only the columns that changed, each run after a cursor move of its own,
 * so that nothing depends on where the cursor was. The scrollback is never touched.
 */

const synchronizedStart = '\x1b[?2026h';
const synchronizedEnd = '\x1b[?2026l';
const wipe = '\x1b[2J';
const eraseLine = '\x1b[2K';
const eraseToEnd = '\x1b[K';

/** Equal columns that are written anyway, because moving the cursor past them takes as many bytes. */
const widestGap = 8;

const moveTo = (row: number, column: number): string => `\x1b[${row + 1};${column + 1}H`;

/** A drawn line, split into columns of one character and one style each. */
interface Cells {
  /** One code unit per column, without plain spaces at the end. */
  text: string;
  /** The SGR parameters of each column's style; empty for plain. */
  styles: readonly string[];
}

const sequences = /\x1b\[([\d;]*)m/g;
/** ASCII, Latin, Greek, Cyrillic, and the signs of the theme. */
const narrow =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2027\u2190-\u21ff\u2500-\u25fc\u2713-\u2727\u2768-\u2775]*$/;

const plainPen = { weight: '', underline: '', inverse: '', color: '' };
type Pen = typeof plainPen;

const penCodes: Readonly<Record<string, Partial<Pen>>> = {
  '': plainPen,
  0: plainPen,
  1: { weight: '1' },
  2: { weight: '2' },
  4: { underline: '4' },
  7: { inverse: '7' },
  22: { weight: '' },
  24: { underline: '' },
  27: { inverse: '' },
  39: { color: '' },
};

function withCode(pen: Pen, code: string): Pen | null {
  const isColor = /^(3[0-7]|9[0-7]|38;5;\d+)$/.test(code);
  const change = isColor ? { color: code } : penCodes[code];
  return change === undefined ? null : { ...pen, ...change };
}

function styleOf({ weight, underline, inverse, color }: Pen): string {
  return [weight, underline, inverse, color].filter((code) => code !== '').join(';');
}

function trimEnd(text: string, styles: string[]): Cells {
  let length = text.length;
  while (length > 0 && text.charAt(length - 1) === ' ' && styles[length - 1] === '') length -= 1;
  return { text: text.slice(0, length), styles: styles.slice(0, length) };
}

/** Returns null if a character may not take exactly one column, because terminals disagree about those. */
function cellsOf(line: string): Cells | null {
  let text = '';
  let end = 0;
  let pen: Pen | null = plainPen;
  const styles: string[] = [];
  const add = (piece: string, style: string) => {
    text += piece;
    for (let count = 0; count < piece.length; count += 1) styles.push(style);
  };
  for (const { 0: sequence, 1: code = '', index } of line.matchAll(sequences)) {
    add(line.slice(end, index), styleOf(pen));
    end = index + sequence.length;
    pen = withCode(pen, code);
    if (pen === null) return null;
  }
  add(line.slice(end), styleOf(pen));
  return narrow.test(text) ? trimEnd(text, styles) : null;
}

function isSameAt(before: Cells, after: Cells, column: number): boolean {
  const character = before.text.charAt(column) || ' ';
  return character === after.text.charAt(column) && (before.styles[column] ?? '') === after.styles[column];
}

/** Returns the bytes of the columns from `start` to `end`, which begin and end in the plain style. */
function bytesOf({ text, styles }: Cells, start: number, end: number): string {
  let output = '';
  let pen = '';
  for (let column = start; column < end; column += 1) {
    const style = styles[column] ?? '';
    if (style !== pen) output += pen === '' ? `\x1b[${style}m` : `\x1b[${style === '' ? '' : `0;${style}`}m`;
    pen = style;
    output += text.charAt(column);
  }
  return pen === '' ? output : `${output}\x1b[m`;
}

/** Returns the end of a run of changed columns, with small gaps of equal ones in it. */
function runEnd(before: Cells, after: Cells, start: number): number {
  let end = start + 1;
  for (let column = end; column < after.text.length && column - end < widestGap; column += 1) {
    if (!isSameAt(before, after, column)) end = column + 1;
  }
  return end;
}

function changesIn(row: number, before: Cells, after: Cells): string {
  let output = '';
  let column = 0;
  while (column < after.text.length) {
    if (isSameAt(before, after, column)) {
      column += 1;
      continue;
    }
    const end = runEnd(before, after, column);
    output += moveTo(row, column) + bytesOf(after, column, end);
    column = end;
  }
  if (before.text.length > after.text.length) output += moveTo(row, after.text.length) + eraseToEnd;
  return output;
}

interface ShownLine {
  line: string;
  cells: Cells | null;
}

const emptyLine: ShownLine = { line: '', cells: { text: '', styles: [] } };

export class FrameWriter {
  readonly #write: (text: string) => void;
  #shown: ShownLine[] = [];
  #mustWipe = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Shows these lines from the top of the screen; further lines of the last frame are blanked. */
  draw(lines: readonly string[]): void {
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
      changes += this.#changes(row, old, shown);
    }
    if (changes !== '') this.#write(`${synchronizedStart}${changes}${synchronizedEnd}`);
  }

  /** Makes the next frame wipe the screen and write everything. */
  clear(): void {
    this.#mustWipe = true;
  }

  #changes(row: number, before: ShownLine, after: ShownLine): string {
    if (before === after) return '';
    if (before.cells !== null && after.cells !== null) return changesIn(row, before.cells, after.cells);
    // Erased first: after a full line the cursor is still on its last character, which would be erased.
    return `${moveTo(row, 0)}${eraseLine}${after.line.trimEnd()}`;
  }
}

/**
 * Splits a drawn line into columns of one character and one style each. Lines with a character that may not take
 * exactly one column are not split, because terminals disagree about those.
 */

export interface Cells {
  /** One code unit per column, without plain spaces at the end. */
  text: string;
  /** The SGR parameters of each column's style; empty for plain. */
  styles: readonly string[];
}

const sequences = /\x1b\[([\d;]*)m/g;
/** ASCII, Latin, Greek, Cyrillic, and the signs of the theme. */
const narrow =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2027\u2190-\u21ff\u2500-\u25fc\u2713-\u2727\u2768-\u2775]*$/;

interface Pen {
  weight: string;
  underline: string;
  inverse: string;
  color: string;
}

const plainPen: Pen = { weight: '', underline: '', inverse: '', color: '' };

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

/** Returns null if the columns are not certain. */
export function cellsOf(line: string): Cells | null {
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

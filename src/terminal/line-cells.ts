/**
 * Splits a drawn line into columns. Terminals agree on the width of simple characters. About others (joined emoji, flags,
 * variation selectors, combining marks) they disagree, so each such grapheme is known to be uncertain.
 */

import { displayWidth, graphemesOf, isSimple, simpleWidth } from '../text/width.js';
import { penAfter, plainPen, styleOf } from './pen.js';

/** One item per column, without plain spaces at the end. */
export interface Cells {
  /** A grapheme is in its first column; its other columns are empty strings. */
  graphemes: readonly string[];
  /** SGR parameters; empty for plain. */
  styles: readonly string[];
}

export const noCells: Cells = { graphemes: [], styles: [] };

const sequences = /\x1b\[([\d;]*)m/g;

/** Returns true if terminals may disagree about the width. The empty further columns of a grapheme are certain. */
export const isUncertain = (grapheme: string): boolean => !isSimple(grapheme);

/** Returns how many columns a terminal may use for what is in one column of ours. */
export function widestReach(grapheme: string): number {
  return isUncertain(grapheme) ? 2 * Array.from(grapheme).length : 1;
}

class CellBuilder {
  readonly #graphemes: string[] = [];
  readonly #styles: string[] = [];

  /** Leaves out graphemes without a width, which clean text does not have. */
  add(text: string, style: string): void {
    if (isSimple(text)) {
      for (const character of text) this.#push(character, simpleWidth(character.charCodeAt(0)), style);
    } else {
      for (const { segment } of graphemesOf(text)) this.#push(segment, displayWidth(segment), style);
    }
  }

  #push(grapheme: string, width: number, style: string): void {
    for (let column = 0; column < width; column += 1) {
      this.#graphemes.push(column === 0 ? grapheme : '');
      this.#styles.push(style);
    }
  }

  finish(): Cells {
    let { length } = this.#graphemes;
    while (length > 0 && this.#graphemes[length - 1] === ' ' && this.#styles[length - 1] === '') length -= 1;
    return { graphemes: this.#graphemes.slice(0, length), styles: this.#styles.slice(0, length) };
  }
}

export function cellsOf(line: string): Cells {
  const cells = new CellBuilder();
  let end = 0;
  let pen = plainPen;
  for (const { 0: sequence, 1: parameters = '', index } of line.matchAll(sequences)) {
    cells.add(line.slice(end, index), styleOf(pen));
    end = index + sequence.length;
    pen = penAfter(pen, parameters);
  }
  cells.add(line.slice(end), styleOf(pen));
  return cells.finish();
}

/** Builds a line of an exact number of columns from styled text that is clean already. */

import { paint, type StyleName, type Theme } from './theme.js';
import { displayWidth, truncate } from './width.js';

export class Line {
  readonly #theme: Theme;
  readonly #columns: number;
  #text = '';
  #columnsLeft: number;

  constructor(theme: Theme, columns: number) {
    this.#theme = theme;
    this.#columns = Math.max(0, columns);
    this.#columnsLeft = this.#columns;
  }

  get columnsLeft(): number {
    return this.#columnsLeft;
  }

  /** Adds as much of the text as fits. */
  add(text: string, style: StyleName = 'plain'): this {
    const fitting = truncate(text, this.#columnsLeft, this.#theme.glyphs.ellipsis);
    this.#text += paint(this.#theme, style, fitting);
    this.#columnsLeft -= displayWidth(fitting);
    // A wide character may leave one column free after the ellipsis; it stays blank.
    return fitting === text ? this : this.padTo(this.#columns);
  }

  /** Adds spaces until the line has `columns` columns. */
  padTo(columns: number): this {
    return this.padUntil(this.#columns - columns);
  }

  /** Adds spaces until `columnsLeft` columns are left. */
  padUntil(columnsLeft: number): this {
    const spaces = Math.max(0, this.#columnsLeft - Math.max(0, columnsLeft));
    this.#text += ' '.repeat(spaces);
    this.#columnsLeft -= spaces;
    return this;
  }

  toString(): string {
    return this.#text + ' '.repeat(this.#columnsLeft);
  }
}

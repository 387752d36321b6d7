/** The stream that Ink writes to: each write is a whole frame. */

import { EventEmitter } from 'node:events';

export class ScreenStream extends EventEmitter {
  readonly isTTY = true;
  columns = 80;
  rows = 24;
  readonly #frame: (lines: string[]) => void;

  constructor(frame: (lines: string[]) => void) {
    super();
    this.#frame = frame;
  }

  write(text: string): boolean {
    if (text !== '') this.#frame(text.split('\n'));
    return true;
  }
}

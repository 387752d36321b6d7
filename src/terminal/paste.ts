/**
 * Collects a bracketed paste up to its closing sequence. Whatever is in it ends up as plain text on one line;
 * past the limit it is thrown away, but still waited for, so that the rest is never taken for keys.
 */

import { plainText } from '../text/clean.js';

const closing = Buffer.from('\x1b[201~');

export class Paste {
  readonly #maxBytes: number;
  #bytes: number[] = [];
  #closingSeen = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True when this byte closes the paste. */
  push(byte: number): boolean {
    if (byte === closing[this.#closingSeen]) {
      this.#closingSeen += 1;
      return this.#closingSeen === closing.length;
    }
    for (const held of closing.subarray(0, this.#closingSeen)) this.#keep(held);
    this.#closingSeen = 0;
    if (byte === closing[0]) this.#closingSeen = 1;
    else this.#keep(byte);
    return false;
  }

  /** What was pasted since the last call; a closing sequence that was only begun is no part of it. */
  take(): string {
    this.#closingSeen = 0;
    // As a stream, so that a character cut in two by the limit is left out.
    const text = new TextDecoder().decode(Uint8Array.from(this.#bytes), { stream: true });
    this.#bytes = [];
    return plainText(text);
  }

  #keep(byte: number): void {
    if (this.#bytes.length < this.#maxBytes) this.#bytes.push(byte);
  }
}

/**
 * Collects a bracketed paste up to its closing sequence, as plain text on one line. Bytes past the limit are dropped,
 * but the paste goes on until it is closed, so that the rest of it is never read as keys.
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

  /** Returns true if this byte closes the paste. */
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

  /** Returns the text since the last call, without an incomplete closing sequence. */
  take(): string {
    this.#closingSeen = 0;
    // Decoded as a stream, so that a character cut by the limit is left out.
    const text = new TextDecoder().decode(Uint8Array.from(this.#bytes), { stream: true });
    this.#bytes = [];
    return plainText(text);
  }

  #keep(byte: number): void {
    if (this.#bytes.length < this.#maxBytes) this.#bytes.push(byte);
  }
}

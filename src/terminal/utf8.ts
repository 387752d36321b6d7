/** Decodes UTF-8 byte by byte; drops invalid bytes and control characters. */

export class Utf8 {
  #codePoint = 0;
  #lowest = 0;
  #missing = 0;

  /** Returns the character that this byte completes, if any. Drops an incomplete one before it. */
  push(byte: number): string | undefined {
    const isContinuation = (byte & 0xc0) === 0x80;
    if (!isContinuation) {
      this.#begin(byte);
      return undefined;
    }
    if (this.#missing === 0) return undefined;
    this.#codePoint = (this.#codePoint << 6) | (byte & 0x3f);
    this.#missing -= 1;
    return this.#missing === 0 ? this.#character() : undefined;
  }

  reset(): void {
    this.#missing = 0;
  }

  #begin(byte: number): void {
    if (byte >= 0xf0) this.#expect(byte & 0x07, 3, 0x10000);
    else if (byte >= 0xe0) this.#expect(byte & 0x0f, 2, 0x800);
    else this.#expect(byte & 0x1f, 1, 0x80);
  }

  #expect(codePoint: number, missing: number, lowest: number): void {
    this.#codePoint = codePoint;
    this.#missing = missing;
    this.#lowest = lowest;
  }

  #character(): string | undefined {
    const code = this.#codePoint;
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    const isControl = code < 0xa0;
    if (code < this.#lowest || code > 0x10ffff || isSurrogate || isControl) return undefined;
    return String.fromCodePoint(code);
  }
}

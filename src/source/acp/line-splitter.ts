/** Splits the bytes of an agent into lines of bounded length. */

const newline = 0x0a;

export class LineSplitter {
  readonly #mostBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Calls back with every line that is complete. Returns false if a line is too long; it is then dropped. */
  push(chunk: Buffer, take: (line: string) => void): boolean {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      if (!this.#add(chunk.subarray(start, end))) return false;
      this.flush(take);
      start = end + 1;
    }
    return this.#add(chunk.subarray(start));
  }

  /** Calls back with what has come since the last line end, unless that is nothing. */
  flush(take: (line: string) => void): void {
    const [first, ...others] = this.#parts;
    this.#parts = [];
    this.#bytes = 0;
    if (first === undefined) return;
    const line = (others.length === 0 ? first : Buffer.concat([first, ...others])).toString('utf8').trim();
    if (line !== '') take(line);
  }

  #add(part: Buffer): boolean {
    this.#bytes += part.length;
    if (this.#bytes > this.#mostBytes) {
      this.#parts = [];
      this.#bytes = 0;
      return false;
    }
    if (part.length > 0) this.#parts.push(part);
    return true;
  }
}

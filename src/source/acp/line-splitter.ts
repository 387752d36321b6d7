/** Splits the bytes of an agent into lines of bounded length. */

const newline = 0x0a;
const nothing = Buffer.alloc(0);
/** A larger buffer is not kept for the next line. */
const keptBytes = 4 * 1024 * 1024;

export class LineSplitter {
  readonly #mostBytes: number;
  /** The start of a line, and room for more: an agent may write it byte by byte. */
  #buffer: Buffer = nothing;
  #length = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Calls back with every line that is complete. Returns false if a line is too long; what came of it is dropped. */
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
    const line = this.#buffer.toString('utf8', 0, this.#length).trim();
    this.#clear();
    if (line !== '') take(line);
  }

  #clear(): void {
    if (this.#buffer.length > keptBytes) this.#buffer = nothing;
    this.#length = 0;
  }

  #add(part: Buffer): boolean {
    const length = this.#length + part.length;
    if (length > this.#mostBytes) {
      this.#clear();
      return false;
    }
    if (length > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(length * 2);
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    part.copy(this.#buffer, this.#length);
    this.#length = length;
    return true;
  }
}

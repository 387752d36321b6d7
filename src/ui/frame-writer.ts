/**
 * Puts frames on the screen with as few bytes as it takes: only lines that differ are written, each at its own
 * place, so that nothing depends on where the cursor was left. The scrollback is never touched.
 */

const synchronizedStart = '\x1b[?2026h';
const synchronizedEnd = '\x1b[?2026l';

export class FrameWriter {
  readonly #write: (text: string) => void;
  #shown: readonly string[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Shows these lines from the top of the screen; lines of an earlier, longer frame are blanked. */
  draw(lines: readonly string[]): void {
    const height = Math.max(lines.length, this.#shown.length);
    let changes = '';
    for (let row = 0; row < height; row += 1) {
      const line = lines[row] ?? '';
      if (line !== this.#shown[row]) changes += `\x1b[${row + 1};1H${line}\x1b[K`;
    }
    this.#shown = lines;
    if (changes !== '') this.#write(`${synchronizedStart}${changes}${synchronizedEnd}`);
  }

  /** Wipes the screen; the next frame is written whole. */
  clear(): void {
    this.#shown = [];
    this.#write('\x1b[2J\x1b[H');
  }
}

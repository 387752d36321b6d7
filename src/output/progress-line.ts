/**
 * The line on stderr that shows how far a command is. It appears only on a terminal, and only if the command takes long.
 * It is erased when the work is done, and before anything else is written.
 */

import type { Io } from '../io.js';
import { monotonicMs } from '../monotonic.js';
import { cleanLine } from '../text/clean.js';
import { hideTokens } from '../tokens.js';
import { outputLimits } from './limits.js';

const eraseLine = '\r\x1b[2K';

/** The line that is on the terminal. */
let visible: ProgressLine | undefined;

/** Erases the line, if there is one. It comes back while the work goes on. */
export function eraseProgress(): void {
  visible?.erase();
}

export class ProgressLine {
  readonly #io: Pick<Io, 'stderr'>;
  readonly #startedAtMs = monotonicMs();
  /** What is under way, the innermost last: it is the one that is shown. */
  #tasks: readonly { text: () => string }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #drawnAtMs = 0;
  #shown = '';

  constructor(io: Pick<Io, 'stderr'>) {
    this.#io = io;
  }

  /** Shows the text while some work takes long. Returns a function that ends it. */
  start(text: () => string): () => void {
    const task = { text };
    this.#tasks = [...this.#tasks, task];
    this.#timer ??= setInterval(() => this.tick(), outputLimits.progressIntervalMs).unref();
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== task);
      if (this.#tasks.length > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.erase();
    };
  }

  /** Draws the line if it is time to. Synchronous work has to call it, because no timer runs meanwhile. */
  tick(): void {
    const task = this.#tasks.at(-1);
    const nowMs = monotonicMs();
    const isEarly =
      nowMs - this.#startedAtMs < outputLimits.progressDelayMs ||
      nowMs - this.#drawnAtMs < outputLimits.progressIntervalMs / 2;
    // Creating stderr takes time, so a short run does not look at it.
    if (task === undefined || isEarly || !this.#io.stderr.isTTY) return;
    this.#drawnAtMs = nowMs;
    this.#draw(task.text());
  }

  erase(): void {
    if (this.#shown === '') return;
    this.#shown = '';
    visible = undefined;
    this.#io.stderr.write(eraseLine);
  }

  #draw(text: string): void {
    // A line that wraps could not be erased. The last column is left free, because some terminals wrap there.
    const most = (this.#io.stderr.columns || 80) - 1;
    const line = cleanLine(hideTokens(text))
      .replace(/[^\x20-\x7e]/g, '?')
      .slice(0, most);
    if (line === this.#shown) return;
    this.#shown = line;
    visible = this;
    this.#io.stderr.write(eraseLine + line);
  }
}

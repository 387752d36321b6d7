/**
 * Owns the terminal: alternate screen, cursor, raw mode, paste mode. Whatever happens, `leave` gives it back as
 * it was, once. Everything that is drawn goes through it, as whole frames.
 */

import { EventEmitter } from 'node:events';
import type { Size } from '../text/ability.js';
import { FrameWriter } from './frame-writer.js';
import type { InputEvent } from './input-events.js';
import { KeyReader, type PendingInput } from './key-reader.js';
import { terminalLimits } from './limits.js';
import type { TerminalStreams } from './streams.js';

export interface TerminalEvents {
  input(event: InputEvent): void;
  resize(size: Size): void;
  /** Back from being suspended, on a screen that is to be drawn anew. */
  resume(): void;
  /** Nobody is typing any more: the other side is gone. */
  end(): void;
}

/** Alternate screen, no cursor, no wrapping of lines that a terminal takes for wider than they are, pastes marked. */
const enterSequence = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h';
const leaveSequence = '\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l';
const plainEnter = '\x1b[?2004h';
const plainLeave = '\x1b[?2004l';

/** How long what is pending may still go on. */
const pausesMs: Record<PendingInput, number> = {
  escape: terminalLimits.escapeDelayMs,
  paste: terminalLimits.pastePauseMs,
};

/** What the renderer draws on: a size, and whole frames as text. */
class ScreenStream extends EventEmitter {
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

export class Terminal {
  readonly screen: ScreenStream;
  readonly #streams: TerminalStreams;
  readonly #events: TerminalEvents;
  readonly #isPlain: boolean;
  #keys = new KeyReader();
  readonly #frames: FrameWriter;
  #spoken: readonly string[] = [];
  #isEntered = false;
  #pauseTimer: NodeJS.Timeout | undefined;
  #pauseOver: NodeJS.Immediate | undefined;
  #resumeTimer: NodeJS.Timeout | undefined;

  /** `isPlain` stays on the normal screen, for screen readers. */
  constructor(streams: TerminalStreams, events: TerminalEvents, isPlain: boolean) {
    this.#streams = streams;
    this.#events = events;
    this.#isPlain = isPlain;
    this.#frames = new FrameWriter((text) => streams.output.write(text));
    this.screen = new ScreenStream((lines) => this.draw(lines));
    // For as long as the streams live: a terminal may also go away while it is not ours.
    streams.input.on('error', () => events.end());
    streams.output.on('error', () => events.end());
  }

  get size(): Size {
    const { columns, rows } = this.#streams.output;
    return { columns: columns || 80, rows: rows || 24 };
  }

  /** Takes the terminal over; the next frame is drawn whole. */
  enter(): void {
    if (this.#isEntered) return;
    this.#isEntered = true;
    const { input } = this.#streams;
    input.on('data', this.#read);
    input.on('end', this.#ended);
    input.resume();
    process.on('SIGWINCH', this.#resized);
    process.on('SIGTSTP', this.#stopped);
    process.on('SIGCONT', this.#continued);
    this.#setModes();
  }

  /** Gives it back; harmless to call twice, and safe while the process is dying. */
  leave(): void {
    clearTimeout(this.#resumeTimer);
    process.off('SIGCONT', this.#resume);
    if (!this.#isEntered) return;
    this.#isEntered = false;
    this.#stopPause();
    // What was half read when it was given back does not go on when it is taken again.
    this.#keys = new KeyReader();
    const { input, output } = this.#streams;
    input.off('data', this.#read);
    input.off('end', this.#ended);
    input.pause();
    process.off('SIGWINCH', this.#resized);
    process.off('SIGTSTP', this.#stopped);
    process.off('SIGCONT', this.#continued);
    try {
      input.setRawMode?.(false);
    } catch {
      // The other side hung up: there is no mode left to restore.
    }
    output.write(this.#isPlain ? plainLeave : leaveSequence);
  }

  /** Shows a frame; after `leave` nothing is drawn any more. */
  draw(lines: readonly string[]): void {
    if (!this.#isEntered) return;
    if (this.#isPlain) this.#speak(lines);
    else this.#frames.draw(lines);
  }

  /** The next frame is drawn whole, on a screen wiped just before; the scrollback stays. */
  clear(): void {
    this.#spoken = [];
    this.#frames.clear();
  }

  /** Hands the terminal to the shell, as Ctrl+Z does everywhere. */
  suspend(): void {
    this.leave();
    process.on('SIGCONT', this.#resume);
    // The whole group stops, or a parent such as npx would keep the shell waiting.
    process.kill(0, 'SIGTSTP');
    // Where no shell is there to continue us, the signal is ignored: then there was no pause.
    this.#resumeTimer = setTimeout(this.#resume, terminalLimits.suspendCheckMs);
  }

  #setModes(): void {
    const { input, output } = this.#streams;
    (output as { _refreshSize?: () => void })._refreshSize?.();
    Object.assign(this.screen, this.size);
    input.setRawMode?.(true);
    output.write(this.#isPlain ? plainEnter : enterSequence);
    this.clear();
  }

  /** Only what is new is said. */
  #speak(lines: readonly string[]): void {
    const fresh = lines.filter((line, index) => line !== this.#spoken[index]);
    this.#spoken = lines;
    if (fresh.length > 0) this.#streams.output.write(`${fresh.join('\n')}\n`);
  }

  readonly #read = (bytes: Buffer): void => {
    this.#stopPause();
    this.#tell(this.#keys.read(bytes));
    const { pending } = this.#keys;
    if (pending !== null) this.#pauseTimer = setTimeout(() => this.#pauseEnds(), pausesMs[pending]);
  };

  /** Who was busy for that long has not looked yet whether more has come: it is read first. */
  #pauseEnds(): void {
    this.#pauseOver = setImmediate(() => this.#tell(this.#keys.flush()));
  }

  #stopPause(): void {
    clearTimeout(this.#pauseTimer);
    clearImmediate(this.#pauseOver);
  }

  /** A key may give the terminal away: what was typed after it is not for us. */
  #tell(events: readonly InputEvent[]): void {
    for (const event of events) if (this.#isEntered) this.#events.input(event);
  }

  readonly #ended = (): void => this.#events.end();

  readonly #resized = (): void => {
    // Node keeps the size of its own stdout up to date, not that of a terminal opened by us.
    (this.#streams.output as { _refreshSize?: () => void })._refreshSize?.();
    Object.assign(this.screen, this.size);
    this.clear();
    this.#events.resize(this.size);
  };

  readonly #stopped = (): void => this.suspend();

  readonly #resume = (): void => {
    clearTimeout(this.#resumeTimer);
    process.off('SIGCONT', this.#resume);
    this.enter();
    this.#events.resume();
  };

  /** Sets every mode anew: whoever had the terminal while this process was stopped may have changed them. */
  readonly #continued = (): void => {
    // Node does nothing where it believes that the mode is set already.
    this.#streams.input.setRawMode?.(false);
    this.#setModes();
    this.#events.resume();
  };
}

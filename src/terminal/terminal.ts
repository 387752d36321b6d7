/**
 * Owns the terminal: alternate screen, cursor, raw mode, paste mode, mouse reports. `leave` restores it once. Everything
 * that is drawn goes through it as whole frames.
 */

import type { Size } from '../text/ability.js';
import { FrameWriter } from './frame-writer.js';
import type { InputEvent } from './input-events.js';
import { KeyReader, type PendingInput } from './key-reader.js';
import { terminalLimits } from './limits.js';
import { mouseOff, mouseOn } from './mouse.js';
import { PlainPastes } from './plain-paste.js';
import { ScreenStream } from './screen-stream.js';
import type { TerminalStreams } from './terminal-streams.js';

interface TerminalEvents {
  input(event: InputEvent): void;
  resize(size: Size): void;
  /** The process was suspended and continues; the screen has to be drawn again. */
  resume(): void;
  /** The terminal has hung up. */
  end(): void;
}

/** Alternate screen, no cursor, no wrapping (some terminals count lines as wider than we do), bracketed pastes. */
const enterSequence = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h';
const leaveSequence = `${mouseOff}\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l`;
const plainEnter = '\x1b[?2004h';
const plainLeave = '\x1b[?2004l';

const pausesMs: Record<PendingInput, number> = {
  escape: terminalLimits.escapeDelayMs,
  paste: terminalLimits.pastePauseMs,
};

export class Terminal {
  readonly screen: ScreenStream;
  readonly #streams: TerminalStreams;
  readonly #events: TerminalEvents;
  readonly #isPlain: boolean;
  #hasMouse: boolean;
  #keys = new KeyReader();
  readonly #pastes = new PlainPastes();
  readonly #frames: FrameWriter;
  #spoken: readonly string[] = [];
  /** The last frame, also if it came while another program had the terminal. */
  #last: readonly string[] = [];
  #isEntered = false;
  #pauseTimer: NodeJS.Timeout | undefined;
  #pauseOver: NodeJS.Immediate | undefined;
  #burstOver: NodeJS.Immediate | undefined;
  #resumeTimer: NodeJS.Timeout | undefined;

  /** `isPlain`: stays on the normal screen and ignores the mouse, for screen readers. */
  constructor(
    streams: TerminalStreams,
    events: TerminalEvents,
    isPlain: boolean,
    { hasMouse = false }: { hasMouse?: boolean } = {},
  ) {
    this.#streams = streams;
    this.#events = events;
    this.#isPlain = isPlain;
    this.#hasMouse = hasMouse && !isPlain;
    this.#frames = new FrameWriter((text) => streams.output.write(text));
    this.screen = new ScreenStream((lines) => this.draw(lines));
    // Never removed: the terminal may also hang up while an editor has it.
    streams.input.on('error', () => events.end());
    streams.output.on('error', () => events.end());
  }

  get size(): Size {
    const { columns, rows } = this.#streams.output;
    return { columns: columns || 80, rows: rows || 24 };
  }

  /** Takes the terminal over; the next frame is written whole. */
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

  /** Restores the terminal. May be called twice, and while the process exits. */
  leave(): void {
    clearTimeout(this.#resumeTimer);
    process.off('SIGCONT', this.#resume);
    if (!this.#isEntered) return;
    this.#isEntered = false;
    this.#stopPause();
    this.#pastes.end();
    // Half a sequence does not continue when the terminal is entered again.
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
      // The terminal hung up: there is no mode to restore.
    }
    output.write(this.#isPlain ? plainLeave : leaveSequence);
  }

  /** Shows a frame; does nothing after `leave`. */
  draw(lines: readonly string[]): void {
    this.#last = lines;
    if (!this.#isEntered) return;
    if (this.#isPlain) this.#speak(lines);
    else this.#drawFrame(lines);
  }

  /** Leaves the mouse to the terminal from now on, so that text can be selected with it. */
  releaseMouse(): void {
    this.#hasMouse = false;
  }

  /** Sets every mode again, wipes the screen and writes the last frame. */
  redraw(): void {
    if (this.#isEntered) this.#writeModes();
    this.#forgetFrame();
    this.draw(this.#last);
  }

  /** Stops the process and returns to the shell, as Ctrl+Z does everywhere. */
  suspend(): void {
    this.leave();
    process.on('SIGCONT', this.#resume);
    // The whole group stops, or a parent such as npx would keep the shell waiting.
    process.kill(0, 'SIGTSTP');
    // The signal is ignored if there is no shell to continue the process: then it goes on at once.
    this.#resumeTimer = setTimeout(this.#resume, terminalLimits.suspendCheckMs);
  }

  #setModes(): void {
    this.#readSize();
    this.#streams.input.setRawMode?.(true);
    this.#writeModes();
    this.#forgetFrame();
  }

  /** Mouse reports are turned off first: another program may have left them on in another form. */
  #writeModes(): void {
    const modes = this.#isPlain ? plainEnter : mouseOff + enterSequence + (this.#hasMouse ? mouseOn : '');
    this.#streams.output.write(modes);
  }

  #forgetFrame(): void {
    this.#spoken = [];
    this.#frames.clear();
  }

  /** Node updates the size of its own stdout only, not of a terminal that was opened here. */
  #readSize(): void {
    (this.#streams.output as { _refreshSize?: () => void })._refreshSize?.();
    Object.assign(this.screen, this.size);
  }

  /** Leaves out lines below the screen, which would be written over its last one. */
  #drawFrame(lines: readonly string[]): void {
    const { columns, rows } = this.size;
    this.#frames.draw(lines.slice(0, rows), columns);
  }

  /** Writes only the lines that changed. */
  #speak(lines: readonly string[]): void {
    // A blank line only keeps the place of a fact that is gone.
    const fresh = lines.filter((line, index) => line !== this.#spoken[index] && line.trim() !== '');
    this.#spoken = lines;
    if (fresh.length > 0) this.#streams.output.write(`${fresh.join('\n')}\n`);
  }

  readonly #read = (bytes: Buffer): void => {
    this.#stopPause();
    this.#emit(this.#pastes.read(this.#keys.read(bytes)));
    if (this.#pastes.isOpen) this.#endBurst();
    const { pending } = this.#keys;
    if (pending !== null) this.#pauseTimer = setTimeout(() => this.#pauseEnds(), pausesMs[pending]);
  };

  /** A busy process may have unread input by now, which the event loop reads before the immediate runs. */
  #pauseEnds(): void {
    this.#pauseOver = setImmediate(() => this.#emit(this.#keys.flush().map(({ event }) => event)));
  }

  /** Waits for one turn of the event loop: input that is waiting already is read before the second immediate runs. */
  #endBurst(): void {
    this.#burstOver = setImmediate(() => {
      this.#burstOver = setImmediate(() => this.#pastes.end());
    });
  }

  #stopPause(): void {
    clearTimeout(this.#pauseTimer);
    clearImmediate(this.#pauseOver);
    clearImmediate(this.#burstOver);
  }

  /** A key may leave the terminal or turn the mouse off; events after it are dropped. */
  #emit(events: readonly InputEvent[]): void {
    for (const event of events) {
      const isWanted = this.#isEntered && (event.type !== 'mouse' || this.#hasMouse);
      if (isWanted) this.#events.input(event);
    }
  }

  readonly #ended = (): void => this.#events.end();

  readonly #resized = (): void => {
    this.#readSize();
    this.#forgetFrame();
    this.#events.resize(this.size);
  };

  readonly #stopped = (): void => this.suspend();

  readonly #resume = (): void => {
    clearTimeout(this.#resumeTimer);
    process.off('SIGCONT', this.#resume);
    this.enter();
    this.#events.resume();
  };

  /** Sets every mode again: other processes may have changed them while this one was stopped. */
  readonly #continued = (): void => {
    // Node does nothing if it believes that the mode is set.
    this.#streams.input.setRawMode?.(false);
    this.#setModes();
    this.#events.resume();
  };
}

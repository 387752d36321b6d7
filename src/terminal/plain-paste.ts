/**
 * Finds pastes in the input of a terminal without bracketed pastes. People do not type three characters within one
 * read, so a read with that many is a paste: its letters, blanks and line ends are text and never keys. The kernel cuts
 * a long paste into several reads, so a read that follows at once continues it, however short it is. This module has no
 * clock: its owner calls `end` when no more input is waiting.
 */

import { plainText } from '../text/clean.js';
import type { InputEvent, ReadEvent } from './input-events.js';
import { terminalLimits } from './limits.js';

const blank = /^[ \t]$/;
const control = /^[\0-\x08\x0a-\x1f\x7f]$/;
/** Ctrl+C leaves and Backspace edits. Neither switches anything, so they work within a paste too. */
const alwaysKeys = /^[\x03\x08\x7f]$/;

function isPaste(read: readonly ReadEvent[]): boolean {
  const printable = read.flatMap(({ typed }) => (typed === null || control.test(typed) ? [] : [typed]));
  return printable.length >= terminalLimits.pastedCharacters && printable.some((typed) => !blank.test(typed));
}

/** Returns the keys of a paste in their places, and each run of other characters between them as one event. */
function pastesIn(read: readonly ReadEvent[]): InputEvent[] {
  const events: InputEvent[] = [];
  let run = '';
  const endRun = () => {
    const text = plainText(run);
    if (text !== '') events.push({ type: 'paste', text });
    run = '';
  };
  for (const { event, typed } of read) {
    if (typed !== null && !alwaysKeys.test(typed)) {
      run += typed;
      continue;
    }
    endRun();
    events.push(event);
  }
  endRun();
  return events;
}

export class PlainPastes {
  #isOpen = false;

  /** True while the next read may continue a paste. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Takes the events of one read; returns what they mean. */
  read(read: readonly ReadEvent[]): InputEvent[] {
    // A paste goes on with a plain character, or with none if a character was cut.
    const isContinued = this.#isOpen && read[0]?.typed !== null;
    this.#isOpen = isContinued || isPaste(read);
    return this.#isOpen ? pastesIn(read) : read.map(({ event }) => event);
  }

  /** Ends the paste: the next read is judged by itself. */
  end(): void {
    this.#isOpen = false;
  }
}

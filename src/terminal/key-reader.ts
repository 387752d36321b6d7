/**
 * Turns the bytes of a raw terminal into one event per key, however the bytes are split. Sequences that are not keys
 * are dropped whole, so that no part of them is read as typing. It has no clock: its owner calls `flush` if no more
 * bytes come in time. Then a lone Esc was the key, and an open paste has ended.
 */

import { heldCharacter, type InputEvent, keyEvent, type ReadEvent } from './input-events.js';
import { byteEvent, csiEvent, linuxEvent, ss3Event } from './key-sequences.js';
import { terminalLimits } from './limits.js';
import { mouseEvent } from './mouse.js';
import { Paste } from './paste.js';

const ctrlC = 0x03;
const bell = 0x07;
const esc = 0x1b;
const longestParameters = 64;
const mouseReportBytes = 3;

type State = 'ground' | 'escape' | 'csi' | 'ss3' | 'linux' | 'mouse' | 'string' | 'paste';

/** What the reader waits for: the bytes after an Esc, or the end of a paste. */
export type PendingInput = 'escape' | 'paste';

export class KeyReader {
  #state: State = 'ground';
  /** The Esc bytes so far; two of them are Alt in front of a sequence. */
  #escapes = 0;
  /** The byte after Esc that opened the sequence, and its parameters so far. */
  #opener = '';
  #parameters = '';
  #length = 0;
  #isAltText = false;
  /** The last Esc may be the first half of a string terminator. */
  #isAfterString = false;
  /** The last byte of the paste so far is Ctrl+C. */
  #isInterrupted = false;
  #events: ReadEvent[] = [];
  #utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #paste = new Paste(terminalLimits.pasteBytes);
  readonly #readers: Record<State, (byte: number) => void> = {
    ground: (byte) => this.#readGround(byte),
    escape: (byte) => this.#readAfterEscape(byte),
    csi: (byte) => this.#readCsi(byte),
    ss3: (byte) => this.#readSs3(byte),
    linux: (byte) => this.#finish(linuxEvent(String.fromCharCode(byte))),
    mouse: () => this.#readMouse(),
    string: (byte) => this.#readString(byte),
    paste: (byte) => this.#readPaste(byte),
  };

  /** What `flush` would end; null if nothing. */
  get pending(): PendingInput | null {
    if (this.#state === 'paste') return 'paste';
    return this.#mayBeEscape ? 'escape' : null;
  }

  /** True while the bytes may be the Esc key alone, or Alt with a character that also opens a sequence. */
  get #mayBeEscape(): boolean {
    if (this.#state === 'escape') return !this.#isAfterString;
    return this.#length === 0 && (this.#state === 'csi' || this.#state === 'ss3' || this.#state === 'string');
  }

  /** Returns the events that these bytes complete. */
  read(bytes: Uint8Array): ReadEvent[] {
    for (const byte of bytes) this.#readers[this.#state](byte);
    return this.#take();
  }

  /** Ends what is pending. */
  flush(): ReadEvent[] {
    if (this.#state === 'paste') this.#abandonPaste();
    else if (this.#mayBeEscape) {
      const alone = this.#state === 'escape' ? this.#escapes : this.#escapes - 1;
      for (let count = 0; count < alone; count += 1) this.#emit(keyEvent('escape'));
      if (this.#state !== 'escape') this.#emit(heldCharacter(this.#opener, { alt: true }));
      this.#state = 'ground';
    }
    return this.#take();
  }

  #readGround(byte: number): void {
    if (byte === esc) {
      this.#dropCharacter();
      this.#state = 'escape';
      this.#escapes = 1;
      this.#isAfterString = false;
    } else this.#readCharacter(byte, false);
  }

  #readCharacter(byte: number, alt: boolean): void {
    this.#state = 'ground';
    if (byte < 0x80) {
      this.#dropCharacter();
      this.#emit(byteEvent(byte, alt), alt ? null : String.fromCharCode(byte));
      return;
    }
    if (byte >= 0xc0) this.#isAltText = alt;
    // Invalid bytes are decoded as U+FFFD; C1 control characters are not typed either.
    const text = this.#utf8.decode(Uint8Array.of(byte), { stream: true }).replace(/[\x80-\x9f\ufffd]/g, '');
    if (text === '') return;
    if (this.#isAltText) this.#emit(heldCharacter(text, { alt: true }));
    else this.#emit({ type: 'text', text }, text);
  }

  /** Drops the bytes of an incomplete character. */
  #dropCharacter(): void {
    this.#utf8.decode();
  }

  #readAfterEscape(byte: number): void {
    const character = String.fromCharCode(byte);
    const closesString = this.#isAfterString && character === '\\';
    this.#isAfterString = false;
    if (closesString) this.#state = 'ground';
    else if (byte === esc) {
      if (this.#escapes === 2) this.#emit(keyEvent('escape'));
      this.#escapes = 2;
    } else if (character === '[') this.#open('csi', character);
    else if (character === 'O') this.#open('ss3', character);
    else if (']P_^X'.includes(character)) this.#open('string', character);
    else {
      if (this.#escapes === 2) this.#emit(keyEvent('escape'));
      this.#readCharacter(byte, true);
    }
  }

  #open(state: State, opener: string): void {
    this.#state = state;
    this.#opener = opener;
    this.#parameters = '';
    this.#length = 0;
  }

  #addParameter(character: string): void {
    this.#length += 1;
    if (this.#length <= longestParameters) this.#parameters += character;
  }

  #readCsi(byte: number): void {
    const character = String.fromCharCode(byte);
    // rxvt ends keys held with Shift by a byte that elsewhere is never last.
    const isRxvtShift = character === '$' && /^\d+$/.test(this.#parameters);
    if (byte < 0x20 || byte >= 0x7f) this.#abandon(byte);
    else if (byte < 0x40 && !isRxvtShift) this.#addParameter(character);
    else if (this.#length === 0 && character === '[') this.#state = 'linux';
    else if (this.#length === 0 && character === 'M') this.#state = 'mouse';
    else if (this.#parameters === '200' && character === '~') this.#state = 'paste';
    else this.#finish(mouseEvent(this.#parameters, character) ?? csiEvent(this.#parameters, character));
  }

  #readSs3(byte: number): void {
    const character = String.fromCharCode(byte);
    if (byte < 0x20 || byte >= 0x7f) this.#abandon(byte);
    else if (/[\d;]/.test(character)) this.#addParameter(character);
    else this.#finish(ss3Event(this.#parameters, character));
  }

  #readMouse(): void {
    this.#length += 1;
    if (this.#length === mouseReportBytes) this.#state = 'ground';
  }

  #readPaste(byte: number): void {
    this.#isInterrupted = byte === ctrlC;
    if (this.#paste.push(byte)) this.#endPaste();
  }

  /** Pasted text can hold any byte, but it comes without a pause: a Ctrl+C right before the pause was pressed. */
  #abandonPaste(): void {
    this.#endPaste();
    if (this.#isInterrupted) this.#emit(keyEvent('c', { ctrl: true }));
    this.#isInterrupted = false;
  }

  #readString(byte: number): void {
    this.#length += 1;
    if (byte === bell || this.#length > terminalLimits.inputSequenceBytes) this.#state = 'ground';
    else if (byte < 0x20) {
      this.#abandon(byte);
      this.#isAfterString = byte === esc;
    }
  }

  /** A control byte is never part of a sequence: the sequence ends, and the byte is read as a key. */
  #abandon(byte: number): void {
    this.#state = 'ground';
    this.#readGround(byte);
  }

  #finish(event: InputEvent | undefined): void {
    this.#state = 'ground';
    this.#emit(this.#escapes === 2 && event?.type === 'key' ? { ...event, alt: true } : event);
  }

  #endPaste(): void {
    this.#state = 'ground';
    const text = this.#paste.take();
    if (text !== '') this.#emit({ type: 'paste', text });
  }

  #emit(event: InputEvent | undefined, typed: string | null = null): void {
    if (event !== undefined) this.#events.push({ event, typed });
  }

  #take(): ReadEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

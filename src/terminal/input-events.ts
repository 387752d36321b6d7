/** The events of the terminal: a key, one typed code point, a paste, which is never read as keys, or the mouse. */

export interface Modifiers {
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
}

/** `key` is a name such as `up`, `enter`, `space`, `f1`, or the character itself in lower case. */
export interface KeyEvent extends Modifiers {
  type: 'key';
  key: string;
}

interface MousePlace extends Modifiers {
  type: 'mouse';
  /** Counted from 0, at the left and at the top. May be outside of the screen. */
  column: number;
  row: number;
}

/** A press of the left button, or one step of the wheel; 1 is down. */
export type MouseEvent = MousePlace & ({ action: 'press'; button: 'left' } | { action: 'wheel'; by: -1 | 1 });

export type InputEvent =
  | KeyEvent
  | MouseEvent
  | { type: 'text'; text: string }
  | { type: 'paste'; text: string };

/** An event of the key reader. `typed` is the character of a plain byte; null for escape sequences and pastes. */
export interface ReadEvent {
  event: InputEvent;
  typed: string | null;
}

export function keyEvent(key: string, modifiers: Partial<Modifiers> = {}): KeyEvent {
  return { type: 'key', key, ctrl: false, alt: false, shift: false, ...modifiers };
}

/** Returns the key of a character with Alt or Ctrl: in lower case, with Shift for a capital. */
export function heldCharacter(character: string, modifiers: Partial<Modifiers>): KeyEvent {
  const key = character.toLowerCase();
  return keyEvent(key, { ...modifiers, shift: modifiers.shift === true || key !== character });
}

/** The events of the key reader: a key, one typed code point, or a paste, which is never read as keys. */

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

export type InputEvent = KeyEvent | { type: 'text'; text: string } | { type: 'paste'; text: string };

export function keyEvent(key: string, modifiers: Partial<Modifiers> = {}): KeyEvent {
  return { type: 'key', key, ctrl: false, alt: false, shift: false, ...modifiers };
}

/** Returns the key of a character with Alt or Ctrl: in lower case, with Shift for a capital. */
export function heldCharacter(character: string, modifiers: Partial<Modifiers>): KeyEvent {
  const key = character.toLowerCase();
  return keyEvent(key, { ...modifiers, shift: modifiers.shift === true || key !== character });
}

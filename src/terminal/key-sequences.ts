/**
 * Translates escape sequences to keys: those of xterm, rxvt and the Linux console, and newer ones that send any key as a
 * code point. Returns undefined for sequences that are not keys: replies, focus events, unknown ones.
 */

import { heldCharacter, type InputEvent, keyEvent, type Modifiers } from './input-events.js';

type KeyTable = Readonly<Record<string, string | undefined>>;

const letterKeys: KeyTable = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  Z: 'tab',
};

const rxvtArrows: KeyTable = { a: 'up', b: 'down', c: 'right', d: 'left' };

const functionKeyNumbers = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24];
const numberKeys: KeyTable = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  ...Object.fromEntries(functionKeyNumbers.map((number, index) => [number, `f${index + 1}`])),
};

const keypadCharacters: KeyTable = {
  X: '=',
  j: '*',
  k: '+',
  l: ',',
  m: '-',
  n: '.',
  o: '/',
  ...Object.fromEntries(Array.from('0123456789', (digit, index) => ['pqrstuvwxy'.charAt(index), digit])),
};

const codePointKeys: KeyTable = {
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  32: 'space',
  127: 'backspace',
};

/** The keypad in the kitty protocol's order. */
const kittyKeypadStart = 57_399;
const kittyKeypad = [
  ...Array.from('0123456789./*-+', (text) => ({ text })),
  { key: 'enter' },
  { text: '=' },
  { text: ',' },
  ...['left', 'right', 'up', 'down', 'pageup', 'pagedown', 'home', 'end', 'insert', 'delete'].map((key) => ({
    key,
  })),
];

const superOrHyper = 8 | 16;
const alt = 2 | 32;

/** Reads a modifier parameter, a bit mask plus one; keys with Super or Hyper are ignored. */
function modifiersOf(parameter: string | undefined): Modifiers | undefined {
  const [mask, event] = (parameter ?? '').split(':');
  const bits = Math.max(0, Number(mask || 1) - 1);
  const isRelease = event === '3';
  if (isRelease || (bits & superOrHyper) !== 0) return undefined;
  return { shift: (bits & 1) !== 0, alt: (bits & alt) !== 0, ctrl: (bits & 4) !== 0 };
}

function isTextCode(code: number): boolean {
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  // Kitty sends keys without a character as code points of the private use area.
  const isFunctional = code >= 0xe000 && code <= 0xf8ff;
  return Number.isInteger(code) && code <= 0x10ffff && !isControl && !isSurrogate && !isFunctional;
}

function characterEvent(character: string, modifiers: Modifiers): InputEvent {
  // Terminals send the same byte for ctrl+_ and ctrl+/.
  if (modifiers.ctrl && character === '_') return keyEvent('/', { ...modifiers, shift: false });
  if (modifiers.ctrl || modifiers.alt) return heldCharacter(character, modifiers);
  return { type: 'text', text: modifiers.shift ? character.toUpperCase() : character };
}

function codePointEvent(keyCodes: string, modifiers: Modifiers): InputEvent | undefined {
  const [code = 0, shifted] = keyCodes.split(':').map(Number);
  const key = codePointKeys[code];
  if (key !== undefined) return keyEvent(key, modifiers);
  const keypad = kittyKeypad[code - kittyKeypadStart];
  if (keypad !== undefined) {
    return 'key' in keypad
      ? keyEvent(keypad.key, modifiers)
      : characterEvent(keypad.text, { ...modifiers, shift: false });
  }
  const shown = modifiers.shift && shifted ? shifted : code;
  return isTextCode(shown) ? characterEvent(String.fromCodePoint(shown), modifiers) : undefined;
}

function letterEvent(parameters: readonly string[], final: string): InputEvent | undefined {
  const arrow = rxvtArrows[final];
  if (arrow !== undefined) return keyEvent(arrow, { shift: true });
  // With parameters this is a report of the cursor's position.
  if (final === 'R' && parameters.length > 1) return undefined;
  const key = letterKeys[final];
  const modifiers = modifiersOf(parameters[1]);
  if (key === undefined || modifiers === undefined) return undefined;
  return keyEvent(key, final === 'Z' ? { ...modifiers, shift: true } : modifiers);
}

const rxvtModifiers: Readonly<Record<string, Modifiers | undefined>> = {
  $: { ctrl: false, alt: false, shift: true },
  '^': { ctrl: true, alt: false, shift: false },
  '@': { ctrl: true, alt: false, shift: true },
};

function numberEvent(parameters: readonly string[], final: string): InputEvent | undefined {
  const [number = '', modifier, code] = parameters;
  const modifiers = rxvtModifiers[final] ?? modifiersOf(modifier);
  if (modifiers === undefined) return undefined;
  if (number === '27' && code !== undefined) return codePointEvent(code, modifiers);
  const key = numberKeys[number];
  return key === undefined ? undefined : keyEvent(key, modifiers);
}

/** `CSI parameters final`; undefined if it is not a key. */
export function csiEvent(parameterBytes: string, final: string): InputEvent | undefined {
  if (!/^[\d;:]*$/.test(parameterBytes)) return undefined;
  const parameters = parameterBytes.split(';');
  if (final === '~' || rxvtModifiers[final] !== undefined) return numberEvent(parameters, final);
  if (final !== 'u') return letterEvent(parameters, final);
  const modifiers = modifiersOf(parameters[1]);
  return modifiers && codePointEvent(parameters[0] ?? '', modifiers);
}

/** `SS3 parameters final`, the arrows and keypad of application mode; undefined if it is not a key. */
export function ss3Event(parameterBytes: string, final: string): InputEvent | undefined {
  const arrow = rxvtArrows[final];
  if (arrow !== undefined) return keyEvent(arrow, { ctrl: true });
  if (final === 'M') return keyEvent('enter');
  const text = keypadCharacters[final];
  if (text !== undefined) return { type: 'text', text };
  const modifiers = modifiersOf(parameterBytes.split(';').at(-1));
  const key = final === 'Z' ? undefined : letterKeys[final];
  return key === undefined || modifiers === undefined ? undefined : keyEvent(key, modifiers);
}

/** `CSI [ final`, the first function keys of the Linux console. */
export function linuxEvent(final: string): InputEvent | undefined {
  const number = 'ABCDE'.indexOf(final) + 1;
  return number === 0 ? undefined : keyEvent(`f${number}`);
}

const namedBytes: KeyTable = { ...codePointKeys, 10: 'enter' };

/** Ctrl with a key that is not a letter. */
const ctrlBytes: KeyTable = { 0: 'space', 28: '\\', 29: ']', 30: '^', 31: '/' };

/** A single byte below 0x80 that is not part of a sequence. */
export function byteEvent(byte: number, isAlt: boolean): InputEvent {
  const named = namedBytes[byte];
  if (named !== undefined) return keyEvent(named, { alt: isAlt });
  if (byte < 0x20) {
    const key = ctrlBytes[byte] ?? String.fromCharCode(byte + 0x60);
    return keyEvent(key, { ctrl: true, alt: isAlt });
  }
  const character = String.fromCharCode(byte);
  return isAlt ? heldCharacter(character, { alt: true }) : { type: 'text', text: character };
}

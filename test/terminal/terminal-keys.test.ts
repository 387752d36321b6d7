/** The bytes that terminals send for the keys of the picker, and the names that the table of keys has for them. */

import { describe, expect, it } from 'vitest';
import { keyName } from '../../src/picker/keymap.js';
import { type InputEvent, keyEvent } from '../../src/terminal/input-events.js';
import { KeyReader } from '../../src/terminal/key-reader.js';
import { PlainPastes } from '../../src/terminal/plain-paste.js';

function nameOf(event: InputEvent): string {
  if (event.type === 'text') return keyName(keyEvent(event.text));
  return event.type === 'key' ? keyName(event) : event.type;
}

/** The names of the keys in one read, after a pause. */
function namesOf(bytes: string): string[] {
  const reader = new KeyReader();
  const events = new PlainPastes().read(reader.read(Buffer.from(bytes)));
  return [...events, ...reader.flush().map(({ event }) => event)].map(nameOf);
}

type Keys = Record<string, string>;

const ctrlLetters: Keys = Object.fromEntries(
  Array.from('tfxsvgorlyzcaewkunp', (letter) => [
    `ctrl+${letter}`,
    String.fromCharCode(letter.charCodeAt(0) & 0x1f),
  ]),
);

const altLetters: Keys = Object.fromEntries(
  Array.from('urvbf', (letter) => [`alt+${letter}`, `\x1b${letter}`]),
);

/** The same bytes everywhere. */
const common: Keys = {
  ...ctrlLetters,
  ...altLetters,
  space: ' ',
  tab: '\t',
  'shift+tab': '\x1b[Z',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  'shift+right': '\x1b[1;2C',
  'shift+left': '\x1b[1;2D',
  'ctrl+/': '\x1f',
  'ctrl+]': '\x1d',
  f1: '\x1bOP',
  '?': '?',
  enter: '\r',
  escape: '\x1b',
  pageup: '\x1b[5~',
  pagedown: '\x1b[6~',
  backspace: '\x7f',
  delete: '\x1b[3~',
  'alt+backspace': '\x1b\x7f',
};

const altArrows: Keys = { 'alt+left': '\x1b[1;3D', 'alt+right': '\x1b[1;3C' };
const homeAndEnd: Keys = { home: '\x1b[H', end: '\x1b[F' };

const terminals: Record<string, Keys> = {
  xterm: { ...common, ...altArrows, ...homeAndEnd },
  'xterm in application mode': {
    up: '\x1bOA',
    down: '\x1bOB',
    right: '\x1bOC',
    left: '\x1bOD',
    home: '\x1bOH',
    end: '\x1bOF',
  },
  // Alt with an arrow is sent as the letter by which shells move over words.
  'macOS Terminal': { ...common, ...homeAndEnd },
  iTerm: { ...common, ...homeAndEnd, 'alt+left': '\x1b\x1b[D', 'alt+right': '\x1b\x1b[C' },
  'VS Code on macOS': { ...common, ...homeAndEnd },
  // Alt with an arrow is sent as Ctrl with the arrow.
  'VS Code on Linux and Windows': {
    ...common,
    ...homeAndEnd,
    'ctrl+left': '\x1b[1;5D',
    'ctrl+right': '\x1b[1;5C',
  },
  tmux: { ...common, ...altArrows, home: '\x1b[1~', end: '\x1b[4~' },
  rxvt: { home: '\x1b[7~', end: '\x1b[8~', f1: '\x1b[11~', 'alt+left': '\x1b\x1b[D' },
  'the Linux console': { home: '\x1b[1~', end: '\x1b[4~', f1: '\x1b[[A' },
  'a terminal whose Backspace is Ctrl+H': { backspace: '\x08' },
  'a terminal that sends code points': {
    space: '\x1b[32u',
    tab: '\x1b[9u',
    'shift+tab': '\x1b[9;2u',
    escape: '\x1b[27u',
    enter: '\x1b[13u',
    '?': '\x1b[63u',
    'ctrl+/': '\x1b[47;5u',
    'ctrl+]': '\x1b[93;5u',
    'ctrl+t': '\x1b[116;5u',
    'alt+u': '\x1b[117;3u',
  },
  'a terminal that distinguishes ctrl+_ from ctrl+/': { 'ctrl+/': '\x1b[95;5u' },
};

describe.each(Object.entries(terminals))('the keys of %s', (_terminal, keys) => {
  it.each(Object.entries(keys))('%s', (name, bytes) => {
    expect(namesOf(bytes)).toEqual([name]);
  });
});

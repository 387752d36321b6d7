/** The bytes that terminals send for the keys of the picker, and the names that the table of keys has for them. */

import { describe, expect, it } from 'vitest';
import { bindings } from '../../src/picker/bindings.js';
import type { KeyIntent } from '../../src/picker/intents.js';
import { intentFor, type KeyContext, keyName } from '../../src/picker/keymap.js';
import { type KeyEvent, keyEvent } from '../../src/terminal/input-events.js';
import { KeyReader } from '../../src/terminal/key-reader.js';
import { PlainPastes } from '../../src/terminal/plain-paste.js';

/** The keys in one read, after a pause. */
function pressesIn(bytes: string): KeyEvent[] {
  const reader = new KeyReader();
  const events = new PlainPastes().read(reader.read(Buffer.from(bytes)));
  return [...events, ...reader.flush().map(({ event }) => event)].map((event) => {
    if (event.type === 'text') return keyEvent(event.text);
    if (event.type !== 'key') throw new Error(`not a key: ${event.type}`);
    return event;
  });
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

const letters: Keys = Object.fromEntries(Array.from('aeflnop', (letter) => [letter, letter]));

/** The same bytes everywhere. */
const common: Keys = {
  ...ctrlLetters,
  ...altLetters,
  ...letters,
  space: ' ',
  tab: '\t',
  'shift+tab': '\x1b[Z',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  'shift+right': '\x1b[1;2C',
  'shift+left': '\x1b[1;2D',
  'ctrl+right': '\x1b[1;5C',
  'ctrl+left': '\x1b[1;5D',
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
  'VS Code on Linux and Windows': { ...common, ...homeAndEnd },
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
    expect(pressesIn(bytes).map(keyName)).toEqual([name]);
  });
});

/** What each key means in a view, or while the query has the focus. */
const meanings: [where: KeyContext['view'] | 'query', intent: KeyIntent, keys: string][] = [
  ['list', { type: 'toggle' }, 'space tab'],
  ['list', { type: 'tool', by: -1 }, 'left'],
  ['list', { type: 'tool', by: 1 }, 'right'],
  ['list', { type: 'batch' }, 'ctrl+x'],
  ['batch', { type: 'batch-all', enabled: true }, 'o'],
  ['batch', { type: 'batch-all', enabled: false }, 'f'],
  ['consent', { type: 'consent', answer: 'once' }, 'o'],
  ['consent', { type: 'consent', answer: 'always' }, 'a'],
  ['consent', { type: 'consent', answer: 'leave' }, 'l'],
  ['list', { type: 'open' }, 'enter'],
  ['detail', { type: 'edit-file' }, 'e'],
  ['detail', { type: 'edit-setting' }, 'o'],
  ['detail', { type: 'select-agent' }, 'a'],
  ['detail', { type: 'neighbour', by: 1 }, 'n'],
  ['detail', { type: 'neighbour', by: -1 }, 'p'],
  ['list', { type: 'undo' }, 'ctrl+/ alt+u'],
  ['list', { type: 'redo' }, 'ctrl+] alt+r'],
  ['list', { type: 'put-back' }, 'ctrl+y'],
  ['list', { type: 'next-scope' }, 'ctrl+s'],
  ['list', { type: 'choose' }, 'ctrl+o'],
  ['list', { type: 'next-kind' }, 'ctrl+t'],
  ['list', { type: 'next-showing' }, 'ctrl+f'],
  ['list', { type: 'tab', by: 1 }, 'alt+right shift+right ctrl+right alt+f shift+tab'],
  ['list', { type: 'tab', by: -1 }, 'alt+left shift+left ctrl+left alt+b'],
  ['list', { type: 'next-sort' }, 'ctrl+g'],
  ['list', { type: 'preview' }, 'ctrl+v alt+v'],
  ['list', { type: 'move', by: 1 }, 'down ctrl+n'],
  ['list', { type: 'move', by: -1 }, 'up ctrl+p'],
  ['list', { type: 'page', by: 1 }, 'pagedown'],
  ['list', { type: 'page', by: -1 }, 'pageup'],
  ['list', { type: 'first' }, 'home'],
  ['list', { type: 'last' }, 'end'],
  ['query', { type: 'edit', edit: 'left' }, 'left'],
  ['query', { type: 'edit', edit: 'right' }, 'right'],
  ['query', { type: 'edit', edit: 'start' }, 'ctrl+a'],
  ['query', { type: 'edit', edit: 'end' }, 'ctrl+e'],
  ['query', { type: 'edit', edit: 'delete-back' }, 'backspace'],
  ['query', { type: 'edit', edit: 'delete-forward' }, 'delete'],
  ['query', { type: 'edit', edit: 'delete-word' }, 'ctrl+w alt+backspace'],
  ['query', { type: 'edit', edit: 'delete-to-end' }, 'ctrl+k'],
  ['query', { type: 'edit', edit: 'clear' }, 'ctrl+u'],
  ['list', { type: 'reread' }, 'ctrl+r'],
  ['list', { type: 'redraw' }, 'ctrl+l'],
  ['list', { type: 'suspend' }, 'ctrl+z'],
  ['list', { type: 'leave' }, 'ctrl+c'],
  ['list', { type: 'help' }, '? f1'],
  ['list', { type: 'back' }, 'escape'],
];

const contextOf = (where: (typeof meanings)[number][0]): KeyContext => ({
  view: where === 'query' ? 'list' : where,
  focus: where === 'query' ? 'query' : 'list',
  isPicking: false,
});

it('every key of the table is named here, and no other', () => {
  const linesOf = (intent: KeyIntent, keys: readonly string[]) =>
    keys.map((key) => `${key} ${JSON.stringify(intent)}`);
  const here = meanings.flatMap(([, intent, keys]) => linesOf(intent, keys.split(' ')));
  const there = bindings.flatMap(({ intent, keys }) => linesOf(intent, keys));
  expect(there.toSorted()).toEqual(here.toSorted());
});

/** The terminals that send every key of the table; with the keys that they send as other ones. */
describe.each<[terminal: string, sentAsOthers: string[]]>([
  ['xterm', []],
  ['macOS Terminal', ['alt+left', 'alt+right']],
  ['VS Code on macOS', ['alt+left', 'alt+right']],
  ['VS Code on Linux and Windows', ['alt+left', 'alt+right']],
  ['tmux', []],
])('from the bytes of %s', (terminal, sentAsOthers) => {
  const bytesOf = terminals[terminal] ?? {};
  const sent = meanings.flatMap(([where, intent, keys]) =>
    keys
      .split(' ')
      .filter((key) => !sentAsOthers.includes(key))
      .map((key) => ({ key, where, intent })),
  );

  it.each(sent)('$key means $intent ($where)', ({ key, where, intent }) => {
    const presses = pressesIn(bytesOf[key] ?? '');
    expect(presses.map((press) => intentFor(press, contextOf(where)))).toEqual([intent]);
  });
});

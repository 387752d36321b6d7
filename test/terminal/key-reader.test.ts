import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InputEvent, keyEvent, type ReadEvent } from '../../src/terminal/input-events.js';
import { KeyReader } from '../../src/terminal/key-reader.js';
import { terminalLimits } from '../../src/terminal/limits.js';

const eventOf = ({ event }: ReadEvent): InputEvent => event;

/** An event in short: `up`, `ctrl+alt+x`, `"text"`, `paste("text")`. */
function short({ event }: ReadEvent): string {
  if (event.type === 'text') return JSON.stringify(event.text);
  if (event.type === 'paste') return `paste(${JSON.stringify(event.text)})`;
  if (event.type === 'mouse') return JSON.stringify(event);
  const held = [event.ctrl && 'ctrl', event.alt && 'alt', event.shift && 'shift'].filter(Boolean);
  return [...held, event.key].join('+');
}

const bytesOf = (input: string | Uint8Array) => (typeof input === 'string' ? Buffer.from(input) : input);

/** Everything the bytes mean, a pause at the end included. */
function readAll(...chunks: (string | Uint8Array)[]): string[] {
  const reader = new KeyReader();
  const events = chunks.flatMap((chunk) => reader.read(bytesOf(chunk)));
  return [...events, ...reader.flush()].map(short);
}

const keys: [input: string, ...expected: string[]][] = [
  ['a', '"a"'],
  ['A?', '"A"', '"?"'],
  [' ', 'space'],
  ['é日', '"é"', '"日"'],
  ['\u{1f680}', '"\u{1f680}"'],
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\t', 'tab'],
  ['\x7f', 'backspace'],
  ['\x08', 'backspace'],
  ['\x00', 'ctrl+space'],
  ['\x01', 'ctrl+a'],
  ['\x03', 'ctrl+c'],
  ['\x18', 'ctrl+x'],
  ['\x1a', 'ctrl+z'],
  ['\x1c', 'ctrl+\\'],
  ['\x1d', 'ctrl+]'],
  ['\x1e', 'ctrl+^'],
  ['\x1f', 'ctrl+/'],
  ['\x1b', 'escape'],
  ['\x1b\x1b', 'escape', 'escape'],
  ['\x1b\x1b\x1b', 'escape', 'escape', 'escape'],
  ['\x1bu', 'alt+u'],
  ['\x1bU', 'alt+shift+u'],
  ['\x1bé', 'alt+é'],
  ['\x1b\x7f', 'alt+backspace'],
  ['\x1b\r', 'alt+enter'],
  ['\x1b ', 'alt+space'],
  ['\x1b\x01', 'ctrl+alt+a'],
  ['\x1b\x1bx', 'escape', 'alt+x'],
  ['\x1b[', 'alt+['],
  ['\x1bO', 'alt+shift+o'],
  ['\x1b]', 'alt+]'],
  ['\x1bP', 'alt+shift+p'],
  ['\x1b\x1b[', 'escape', 'alt+['],
  // xterm, in both cursor modes
  ['\x1b[A\x1b[B\x1b[C\x1b[D', 'up', 'down', 'right', 'left'],
  ['\x1bOA\x1bOB\x1bOC\x1bOD', 'up', 'down', 'right', 'left'],
  ['\x1b[1;5A', 'ctrl+up'],
  ['\x1b[1;2B', 'shift+down'],
  ['\x1b[1;3C', 'alt+right'],
  ['\x1b[1;8D', 'ctrl+alt+shift+left'],
  ['\x1b[H\x1b[F\x1bOH\x1bOF', 'home', 'end', 'home', 'end'],
  ['\x1b[1~\x1b[4~\x1b[7~\x1b[8~', 'home', 'end', 'home', 'end'],
  ['\x1b[1;5H', 'ctrl+home'],
  ['\x1b[2~\x1b[3~\x1b[5~\x1b[6~', 'insert', 'delete', 'pageup', 'pagedown'],
  ['\x1b[3;5~\x1b[5;3~', 'ctrl+delete', 'alt+pageup'],
  ['\x1b[Z', 'shift+tab'],
  ['\x1b[1;2Z', 'shift+tab'],
  ['\x1bOP\x1bOQ\x1bOR\x1bOS', 'f1', 'f2', 'f3', 'f4'],
  ['\x1b[P\x1b[Q\x1b[R\x1b[S', 'f1', 'f2', 'f3', 'f4'],
  ['\x1b[11~\x1b[12~\x1b[13~\x1b[14~\x1b[15~', 'f1', 'f2', 'f3', 'f4', 'f5'],
  ['\x1b[17~\x1b[18~\x1b[19~\x1b[20~\x1b[21~', 'f6', 'f7', 'f8', 'f9', 'f10'],
  ['\x1b[23~\x1b[24~', 'f11', 'f12'],
  ['\x1b[1;5P\x1b[15;2~', 'ctrl+f1', 'shift+f5'],
  ['\x1bO5P', 'ctrl+f1'],
  ['\x1b[[A\x1b[[E', 'f1', 'f5'],
  ['\x1bOM\x1bOp\x1bOy\x1bOk', 'enter', '"0"', '"9"', '"+"'],
  // rxvt
  ['\x1b[a\x1bOa', 'shift+up', 'ctrl+up'],
  ['\x1b[7$\x1b[7^\x1b[7@', 'shift+home', 'ctrl+home', 'ctrl+shift+home'],
  ['\x1b\x1b[A\x1b\x1bOB', 'alt+up', 'alt+down'],
  // modifyOtherKeys and kitty
  ['\x1b[27;5;47~', 'ctrl+/'],
  ['\x1b[27;2;65~', '"A"'],
  ['\x1b[27;5;13~', 'ctrl+enter'],
  ['\x1b[97u\x1b[97;2u\x1b[97;5u', '"a"', '"A"', 'ctrl+a'],
  ['\x1b[47;5u\x1b[95;6u', 'ctrl+/', 'ctrl+/'],
  ['\x1b[49:33;2u', '"!"'],
  [
    '\x1b[27u\x1b[13;2u\x1b[9;2u\x1b[127;5u\x1b[32u',
    'escape',
    'shift+enter',
    'shift+tab',
    'ctrl+backspace',
    'space',
  ],
  ['\x1b[117;3u\x1b[117;33u', 'alt+u', 'alt+u'],
  ['\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u', '"a"', '"a"'],
  ['\x1b[1;1:3A\x1b[1;5:1A', 'ctrl+up'],
  ['\x1b[97;129u', '"a"'],
  ['\x1b[57414u\x1b[57400u\x1b[57419u\x1b[57426u', 'enter', '"1"', 'up', 'delete'],
];

/** What must vanish whole: between two letters, only these two may come out. */
const swallowed: [what: string, sequence: string][] = [
  ['focus in and out', '\x1b[I\x1b[O'],
  ['a mouse report', '\x1b[M !!'],
  ['a urxvt mouse report', '\x1b[32;12;34M'],
  ['device attributes', '\x1b[?62;22c\x1b[>1;4600;0c\x1b[=0c'],
  ['a cursor position', '\x1b[12;40R\x1b[1;1R'],
  ['a status report', '\x1b[0n'],
  ['a mode report', '\x1b[?2026;2$y'],
  ['kitty flags', '\x1b[?1u'],
  ['a window size', '\x1b[8;24;80t'],
  ['a colour, closed by ST', '\x1b]11;rgb:0000/0000/0000\x1b\\'],
  ['a colour, closed by BEL', '\x1b]11;rgb:0000/0000/0000\x07'],
  ['a DCS reply', '\x1bP1+r544e=787465726d\x1b\\'],
  ['an APC reply', '\x1b_Gi=1;OK\x1b\\'],
  ['a stray end of paste', '\x1b[201~'],
  ['kitty media and modifier keys', '\x1b[57428u\x1b[57441;2u'],
  ['keys held with Super', '\x1b[97;9u\x1b[1;9A'],
  ['an unknown final byte', '\x1b[1;2;3y\x1b[w'],
  ['an unknown number', '\x1b[99~'],
  ['an endless parameter', `\x1b[${'1'.repeat(500)}~`],
  ['an unknown SS3', '\x1bOz'],
  ['an unknown Linux key', '\x1b[[Z'],
  ['C1 characters', '\u0085\u009b'],
  ['invalid text codes', '\x1b[55296u\x1b[1114112u\x1b[1u\x1b[155u\x1b[u\x1b[:u'],
];

describe('keys', () => {
  it.each(keys)('%j', (input, ...expected) => {
    expect(readAll(input)).toEqual(expected);
  });

  it('names a key once with all its modifiers', () => {
    expect(new KeyReader().read(Buffer.from('\x1b[1;6A')).map(eventOf)).toEqual([
      keyEvent('up', { ctrl: true, shift: true }),
    ]);
  });
});

describe('what is not a key', () => {
  it.each(swallowed)('swallows %s', (_what, sequence) => {
    expect(readAll(`a${sequence}b`)).toEqual(['"a"', '"b"']);
  });

  it.each([
    ['a continuation byte alone', [0x80]],
    ['an overlong form', [0xc0, 0xaf]],
    ['an overlong letter', [0xe0, 0x83, 0xa9]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['bytes that never occur', [0xfe, 0xff]],
    ['a character cut short', [0xe6, 0x97]],
  ])('drops malformed UTF-8: %s', (_what, bytes) => {
    expect(readAll(Uint8Array.of(0x61, ...bytes, 0x62))).toEqual(['"a"', '"b"']);
  });

  it('drops a character that another byte interrupts', () => {
    expect(readAll(Uint8Array.of(0xe6, 0x97, 0x61, 0xa5))).toEqual(['"a"']);
    expect(readAll(Uint8Array.of(0xe6, 0x97, 0x1b, 0x5b, 0x41, 0xa5))).toEqual(['up']);
  });

  it.each([
    ['Ctrl+C in a CSI', '\x1b[1;\x03', ['ctrl+c']],
    ['Ctrl+C in a control string', '\x1b]0;abc\x03', ['ctrl+c']],
    ['an arrow in a control string', '\x1b]0;abc\x1b[A', ['up']],
    ['an arrow in a CSI', '\x1b[1;\x1b[A', ['up']],
    ['a letter beyond ASCII in a CSI', '\x1b[1é', ['"é"']],
  ])('%s still counts', (_what, input, expected) => {
    expect(readAll(input)).toEqual(expected);
  });

  it('ends a control string that is too long', () => {
    expect(readAll(`\x1b]${'x'.repeat(terminalLimits.inputSequenceBytes + 1)}`, 'ab')).toEqual([
      '"a"',
      '"b"',
    ]);
  });
});

describe('a lone Esc', () => {
  it('waits for the flush', () => {
    const reader = new KeyReader();
    expect(reader.read(Buffer.from('\x1b'))).toEqual([]);
    expect(reader.pending).toBe('escape');
    expect(reader.flush().map(eventOf)).toEqual([keyEvent('escape')]);
    expect(reader.pending).toBeNull();
    expect(reader.read(Buffer.from('[A')).map(short)).toEqual(['"["', '"A"']);
  });

  it('is the start of a sequence if more comes first', () => {
    const reader = new KeyReader();
    reader.read(Buffer.from('\x1b'));
    expect(reader.read(Buffer.from('[A')).map(eventOf)).toEqual([keyEvent('up')]);
  });

  it.each([
    ['nothing', '', null],
    ['Esc', '\x1b', 'escape'],
    ['Alt+[ perhaps', '\x1b[', 'escape'],
    ['Alt+] perhaps', '\x1b]', 'escape'],
    ['a sequence under way', '\x1b[1', null],
    ['a reply under way', '\x1b]1', null],
    ['a reply about to close', '\x1b]11;x\x1b', null],
    ['a paste', '\x1b[200~\x1b', 'paste'],
  ])('pending after %s', (_what, input, expected) => {
    const reader = new KeyReader();
    reader.read(Buffer.from(input));
    expect(reader.pending).toBe(expected);
  });

  it('drops the late rest of a sequence', () => {
    const reader = new KeyReader();
    expect(reader.read(Buffer.from('\x1b[1;'))).toEqual([]);
    expect(reader.flush()).toEqual([]);
    expect(reader.read(Buffer.from('5A')).map(short)).toEqual(['ctrl+up']);
  });
});

describe('paste', () => {
  const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

  it.each([
    ['plain text', 'release notes', 'paste("release notes")'],
    ['line breaks', 'a\nb\r\nc\rd', 'paste("a b c d")'],
    ['keys', '\x03\x1b[A q\t\x1b', 'paste(" q ")'],
    ['an escape sequence', 'a\x1b]52;c;AAAA\x07b', 'paste("ab")'],
    ['half a closing sequence', 'a\x1b[2é\x1b\x1b[201', 'paste("aé")'],
    ['letters of every width', 'é日\u{1f680}', 'paste("é日\u{1f680}")'],
  ])('%s', (_what, text, expected) => {
    expect(readAll(paste(text), 'x')).toEqual([expected, '"x"']);
  });

  it('emits nothing for an empty paste', () => {
    expect(readAll(paste(''))).toEqual([]);
  });

  it('is bounded, and the rest is not read as keys', () => {
    const reader = new KeyReader();
    const [event] = reader.read(Buffer.from(paste('é'.repeat(terminalLimits.pasteBytes))));
    expect(event?.event).toEqual({ type: 'paste', text: 'é'.repeat(terminalLimits.pasteBytes / 2) });
    expect(reader.read(Buffer.from('x')).map(short)).toEqual(['"x"']);
  });

  const unclosed: [what: string, text: string | Uint8Array, expected: string[]][] = [
    ['nothing', '', []],
    ['text', 'rm -rf\r', ['paste("rm -rf ")']],
    ['half a closing sequence', 'a\x1b[20', ['paste("a")']],
    ['half a character', Uint8Array.of(0x61, 0xc3), ['paste("a")']],
    ['Ctrl+C at its end, which was pressed', 'ab\x03', ['paste("ab")', 'ctrl+c']],
    ['nothing but Ctrl+C', '\x03\x03', ['ctrl+c']],
    ['Ctrl+C within, which was pasted', 'a\x03b', ['paste("ab")']],
  ];

  it.each(unclosed)(
    'is over at a pause though it is not closed, over all splits: %s',
    (_what, text, expected) => {
      const bytes = Buffer.concat([Buffer.from('\x1b[200~'), bytesOf(text)]);
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        const reader = new KeyReader();
        const events = [bytes.subarray(0, cut), bytes.subarray(cut)].flatMap((part) => reader.read(part));
        expect(events).toEqual([]);
        expect(reader.flush().map(short)).toEqual(expected);
        expect(reader.pending).toBeNull();
        expect(reader.read(Buffer.from(`y\r${paste('z')}`)).map(short)).toEqual([
          '"y"',
          'enter',
          'paste("z")',
        ]);
      }
    },
  );

  it('goes on past its bound until it is closed', () => {
    const reader = new KeyReader();
    reader.read(Buffer.from(`\x1b[200~${'a'.repeat(terminalLimits.pasteBytes)} q\r\x03 `));
    expect(reader.flush().map(short)).toEqual([`paste("${'a'.repeat(terminalLimits.pasteBytes)}")`]);
  });
});

describe('any split of the bytes', () => {
  const whole = [
    ...keys.map(([input]) => input),
    ...swallowed.map(([, sequence]) => sequence),
    '\x1b[200~a\nb\x1b[201~',
    '\x1b[200~a\x03',
    '\x1b[200~a\x1b[20',
  ];

  it('gives the same events for every sequence cut anywhere', () => {
    for (const input of whole) {
      const bytes = Buffer.from(input);
      const expected = readAll(bytes);
      for (let cut = 1; cut < bytes.length; cut += 1) {
        expect(readAll(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(expected);
      }
      expect(readAll(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
    }
  });

  it('gives the same events for arbitrary bytes', () => {
    const interesting = fc.constantFrom(
      ...Array.from('\x1b[]O;1520~$^MAu\\PX_\x07\x03aé', (character) => Buffer.from(character)),
    );
    const bytes = fc
      .array(
        fc.oneof(
          interesting,
          fc.constantFrom(...whole.map((input) => Buffer.from(input))),
          fc.uint8Array({ maxLength: 4 }),
        ),
      )
      .map((parts) => Buffer.concat(parts));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat()), (input, cuts) => {
        const sorted = [...new Set(cuts.map((cut) => cut % (input.length + 1)))].sort((a, b) => a - b);
        const chunks = [0, ...sorted].map((start, index) =>
          input.subarray(start, sorted[index] ?? input.length),
        );
        expect(readAll(...chunks)).toEqual(readAll(input));
      }),
      { numRuns: 500 },
    );
  });

  it('never lets a control character through as text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (input) => {
        const reader = new KeyReader();
        for (const { event } of [...reader.read(input), ...reader.flush()]) {
          if ('text' in event) expect(event.text).not.toMatch(/\p{Cc}|\p{Cs}/u);
        }
      }),
      { numRuns: 500 },
    );
  });
});

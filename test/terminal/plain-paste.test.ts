import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InputEvent } from '../../src/terminal/input-events.js';
import { KeyReader } from '../../src/terminal/key-reader.js';
import { PlainPastes } from '../../src/terminal/plain-paste.js';

/** An event in short: `space`, `ctrl+c`, `"a"`, `paste("text")`, `mouse`. */
function short(event: InputEvent): string {
  if (event.type === 'mouse') return 'mouse';
  if (event.type === 'text') return JSON.stringify(event.text);
  if (event.type === 'paste') return `paste(${JSON.stringify(event.text)})`;
  return `${event.ctrl ? 'ctrl+' : ''}${event.alt ? 'alt+' : ''}${event.key}`;
}

type Chunk = string | Uint8Array;

class Input {
  readonly #keys = new KeyReader();
  readonly #pastes = new PlainPastes();

  read(chunk: Chunk): string[] {
    return this.#pastes.read(this.#keys.read(Buffer.from(chunk as string))).map(short);
  }

  pause(): string[] {
    this.#pastes.end();
    return this.#keys.flush().map(({ event }) => short(event));
  }
}

/** The events of reads with a pause after each. */
function typed(...chunks: Chunk[]): string[] {
  const input = new Input();
  return chunks.flatMap((chunk) => [...input.read(chunk), ...input.pause()]);
}

const down = '\x1b[B';

const reads: [what: string, read: string, ...expected: string[]][] = [
  ['one letter', 'a', '"a"'],
  ['two letters', 'ab', '"a"', '"b"'],
  ['two letters and Enter', 'ab\r', '"a"', '"b"', 'enter'],
  ['a letter and a Space', 'a ', '"a"', 'space'],
  ['three Spaces', '   ', 'space', 'space', 'space'],
  ['Spaces and Tabs', ' \t \t', 'space', 'tab', 'space', 'tab'],
  ['an arrow and a Space', `${down} `, 'down', 'space'],
  ['three Enters', '\r\r\r', 'enter', 'enter', 'enter'],
  ['three commands', '\x18\x18\x18', 'ctrl+x', 'ctrl+x', 'ctrl+x'],
  ['three letters', 'rel', 'paste("rel")'],
  ['three letters and a Space', 'rel ', 'paste("rel ")'],
  ['a Space first', ' \ta', 'paste("  a")'],
  ['letters beyond ASCII', 'é日\u{1f680}', 'paste("é日\u{1f680}")'],
  ['two letters of several bytes', 'é日', '"é"', '"日"'],
  ['line ends', 'a\nb\r\nc\rd\r', 'paste("a b c d ")'],
  ['a command', 'rel\x18o', 'paste("relo")'],
  ['Ctrl+C at the end', 'rel\x03', 'paste("rel")', 'ctrl+c'],
  ['Ctrl+C inside', 're\x03 l', 'paste("re")', 'ctrl+c', 'paste(" l")'],
  ['Backspace', 'relx\x7f\x08e', 'paste("relx")', 'backspace', 'backspace', 'paste("e")'],
  ['an arrow', `rel${down} `, 'paste("rel")', 'down', 'paste(" ")'],
  ['an arrow within the three', `r${down}el`, 'paste("r")', 'down', 'paste("el")'],
  ['a mouse report', 're\x1b[<0;1;1Ml', 'paste("re")', 'mouse', 'paste("l")'],
  ['a sequence that is no key', 're\x1b[31ml', 'paste("rel")'],
  ['a lone Esc at the end', 'rel\x1b', 'paste("rel")', 'escape'],
  ['letters with Alt', '\x1ba\x1bb\x1bc', 'alt+a', 'alt+b', 'alt+c'],
  ['two letters and one with Alt', 'ab\x1bc', '"a"', '"b"', 'alt+c'],
  ['code points as sequences', '\x1b[114u\x1b[101u\x1b[108u\x1b[32u', '"r"', '"e"', '"l"', 'space'],
  ['digits of the keypad', '\x1bOp\x1bOq\x1bOr', '"0"', '"1"', '"2"'],
  ['a bracketed paste and a Space', '\x1b[200~rel\x1b[201~ ', 'paste("rel")', 'space'],
  ['hidden characters', 'a\u202eb\u200bc', 'paste("abc")'],
];

describe('one read', () => {
  it.each(reads)('with %s', (_what, read, ...expected) => {
    expect(typed(read)).toEqual(expected);
  });

  it('counts a character in the read that completes it', () => {
    const bytes = Buffer.from('abé');
    expect(typed(bytes.subarray(0, 3), bytes.subarray(3))).toEqual(['"a"', '"b"', '"é"']);
    expect(typed(bytes.subarray(2, 3), Buffer.concat([bytes.subarray(3), Buffer.from('ab')]))).toEqual([
      'paste("éab")',
    ]);
  });

  it('may end within a sequence', () => {
    const input = new Input();
    expect(input.read('rel\x1b[')).toEqual(['paste("rel")']);
    expect(input.read('B ')).toEqual(['down', 'space']);
  });

  it('with three letters or more has no keys that switch, whatever else is in it', () => {
    const part = fc.constantFrom(...'abc \t\r\n\x18\x0fé日', '\x1b[B', '\x1b[<0;1;1M', '\x7f');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const events = typed(`${parts.join('')}xyz`);
        expect(events.filter((event) => /^(space|tab|enter|"|ctrl)/.test(event))).toEqual([]);
      }),
    );
  });
});

describe('a paste', () => {
  it('goes on in the reads that follow at once', () => {
    const input = new Input();
    expect(input.read('release')).toEqual(['paste("release")']);
    expect(input.read(' ')).toEqual(['paste(" ")']);
    expect(input.read('\t\r')).toEqual(['paste("  ")']);
    expect(input.pause()).toEqual([]);
    expect(input.read(' ')).toEqual(['space']);
  });

  it('goes on with the rest of a character', () => {
    const input = new Input();
    const [bytes, half] = [Buffer.from('relé'), 4];
    expect(input.read(bytes.subarray(0, half))).toEqual(['paste("rel")']);
    expect(input.read(bytes.subarray(half))).toEqual(['paste("é")']);
    expect(input.read(Uint8Array.of(0xc3))).toEqual([]);
    expect(input.read(Uint8Array.of(0xa9, 0x20))).toEqual(['paste("é ")']);
  });

  it('ends at a key that follows at once', () => {
    const input = new Input();
    input.read('release');
    expect(input.read(`${down} `)).toEqual(['down', 'space']);
    expect(input.read(' ')).toEqual(['space']);
  });

  it('is left by Ctrl+C that follows at once', () => {
    const input = new Input();
    input.read('release');
    expect(input.read('\x03')).toEqual(['ctrl+c']);
  });
});

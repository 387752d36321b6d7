import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../../src/source/acp/line-splitter.js';

/** The lines of these chunks, with what follows the last line end. */
function linesOf(chunks: readonly Uint8Array[], mostBytes = 1_000): string[] {
  const splitter = new LineSplitter(mostBytes);
  const lines: string[] = [];
  for (const chunk of chunks)
    expect(splitter.push(Buffer.from(chunk), (line) => lines.push(line))).toBe(true);
  splitter.flush((line) => lines.push(line));
  return lines;
}

const bytes = (...texts: string[]) => texts.map((text) => Buffer.from(text));

describe('lines', () => {
  it.each<[string, readonly Uint8Array[], string[]]>([
    ['one', bytes('a\n'), ['a']],
    ['several in one chunk', bytes('a\nb\nc\n'), ['a', 'b', 'c']],
    ['one in several chunks', bytes('a', 'b', 'c\n'), ['abc']],
    ['a line end in a chunk of its own', bytes('a', '\n', 'b', '\n'), ['a', 'b']],
    ['blank lines, which are none', bytes('\n\n  \n\ta\n\r\n'), ['a']],
    ['ends of Windows, in two chunks', bytes('a\r', '\nb\r\n'), ['a', 'b']],
    ['no line end after the last', bytes('a\nb'), ['a', 'b']],
    ['nothing', [], []],
    ['empty chunks', bytes('', 'a', '', '\n', ''), ['a']],
    ['a character in two chunks', [Buffer.from([0xe2, 0x82]), Buffer.from([0xac, 0x0a])], ['€']],
    ['bytes that are no text', [Buffer.from([0x61, 0xff, 0x0a, 0x62])], ['a\ufffd', 'b']],
    ['a line separator of Unicode, which is text', bytes('a\u2028b\n'), ['a\u2028b']],
  ])('%s', (_what, chunks, expected) => {
    expect(linesOf(chunks)).toEqual(expected);
  });

  it('are taken as soon as they are complete', () => {
    const splitter = new LineSplitter(100);
    const lines: string[] = [];
    splitter.push(Buffer.from('a\nb'), (line) => lines.push(line));
    expect(lines).toEqual(['a']);
  });

  it('are the same however the bytes are cut into chunks', () => {
    // Line ends, a character of three bytes, and anything else.
    const piece = fc.oneof(
      fc.constantFrom('\n', '\r\n', '€', '{"a":1}', ' ').map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 20 }).map((some) => Buffer.from(some)),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat(300)), (pieces, cuts) => {
        const all = Buffer.concat(pieces);
        const at = [0, ...cuts.filter((cut) => cut < all.length).sort((a, b) => a - b), all.length];
        const chunks = at.slice(1).map((end, index) => all.subarray(at[index], end));
        expect(linesOf(chunks)).toEqual(linesOf([all]));
        const split = all.toString('utf8').split('\n');
        expect(linesOf([all])).toEqual(split.map((line) => line.trim()).filter((line) => line !== ''));
      }),
    );
  });
});

describe('a line that is too long', () => {
  it.each<[string, string[], boolean, string[]]>([
    ['as long as is allowed', ['12345\n'], true, ['12345']],
    ['one byte longer', ['123456\n'], false, []],
    ['without an end', ['123456'], false, []],
    ['in parts', ['123', '456'], false, []],
    ['after one that is not', ['a\n123456\nb\n'], false, ['a']],
    ['by bytes, not by characters', ['€€\n'], false, []],
  ])('is dropped: %s', (_what, texts, isFine, expected) => {
    const splitter = new LineSplitter(5);
    const lines: string[] = [];
    const results = bytes(...texts).map((chunk) => splitter.push(chunk, (line) => lines.push(line)));
    splitter.flush((line) => lines.push(line));
    expect([results.at(-1), lines]).toEqual([isFine, expected]);
  });

  it('does not count what other lines had', () => {
    expect(linesOf(bytes('12345\n12', '345\n', '12345'), 5)).toEqual(['12345', '12345', '12345']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanBlock, cleanLine, plainText } from '../../src/text/clean.js';
import { withoutEmoji } from '../support/emoji.js';

/** Control, format, zero-width, bidi, tag, separator and lone surrogate code points. */
const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

const [family, rainbow] = ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u{1f3f3}\ufe0f\u200d\u{1f308}'];
const tagged = (letters: string): string =>
  `\u{1f3f4}${Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x9f })))
    .map((codes) => String.fromCharCode(...codes)),
  fc
    .array(
      fc.constantFrom(
        '\x1b',
        '[',
        ']',
        '\x9b',
        '\x9d',
        '\x07',
        '\x1b\\',
        '8;;',
        'm',
        '31',
        '\n',
        '\u202e',
        'a',
        '\u0301',
        '\u200d',
        '\ufe0f',
        '\u20e3',
        '1',
        '❤',
        '\u{1f389}',
        '\u{1f44d}',
        '\u{1f3fd}',
        tagged('gbeng'),
        '\u{e0067}',
        family,
        rainbow,
      ),
    )
    .map((parts) => parts.join('')),
);

describe('cleanLine', () => {
  it.each([
    ['plain text', 'Draft release notes', 'Draft release notes'],
    ['colours', 'a\x1b[31mred\x1b[0mb', 'aredb'],
    ['a screen wipe', 'x\x1b[2J\x1b[3Jy', 'xy'],
    ['8-bit CSI', 'a\x9b31mb', 'ab'],
    ['an unterminated CSI', 'a\x1b[31;', 'a'],
    ['a link', 'see \x1b]8;;https://evil.example\x1b\\here\x1b]8;;\x1b\\!', 'see here!'],
    ['a clipboard write', 'a\x1b]52;c;ZXZpbA==\x07b', 'ab'],
    ['an unterminated clipboard write', 'a\x1b]52;c;ZXZpbA==', 'a'],
    ['an unterminated string, which ends with its line', 'a\x1b]0;title\nb', 'a b'],
    ['DCS', 'a\x1bPq#0;2;0;0;0\x1b\\b', 'ab'],
    ['APC', 'a\x1b_Gf=100;AAAA\x1b\\b', 'ab'],
    ['PM and SOS', 'a\x1b^p\x1b\\b\x1bXs\x1b\\c', 'abc'],
    ['an 8-bit OSC', 'a\x9d0;title\x9cb', 'ab'],
    ['an 8-bit string that never ends', 'a\x9dlost letters', 'alost letters'],
    ['a string cut short by another sequence', 'a\x1b]0;t\x1b[31mb', 'ab'],
    ['other escapes', 'a\x1bcb\x1b(0c\x1b', 'abc'],
    ['control characters', 'a\x00b\x07c\x7fd\x85e', 'abcd e'],
    ['tabs and line breaks', 'a\tb\r\nc\u2028d\n\n  e ', 'a b c d e'],
    ['direction overrides and isolates', 'a\u202eb\u2066c\u2069d\u200fe', 'abcde'],
    ['zero-width characters', 'p\u200ba\u200dy\ufeffp\u2060al\u00ad', 'paypal'],
    ['tag characters', 'a\u{e0041}\u{e007f}b', 'ab'],
    ['variation selectors', 'x\ufe0f y\u{e0100} \u{1f389}\ufe0f 1\ufe0f ❤\ufe0e', 'x y \u{1f389} 1 ❤'],
    [
      'joiners that join no emoji',
      `a\u200db \u{1f389}\u200d \u200d\u{1f389} ❤\u200dx`,
      'ab \u{1f389} \u{1f389} ❤x',
    ],
    ['joiners with others between', '\u{1f469}\u200b\u200d\u{1f467}', '\u{1f469}\u{1f467}'],
    ['tags of no flag', tagged('gbxyz') + tagged('secret'), '\u{1f3f4}\u{1f3f4}'],
    ['lone surrogates', 'a\ud800b\udc00', 'a\ufffdb\ufffd'],
    ['a hidden character between surrogates', 'a\udb40\u200b\udc67', 'a\ufffd\ufffd'],
    ['decomposed letters', 'cafe\u0301', 'café'],
    ['marks without a letter', '\u0301 \u0301a', 'a'],
    ['stacks of marks', `a${'\u0316'.repeat(50)}b`, `a${'\u0316'.repeat(4)}b`],
    ['right-to-left text', 'שלום עולם', 'שלום עולם'],
  ])('cleans %s', (_what, text, expected) => {
    expect(cleanLine(text, 100)).toBe(expected);
  });

  it.each([
    ['a family', family],
    ['a family with skin tones', '\u{1f469}\u{1f3fd}\u200d❤\ufe0f\u200d\u{1f48b}\u200d\u{1f468}\u{1f3ff}'],
    ['a flag with a selector and a joiner', rainbow],
    ['the same without the selector', '\u{1f3f3}\u200d\u{1f308}'],
    ['a profession', '\u{1f469}\u200d⚕\ufe0f'],
    ['a text sign as a picture', '❤\ufe0f ©\ufe0f'],
    ['a keycap', '1\ufe0f\u20e3 #\ufe0f\u20e3'],
    ['a skin tone', '\u{1f44d}\u{1f3fd}'],
    ['a flag of letters', '\u{1f1ef}\u{1f1f5}'],
    ['a flag of tags', tagged('gbsct')],
  ])('keeps %s whole', (_what, text) => {
    expect(cleanLine(`a ${text} b`)).toBe(`a ${text} b`);
  });

  it('bounds how many emoji are joined', () => {
    const [first = '', ...others] = new Intl.Segmenter().segment(
      cleanLine(Array(50).fill('\u{1f467}').join('\u200d')),
    );
    expect(first).toMatchObject({ segment: Array(8).fill('\u{1f467}').join('\u200d') });
    expect(others).not.toEqual([]);
  });

  it('makes names equal that differ in hidden characters alone', () => {
    const hidden = fc.constantFrom('\u200d', '\ufe0f', '\u{e0067}', '\u200b', '\u00ad');
    const letter = fc.constantFrom(...'abé日-_. 1');
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 2, arbitrary: letter }, hidden)), (signs) => {
        const seen = signs.filter((sign) => /^[^\p{Default_Ignorable_Code_Point}]$/u.test(sign));
        expect(cleanLine(signs.join(''))).toBe(cleanLine(seen.join('')));
      }),
    );
  });

  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['abc\u{1f389}de', 5, 'abc…'],
    ['ab\u{1f1ef}\u{1f1f5}cd', 5, 'ab…'],
    [`ab${family}cd`, 9, 'ab…'],
    [`${'\u200b'.repeat(1000)}abc`, 10, '…'],
    ['a'.repeat(1_000_000), 3, 'aa…'],
  ])('bounds %j to %i', (text, maxLength, expected) => {
    expect(cleanLine(text, maxLength)).toBe(expected);
  });

  it('lets no forbidden code point through, stays in bounds and changes nothing the second time', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, maxLength) => {
        const clean = cleanLine(text, maxLength);
        expect(withoutEmoji(clean)).not.toMatch(forbidden);
        expect(clean.length).toBeLessThanOrEqual(maxLength);
        expect(cleanLine(clean, maxLength)).toBe(clean);
      }),
      { numRuns: 500 },
    );
  });
});

describe('plainText', () => {
  it('keeps blanks as they are and returns plain text itself', () => {
    expect(plainText(' a  b ')).toBe(' a  b ');
    expect(plainText('a\r\nb')).toBe('a b');
  });

  it('is quick on long runs of openers', () => {
    for (const opener of ['\x9d', '\x1b]', '\x1b[', '\x1b', '\x9b1;']) {
      expect(plainText(opener.repeat(100_000)).length).toBeLessThanOrEqual(300_000);
    }
  });
});

describe('cleanBlock', () => {
  const limits = { lines: 4, lineLength: 12 };

  it('keeps lines and indentation, cleans each line', () => {
    expect(cleanBlock('---\r\nname: x\n\n\tindented\x1b[31m \n', { lines: 9, lineLength: 40 })).toEqual([
      '---',
      'name: x',
      '',
      '    indented',
      '',
    ]);
  });

  it('marks that lines are left out', () => {
    expect(cleanBlock('1\n2\n3\n4', limits)).toEqual(['1', '2', '3', '4']);
    expect(cleanBlock('1\n2\n3\n4\n5', limits)).toEqual(['1', '2', '3', '4', '…']);
    expect(cleanBlock('abcdefghijklmnop', limits)).toEqual(['abcdefghijk…']);
  });

  it('keeps the lines after an unterminated sequence', () => {
    expect(cleanBlock('a\x1b]0;x\nvisible', limits)).toEqual(['a', 'visible']);
  });

  it('lets no forbidden code point through', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const lines = cleanBlock(text, limits);
        expect(lines.length).toBeLessThanOrEqual(5);
        for (const line of lines) {
          expect(withoutEmoji(line)).not.toMatch(forbidden);
          expect(line.length).toBeLessThanOrEqual(12);
        }
      }),
      { numRuns: 500 },
    );
  });
});

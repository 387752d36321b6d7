import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson } from '../../src/output/json.js';

const escaped: [string, string][] = [
  ['DEL', '\u007f'],
  ['a C1 control', '\u0085'],
  ['the 8-bit control sequence introducer', '\u009b'],
  ['the Arabic letter mark', '\u061c'],
  ['a soft hyphen', '\u00ad'],
  ['a zero-width space', '\u200b'],
  ['a joiner', '\u200d'],
  ['a left-to-right mark', '\u200e'],
  ['a right-to-left mark', '\u200f'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['an embedding', '\u202a'],
  ['an override', '\u202e'],
  ['a word joiner', '\u2060'],
  ['an isolate', '\u2066'],
  ['the end of an isolate', '\u2069'],
  ['a byte order mark', '\ufeff'],
  ['a lone surrogate', '\ud800'],
  ['a tag', '\u{e0041}'],
];

describe('formatJson', () => {
  it.each(escaped)('escapes %s', (_, character) => {
    const text = formatJson({ [`k${character}`]: [`a${character}b`] });
    expect(text).toMatch(/^[ -~]*$/);
    expect(JSON.parse(text)).toEqual({ [`k${character}`]: [`a${character}b`] });
  });

  it.each(['plain', 'Grüße', '日本語', 'עברית', '🎉', 'a\\b"c'])('leaves %s unchanged', (text) => {
    expect(formatJson(text)).toBe(JSON.stringify(text));
  });

  it('keeps the value and contains no control characters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const text = formatJson(texts);
        expect(JSON.parse(text)).toEqual(texts);
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      }),
    );
  });
});

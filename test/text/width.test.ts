import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { displayWidth, endOf, isSimple, padEnd, truncate } from '../../src/text/width.js';

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';

const trickyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        'a',
        'é',
        '日',
        '한',
        'e\u0301',
        family,
        '\u{1f1ef}\u{1f1f5}',
        '❤\ufe0f',
        '1\ufe0f\u20e3',
        '\u{1f3f3}\ufe0f\u200d\u{1f308}',
        '\u{1f44d}\u{1f3fd}',
        '\u0301',
        '…',
        ' ',
        '▌',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['release-notes', 13],
    ['Überprüfung', 11],
    ['日本語', 6],
    ['한국어', 6],
    ['、。「」', 8],
    ['ＡＢ', 4],
    ['e\u0301', 1],
    [family, 2],
    ['\u{1f1ef}\u{1f1f5}', 2],
    ['❤\ufe0f', 2],
    ['❤', 1],
    ['1\ufe0f\u20e3', 2],
    ['\u{1f44d}\u{1f3fd}', 2],
    ['\u{1f3f3}\ufe0f\u200d\u{1f308}', 2],
    ['\u{1f3f3}\u200d\u{1f308}', 2],
    ['\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', 2],
    [Array(8).fill('\u{1f467}').join('\u200d'), 2],
    ['≠', 1],
    ['● ▌ ─ ❯ ✓ · …', 13],
  ])('measures %j as %i columns', (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  it('agrees with string-width on every kind of character by itself', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0xffff; code += 1) {
      // Thousands of ideographs and syllables behave alike: the edges are enough.
      if (code === 0x4e10) code = 0x9ff0;
      if (code === 0xac10) code = 0xd790;
      const text = String.fromCodePoint(code);
      if (displayWidth(text) !== stringWidth(text)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('agrees with string-width on any text', () => {
    fc.assert(fc.property(trickyText, (text) => displayWidth(text) === stringWidth(text)));
  });
});

describe('truncate', () => {
  it.each([
    ['release-notes', 20, 'release-notes'],
    ['release-notes', 13, 'release-notes'],
    ['release-notes', 8, 'release…'],
    ['release-notes', 1, '…'],
    ['release-notes', 0, ''],
    ['release-notes', -3, ''],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['日本語', 2, '…'],
    ['cafe\u0301 au lait', 5, 'cafe\u0301…'],
    [`${family}${family}`, 3, `${family}…`],
    [`${family}${family}`, 2, '…'],
  ])('cuts %j to %i columns', (text, columns, expected) => {
    expect(truncate(text, columns, '…')).toBe(expected);
  });

  it('takes the ASCII ellipsis', () => {
    expect(truncate('release-notes', 8, '...')).toBe('relea...');
    expect(truncate('release-notes', 2, '...')).toBe('..');
  });

  it('never exceeds the columns, never splits a character, and cuts only where it must', () => {
    fc.assert(
      fc.property(trickyText, fc.integer({ min: 0, max: 30 }), (text, columns) => {
        const cut = truncate(text, columns, '…');
        expect(stringWidth(cut)).toBeLessThanOrEqual(columns);
        if (columns === 0) return;
        if (stringWidth(text) <= columns) {
          expect(cut).toBe(text);
          return;
        }
        const kept = cut.slice(0, -1);
        const boundaries = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
        expect([...boundaries, text.length]).toContain(kept.length);
        expect(text.startsWith(kept)).toBe(true);
      }),
    );
  });
});

describe('isSimple', () => {
  it('is true of texts whose code units are graphemes of one width each', () => {
    expect(isSimple('Größe ● ≠ 日本')).toBe(true);
    for (const text of [family, 'e\u0301', '\u{1f389}', '❤\ufe0f', '䷀']) expect(isSimple(text)).toBe(false);
    fc.assert(
      fc.property(trickyText, (text) => {
        if (isSimple(text)) expect([...new Intl.Segmenter().segment(text)]).toHaveLength(text.length);
      }),
    );
  });
});

describe('padEnd', () => {
  it('pads by columns, not by code units', () => {
    expect(padEnd('日本', 6)).toBe('日本  ');
    expect(padEnd('日本', 3)).toBe('日本');
  });

  it('fills exactly the columns after a cut', () => {
    fc.assert(
      fc.property(trickyText, fc.integer({ min: 0, max: 30 }), (text, columns) => {
        expect(stringWidth(padEnd(truncate(text, columns, '…'), columns))).toBe(columns);
      }),
    );
  });
});

describe('endOf', () => {
  it.each([
    ['release', 3, 'ase'],
    ['release', 9, 'release'],
    ['日本語', 3, '語'],
    ['cafe\u0301', 2, 'fe\u0301'],
    [`a${family}`, 2, family],
    ['release', 0, ''],
  ])('of %s in %i columns', (text, columns, expected) => {
    expect(endOf(text, columns)).toBe(expected);
  });
});

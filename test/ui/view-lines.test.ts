import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/text/width.js';
import { rememberLast } from '../../src/ui/remember.js';
import {
  drawWindow,
  labelLines,
  line,
  textOf,
  wrapLine,
  wrapParts,
  wrapText,
} from '../../src/ui/view-lines.js';
import { hostileText, unicode } from '../support/view-screens.js';

describe('wrapping', () => {
  it.each([
    ['short', 10, ['short']],
    ['one two three', 7, ['one two', 'three']],
    ['  indented text here', 12, ['  indented', '  text here']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['日本語日本語', 5, ['日本', '語日', '本語']],
    ['', 5, ['']],
  ])('%s at %i', (text, columns, lines) => {
    expect(wrapLine(text, columns)).toEqual(lines);
  });

  it('loses nothing and is never too wide', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 8, max: 40 }),
        (text, columns) => {
          const lines = wrapText(text, columns);
          for (const part of lines) expect(stringWidth(part)).toBeLessThanOrEqual(columns);
          expect(lines.join('').replaceAll(' ', '')).toBe(
            wrapText(text, 1_000_000).join('').replaceAll(' ', ''),
          );
        },
      ),
    );
  });

  it.each([
    [['on', '/x', 'a.json:7'], 20, ['on  /x  a.json:7']],
    [['on', '/x', 'model may not'], 14, ['on  /x', 'model may not']],
    [['on ', 'cannot be switched'], 10, ['on', 'cannot be', 'switched']],
    [[], 10, []],
  ])('%# keeps parts together', (parts, columns, lines) => {
    expect(wrapParts(parts, columns)).toEqual(lines);
  });

  it('keeps parts within their columns', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,3}$/)),
        fc.integer({ min: 9, max: 40 }),
        (parts, columns) => {
          const lines = wrapParts(parts, columns);
          for (const part of lines) expect(part.length).toBeLessThanOrEqual(columns);
          expect(lines.join(' ').split(/\s+/)).toEqual(parts.join(' ').split(/\s+/));
        },
      ),
    );
  });
});

describe('a label', () => {
  const style = { labelColumns: 8, style: 'dim' } as const;

  it('is beside its text, or above it if there is too little room', () => {
    const texts = (columns: number) => labelLines('state', 'on in both', { ...style, columns }).map(textOf);
    expect(texts(30)).toEqual(['state   on in both']);
    expect(texts(20)).toEqual(['state   on in both']);
    expect(texts(12)).toEqual(['state', '  on in both']);
    expect(texts(6)).toEqual(['state', '  on', '  in', '  both']);
  });

  it('is above its text if it is too long', () => {
    const texts = labelLines('a long label', 'text', { ...style, columns: 40 }).map(textOf);
    expect(texts).toEqual(['a long label', '  text']);
  });
});

describe('a window of lines', () => {
  const all = Array.from({ length: 10 }, (_, index) => line(`line ${index}`));

  it.each([
    [0, 3, ['  line 0', '  line 1', '  line 2']],
    [4, 2, ['  line 4', '  line 5']],
    [99, 2, ['  line 8', '  line 9']],
    [0, 12, [...all.map((pieces) => `  ${textOf(pieces)}`), '', '']],
  ])('%# has exactly its lines', (top, height, lines) => {
    expect(drawWindow(all, { top, height, columns: 40, theme: unicode })).toEqual(lines);
  });

  it('is never wider than the screen', () => {
    fc.assert(
      fc.property(fc.array(hostileText), fc.integer({ min: 4, max: 60 }), (texts, columns) => {
        const lines = texts.map((text) => line(wrapText(text, 1_000)[0] ?? ''));
        for (const drawn of drawWindow(lines, { top: 0, height: 5, columns, theme: unicode }))
          expect(displayWidth(drawn)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe('the memory of the last result', () => {
  it('builds again only if a field changed', () => {
    let built = 0;
    const build = rememberLast((_: { one: number; other?: string }) => {
      built += 1;
      return built;
    });
    expect([build({ one: 1 }), build({ one: 1 }), build({ one: 2 }), build({ one: 2, other: 'x' })]).toEqual([
      1, 1, 2, 3,
    ]);
    expect(build({ one: 2 })).toBe(4);
  });
});

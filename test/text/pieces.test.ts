import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cleanPieces, cutEnd, cutPieces, type Piece } from '../../src/text/pieces.js';

const one = (text: string): Piece[] => [{ text, isMatched: false }];
const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');
/** Matched pieces are in brackets. */
const marked = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isMatched }) => (isMatched ? `[${text}]` : text)).join('');

describe('cutPieces', () => {
  it.each([
    ['release-notes', 13, 'release-notes'],
    ['release-notes', 12, 'releas…notes'],
    ['release-notes', 5, 're…es'],
    ['release-notes', 2, 'r…'],
    ['release-notes', 0, ''],
    ['日本語日本語', 7, '日…本語'],
    ['', 5, ''],
  ])('cuts %s to %i columns', (text, columns, expected) => {
    expect(textOf(cutPieces(one(text), columns, '…'))).toBe(expected);
  });

  it('keeps what is matched on both sides', () => {
    const pieces = [
      { text: 'rel', isMatched: true },
      { text: 'ease-of-all-no', isMatched: false },
      { text: 'tes', isMatched: true },
    ];
    expect(marked(cutPieces(pieces, 12, '…'))).toBe('[rel]eas…no[tes]');
  });
});

describe('cutEnd', () => {
  it('keeps what is matched before the cut', () => {
    const pieces = [
      { text: 'Draft ', isMatched: false },
      { text: 'release', isMatched: true },
      { text: ' notes', isMatched: false },
    ];
    expect(marked(cutEnd(pieces, 10, '…'))).toBe('Draft [rel]…');
    expect(marked(cutEnd(pieces, 40, '…'))).toBe('Draft [release] notes');
  });
});

describe('both cuts', () => {
  it('never take more columns than asked for', () => {
    const anyPieces = fc.array(
      fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 30 }), isMatched: fc.boolean() }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(anyPieces, fc.integer({ min: 0, max: 40 }), (pieces, columns) => {
        const clean = cleanPieces(pieces);
        for (const cut of [cutEnd, cutPieces])
          expect(stringWidth(textOf(cut(clean, columns, '…')))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe('cleanPieces', () => {
  it.each([
    ['keeps matches in a text that is clean once composed', ['cafe\u0301', '-menu'], '[café]-menu'],
    ['keeps matches beside what is removed', ['rel', '\u202eease'], '[rel]ease'],
    ['drops matches that would split a letter from its mark', ['cafe', '\u0301-menu'], 'café-menu'],
    ['drops matches of a text with runs of blanks', ['a', '  b'], 'a b'],
  ])('%s', (_what, [first = '', second = ''], expected) => {
    const pieces = [
      { text: first, isMatched: true },
      { text: second, isMatched: false },
    ];
    expect(marked(cleanPieces(pieces))).toBe(expected);
  });
});

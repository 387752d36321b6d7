import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRanges, piecesOf, toOriginal } from '../../src/entries/highlight.js';
import { literalQuery, parseQuery } from '../../src/entries/query.js';
import { highlightDescription, highlightName } from '../../src/entries/search-entries.js';

const marked = (text: string, ranges: ReturnType<typeof mergeRanges>) =>
  piecesOf(text, ranges)
    .map((piece) => (piece.isMatched ? `[${piece.text}]` : piece.text))
    .join('');

describe('mergeRanges', () => {
  it('sorts ranges, joins touching ones and drops empty ones', () => {
    expect(
      mergeRanges([
        [7, 9],
        [0, 2],
        [1, 4],
        [4, 5],
        [6, 6],
      ]),
    ).toEqual([
      [0, 5],
      [7, 9],
    ]);
  });
});

describe('highlightName', () => {
  it.each([
    ['release-notes', 'notes', 'release-[notes]'],
    ['release-notes', 'Release NOTES', '[release]-[notes]'],
    ['release-notes', 'ease', 'rel[ease]-notes'],
    ['renotes-notes', 'notes', 'renotes-[notes]'],
    ['release-notes', 'rn', '[r]elease-[n]otes'],
    ['release-notes', 'relnot', '[rel]ease-[not]es'],
    ['release-notes', 'zebra', 'release-notes'],
    ['Überprüfung', 'über', '[Über]prüfung'],
    ['cafe\u0301-menu', 'café', '[cafe\u0301]-menu'],
    ['cafe\u0301-menu', 'menu', 'cafe\u0301-[menu]'],
    ['x\u0302yz', 'x', '[x\u0302]yz'],
    ['日本語', '本', '日[本]語'],
    ['İstanbul-guide', 'guide', 'İstanbul-[guide]'],
    ['\u{1f680}-launch', 'launch', '\u{1f680}-[launch]'],
  ])('%s for %s', (name, query, expected) => {
    expect(marked(name, highlightName(name, parseQuery(query).words))).toBe(expected);
  });
});

describe('exact words and starts in a name', () => {
  it.each([
    ['release-notes', "'rn", 'release-notes'],
    ['release-notes', "'e-n", 'releas[e-n]otes'],
    ['release-re', '^re', '[re]lease-re'],
    ['release', '^lease', 'release'],
    ['release-notes', '!notes rel', '[rel]ease-notes'],
    ['release-notes', 'is:on notes', 'release-[notes]'],
  ])('%s for %s', (name, query, expected) => {
    expect(marked(name, highlightName(name, parseQuery(query).words))).toBe(expected);
  });
});

describe('highlightDescription', () => {
  it.each([
    ['Draft release notes.', 'notes draft', '[Draft] release [notes].'],
    ['Draft release notes.', 'ease', 'Draft rel[ease] notes.'],
    ['Denote a note.', 'note', 'Denote a [note].'],
    ['Draft release notes.', 'drn', 'Draft release notes.'],
    ['Draft release notes.', '"release notes"', 'Draft [release notes].'],
    ['Draft release\nnotes.', '"release notes"', 'Draft [release\nnotes].'],
    ['Draft release notes.', '^draft', 'Draft release notes.'],
    ['Draft release notes.', '!draft', 'Draft release notes.'],
    ['Le cafe\u0301 du coin.', 'café', 'Le [cafe\u0301] du coin.'],
    ['Le cafe\u0301 du coin.', 'coin', 'Le cafe\u0301 du [coin].'],
    ['Ship it \u{1f680} now', 'now', 'Ship it \u{1f680} [now]'],
    ['x\u0302yz', 'x', '[x\u0302]yz'],
    ['', 'x', ''],
  ])('%j for %s', (description, query, expected) => {
    expect(marked(description, highlightDescription(description, parseQuery(query).words))).toBe(expected);
  });
});

describe('pieces', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

  it('rejoin to the name for any query', () => {
    fc.assert(
      fc.property(text, text, fc.nat(20), (name, query, from) => {
        const part = name.slice(from, from + 3);
        const words = [
          ...literalQuery(query).words,
          ...literalQuery(part).words,
          ...parseQuery(`'"${part}`).words,
        ];
        for (const highlight of [highlightName, highlightDescription]) {
          const pieces = piecesOf(name, highlight(name, words));
          expect(pieces.map((piece) => piece.text).join('')).toBe(name);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never split a character', () => {
    const range = fc.tuple(fc.nat(15), fc.nat(15));
    fc.assert(
      fc.property(text, fc.array(range), (name, ranges) => {
        const boundaries = new Set([...new Intl.Segmenter().segment(name)].map(({ index }) => index)).add(
          name.length,
        );
        for (const [start, end] of toOriginal(name, ranges)) {
          if (end > name.length) continue;
          expect(boundaries).toContain(start);
          expect(boundaries).toContain(end);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutMiddle } from '../../src/text/cut-middle.js';
import { displayWidth } from '../../src/text/width.js';

describe('a text cut in its middle', () => {
  it.each([
    ['release-notes', 20, 'release-notes'],
    ['release-notes', 13, 'release-notes'],
    ['release-notes', 9, 'rele…otes'],
    ['release-notes', 8, 'rele…tes'],
    ['release-notes', 3, 'r…s'],
    ['release-notes', 2, 'r…'],
    ['release-notes', 1, '…'],
    ['release-notes', 0, ''],
    ['日本語日本語', 7, '日…本語'],
    ['日本語日本語', 9, '日本…本語'],
    ['👩‍👩‍👧 family 👩‍👩‍👧', 6, '👩‍👩‍👧 …👩‍👩‍👧'],
  ])('%s in %d columns is %s', (text, columns, expected) => {
    expect(cutMiddle(text, columns, '…')).toBe(expected);
  });

  it('never takes more columns than it may', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom('…', '...'),
        (text, columns, ellipsis) => {
          expect(displayWidth(cutMiddle(text, columns, ellipsis))).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});

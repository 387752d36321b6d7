import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrollTop } from '../../src/picker/cursor.js';

describe('scrollTop', () => {
  it.each([
    ['is the first row if everything fits', { rows: 5, height: 10, cursor: 4, top: 0 }, 0],
    ['stays while the cursor is well inside', { rows: 100, height: 10, cursor: 15, top: 10 }, 10],
    ['is pushed down one row', { rows: 100, height: 10, cursor: 18, top: 10 }, 11],
    ['is pushed up one row', { rows: 100, height: 10, cursor: 11, top: 10 }, 9],
    ['jumps no further than it must', { rows: 100, height: 10, cursor: 50, top: 10 }, 43],
    ['shows the first row', { rows: 100, height: 10, cursor: 0, top: 40 }, 0],
    ['shows the last row without a gap below', { rows: 100, height: 10, cursor: 99, top: 40 }, 90],
    ['leaves no gap when rows go away', { rows: 12, height: 10, cursor: 3, top: 30 }, 1],
    ['leaves no gap when the window grows', { rows: 20, height: 15, cursor: 12, top: 10 }, 5],
    ['has no margin in a window of two rows', { rows: 10, height: 2, cursor: 5, top: 4 }, 4],
    ['follows the cursor in a window of one row', { rows: 10, height: 1, cursor: 5, top: 0 }, 5],
    ['is the first row of an empty list', { rows: 0, height: 10, cursor: -1, top: 7 }, 0],
    ['stays without a cursor', { rows: 100, height: 10, cursor: -1, top: 7 }, 7],
    ['copes with a window of no height', { rows: 100, height: 0, cursor: 5, top: 5 }, 6],
  ])('%s', (_what, viewport, expected) => {
    expect(scrollTop(viewport)).toBe(expected);
  });

  it('keeps the cursor visible, stays in bounds, and returns the same again for its result', () => {
    const sizes = fc.record({
      rows: fc.integer({ min: 1, max: 60 }),
      height: fc.integer({ min: 1, max: 20 }),
      cursor: fc.nat(),
      top: fc.integer({ min: -5, max: 80 }),
    });
    fc.assert(
      fc.property(sizes, (given) => {
        const viewport = { ...given, cursor: given.cursor % given.rows };
        const top = scrollTop(viewport);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top).toBeLessThanOrEqual(Math.max(0, viewport.rows - viewport.height));
        expect(viewport.cursor).toBeGreaterThanOrEqual(top);
        expect(viewport.cursor).toBeLessThan(top + viewport.height);
        expect(scrollTop({ ...viewport, top })).toBe(top);
      }),
    );
  });
});

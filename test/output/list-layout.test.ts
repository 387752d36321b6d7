import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListLayout, type ListWidths, listLayout } from '../../src/output/list-layout.js';

const widths = (changes: Partial<ListWidths> = {}): ListWidths => ({
  word: 8,
  name: 30,
  kind: 5,
  folder: 14,
  description: 200,
  tools: 5,
  ...changes,
});

/** The columns of a whole row: the glyph and a blank, then the parts with two blanks between them. */
function rowColumns({ isShort: _isShort, ...parts }: ListLayout): number {
  const present = Object.values(parts).filter((columns) => columns > 0);
  return 2 + present.reduce((sum, columns) => sum + columns, 0) + 2 * (present.length - 1);
}

describe('the layout of a list', () => {
  it.each([
    ['names the folders in a wide terminal', 200, { name: 30, folder: 14, badges: 10, kind: 5, cells: 14 }],
    ['has no folders if descriptions would be short', 110, { word: 8, name: 30, folder: 0, description: 31 }],
    ['cuts names so that descriptions keep 20 columns', 80, { word: 0, name: 21, description: 20 }],
    [
      'has letters for badges if names would be too short',
      70,
      { isShort: true, badges: 2, kind: 1, name: 23 },
    ],
    [
      'has no descriptions if letters are not enough',
      60,
      { isShort: true, name: 30, description: 0, cells: 14 },
    ],
    ['cuts names further if there are no descriptions', 40, { name: 15, description: 0, cells: 14 }],
    ['has no cells in a very narrow terminal', 30, { name: 21, cells: 0, badges: 2 }],
  ])('%s', (_name, columns, expected) => {
    expect(listLayout(widths(), columns)).toMatchObject(expected);
  });

  it('does not cut names for descriptions that are short', () => {
    expect(listLayout(widths({ description: 6 }), 80)).toMatchObject({ name: 30, isShort: false });
    expect(listLayout(widths({ description: 0, kind: 0 }), 60)).toMatchObject({ name: 30, isShort: false });
  });

  it('fits every terminal, and keeps 18 columns for names and 20 for descriptions while it has both', () => {
    const count = (max: number) => fc.integer({ min: 0, max });
    const anyWidths = fc.record({
      word: count(8),
      name: fc.integer({ min: 1, max: 64 }),
      kind: count(10),
      folder: count(40),
      description: count(1024),
      tools: count(7),
    });
    fc.assert(
      fc.property(anyWidths, fc.integer({ min: 15, max: 300 }), (all, columns) => {
        const layout = listLayout(all, columns);
        expect(rowColumns(layout)).toBeLessThanOrEqual(columns);
        if (layout.description === 0) return;
        expect(layout.name).toBeGreaterThanOrEqual(Math.min(all.name, 18));
        expect(layout.description).toBeGreaterThanOrEqual(Math.min(all.description, 20));
      }),
    );
  });
});

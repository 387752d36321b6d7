import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellAt, columnsFor, folderColumns, placesOf } from '../../src/text/row-columns.js';

const shape = (columns: number, changes: Partial<Parameters<typeof columnsFor>[0]> = {}) =>
  columnsFor({ columns, widestName: 18, widestType: 5, tools: 5, ...changes });

describe('columnsFor', () => {
  it('gives the state its word from 100 columns on', () => {
    expect(shape(99).word).toBe(0);
    expect(shape(100).word).toBe('shadowed '.length);
  });

  it.each([
    ['nothing at 90 columns', 90, {}, { name: 18, type: 5, hasBadgeWords: true, description: 30 }],
    ['the word for the type first', 79, {}, { name: 18, type: 1, hasBadgeWords: true, description: 23 }],
    ['then long names', 79, { widestName: 24 }, { name: 21, type: 1, hasBadgeWords: true, description: 20 }],
    ['names only down to 18', 76, { widestName: 30 }, { name: 18, type: 1, description: 20 }],
    ['then the words of the badges', 72, {}, { name: 18, type: 1, hasBadgeWords: false, description: 24 }],
    ['then the description', 66, {}, { name: 18, type: 1, hasBadgeWords: true, description: 0 }],
  ])('gives up %s', (_what, columns, changes, expected) => {
    expect(shape(columns, changes)).toMatchObject(expected);
  });

  it('keeps the words of the badges beside five tools at 80 columns', () => {
    expect(shape(80, { widestName: 40 })).toMatchObject({ hasBadgeWords: true, cells: 5 });
  });

  it('has letters for badges and no descriptions below 60 columns', () => {
    expect(shape(59)).toMatchObject({ hasBadgeWords: false, description: 0, type: 1 });
  });

  it('gives the columns of the cells to names that would be shorter than 12', () => {
    expect(shape(40)).toMatchObject({ cells: 5, name: 12 });
    expect(shape(30)).toMatchObject({ cells: 0, name: 18 });
  });

  it('has no column for types if all are skills', () => {
    const { type, description } = shape(90, { widestType: 0 });
    expect([type, description]).toEqual([0, 36]);
  });

  it('never takes more columns than there are', () => {
    const anyShape = fc.record({
      columns: fc.integer({ min: 30, max: 250 }),
      widestName: fc.nat(60),
      widestType: fc.nat(10),
      tools: fc.nat(7),
    });
    fc.assert(
      fc.property(anyShape, (list) => {
        const at = columnsFor(list);
        const { description } = placesOf(at);
        const end = at.description === 0 ? description - 2 : description + at.description;
        expect(end).toBeLessThanOrEqual(list.columns - 1);
        expect(at.description === 0 || at.description >= 20).toBe(true);
      }),
    );
  });
});

describe('cellAt', () => {
  it('finds the cell in a column of the row', () => {
    const at = shape(90);
    const { firstCell } = placesOf(at);
    expect([-2, -1, 0, 1, 2, 13, 14].map((by) => cellAt(at, firstCell + by))).toEqual([
      null,
      0,
      0,
      0,
      1,
      4,
      null,
    ]);
  });

  it('finds none where there are none', () => {
    expect(cellAt(shape(90, { tools: 0 }), 40)).toBeNull();
  });
});

describe('folderColumns', () => {
  it('leaves 20 columns for the description', () => {
    expect(folderColumns(shape(90))).toBe(0);
    const wide = shape(120);
    expect(folderColumns(wide)).toBeGreaterThan(0);
    expect(wide.description - folderColumns(wide) - 2).toBeGreaterThanOrEqual(20);
  });
});

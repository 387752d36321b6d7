import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cell,
  cleanColumn,
  formatColumns,
  formatRows,
  measureFor,
  textColumn,
} from '../../src/output/columns.js';
import { cleanLine } from '../../src/text/clean.js';
import { displayWidth } from '../../src/text/width.js';

const whole = { columns: undefined, ellipsis: '…' };

describe('rows', () => {
  it('have straight columns and no blanks at their ends', async () => {
    const rows = [
      ['a', 'bbb', 'last'],
      ['aaaa', '', ''],
      ['日本', 'b', 'é'],
    ];
    expect(await formatRows(rows, whole)).toEqual(['a     bbb  last', 'aaaa', '日本  b    é']);
  });

  it('are cut to the terminal; a narrow last column is left out first', async () => {
    const rows = [['name', 'x'.repeat(50)]];
    expect(await formatRows(rows, { columns: 30, ellipsis: '…' })).toEqual([`name  ${'x'.repeat(23)}…`]);
    expect(await formatRows(rows, { columns: 20, ellipsis: '…' })).toEqual(['name']);
    expect(await formatRows([['name', 'short']], { columns: 12, ellipsis: '…' })).toEqual(['name  short']);
    expect(await formatRows([['a long name', 'x']], { columns: 6, ellipsis: '...' })).toEqual(['a l...']);
  });

  it('can be empty', async () => {
    expect(await formatRows([], whole)).toEqual([]);
    expect(await formatColumns([textColumn([]), textColumn([])], whole)).toEqual([]);
  });

  it('are never wider than the terminal', async () => {
    const text = fc
      .oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ maxLength: 60 }))
      .map((raw) => cleanLine(raw));
    const rows = fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 100 }), async (list, columns) => {
        for (const line of await formatRows(list, { columns, ellipsis: '…' })) {
          expect(displayWidth(line)).toBeLessThanOrEqual(columns);
          expect(line).toBe(line.trimEnd());
        }
      }),
    );
  });

  it('are the same with the quick measure and the full one', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'abc ·…x'), maxLength: 20 });
    const full = { displayWidth, columns: 0 };
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 20 }), async (line, columns) => {
        const quick = await measureFor(cleanColumn([line]).isNarrow);
        const slow = await measureFor(cleanColumn([line, '日']).isNarrow);
        expect(quick.width(line)).toBe(full.displayWidth(line));
        expect(quick.cut(line, columns, '…')).toBe(slow.cut(line, columns, '…'));
      }),
    );
  });
});

describe('a cell', () => {
  it.each([
    ['plain text stays', 'plain  text', 'plain  text'],
    ['nothing stays', '', ''],
    ['line breaks go', 'a\nb', 'a b'],
    ['escapes go', '\u001b[31mred\u001b[0m', 'red'],
    ['a long text is cut', 'x'.repeat(400), `${'x'.repeat(299)}…`],
  ])('%s', (_what, text, expected) => expect(cell(text)).toBe(expected));
});

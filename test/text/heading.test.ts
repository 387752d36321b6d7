import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { drawHeading, type HeadingModel } from '../../src/text/heading.js';
import { createTheme } from '../../src/text/theme.js';

const plain = createTheme({ color: 'none', attributes: false }, false);
const colourful = createTheme({ color: '16', attributes: true }, false);

function heading(changes: Partial<HeadingModel> = {}): HeadingModel {
  return {
    name: '.agents/skills',
    facts: [{ text: 'this repo', style: 'dim' }],
    counts: ['4 on', '1 off'],
    isDim: false,
    isSelected: false,
    ...changes,
  };
}

describe('drawHeading', () => {
  it.each([
    ['name, facts and counts', heading(), `   .agents/skills · this repo${' '.repeat(19)}4 on · 1 off`],
    [
      'the cursor and a mark',
      heading({ isSelected: true, mark: 'pending', counts: [] }),
      ' ▌….agents/skills · this repo',
    ],
    [
      'several facts',
      heading({
        name: 'acme',
        facts: [
          { text: 'plugin 1.2.0', style: 'dim' },
          { text: 'off', style: 'strong' },
        ],
        counts: [],
      }),
      '   acme · plugin 1.2.0 · off',
    ],
    ['a folder without a name', heading({ name: '\x07', facts: [], counts: [] }), '   (no name)'],
  ])('shows %s', (_what, model, expected) => {
    expect(drawHeading(model, 61, plain)).toBe(expected.padEnd(61));
  });

  it('cuts the facts before the counts, and leaves out counts that would hide the name', () => {
    expect(drawHeading(heading(), 34, plain)).toBe('   .agents/skills    4 on · 1 off ');
    expect(drawHeading(heading(), 30, plain)).toBe('   .agents/skills · this repo'.padEnd(30));
    expect(drawHeading(heading({ name: 'x'.repeat(80) }), 60, plain)).toMatch(/x… {2}4 on · 1 off $/);
  });

  it('is exactly as wide as asked', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 120 }), (name, fact, columns) => {
        const model = heading({ name, facts: [{ text: fact, style: 'bad' }] });
        expect(stringWidth(drawHeading(model, columns, colourful))).toBe(columns);
      }),
    );
  });
});

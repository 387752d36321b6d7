import fc from 'fast-check';
import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import type { Choice } from '../../src/picker/open-view.js';
import { displayWidth } from '../../src/text/width.js';
import { Chooser, chooserLines } from '../../src/ui/Chooser.js';
import { asciiOnly, hostileText, trimmed, unicode } from '../support/view-screens.js';

const choice = (title: string, changes: Partial<Choice> = {}): Choice => ({
  key: title,
  group: 'Sessions of x',
  title,
  note: 'idle',
  isCurrent: false,
  ...changes,
});
const choices = [
  choice('one', { isCurrent: true }),
  choice('second'),
  choice('editor', { group: 'Running editors' }),
];

type Props = Parameters<typeof chooserLines>[0];
const props = (changes: Partial<Props> = {}): Props => ({
  choices,
  chosen: 'second',
  query: { text: '', at: 0 },
  columns: 80,
  height: 20,
  theme: unicode,
  ...changes,
});

function body(changes: Partial<Props> = {}): string[] {
  const { lastFrame, unmount } = render(<Chooser {...props(changes)} />);
  const lines = trimmed(lastFrame());
  unmount();
  return lines;
}

describe('the chooser', () => {
  it('lists the choices under their groups', () => {
    expect(body()).toEqual([
      ' ❯  type to search',
      '',
      '  Sessions of x',
      '    one      (open)  idle',
      ' ▌  second   idle',
      '  Running editors',
      '    editor   idle',
    ]);
  });

  it('shows that it is looking, that nothing matches, and that there is nothing', () => {
    expect(body({ choices: null }).at(-1)).toBe('  Looking for sessions and running editors.');
    const query = { text: 'zzz', at: 3 };
    expect(body({ query }).at(-1)).toBe('  Nothing matches. esc clears the query.');
    expect(body({ choices: [] }).at(-1)).toBe('  There is nothing to open.');
  });

  const cursorLine = (changes: Partial<Props>) => body(changes).find((line) => line.includes('▌'));

  it('keeps the cursor on its choice while others come and go', () => {
    expect(cursorLine({ choices: [choice('new'), ...choices] })).toContain('second');
    expect(cursorLine({ choices: [choices[1]!, choices[2]!] })).toContain('second');
  });

  it('puts the cursor on the first match if its choice is gone, or not known yet', () => {
    expect(cursorLine({ chosen: 'gone' })).toContain('one');
    expect(cursorLine({ chosen: null })).toContain('one');
    expect(cursorLine({ query: { text: 'edi', at: 3 } })).toContain('editor');
  });

  it('cuts a long heading with the ellipsis of the theme', () => {
    const lines = body({ choices: [choice('one', { group: 'x'.repeat(99) })], theme: asciiOnly });
    expect(lines[2]).toMatch(/^ {2}x+\.\.\.$/);
  });

  it('keeps the chosen one visible', () => {
    const many = Array.from({ length: 90 }, (_, index) => choice(`session-${index}`));
    for (const at of [0, 40, 89])
      expect(cursorLine({ choices: many, chosen: `session-${at}`, height: 11, columns: 60 })).toContain(
        `session-${at} `,
      );
  });

  it('has exactly its lines and columns, whatever the texts are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ group: hostileText, title: hostileText, note: hostileText })),
        fc.record({ columns: fc.integer({ min: 30, max: 120 }), height: fc.integer({ min: 3, max: 40 }) }),
        (texts, size) => {
          const all = texts.map((text, index) => ({ ...text, key: `${index}`, isCurrent: index === 0 }));
          const lines = chooserLines(props({ choices: all, ...size }));
          expect(lines).toHaveLength(size.height);
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(size.columns);
        },
      ),
    );
  });
});

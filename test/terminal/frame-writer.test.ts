import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameWriter } from '../../src/terminal/frame-writer.js';
import { paint, type StyleName } from '../../src/text/theme.js';
import { colourful } from '../support/drawing.js';
import { VirtualScreen } from '../support/screen.js';

const size = { columns: 20, rows: 6 };

interface Written {
  writer: FrameWriter;
  writes: string[];
}

function recording(): Written {
  const writes: string[] = [];
  return { writer: new FrameWriter((text) => writes.push(text)), writes };
}

/** What is seen after these bytes. */
async function seen(writes: readonly string[]) {
  const screen = new VirtualScreen(size);
  await screen.write(`\x1b[?7l${writes.join('')}`);
  return screen;
}

const styles: StyleName[] = ['plain', 'dim', 'strong', 'match', 'good', 'accent'];

const narrowText = fc.string({ unit: fc.constantFrom(...'ab ●○…·–é'), maxLength: 8 });
const anyText = fc.oneof(
  { weight: 4, arbitrary: narrowText },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('日', '本', 'x', ' ', '한'), maxLength: 5 }) },
);

/** A line of painted pieces that fits into the columns there are. */
const anyLine = fc.array(fc.tuple(anyText, fc.constantFrom(...styles)), { maxLength: 4 }).map((pieces) => {
  let left = size.columns;
  return pieces
    .map(([text, style]) => {
      const fitting = [...text].filter((letter) => {
        left -= /[日本한]/.test(letter) ? 2 : 1;
        return left >= 0;
      });
      return paint(colourful, style, fitting.join(''));
    })
    .join('');
});

const anyFrame = fc.array(anyLine, { maxLength: size.rows });
const anyStep = fc.oneof(
  { weight: 6, arbitrary: anyFrame },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
);

describe('frames', () => {
  it('look the same after any earlier frame', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 8 }), anyFrame, async (steps, last) => {
        const { writer, writes } = recording();
        for (const step of steps) {
          if (step === 'clear') writer.clear();
          else writer.draw(step);
        }
        writer.draw(last);
        const whole = last.map((line, row) => `\x1b[${row + 1};1H${line}`);
        expect((await seen(writes)).looks).toEqual((await seen(whole)).looks);
      }),
      { numRuns: 300 },
    );
  });

  it('never touch the scrollback, and wipe the screen only after clear', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 6 }), (frames) => {
        const { writer, writes } = recording();
        for (const frame of frames) writer.draw(frame);
        expect(writes.join('')).not.toMatch(/\x1b\[[23]J|\x1bc/);
        writer.clear();
        writer.draw(['x']);
        expect(writes.join('')).not.toContain('\x1b[3J');
        expect(writes.at(-1)).toContain('\x1b[2J');
      }),
    );
  });

  it('that are equal write nothing', () => {
    const { writer, writes } = recording();
    writer.draw(['one', paint(colourful, 'good', 'two'), '日本']);
    writer.draw(['one', paint(colourful, 'good', 'two'), '日本']);
    writer.draw(['one   ', paint(colourful, 'good', 'two'), '日本']);
    expect(writes).toHaveLength(1);
  });

  it('write only the columns that differ', () => {
    const { writer, writes } = recording();
    const head = 'x'.repeat(12);
    writer.draw([head, `${head} old`, 'tail']);
    writer.draw([head, `${head} new`, 'tail']);
    expect(writes[1]).toBe('\x1b[?2026h\x1b[2;14Hnew\x1b[?2026l');
  });

  it('blank the rest of longer lines and longer frames', async () => {
    const { writer, writes } = recording();
    writer.draw(['a long line', 'another', 'third']);
    writer.draw(['short']);
    expect((await seen(writes)).text.trimEnd()).toBe('short');
  });

  it('keep the last column of a full line', async () => {
    const { writer, writes } = recording();
    const full = `日${'x'.repeat(size.columns - 3)}!`;
    writer.draw([full]);
    expect((await seen(writes)).lines[0]).toBe(full);
  });

  it('are written at once, in one synchronized piece', () => {
    const { writer, writes } = recording();
    writer.clear();
    expect(writes).toEqual([]);
    writer.draw(['a', 'b']);
    expect(writes).toHaveLength(1);
    expect(writes[0]).toMatch(/^\x1b\[\?2026h.*\x1b\[\?2026l$/s);
  });
});

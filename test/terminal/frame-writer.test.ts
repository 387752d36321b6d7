import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameWriter } from '../../src/terminal/frame-writer.js';
import { paint, type StyleName } from '../../src/text/theme.js';
import { displayWidth, truncate } from '../../src/text/width.js';
import { colourful } from '../support/drawing.js';
import { VirtualScreen } from '../support/screen.js';

const size = { columns: 20, rows: 6 };

interface Written {
  draw(lines: readonly string[]): void;
  clear(): void;
  writes: string[];
}

function recording(columns = size.columns): Written {
  const writes: string[] = [];
  const writer = new FrameWriter((text) => writes.push(text));
  return { draw: (lines) => writer.draw(lines, columns), clear: () => writer.clear(), writes };
}

/** What is seen after these bytes. */
async function seen(writes: readonly string[]) {
  const screen = new VirtualScreen(size);
  await screen.write(`\x1b[?7l${writes.join('')}`);
  return screen;
}

const styles: StyleName[] = ['plain', 'dim', 'strong', 'match', 'good', 'accent'];
const backgrounds = ['\x1b[41m', '\x1b[104m', '\x1b[48;5;236m', '\x1b[7m', '\x1b[1;4;107m'];

const [family, flag, heart, keycap] = ['👨\u200d👩\u200d👧', '🇯🇵', '❤\ufe0f', '1\ufe0f\u20e3'];
/** Graphemes about whose width this screen and string-width disagree, and some about which they agree. */
const tricky = [family, flag, heart, keycap, '🎉', '👍🏽', 'e\u0323', 'ก\u0e33', '䷀'];

const narrowText = fc.string({ unit: fc.constantFrom(...'ab ●○…·–é≠א'), maxLength: 8 });
const wideText = fc.string({ unit: fc.constantFrom('日', '本', 'x', ' ', '한'), maxLength: 5 });
const trickyText = fc
  .array(fc.constantFrom(...tricky, 'x', ' '), { maxLength: 5 })
  .map((all) => all.join(''));
const anyText = fc.oneof(
  { weight: 4, arbitrary: narrowText },
  { weight: 1, arbitrary: wideText },
  { weight: 2, arbitrary: trickyText },
);

const painted = (text: string, style: StyleName, background: string | null): string =>
  background === null
    ? paint(colourful, style, text)
    : `${background}${paint(colourful, style, text)}\x1b[0m`;

const anyPiece = fc.tuple(
  anyText,
  fc.constantFrom(...styles),
  fc.option(fc.constantFrom(...backgrounds), { freq: 3 }),
);

/** A line of painted pieces that fits into the columns there are. */
const anyLine = fc.array(anyPiece, { maxLength: 4 }).map((pieces) => {
  let left = size.columns;
  return pieces
    .map(([text, style, background]) => {
      const fitting = truncate(text, left, '');
      left -= displayWidth(fitting);
      return fitting === '' ? '' : painted(fitting, style, background);
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
        const { draw, clear, writes } = recording();
        for (const step of steps) {
          if (step === 'clear') clear();
          else draw(step);
        }
        draw(last);
        const fresh = recording();
        fresh.draw(last);
        expect((await seen(writes)).looks).toEqual((await seen(fresh.writes)).looks);
      }),
      { numRuns: 300 },
    );
  });

  it('of simple characters look as if they were written in one piece', async () => {
    const simpleLine = fc.array(fc.tuple(narrowText, fc.constantFrom(...backgrounds)), { maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(fc.array(simpleLine, { maxLength: size.rows }), async (frame) => {
        const lines = frame.map((pieces) =>
          pieces.map(([text, background]) => painted(text, 'match', background)).join(''),
        );
        const { draw, writes } = recording();
        draw(lines);
        const whole = lines.map((line, row) => `\x1b[${row + 1};1H${line}`);
        expect((await seen(writes)).looks).toEqual((await seen(whole)).looks);
      }),
    );
  });

  it.each(tricky)('keep what is right of %j in its column', async (grapheme) => {
    const { draw, writes } = recording();
    const line = (name: string) => `${grapheme}${grapheme}${name}${grapheme}|${grapheme}`;
    draw(['#'.repeat(size.columns)]);
    draw([line('old')]);
    draw([line('new')]);
    const columns = (await seen(writes)).looks[0]?.map(([text]) => text) ?? [];
    const width = displayWidth(grapheme);
    expect(columns.slice(2 * width, 2 * width + 3).join('')).toBe('new');
    expect(columns[3 * width + 3]).toBe('|');
    expect(columns).not.toContain('#');
    expect(
      columns
        .slice(4 * width + 4)
        .join('')
        .trim(),
    ).toBe('');
  });

  it('write only the columns that differ, also right of a grapheme of uncertain width', () => {
    const { draw, writes } = recording(80);
    const head = `${family}${'x'.repeat(20)}`;
    draw([`${head} old ${flag}`]);
    draw([`${head} new ${flag}`]);
    expect(writes[1]).toBe('\x1b[?2026h\x1b[1;24Hnew\x1b[?2026l');
  });

  it('never scroll, even if the last column of the last line is written', async () => {
    const { draw, writes } = recording();
    const rows = Array.from({ length: size.rows }, (_, row) => String(row).repeat(size.columns));
    draw(rows);
    draw([...rows.slice(0, -1), 'x'.repeat(size.columns)]);
    const screen = await seen(writes);
    expect(screen.lines).toEqual([...rows.slice(0, -1), 'x'.repeat(size.columns)]);
    expect(screen.scrollback).toEqual([]);
  });

  it('never touch the scrollback, and wipe the screen only after clear', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 6 }), (frames) => {
        const { draw, clear, writes } = recording();
        for (const frame of frames) draw(frame);
        expect(writes.join('')).not.toMatch(/\x1b\[[23]J|\x1bc/);
        clear();
        draw(['x']);
        expect(writes.join('')).not.toContain('\x1b[3J');
        expect(writes.at(-1)).toContain('\x1b[2J');
      }),
    );
  });

  it('that are equal write nothing', () => {
    const { draw, writes } = recording();
    draw(['one', paint(colourful, 'good', 'two'), '日本']);
    draw(['one', paint(colourful, 'good', 'two'), '日本']);
    draw(['one   ', paint(colourful, 'good', 'two'), '日本']);
    expect(writes).toHaveLength(1);
  });

  it('write only the columns that differ', () => {
    const { draw, writes } = recording();
    const head = 'x'.repeat(12);
    draw([head, `${head} old`, 'tail']);
    draw([head, `${head} new`, 'tail']);
    expect(writes[1]).toBe('\x1b[?2026h\x1b[2;14Hnew\x1b[?2026l');
  });

  it('blank the rest of longer lines and longer frames', async () => {
    const { draw, writes } = recording();
    draw(['a long line', 'another', 'third']);
    draw(['short']);
    expect((await seen(writes)).text.trimEnd()).toBe('short');
  });

  it.each([
    ['a wide character', `日${'x'.repeat(size.columns - 3)}!`],
    ['a grapheme of uncertain width near its end', `${'x'.repeat(size.columns - 6)}${family}abc!`],
  ])('keep the last column of a full line with %s', async (_what, full) => {
    const { draw, writes } = recording();
    draw([full]);
    expect((await seen(writes)).looks[0]?.at(-1)?.[0]).toBe('!');
  });

  it('are written at once, in one synchronized piece', () => {
    const { draw, clear, writes } = recording();
    clear();
    expect(writes).toEqual([]);
    draw(['a', 'b']);
    expect(writes).toHaveLength(1);
    expect(writes[0]).toMatch(/^\x1b\[\?2026h.*\x1b\[\?2026l$/s);
  });
});

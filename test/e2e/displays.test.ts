/** Other ways to see the list: with a screen reader, without UTF-8, and in terminals of other and changing sizes. */

import { describe, expect, it } from 'vitest';
import { FiveTools, goDownTo, row } from '../support/five-tools.js';
import { keys, sizes } from '../support/journey.js';
import type { Pty } from '../support/pty.js';
import type { ScreenSize } from '../support/screen.js';

describe('a screen reader', () => {
  it('gets sentences, and with the arrows the state in each tool', async () => {
    const pty = new FiveTools().start({ args: ['--screen-reader'], size: sizes.large });
    await pty.shows(
      /^release-check, skill, on in Codex, Copilot CLI, Gemini CLI and opencode\. Run the checks\. 2 of 13\.$/m,
    );
    expect(pty.screen.isAlternate).toBe(false);
    for (let presses = 0; presses < 4; presses += 1) pty.write(keys.down);
    await pty.shows(/^lint, skill, off in Claude Code, on in Copilot CLI and opencode\. /m);
    pty.write(keys.right);
    await pty.shows(/^Claude Code: off\. Space switches it\.$/m);
    pty.write(keys.right);
    await pty.shows(/^Copilot CLI: on\. Space switches it\.$/m);
    pty.write(keys.left);
    pty.write(keys.space);
    await pty.shows(/^lint, skill, on in Claude Code, Copilot CLI and opencode\. /m);
    await pty.shows(/^lint on in Claude Code, this repo, settings\.local\.json, /m);
    expect(pty.screen.text).not.toMatch(/[●○◐≠▌]/);
  });

  it('hears that an entry that no tool reads was switched', async () => {
    const journey = new FiveTools();
    journey.write('.kilo/skills/kilo-only/SKILL.md', '---\nname: kilo-only\ndescription: For Kilo.\n---\n');
    const pty = journey.start({ args: ['--screen-reader', 'kilo-only'], size: sizes.large });
    await pty.shows(/^kilo-only, skill, no tool here reads it\. /m);
    pty.write(keys.tab);
    await pty.shows(/^kilo-only, skill, off, no tool here reads it\. /m);
  });
});

describe('a locale without UTF-8', () => {
  it.each([{ LANG: 'C' }, { LANG: 'de_DE.ISO-8859-1' }, { LC_ALL: 'POSIX' }])(
    'gets ASCII in every view: %j',
    async (env) => {
      const pty = new FiveTools().start({ env });
      const expectAscii = () => expect(pty.screen.text).toMatch(/^[\x20-\x7e\n]*$/);
      await pty.shows(/^ > \+ release-check +user model {5}\+ {2}\+ {2}\+ {2}\+ /m);
      await pty.shows(/^ {3}% lint +user model {2}- {5}\+ {5}\+ /m);
      await pty.shows(/^ {3}\+ deploy +user model {2}= {5}\+ {5}= /m);
      await pty.shows(/^ {3}x torn +user model {8}x /m);
      expectAscii();
      pty.write(keys.space);
      await pty.shows(/^ >\*- release-check /m);
      expectAscii();
      pty.write(keys.enter);
      await pty.shows('release-check  skill, .agents/skills, this repo');
      expectAscii();
      pty.write(keys.end);
      await pty.shows('Text of release-check.');
      expectAscii();
      pty.write('?');
      await pty.shows('enter runs the line with the cursor');
      expectAscii();
    },
  );
});

/** Returns the screen of a picker that was started at this size, once everything is on it. */
async function freshLines(journey: FiveTools, size: ScreenSize): Promise<string[]> {
  const pty = journey.start({ size });
  await pty.shows(size.columns < 30 ? 'skillpick needs' : '▌ ● ');
  // The footer is written last: without it, a part of the frame may be missing.
  if (size.columns >= 40) await pty.shows('space switch');
  if (size.columns >= 110) await pty.shows(size.rows < 20 ? '│ Run the checks.' : '│ Text of release-check.');
  return pty.screen.lines;
}

describe('a terminal that changes its size', () => {
  const steps: ScreenSize[] = [
    sizes.wide,
    sizes.small,
    { columns: 30, rows: 6 },
    { columns: 29, rows: 5 },
    sizes.large,
    { columns: 109, rows: 13 },
    { columns: 110, rows: 14 },
    sizes.usual,
  ];

  it('shows after each change what a picker started at that size shows', async () => {
    const journey = new FiveTools();
    const pty = journey.start();
    await pty.shows(row('▌ ●', 'release-check', ' ●●●●'));
    for (const size of steps) {
      const expected = (await freshLines(journey, size)).join('\n');
      pty.resize(size);
      await pty.until(() => pty.screen.text === expected, `this screen:\n${expected}`);
    }
    expect(pty.output).not.toContain('\x1b[3J');
  });
});

describe('at 30x6', () => {
  const expectFitting = ({ screen }: Pty) => {
    for (const line of screen.lines) expect([...line].length).toBeLessThanOrEqual(30);
  };

  it('finds, switches, explains and undoes, with the row in sight', async () => {
    const journey = new FiveTools();
    const before = journey.files();
    const pty = journey.start({ size: { columns: 30, rows: 6 } });
    await pty.shows(/^ ▌ ● release-check +UM$/m);
    await pty.shows('? help  esc leave');
    expectFitting(pty);
    await goDownTo(pty, /● release-notes/);
    pty.write(keys.space);
    await pty.shows(/^ ▌\*○ release-notes +UM$/m);
    await pty.shows('✓ release-notes off in 4');
    expectFitting(pty);
    pty.write(keys.undo);
    await pty.shows(/^ ▌ ● release-notes +UM$/m);
    await pty.shows('Took back release-notes');
    expect(journey.changedSince(before)).toEqual({});
    pty.write('?');
    await pty.shows('Marks, and how to search');
    expectFitting(pty);
    pty.write(keys.escape);
    await pty.shows(/^ ▌ ● release-notes +UM$/m);
    pty.write(keys.enter);
    await pty.shows(/^ {2}release-notes +2 of 8$/m);
    expectFitting(pty);
  });
});

/** Whether a key belongs to the query or to the list, and that text which is pasted never switches anything. */

import { describe, expect, it } from 'vitest';
import { FiveTools, row, typeQuery } from '../support/five-tools.js';
import { keys, type Start, sizes } from '../support/journey.js';
import type { Pty } from '../support/pty.js';

async function started(size: Start['size'] = sizes.usual) {
  const journey = new FiveTools();
  const before = journey.files();
  const pty = journey.start({ size });
  await pty.shows(row('▌ ●', 'release-check', ' ●●●●'));
  return { pty, changed: () => journey.changedSince(before) };
}

const queryOf = ({ screen }: Pty): string => screen.lines[1] ?? '';

/** Leaves, and expects that nothing is reported as switched. */
async function expectNothingSwitched(pty: Pty): Promise<void> {
  expect(pty.screen.text).not.toMatch(/^ .\*/m);
  pty.write(keys.ctrl('c'));
  expect((await pty.ended).code).toBe(130);
  expect(pty.screen.text).not.toContain('skillpick: ');
}

describe('the focus', () => {
  it('is in the list at first, and in the query while words are typed with blanks between them', async () => {
    const { pty, changed } = await started();
    await pty.shows(/^ space switch {2}/m);
    await typeQuery(pty, 'release check');
    await pty.shows(/^ space next word {2}tab switch {2}/m);
    await pty.hides('release-notes');
    await pty.shows(row('▌ ●', 'release-check', ' ●●●●'));
    expect(changed()).toEqual({});
    pty.write(keys.down);
    await pty.shows(/^ space switch {2}/m);
    pty.write(keys.space);
    await pty.shows(row('▌*○', 'release-check', ' ○○○○'));
    expect(queryOf(pty)).toMatch(/^ ❯ release check {2,}/);
    expect(Object.keys(changed())).toHaveLength(4);
  });

  it('stays in the query when Tab switches', async () => {
    const { pty } = await started();
    await typeQuery(pty, 'notes');
    pty.write(keys.tab);
    await pty.shows(row('▌*○', 'release-notes', ' ○○○○'));
    await pty.shows(/^ space next word {2}tab switch {2}/m);
    pty.write(keys.backspace);
    await pty.shows(/^ ❯ note {2,}/m);
  });

  it('goes back step by step with Esc: from the cell, from the query, out', async () => {
    const { pty } = await started();
    await typeQuery(pty, 'style');
    pty.write(keys.down);
    await pty.shows(/^ space switch {2}/m);
    pty.write(keys.right);
    await pty.shows('esc leave the cell');
    pty.write(keys.escape);
    await pty.shows('esc clear');
    pty.write(keys.escape);
    await pty.shows('❯ type to search');
    await pty.shows('esc leave');
    pty.write(keys.escape);
    expect((await pty.ended).code).toBe(0);
  });

  it('lets Down and Space in one read move and switch', async () => {
    const { pty } = await started();
    pty.write(keys.down + keys.space);
    await pty.shows(row('▌*○', 'release-notes', ' ○○○○'));
    await pty.shows(row('  ●', 'release-check', ' ●●●●'));
  });
});

describe('a paste', () => {
  const text = 'release \n\tcheck ';

  it.each([
    ['in brackets', keys.paste(text)],
    ['without brackets', text],
    ['without brackets, with the line ends of Windows', text.replaceAll('\n', '\r\n')],
  ])('%s goes to the query and switches nothing', async (_, input) => {
    const { pty, changed } = await started();
    pty.write(input);
    await pty.until(() => /❯ +release +check/.test(queryOf(pty)), 'the text in the query');
    await pty.hides('release-notes');
    expect(changed()).toEqual({});
    await expectNothingSwitched(pty);
  });

  it('of many lines without brackets switches nothing, although the kernel cuts it up', async () => {
    const { pty, changed } = await started();
    // A read of a terminal has at most 4,095 bytes, so the last one has only a Tab, which would switch, and Ctrl+C.
    pty.write(`${'release\tcheck \r'.repeat(273)}\t${keys.ctrl('c')}`);
    expect((await pty.ended).code).toBe(130);
    expect(pty.screen.text).not.toContain('skillpick: ');
    expect(changed()).toEqual({});
  });

  it.each([
    ['in brackets', keys.paste('e o space ')],
    ['without brackets', 'e o space '],
  ])('%s does nothing in a view without a line to type in', async (_, input) => {
    // Too low for the text, which only End brings into sight.
    const { pty, changed } = await started({ columns: 80, rows: 14 });
    pty.write(keys.enter);
    await pty.shows('release-check  skill, .agents/skills, this repo');
    expect(pty.screen.text).not.toContain('Text of release-check.');
    // An arrow or End is a key even next to a paste, so the paste has been read once it has its effect.
    pty.write(input + keys.end);
    await pty.shows('Text of release-check.');
    pty.write('n');
    await pty.shows('release-notes  skill, .agents/skills, this repo');
    expect(changed()).toEqual({});
    await expectNothingSwitched(pty);
  });
});

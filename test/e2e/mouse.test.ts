/** The mouse in a terminal that reports it: what clicks and the wheel do, and that reports are turned off again. */

import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FiveTools, row } from '../support/five-tools.js';
import { keys, type Start, sizes } from '../support/journey.js';
import type { Pty } from '../support/pty.js';

async function started(start: Start = {}) {
  const journey = new FiveTools();
  const before = journey.files();
  const pty = journey.start(start);
  await pty.shows('▌ ●');
  return { journey, pty, changed: () => journey.changedSince(before) };
}

/** Returns the first column and the line of a text on the screen; of wide characters there are none before it. */
function placeOf({ screen }: Pty, text: string, after = ''): [column: number, line: number] {
  const line = screen.lines.findIndex((candidate) => candidate.includes(text) && candidate.includes(after));
  const column = screen.lines[line]?.indexOf(text, screen.lines[line]?.indexOf(after)) ?? -1;
  if (column < 0) throw new Error(`${text} is not on the screen:\n${screen.text}`);
  return [column, line];
}

describe.each([
  ['80x24', sizes.usual],
  ['120x40', sizes.wide],
])('at %s, the mouse', (_, size) => {
  it('chooses a row without switching it', async () => {
    const { pty, changed } = await started({ size });
    pty.write(keys.click(...placeOf(pty, 'style')));
    await pty.shows(row('▌ ●', 'style', '● ● ●'));
    await pty.hides('▌ ● release-check');
    expect(changed()).toEqual({});
  });

  it('switches the tool of a cell', async () => {
    const { pty, changed } = await started({ size });
    const [, line] = placeOf(pty, '● style');
    const [column] = placeOf(pty, 'co', 'user model  cl cx');
    pty.write(keys.click(column, line));
    await pty.shows(row('▌*◐', 'style', '● ○ ●'));
    await pty.shows('✓ style off in Copilot CLI · this repo · settings.local.json (new)');
    expect(Object.keys(changed())).toEqual(['repo/.github/copilot/settings.local.json']);
  });

  it('opens a tab', async () => {
    const { pty } = await started({ size });
    pty.write(keys.click(...placeOf(pty, size === sizes.usual ? 'oc 6' : 'opencode 6')));
    await pty.shows('[opencode 6]');
    await pty.hides('torn');
    pty.write(keys.click(...placeOf(pty, 'All 8')));
    await pty.shows('[All 8]');
    await pty.shows('torn');
  });

  it('moves with the wheel', async () => {
    const { pty, changed } = await started({ size });
    pty.write(keys.wheelDown);
    await pty.shows(row('▌ ●', 'deploy', '≠ ● ≠'));
    pty.write(keys.wheelUp);
    await pty.shows(row('▌ ●', 'release-check', ' ●●●●'));
    expect(changed()).toEqual({});
  });
});

describe('reports of the mouse', () => {
  const ways: [name: string, leave: (pty: Pty) => void][] = [
    ['Esc', (pty) => pty.write(keys.escape)],
    ['Ctrl+C', (pty) => pty.write(keys.ctrl('c'))],
    ['SIGTERM', (pty) => pty.kill('SIGTERM')],
    ['SIGHUP', (pty) => pty.kill('SIGHUP')],
  ];

  it.each(ways)('are turned off after %s', async (_, leave) => {
    const { pty } = await started();
    expect(pty.screen.modes.mouse).toBe('vt200');
    leave(pty);
    await pty.ended;
    expect(pty.screen.modes.mouse).toBe('none');
    expect(pty.output.lastIndexOf('\x1b[?1006l')).toBeGreaterThan(pty.output.lastIndexOf('\x1b[?1006h'));
  });

  it('are off after Ctrl+L, so that text can be selected, and the keys go on', async () => {
    const { pty } = await started();
    pty.write(keys.ctrl('l'));
    await pty.until(() => pty.screen.modes.mouse === 'none', 'the mouse to be free');
    pty.write(keys.down);
    await pty.shows('▌ ● release-notes');
    expect(pty.screen.modes).toEqual({ paste: true, wrap: false, mouse: 'none' });
  });

  it('are off while the editor has the terminal, and on again afterwards', async () => {
    const journey = new FiveTools();
    const editor = journey.write('../editor', '#!/bin/sh\necho editing\nread line\n');
    chmodSync(editor, 0o755);
    const pty = journey.start({ size: sizes.wide, env: { VISUAL: editor } });
    await pty.shows('▌ ● release-check');
    pty.write(keys.enter);
    await pty.shows(/^ {2}Text of release-check\.$/m);
    pty.write('e');
    await pty.shows('editing');
    expect(pty.screen.modes.mouse).toBe('none');
    pty.write(keys.enter);
    await pty.hides('editing');
    await pty.shows(/^ {2}Text of release-check\.$/m);
    expect(pty.screen.modes.mouse).toBe('vt200');
  });

  it.each<[name: string, args: string[], config: string]>([
    ['with --no-mouse', ['--no-mouse'], '{}'],
    ['with mouse false in the configuration', [], '{ "mouse": false }'],
    ['for a screen reader', ['--screen-reader'], '{}'],
  ])('are never asked for %s', async (_, args, config) => {
    const journey = new FiveTools();
    journey.write('../config/skillpick/config.json', config);
    const pty = journey.start({ args });
    await pty.shows(/release-check[ ,]/);
    pty.write(keys.down);
    await pty.shows(/▌ ● release-notes|^release-notes, skill/m);
    expect(pty.output).not.toMatch(/\x1b\[\?100\dh/);
  });
});

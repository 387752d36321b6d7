/** The help as a menu, and the settings that the picker keeps from one run to the next. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FiveTools, goDownTo, row } from '../support/five-tools.js';
import { keys, sizes } from '../support/journey.js';

describe('the help as a menu', () => {
  it.each<[line: RegExp, shown: RegExp]>([
    [/is:broken/, /^ ❯ is:broken +skills\+agents +1 · 1 broken$/m],
    [/▌ +\^t +kind:/, /^ ❯ type to search +skills {2,}/m],
    [/▌ +\^f +show:/, /skills\+agents · only on/],
    [/▌ +\^s +where switches are kept/, /! everyone in this repo \^s$/m],
    [/▌ +alt\+→ +the next tab/, /\[Claude Code 3\]/],
    [/▌ +\^x +switch everything shown/, /8 shown \(\d on, .*\): o all on, f all off, esc/],
    [/▌ +tab +switch on or off/, row('▌*○', 'release-check', ' ○○○○')],
  ])('runs the line %s', async (line, shown) => {
    const pty = new FiveTools().start();
    await pty.shows(row('▌ ●', 'release-check', ' ●●●●'));
    pty.write('?');
    await pty.shows('enter runs the line with the cursor');
    await goDownTo(pty, line);
    pty.write(keys.enter);
    await pty.shows(shown);
    await pty.hides('enter run');
  });
});

describe('the next run', () => {
  it('opens with the tab and the preview of the last one, and keeps switches for this repo again', async () => {
    const journey = new FiveTools();
    const first = journey.start({ size: sizes.wide });
    await first.shows('│ Text of release-check.');
    first.write(keys.nextTab);
    await first.shows('[Claude Code 3]');
    first.write(keys.ctrl('v'));
    await first.hides('│');
    first.write(keys.ctrl('s'));
    await first.shows('! everyone in this repo ^s');
    first.write(keys.escape);
    expect((await first.ended).code).toBe(0);
    const config = readFileSync(join(journey.root, 'config/skillpick/config.json'), 'utf8');
    expect(JSON.parse(config)).toEqual({ tab: 'claude', preview: false });
    const second = journey.start({ size: sizes.wide });
    await second.shows('[Claude Code 3]');
    await second.shows(row('▌ ≠ shadowed', 'deploy', '≠ ● ≠'));
    await second.shows(/ {2}this repo \^s$/m);
    expect(second.screen.text).not.toContain('│');
    second.write(keys.ctrl('v'));
    await second.shows('│ Text of deploy.');
    second.write(keys.previousTab);
    await second.shows('[All 8]');
    second.write(keys.escape);
    await second.ended;
    const third = journey.start({ size: sizes.wide });
    await third.shows('[All 8]');
    await third.shows('│ Text of release-check.');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { fileTree } from '../support/file-tree.js';
import { Journey, keys, sizes } from '../support/journey.js';
import { logOpenedFiles } from '../support/opened-files.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

const still = { SKILLPICK_DEMO: 'still' };

describe('the demo in the picker', () => {
  it('switches, asks, undoes and leaves, and the disk stays as it was', async () => {
    const journey = new Journey(bin);
    journey.skill('my-own');
    journey.write('../config/skillpick/config.json', '{ "globalTools": ["codex"] }');
    const before = fileTree(journey.root);
    const opened = logOpenedFiles();
    const env = { ...still, ...opened.env };
    const pty = journey.start({ args: ['--demo'], size: sizes.large, env });
    await pty.shows(/▌ ◐ differs {2}release-notes +user model {5}● {2}● {2}● {2}○ {3}Draft/);
    pty.write(keys.paste('regex') + keys.tab);
    await pty.shows('Codex can do this only for all repositories: regex. Do that?');
    pty.write('a');
    await pty.shows(/▌\*○ off {6}regex /);
    pty.write(keys.undo);
    await pty.shows(/▌ ● on {7}regex /);
    pty.write(keys.ctrl('c'));
    await pty.ended;
    expect(fileTree(journey.root)).toEqual(before);
    expect(opened.read()).toContain('demo-connector');
    expect(opened.read()).not.toContain(journey.root);
  });

  it('shows the text of a skill, and says that there is no file to edit', async () => {
    const pty = new Journey(bin).start({ args: ['--demo', 'release-notes'], size: sizes.large, env: still });
    await pty.shows(/▌ ◐ differs {2}release-notes /);
    pty.write(keys.enter);
    await pty.shows('Group the commits by what a user notices');
    pty.write('e');
    await pty.shows('This is a demo: no file to edit.');
  });

  it('says why a switch is refused', async () => {
    const pty = new Journey(bin).start({ args: ['--demo', 'locked-down'], size: sizes.large, env: still });
    await pty.shows(/▌ ● on {7}locked-down /);
    pty.write(keys.tab);
    await pty.shows('managed settings decide');
    await pty.shows(/▌ ● on {7}locked-down /);
  });

  it('sends a switch again that was forgotten, and offers it the second time', async () => {
    const pty = new Journey(bin).start({ args: ['--demo', 'forgetful'], size: sizes.large, env: still });
    await pty.shows(/▌ ● on {7}forgetful /);
    pty.write(keys.tab);
    await pty.shows('1 switch made here was forgotten when the files were read again. Sent again.');
    await pty.shows('1 switch made here was forgotten. ^y puts it back.');
    pty.write(keys.ctrl('y'));
    await pty.shows(/▌\*○ off {6}forgetful /);
  });

  it('lists its sessions, and no hosts of this machine', async () => {
    const pty = new Journey(bin).start({ args: ['--demo'], size: sizes.large, env: still });
    await pty.shows('release-notes');
    pty.write(keys.ctrl('o'));
    await pty.shows('experiments');
    pty.write('website');
    await pty.hides('experiments');
    pty.write(keys.enter);
    await pty.shows('daily-notes');
    await pty.hides('release-notes');
  });

  it('lets pick print one of its entries', async () => {
    const shell = 'x=$(skillpick pick --demo release-n); echo "picked $x"; read';
    const pty = new Journey(bin).start({ shell, size: sizes.large, env: still });
    await pty.shows(/▌.* release-notes/);
    pty.write(keys.enter);
    await pty.shows('picked release-notes');
  });

  it('can be left for the entries of this machine', async () => {
    const journey = new Journey(bin);
    journey.skill('my-own');
    const pty = journey.start({ args: ['--demo'], size: sizes.large, env: still });
    await pty.shows('release-notes');
    pty.write(keys.ctrl('o'));
    await pty.shows(/This machine\n +all tools +everything that any tool reads/);
    pty.write('machine');
    await pty.hides('experiments');
    pty.write(keys.enter);
    await pty.shows('my-own');
    await pty.hides('release-notes');
  });
});

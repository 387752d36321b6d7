/** The picker in a real terminal, on real hosts. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionStore } from '../../src/client/index.js';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { Journey, keys } from '../support/journey.js';
import type { Pty } from '../support/pty.js';
import { watched, writeSkill } from './edits.js';
import { flatten, isOn } from './raw-client.js';
import { describeHosts, type Setting } from './setting.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

function open(setting: Setting, store: SessionStore): Pty {
  const { host, scene } = setting;
  const args = ['--url', host.url, '--session', store.uri, '--cwd', scene.workspace];
  return new Journey(bin).start({ args, env: { AHP_TOKEN: host.token }, size: { columns: 100, rows: 30 } });
}

describeHosts('the picker', (setting) => {
  test('finds and switches a skill and an agent, and another client sees it', async () => {
    const store = await setting().openSession(await setting().connect());
    const raw = await setting().connectRaw();
    const hostSays = async (name: string) =>
      isOn(flatten(await raw.customizations(store.uri)).find((node) => node.name === name)!);
    const pty = open(setting(), store);
    await pty.shows(/● on +release-notes /);
    pty.write(keys.paste('release'));
    await pty.shows(/▌ ● on +release-notes +user model/);
    pty.write(keys.tab);
    await pty.shows(/▌\*○ off +release-notes +user model/);
    pty.write(keys.ctrl('u'));
    await pty.shows(/● on +planner +agent /);
    pty.write(keys.paste('planner'));
    await pty.shows(/▌ ● on +planner +agent /);
    pty.write(keys.tab);
    await pty.shows(/▌\*○ off +planner +agent /);
    expect(await hostSays('release-notes')).toBe(false);
    expect(await hostSays('planner')).toBe(false);
    pty.write(keys.ctrl('c'));
    expect((await pty.ended).code).toBe(130);
    expect(pty.screen.text).toContain('release-notes: off');
    expect(pty.screen.text).toContain('planner: off');
  });

  test('follows an edit on disk: the row changes, the cursor stays, the switch holds', async () => {
    const store = await setting().openSession(await setting().connect());
    await watched(setting(), store);
    const pty = open(setting(), store);
    await pty.shows(/● on +release-notes /);
    pty.write(keys.paste('release'));
    await pty.shows(/▌ ● on +release-notes +user model/);
    pty.write(keys.tab);
    await pty.shows(/▌\*○ off +release-notes +user model/);
    writeSkill(setting(), 'release-notes', 'Edited on disk.');
    await pty.shows(/▌\*○ off +release-notes +user model +Edited on disk\./);
    pty.write(keys.ctrl('c'));
    await pty.ended;
    writeSkill(setting(), 'release-notes', 'What release-notes is for.');
  });
});

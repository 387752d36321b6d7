/** The commands as a script would use them, on real hosts and on our own host, checked by a client of frames. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flatten, isOn, rootChannel } from './raw-client.js';
import { buildCommands, on } from './run-command.js';
import { describeHosts } from './setting.js';

const run = buildCommands();

describeHosts('commands', (setting) => {
  test('commands that only read leave no session behind', async () => {
    const raw = await setting().connectRaw();
    const active = async () => {
      const { snapshot } = await raw.request('subscribe', { channel: rootChannel });
      return (snapshot as { state: { activeSessions?: number } }).state.activeSessions;
    };
    const before = await active();
    await run(setting(), ['list', ...on(setting())]);
    expect(await active()).toBe(before);
  });

  test('nothing is switched in a session that would end with the command', async () => {
    const answer = await run(setting(), ['disable', 'review', ...on(setting())]);
    expect(answer).toMatchObject({ code: 1, stdout: '' });
    expect(answer.stderr).toContain('The host has no session.');
  });

  test('disable and enable wait for the host and report how long the switch lasts', async () => {
    const store = await setting().openSession(await setting().connect());
    const raw = await setting().connectRaw();
    const hostSays = async () =>
      isOn(flatten(await raw.customizations(store.uri)).find(({ name }) => name === 'review')!);
    const off = await run(setting(), ['disable', 'skill:review', ...on(setting(), store.uri)]);
    expect(off).toMatchObject({ code: 0, stdout: 'skill review: now off\n' });
    expect(off.stderr).toContain(
      'for this session only, and perhaps only until the host next reads its files',
    );
    expect(await hostSays()).toBe(false);
    const again = await run(setting(), ['disable', 'skill:review', ...on(setting(), store.uri)]);
    expect(again).toMatchObject({ code: 0, stdout: 'skill review: already off\n', stderr: '' });
    const back = await run(setting(), ['enable', 'skill:review', '--json', ...on(setting(), store.uri)]);
    expect(JSON.parse(back.stdout)).toMatchObject({
      results: [{ name: 'review', outcome: 'changed', enabled: true }],
    });
    expect(await hostSays()).toBe(true);
  });

  test('an ambiguous or unknown reference switches nothing', async () => {
    const store = await setting().openSession(await setting().connect());
    const answer = await run(setting(), ['disable', 'review', 'no-such-thing', ...on(setting(), store.uri)]);
    expect(answer).toMatchObject({ code: 3, stdout: '' });
    const raw = await setting().connectRaw();
    const flags = flatten(await raw.customizations(store.uri)).filter(({ name }) => name === 'review');
    expect(flags.map(isOn)).toEqual([true]);
  });

  test('show prints the file, search ranks by name, and a wrong token is reported', async () => {
    const store = await setting().openSession(await setting().connect());
    const shown = await run(setting(), ['show', 'skill:review', ...on(setting(), store.uri)]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('# review');
    const found = await run(setting(), ['search', 'review', '--json', ...on(setting(), store.uri)]);
    expect(JSON.parse(found.stdout).results[0]).toMatchObject({ name: 'review', reason: 'exact_name' });
    const wrong = join(setting().scene.root, 'wrong');
    writeFileSync(wrong, 'not-the-token\n');
    const refused = await run(setting(), ['list', '--url', setting().host.url, '--token-file', wrong]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('refuses the token');
    expect(refused.stderr).not.toContain('not-the-token');
  });
});

/** What `list` prints of a real host, compared with the embedded host and with a client of frames. */

import { expect, test } from 'vitest';
import { flatten, isOn } from './raw-client.js';
import { type Answer, buildCommands, on } from './run-command.js';
import { describeHosts } from './setting.js';

const run = buildCommands();

const namesOf = ({ stdout }: Answer) => stdout.trim().split('\n').sort();

interface Listed {
  entries: { id: string; type: string; enabled: boolean }[];
  containers: { id: string; type: string; enabled: boolean }[];
}

describeHosts('list', (setting) => {
  test('list shows the same skills and agents as the embedded host finds for the repository', async () => {
    const filters = ['--format', 'names', '--type', 'skill,agent'];
    const theirs = await run(setting(), ['list', ...filters, ...on(setting())]);
    const ours = await run(setting(), ['list', ...filters, '--local', '--plugin', setting().scene.plugin]);
    expect(theirs.code).toBe(0);
    expect(theirs.stderr).toContain('The host has no session');
    expect(namesOf(theirs)).toEqual(namesOf(ours));
    expect(namesOf(ours)).toContain('release-notes');
  });

  test('list --json has every entry and folder, on or off as the host says', async () => {
    const store = await setting().openSession(await setting().connect());
    const raw = await setting().connectRaw();
    const switched = flatten(await raw.customizations(store.uri)).find(({ name }) => name === 'review')!;
    expect(await store.toggle(switched.id, false)).toMatchObject({ kind: 'confirmed' });
    const { stdout } = await run(setting(), ['list', '--json', '--type', 'all', ...on(setting(), store.uri)]);
    const { entries, containers } = JSON.parse(stdout) as Listed;
    const ours = [...containers, ...entries].map(({ id, type, enabled }) => `${type} ${id} ${enabled}`);
    const theirs = flatten(await raw.customizations(store.uri)).map(
      (node) => `${node.type} ${node.id} ${isOn(node)}`,
    );
    expect(new Set(ours)).toEqual(new Set(theirs));
    expect(theirs).toContain(`skill ${switched.id} false`);
  });
});

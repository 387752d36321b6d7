/** Files that change under a real host, by hand or through it: what it then lists, keeps and forgets. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Forgotten, readableBounds, writableBounds } from '../../src/client/index.js';
import { ownEnabled } from '../../src/protocol/index.js';
import { described, watched, writeSkill } from './edits.js';
import { flatten, isOn } from './raw-client.js';
import { uriOf } from './scene.js';
import { describeHosts, entry } from './setting.js';

describeHosts('files', (setting, version) => {
  const kinds = [
    ['skill', '/release-notes/SKILL.md'],
    ['agent', '/planner.agent.md'],
    ['directory', '/workspace/.agents/skills'],
  ] as const;

  test('an edit makes newer hosts forget switches, which is reported and can be undone', async () => {
    const [client, raw] = [await setting().connect(), await setting().connectRaw()];
    const store = await setting().openSession(client);
    const ids = kinds.map(([type, uriEnd]) => entry(store.getSnapshot(), type, uriEnd).id);
    await watched(setting(), store);
    const told: Forgotten[] = [];
    store.onForgotten((forgotten) => told.push(forgotten));
    for (const id of ids) expect(await store.toggle(id, false)).toMatchObject({ kind: 'confirmed' });

    writeSkill(setting(), 'review', 'Now it says something else.');
    await described(store, 'Now it says something else.');

    const forgets = version !== '4.133.0';
    const flags = () => kinds.map(([type, uriEnd]) => ownEnabled(entry(store.getSnapshot(), type, uriEnd)));
    expect(flags()).toEqual(kinds.map(() => forgets));
    expect(told.map(({ cause }) => cause)).toEqual(forgets ? ['list'] : []);
    const forgotten = told.flatMap(({ switches }) => switches);
    expect(forgotten.map(({ id }) => id).toSorted()).toEqual(forgets ? ids.toSorted() : []);

    for (const { id, enabled, scope } of forgotten) {
      expect(await store.toggle(id, enabled, scope)).toEqual({ kind: 'confirmed', enabled: false });
    }
    const off = flatten(await raw.customizations(store.uri)).filter((node) => !isOn(node));
    expect(off.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test('the text of a skill is read through the host', async () => {
    const client = await setting().connect();
    const store = await setting().openSession(client);
    const bounds = readableBounds(store.getSnapshot().confirmed.customizations);
    const { uri } = entry(store.getSnapshot(), 'skill', '/triage/SKILL.md');
    expect(await client.resources.read(uri, bounds)).toContain('# triage');
    const outside = client.resources.read(uriOf(join(setting().scene.root, 'home', 'secret')), bounds);
    await expect(outside).rejects.toMatchObject({ code: 'out-of-bounds' });
  });

  test('a skill created through the host is listed by it, and is not overwritten', async () => {
    const client = await setting().connect();
    const store = await setting().openSession(client);
    await watched(setting(), store);
    const bounds = writableBounds(store.getSnapshot().confirmed.customizations);
    const folder = `${entry(store.getSnapshot(), 'directory', '/workspace/.github/skills').uri}/fresh`;
    await client.resources.mkdir(folder, bounds);
    const text = '---\nname: fresh\ndescription: Made through the host.\n---\n\n# fresh\n';
    await client.resources.create(`${folder}/SKILL.md`, text, bounds);
    await described(store, 'Made through the host.');
    expect(await client.resources.read(`${folder}/SKILL.md`, bounds)).toBe(text);
    expect((await client.resources.list(folder, bounds)).map(({ name }) => name)).toEqual(['SKILL.md']);
    const again = client.resources.create(`${folder}/SKILL.md`, 'something else', bounds);
    await expect(again).rejects.toMatchObject({ code: 'request-failed' });
    expect(await client.resources.read(`${folder}/SKILL.md`, bounds)).toBe(text);
  });
});

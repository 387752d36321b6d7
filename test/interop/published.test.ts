/** A plugin that we publish in a session of a real host, seen by us and by a client that knows nothing but frames. */

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Client, SessionStore } from '../../src/client/index.js';
import { childrenOf } from '../../src/protocol/index.js';
import { DirectoryPublisher } from '../../src/source/directory-publisher.js';
import { CuttingProxy } from './cutting-proxy.js';
import { flatten, type Json, type RawClient, type RawNode } from './raw-client.js';
import { write } from './scene.js';
import { describeHosts, entry, reached, type Setting, statusReached } from './setting.js';

const skill = (name: string, body = 'Body.') =>
  `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n${body}\n`;

/** Writes the plugin anew, in a directory of its own for each test: hosts keep what they have read. */
function makePlugin({ scene }: Setting, name: string): string {
  const directory = join(scene.root, name);
  write(join(directory, '.claude-plugin/plugin.json'), JSON.stringify({ name, version: '1.0.0' }));
  write(join(directory, 'skills/deploy/SKILL.md'), skill('deploy', name));
  write(join(directory, 'skills/deploy/notes/more.txt'), 'More.');
  write(join(directory, 'agents/pilot.agent.md'), '---\nname: pilot\ndescription: Flies.\n---\n\nFly.\n');
  return directory;
}

interface Published {
  client: Client;
  store: SessionStore;
  raw: RawClient;
  directory: string;
}

/** Opens a session, lets a second client follow it, and publishes a new plugin there. */
async function publish(setting: Setting, name: string, url?: string): Promise<Published> {
  const client = await setting.connect(url === undefined ? {} : { url });
  const store = await setting.openSession(client);
  const raw = await setting.connectRaw();
  await raw.request('subscribe', { channel: store.uri });
  const directory = makePlugin(setting, name);
  const publisher = new DirectoryPublisher(directory);
  onTestFinished(() => publisher.close());
  await publisher.publishIn(client, store.uri);
  return { client, store, raw, directory };
}

const pluginIn = (nodes: readonly RawNode[] | undefined, name: string) =>
  nodes?.find((node) => node.type === 'plugin' && node.name === name);

const ours = (store: SessionStore, name: string) =>
  store.getSnapshot().confirmed.customizations?.find((node) => node.type === 'plugin' && node.name === name);

const namesIn = (store: SessionStore, plugin: string) =>
  (childrenOf(ours(store, plugin) ?? ({} as never)) ?? []).map((child) => child.name).sort();

const hasLoaded = (store: SessionStore, plugin: string, count: number) =>
  reached(store, () => namesIn(store, plugin).length === count);

/** The load states that the raw client heard of, without those that repeat. */
function states(raw: RawClient, session: string, plugin: string): unknown[] {
  const all = raw.frames.flatMap(({ message: { params } }) => {
    const action = params?.['channel'] === session ? (params['action'] as Json | undefined) : undefined;
    const listed = action?.['customizations'] as RawNode[] | undefined;
    const node = pluginIn(listed ?? [action?.['customization'] as RawNode].filter(Boolean), plugin);
    return node === undefined ? [] : [(node['load'] as { kind: string }).kind];
  });
  return all.filter((kind, at) => kind !== all[at - 1]);
}

describeHosts('published plugin', (setting) => {
  test('is loading, then loaded with its entries, for every client', async () => {
    const { client, store, raw } = await publish(setting(), 'pack-one');
    await hasLoaded(store, 'pack-one', 2);
    expect(namesIn(store, 'pack-one')).toEqual(['deploy', 'pilot']);
    const seen = pluginIn(await raw.customizations(store.uri), 'pack-one')!;
    expect(seen).toMatchObject({ clientId: client.clientId, load: { kind: 'loaded' } });
    expect(
      flatten([seen])
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['agent', 'plugin', 'skill']);
    expect(states(raw, store.uri, 'pack-one')).toEqual(['loading', 'loaded']);
  });

  test('can be switched, and so can its entries', async () => {
    const { store, raw } = await publish(setting(), 'pack-two');
    await hasLoaded(store, 'pack-two', 2);
    const { id } = entry(store.getSnapshot(), 'skill', '/deploy/SKILL.md');
    expect(await store.toggle(id, false)).toEqual({ kind: 'confirmed', enabled: false });
    expect(await store.toggle(ours(store, 'pack-two')!.id, false)).toEqual({
      kind: 'confirmed',
      enabled: false,
    });
    const seen = pluginIn(await raw.customizations(store.uri), 'pack-two')!;
    expect(seen.enablement?.[0]?.enabled ?? seen.enabled).toBe(false);
    expect(seen.children!.find(({ name }) => name === 'deploy')!.enabled).toBe(false);
  });

  test('is read again when its files change', async () => {
    const { store, directory } = await publish(setting(), 'pack-three');
    await hasLoaded(store, 'pack-three', 2);
    write(join(directory, 'skills/review/SKILL.md'), skill('review'));
    await hasLoaded(store, 'pack-three', 3);
    expect(namesIn(store, 'pack-three')).toEqual(['deploy', 'pilot', 'review']);
  });

  test('is there after a drop, and can be changed', async () => {
    const proxy = await CuttingProxy.before(setting().host.url);
    onTestFinished(() => proxy.close());
    const { client, store, directory } = await publish(setting(), 'pack-four', proxy.url);
    await hasLoaded(store, 'pack-four', 2);
    proxy.refuse();
    await statusReached(client, 'waiting');
    write(join(directory, 'skills/review/SKILL.md'), skill('review'));
    proxy.allow();
    await hasLoaded(store, 'pack-four', 3);
  });

  test('is gone when we leave', async () => {
    const { client, store, raw } = await publish(setting(), 'pack-five');
    await hasLoaded(store, 'pack-five', 2);
    await client.close();
    const { state } = (await raw.request('subscribe', { channel: store.uri }))['snapshot'] as { state: Json };
    expect(state['activeClients']).toEqual([]);
    expect(pluginIn(state['customizations'] as RawNode[], 'pack-five')).toBeUndefined();
  });
});

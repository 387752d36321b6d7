/** Plugins that clients publish in sessions of the embedded host, over real sockets. */

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fileUri } from '../../src/host/files/file-uri.js';
import { makeTree, type Tree } from '../support/host-tree.js';
import { PluginClient, packTexts, pluginUri } from '../support/plugin-client.js';
import {
  flatten,
  named,
  type RawClient,
  type RawEnvelope,
  type RawNode,
  rootChannel,
} from '../support/raw-client.js';
import { type ServedHost, servedHost } from '../support/served-host.js';

interface Scene {
  tree: Tree;
  host: ServedHost;
  session: string;
  publisher: PluginClient;
  other: RawClient;
}

async function open(version?: string): Promise<Scene> {
  const tree = makeTree();
  tree.skill('own');
  const host = await servedHost(tree);
  const publisher = new PluginClient(await host.greet(version));
  const other = await host.greet();
  const session = await other.session();
  await publisher.client.subscribe(session);
  await other.subscribe(session);
  return { tree, host, session, publisher, other };
}

// Other test files copy plugins, too.
const scratch = mkdtempSync(join(tmpdir(), 'skillpick-test-'));
const { TMPDIR } = process.env;
beforeAll(() => {
  process.env['TMPDIR'] = scratch;
});
afterAll(() => {
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
  rmSync(scratch, { recursive: true });
});

const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('skillpick-plugin-'));

const pluginOf = async (client: RawClient, session: string) =>
  (await client.subscribe(session)).state.customizations?.find(({ id }) => id === 'p1');

describe('a plugin of a client', () => {
  it('is loading, then loaded, for every client, with the addresses that its client gave', async () => {
    const { session, publisher, other } = await open();
    const before = copies();
    await publisher.publish(session);
    await publisher.until('loaded', other);
    expect(publisher.story(other)).toEqual(['loading', 'loaded']);
    const plugin = await pluginOf(other, session);
    const { clientId } = publisher.client;
    expect(plugin).toMatchObject({
      type: 'plugin',
      uri: pluginUri,
      name: 'pack',
      clientId,
      version: '1.2.0',
    });
    expect(plugin!.children!.map(({ type, name, uri }) => [type, name, uri])).toEqual([
      ['skill', 'deploy', `${pluginUri}/skills/deploy/SKILL.md`],
      ['agent', 'helper', `${pluginUri}/agents/helper.md`],
    ]);
    const { state } = await other.subscribe(session);
    expect(state['activeClients']).toMatchObject([{ clientId, displayName: 'Test' }]);
    expect(JSON.stringify(state)).not.toContain('skillpick-plugin-');
    expect(copies()).toEqual(before);
  });

  it('is read from its client, even if its address is a file of this machine', async () => {
    const { tree, session, publisher } = await open();
    tree.write('elsewhere/skills/own/SKILL.md', '---\nname: own\ndescription: x\n---\n');
    const uri = `file://${tree.cwd}/elsewhere`;
    await publisher.publish(session, { uri });
    await publisher.until('error');
    expect(publisher.requests).toMatchObject([{ method: 'resourceList', params: { uri } }]);
    expect(JSON.stringify(await pluginOf(publisher.client, session))).not.toContain('own');
  });

  it('has only those files asked for that can be listed', async () => {
    const { session, publisher } = await open();
    await publisher.publish(session);
    await publisher.until('loaded');
    const read = publisher.requests.filter(({ method }) => method === 'resourceRead');
    expect(read.map(({ params }) => params!['uri']).sort()).toEqual(
      ['agents/helper.md', 'plugin.json', 'skills/deploy/SKILL.md'].map((path) => `${pluginUri}/${path}`),
    );
  });

  it('is read again only if its nonce has changed', async () => {
    const { session, publisher } = await open();
    await publisher.publish(session);
    await publisher.until('loaded');
    const asked = publisher.requests.length;
    const [first] = (await pluginOf(publisher.client, session))!.children!;
    await publisher.publish(session);
    await publisher.client.ping();
    expect(publisher.requests).toHaveLength(asked);
    publisher.texts = { ...packTexts, 'commands/go.md': 'Go.' };
    await publisher.publish(session, { nonce: 'n2' });
    await publisher.until('loaded', publisher.client, 2);
    const after = (await pluginOf(publisher.client, session))!.children!;
    expect(after.map(({ name }) => name)).toEqual(['deploy', 'go', 'helper']);
    expect(named(after, 'deploy').id).toBe(first!.id);
  });

  it('is degraded if one of its files is broken, and loaded once that is mended', async () => {
    const { session, publisher } = await open();
    publisher.texts = { ...packTexts, 'skills/bad/SKILL.md': 'no frontmatter' };
    await publisher.publish(session);
    await publisher.until('degraded');
    const { _meta } = (await pluginOf(publisher.client, session))!;
    expect(_meta!.skillpick).toMatchObject({ problems: [{ uri: `${pluginUri}/skills/bad/SKILL.md` }] });
    publisher.texts = packTexts;
    await publisher.publish(session, { nonce: 'n2' });
    await publisher.until('loaded');
  });

  it('can be switched with its entries, for this session alone', async () => {
    const { session, publisher, other, host } = await open();
    await publisher.publish(session);
    await publisher.until('loaded', other);
    const deploy = await other.entry(session, 'deploy');
    const decision = { kind: 'session', enabled: false };
    const echo = await other.toggle(session, { id: deploy.id, enabled: false, enablement: [decision] });
    expect(echo).toMatchObject({ action: { id: deploy.id, enablement: [decision] } });
    await other.toggle(session, { id: 'p1', enablement: [{ kind: 'global', enabled: false }] });
    expect(await pluginOf(other, session)).toMatchObject({ enablement: [decision] });
    publisher.texts = { ...packTexts };
    await publisher.publish(session, { nonce: 'n2' });
    await publisher.until('loaded', other, 2);
    expect(await other.entry(session, 'deploy')).toMatchObject({ enabled: false });
    await other.toggle(session, { id: deploy.id, enablement: [] });
    expect((await other.entry(session, 'deploy')).enabled ?? true).toBe(true);
    const another = await host.greet();
    expect(await another.entry(session, 'own')).toBeDefined();
    for (const { resource } of (await another.request<{ items: { resource: string }[] }>('listSessions'))
      .items)
      if (resource !== session)
        expect(flatten((await another.subscribe(resource)).state.customizations)).not.toContainEqual(
          expect.objectContaining({ name: 'deploy' }),
        );
  });

  it('stays in the list when the files of this machine change', async () => {
    const { tree, host, session, publisher, other } = await open();
    await publisher.publish(session);
    await publisher.until('loaded', other);
    tree.skill('second');
    await host.host.rescan();
    tree.write('.claude/skills/third/SKILL.md', '---\nname: third\ndescription: x\n---\n');
    await host.host.rescan();
    const names = (await other.entries(session)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['own', 'second', 'third', 'deploy', 'helper']));
  });
});

describe('a plugin goes', () => {
  const leaving: [string, (scene: Scene) => unknown][] = [
    [
      'when its client removes itself',
      ({ session, publisher: { client } }) =>
        client.dispatch(session, { type: 'session/activeClientRemoved', clientId: client.clientId }),
    ],
    ['when its client publishes nothing', ({ session, publisher }) => publisher.set(session, [])],
    [
      'when its client unsubscribes',
      ({ session, publisher }) => publisher.client.ask('unsubscribe', { channel: session }),
    ],
    ['when its client closes the connection', ({ publisher }) => publisher.client.socket.close()],
  ];

  it.each(leaving)('%s', async (_when, leave) => {
    const scene = await open();
    await scene.publisher.publish(scene.session);
    await scene.publisher.until('loaded', scene.other);
    leave(scene);
    await scene.publisher.until('removed', scene.other);
    expect((await scene.other.entries(scene.session)).map(({ name }) => name)).not.toContain('deploy');
  });

  it('with its switches, so that one of another client with its id starts without them', async () => {
    const { host, session, publisher, other } = await open();
    await publisher.publish(session);
    await publisher.until('loaded', other);
    const { id } = await other.entry(session, 'deploy');
    for (const one of ['p1', id]) await other.toggle(session, { id: one, enabled: false });
    await publisher.set(session, []);
    const second = new PluginClient(await host.greet());
    await second.client.subscribe(session);
    await second.publish(session);
    await second.until('loaded');
    expect(await pluginOf(other, session)).not.toHaveProperty('enablement');
    await second.set(session, []);
    await publisher.until('removed', other, 2);
    await publisher.publish(session);
    await other.until(() => publisher.story(other).at(-1) === 'loaded');
    expect(await other.entry(session, 'deploy')).not.toHaveProperty('enabled');
  });

  it('with the agent in it that was selected, which comes back with it', async () => {
    const { session, publisher, other } = await open();
    await publisher.publish(session);
    await publisher.until('loaded', other);
    const agent = { uri: `${pluginUri}/agents/helper.md` };
    const selected = async () => (await other.subscribe(session)).state['agent'];
    await other.echo(other.dispatch(session, { type: 'session/agentChanged', agent }));
    expect(await selected()).toEqual(agent);
    await publisher.set(session, []);
    await publisher.until('removed', other);
    expect(await selected()).toBeUndefined();
    await publisher.publish(session);
    await publisher.until('loaded', other, 2);
    expect(await selected()).toEqual(agent);
  });

  it('but not the agent that was selected, while another client publishes its file', async () => {
    const { host, session, publisher, other } = await open();
    const second = new PluginClient(await host.greet());
    await second.client.subscribe(session);
    await publisher.publish(session);
    await second.publish(session, { id: 'p2' });
    await publisher.until('loaded', other);
    await other.until(() => second.story(other, 'p2').includes('loaded'));
    const agent = { uri: `${pluginUri}/agents/helper.md` };
    const echo = await other.echo(other.dispatch(session, { type: 'session/agentChanged', agent }));
    expect(echo).not.toHaveProperty('rejectionReason');
    const selected = async () => (await other.subscribe(session)).state['agent'];
    expect(await selected()).toEqual(agent);
    const toggle = { type: 'session/customizationToggled', id: 'p1', enabled: false };
    await other.echo(other.dispatch(session, toggle));
    expect(await selected()).toEqual(agent);
    await publisher.set(session, []);
    await publisher.until('removed', other);
    expect(await selected()).toEqual(agent);
    await second.set(session, []);
    await other.until(() => second.story(other, 'p2').includes('removed'));
    expect(await selected()).toBeUndefined();
  });

  it('not yet when its client was cut off, and can be changed when that is back', async () => {
    const { host, session, publisher, other } = await open();
    await publisher.publish(session);
    await publisher.until('loaded', other);
    await publisher.client.close();
    await other.ping();
    const back = new PluginClient(await host.open(publisher.client.clientId));
    await back.client.request('reconnect', {
      channel: rootChannel,
      clientId: publisher.client.clientId,
      lastSeenServerSeq: 0,
      subscriptions: [session],
    });
    expect(await pluginOf(other, session)).toMatchObject({ load: { kind: 'loaded' } });
    back.texts = { ...packTexts, 'commands/go.md': 'Go.' };
    await back.publish(session, { nonce: 'n2' });
    await publisher.until('loaded', other, 2);
    expect(publisher.story(other)).toEqual(['loading', 'loaded', 'loading', 'loaded']);
    expect(await other.entry(session, 'go')).toBeDefined();
  });

  it('when another connection takes the name of its client', async () => {
    const { host, session, publisher, other } = await open();
    await publisher.publish(session);
    await publisher.until('loaded', other);
    const { clientId } = publisher.client;
    const taker = new PluginClient(await host.open(clientId));
    const { actions } = await taker.client.request<{ actions: RawEnvelope[] }>('reconnect', {
      ...{ channel: rootChannel, clientId, subscriptions: [session] },
      lastSeenServerSeq: 0,
    });
    expect(actions.map(({ action }) => action.type)).toContain('session/activeClientRemoved');
    await publisher.until('removed', other);
    expect((await other.subscribe(session)).state['activeClients']).toEqual([]);
    await other.ping();
    expect(taker.requests).toEqual([]);
    await taker.publish(session);
    await publisher.until('loaded', other, 2);
  });

  it('is read by the connection that is there, if the first one was cut off meanwhile', async () => {
    const { host, session, publisher, other } = await open();
    publisher.answer = () => undefined;
    await publisher.publish(session);
    await publisher.client.close();
    await publisher.until('error', other);
    const { clientId } = publisher.client;
    const back = new PluginClient(await host.open(clientId));
    await back.client.initialize(['0.9.0']);
    await publisher.until('loaded', other);
    expect(back.requests.length).toBeGreaterThan(0);
  });

  it('with its session', async () => {
    const { session, publisher, other } = await open();
    publisher.answer = () => undefined;
    await publisher.publish(session);
    await other.request('disposeSession', { channel: session });
    await publisher.client.ping();
    expect(publisher.story()).toEqual(['loading']);
  });
});

describe('the files of a plugin', () => {
  const texts = {
    ...packTexts,
    '.mcp.json': '{"mcpServers":{"db":{"command":"true","env":{"KEY":"secret"}}}}',
    'plugin.json':
      '{"name":"pack","mcpServers":["./skills/deploy/servers.json","./skills/deploy/broken.json"]}',
    'skills/deploy/servers.json': '{"mcpServers":{"cache":{"command":"true"}}}',
    'skills/deploy/notes.md': 'Notes.',
    'skills/deploy/broken.json': '{"mcpServers":{"db":{"env":{"KEY":"secret"}',
  };

  async function published() {
    const scene = await open();
    scene.publisher.texts = texts;
    await scene.publisher.publish(scene.session);
    await scene.publisher.until('degraded', scene.other);
    return scene;
  }

  it('can be read by other clients, with what is in the folder of a skill', async () => {
    const { other } = await published();
    const ask = (method: string, path: string) =>
      other.request(method, { channel: rootChannel, uri: `${pluginUri}/${path}` });
    const text = packTexts['skills/deploy/SKILL.md']!;
    expect(await ask('resourceRead', 'skills/deploy/SKILL.md')).toMatchObject({
      data: text,
      encoding: 'utf-8',
    });
    expect(await ask('resourceRead', 'skills/deploy/notes.md')).toMatchObject({ data: 'Notes.' });
    expect(await ask('resourceRead', 'agents/helper.md')).toMatchObject({ encoding: 'utf-8' });
    expect(await ask('resourceResolve', 'skills/deploy/SKILL.md')).toEqual({
      uri: `${pluginUri}/skills/deploy/SKILL.md`,
      type: 'file',
      size: text.length,
    });
    expect(await ask('resourceResolve', 'skills/deploy')).toMatchObject({ type: 'directory' });
    const { entries } = await ask('resourceList', 'skills/deploy');
    expect((entries as { name: string }[]).map(({ name }) => name)).toEqual([
      'SKILL.md',
      'logo.png',
      'servers.json',
      'notes.md',
      'broken.json',
    ]);
  });

  it.each([
    ['declares servers', `${pluginUri}/.mcp.json`],
    ['declares servers in the folder of a skill', `${pluginUri}/skills/deploy/servers.json`],
    ['is broken', `${pluginUri}/skills/deploy/broken.json`],
    ['is written with escapes', `${pluginUri}/skills/deploy/servers%2Ejson`],
    ['is written with more slashes', `${pluginUri}/skills/deploy//servers.json`],
    ['is written in another case', `${pluginUri}/skills/deploy/Servers.JSON`],
    ['is no entry', `${pluginUri}/plugin.json`],
    ['is reached through an entry', `${pluginUri}/skills/deploy/../../.mcp.json`],
    ['is outside', 'virtual://client/other'],
  ])('cannot be read if one %s', async (_what, uri) => {
    const { publisher, other } = await published();
    const asked = publisher.requests.length;
    expect((await other.refusal('resourceRead', { channel: rootChannel, uri })).code).toBe(-32009);
    expect(publisher.requests).toHaveLength(asked);
  });

  it('are resolved and listed as what they are, whatever their client answers', async () => {
    const { publisher, other } = await published();
    const asking = (method: string, path: string) =>
      other.ask(method, { channel: rootChannel, uri: `${pluginUri}/${path}` });
    const type = 'file';
    publisher.answer = (method) =>
      method === 'resourceList'
        ? {
            result: {
              entries: [
                { name: 'a', type, more: 1 },
                { name: '../b', type },
                { name: 'c', type: 'x' },
              ],
            },
          }
        : { result: { uri: 'file:///etc/passwd', type: 'pipe', size: 'much' } };
    expect((await asking('resourceList', 'skills/deploy')).result).toEqual({
      entries: [{ name: 'a', type }],
    });
    expect((await asking('resourceResolve', 'skills/deploy')).error).toMatchObject({
      code: -32008,
      message: 'its client answered resourceResolve with neither a file nor a directory',
    });
    const requests = publisher.requests.length;
    expect((await asking('resourceList', 'agents/helper.md')).error).toEqual({
      code: -32009,
      message: 'it is a file',
    });
    expect(publisher.requests).toHaveLength(requests);
    const [size, mtime] = [5, '2026-01-02T03:04:05.000Z'];
    publisher.answer = () => ({ result: { type, size, mtime, more: 1 } });
    const uri = `${pluginUri}/skills/deploy/deeper`;
    expect((await asking('resourceResolve', 'skills/deploy/deeper')).result).toEqual({
      uri,
      type,
      size,
      mtime,
    });
  });

  it('are those of the client that the reader sees, if several publish the same address', async () => {
    const { host, session, publisher, other } = await open();
    const second = new PluginClient(await host.greet());
    const path = 'skills/deploy/SKILL.md';
    second.texts = { [path]: '---\nname: deploy\ndescription: From elsewhere.\n---\n' };
    const [channel, reader] = ['agents:/second', await host.greet()];
    await second.client.request('createSession', { channel });
    await second.client.subscribe(channel);
    await publisher.publish(session);
    await second.publish(channel);
    await publisher.until('loaded');
    await second.until('loaded');
    const ask = (client: RawClient) =>
      client.ask('resourceRead', { channel: rootChannel, uri: `${pluginUri}/${path}` });
    const refused = { error: { code: -32009, message: 'several clients publish a file at this address' } };
    expect(await ask(reader)).toMatchObject(refused);
    await reader.subscribe(channel);
    for (const client of [reader, second.client])
      expect(await ask(client)).toMatchObject({ result: { data: second.texts[path] } });
    for (const client of [other, publisher.client])
      expect(await ask(client)).toMatchObject({ result: { data: packTexts[path] } });
    await reader.subscribe(session);
    expect(await ask(reader)).toMatchObject(refused);
    await second.set(channel, []);
    expect(await ask(reader)).toMatchObject({ result: { data: packTexts[path] } });
  });

  it('do not take the place of files that this machine has later', async () => {
    const { tree, host, session, publisher, other } = await open();
    publisher.uri = fileUri(join(tree.cwd, '.claude'));
    const path = 'skills/late/SKILL.md';
    publisher.texts = { [path]: '---\nname: late\ndescription: Not it.\n---\n' };
    await publisher.publish(session, { uri: publisher.uri });
    await publisher.until('loaded', other);
    tree.write(`.claude/${path}`, '---\nname: late\ndescription: Does late.\n---\n');
    await host.host.rescan();
    const uri = `${publisher.uri}/${path}`;
    const read = await other.request('resourceRead', { channel: rootChannel, uri });
    expect(read).toMatchObject({ data: expect.stringContaining('Does late.') });
  });

  it('are an error for the reader if their client does not have them any more', async () => {
    const { publisher, other } = await published();
    publisher.texts = {};
    const uri = `${pluginUri}/agents/helper.md`;
    const { code, message } = await other.refusal('resourceRead', { channel: rootChannel, uri });
    expect([code, message]).toEqual([-32008, 'its client refused a file: there is no such file']);
  });
});

describe('a plugin with the id of an entry that this machine has later', () => {
  it('gives way to it, and comes back when that is gone', async () => {
    const { tree, host, session, publisher, other } = await open();
    const folder = join(tree.cwd, '.claude/skills');
    const addFolder = () =>
      tree.write('.claude/skills/third/SKILL.md', '---\nname: third\ndescription: x\n---\n');
    addFolder();
    await host.host.rescan();
    const [{ id }] = (await other.entries(session)).filter(({ uri }) => uri === fileUri(folder)) as [RawNode];
    rmSync(folder, { recursive: true });
    await host.host.rescan();
    await publisher.publish(session, { id });
    await other.until(() => publisher.story(other, id).includes('loaded'));
    const deploy = await other.entry(session, 'deploy');
    addFolder();
    await host.host.rescan();
    const withId = async () => (await other.entries(session)).filter((one) => one.id === id);
    expect(await withId()).toMatchObject([{ type: 'directory', uri: fileUri(folder) }]);
    expect((await other.entries(session)).map(({ name }) => name)).not.toContain('deploy');
    const uri = deploy.uri;
    expect((await other.refusal('resourceRead', { channel: rootChannel, uri })).code).toBe(-32009);
    // What its client still says of it is not shown in its place.
    await publisher.publish(session, { id, nonce: 'n2' });
    await publisher.client.until(() => publisher.requests.length > 10);
    expect(await withId()).toMatchObject([{ type: 'directory' }]);
    rmSync(folder, { recursive: true });
    await host.host.rescan();
    expect(await withId()).toMatchObject([{ type: 'plugin', name: 'pack' }]);
    addFolder();
    await host.host.rescan();
    await publisher.client.ask('unsubscribe', { channel: session });
    expect(await withId()).toMatchObject([{ type: 'directory' }]);
  });

  it('leaves the switches of the entry to this machine', async () => {
    const { tree, host, session, publisher, other } = await open();
    const path = '.agents/skills/second/SKILL.md';
    const uri = fileUri(join(tree.cwd, path));
    const id = createHash('sha1').update(uri).digest('hex').slice(0, 16);
    await publisher.publish(session, { id });
    await other.until(() => publisher.story(other, id).includes('loaded'));
    tree.skill('second');
    await host.host.rescan();
    expect(await other.entry(session, 'second')).toMatchObject({ id, type: 'skill' });
    await other.toggle(session, { id, enabled: false });
    const another = await (await servedHost(tree)).greet();
    expect(await another.entry(session, 'second')).toMatchObject({ id, enabled: false });
  });
});

describe('several clients', () => {
  it('are active together, each with its plugins', async () => {
    const { host, session, publisher, other } = await open();
    const second = new PluginClient(await host.greet());
    await second.client.subscribe(session);
    await publisher.publish(session);
    await second.publish(session, { id: 'p2', name: 'second' });
    await second.until('loaded', other);
    await other.until(() => publisher.story(other, 'p2').includes('loaded'));
    const plugins = (await other.subscribe(session)).state.customizations!.filter(
      ({ type }) => type === 'plugin',
    );
    expect(plugins.map(({ name, clientId }) => [name, clientId])).toEqual([
      ['pack', publisher.client.clientId],
      ['second', second.client.clientId],
    ]);
    const ids = flatten(plugins).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are active one at a time in the session of a client of 0.4', async () => {
    const { host, session, publisher } = await open();
    await publisher.publish(session);
    const old = new PluginClient(await host.greet('0.4.0'));
    await old.client.subscribe(session);
    const echo = await old.publish(session, { id: 'p2' });
    expect(echo.rejectionReason).toBe('another client is active');
  });
});

describe('a client is refused', () => {
  const fields: [string, object, string][] = [
    ['a type that is no plugin', { type: 'mcpServer' }, 'only plugins can be published, not mcpServer'],
    ['a plugin without an id', { id: undefined }, 'a plugin needs an id'],
    ['a plugin without a name', { name: 7 }, 'a plugin needs a name'],
    ['a plugin without a uri', { uri: undefined }, 'a plugin needs a uri with a path'],
    ['a uri without a path', { uri: 'virtual:pack' }, 'a plugin needs a uri with a path'],
    ['a uri that leads up', { uri: 'file:///a/%2e%2e/b' }, 'a plugin needs a uri with a path'],
    ['a uri with a query', { uri: 'file:///a?b' }, 'a plugin needs a uri with a path'],
    ['an endless uri', { uri: `file:///${'a/'.repeat(2_000)}` }, 'a plugin needs a uri with a path'],
    ['a nonce that is no text', { nonce: {} }, 'a nonce is a short text'],
  ];
  it.each(fields)('for %s', async (_what, wrong, reason) => {
    const { session, publisher, other } = await open();
    expect((await publisher.publish(session, wrong)).rejectionReason).toBe(reason);
    expect((await other.subscribe(session)).state['activeClients']).toEqual([]);
    expect(publisher.requests).toEqual([]);
  });

  it.each([
    ['is', '.agents/skills'],
    ['is in', '.agents/skills/own/deeper'],
    ['has in it', '.agents'],
  ])('for an address that %s a place that the host lists', async (_how, path) => {
    const { tree, session, publisher } = await open();
    const uri = fileUri(join(tree.cwd, path));
    const { rejectionReason } = await publisher.publish(session, { uri });
    expect(rejectionReason).toBe(`${uri} is listed here already, from the disk`);
    expect(publisher.requests).toEqual([]);
  });

  it('for the name of another, also when it leaves', async () => {
    const { session, publisher, other } = await open();
    const claim = await publisher.publish(session, {}, { clientId: other.clientId });
    expect(claim.rejectionReason).toBe('activeClient is not the client that initialize named');
    await publisher.publish(session);
    const type = 'session/activeClientRemoved';
    const { clientId } = publisher.client;
    const removal = await other.echo(other.dispatch(session, { type, clientId }));
    expect(removal.rejectionReason).toBe('a client removes itself alone');
  });

  it('for an id that the session has', async () => {
    const { session, publisher, other } = await open();
    const { id } = await other.entry(session, 'own');
    expect((await publisher.publish(session, { id })).rejectionReason).toBe(`the id ${id} is taken`);
  });

  it('for too many plugins, or two of the same id', async () => {
    const { session, publisher } = await open();
    const plugin = { type: 'plugin', id: 'p1', uri: pluginUri, name: 'pack' };
    const many = Array.from({ length: 17 }, (_, at) => ({ ...plugin, id: `p${at}` }));
    expect((await publisher.set(session, many)).rejectionReason).toBe(
      'a client publishes at most 16 plugins',
    );
    const twice = await publisher.set(session, [plugin, plugin]);
    expect(twice.rejectionReason).toBe('two plugins have the same id');
  });
});

describe('createSession', () => {
  const uri = 'agents:/made-for-this';
  const plugin = { type: 'plugin', id: 'p1', uri: pluginUri, name: 'pack' };

  it('makes its client active', async () => {
    const { publisher } = await open();
    const { client } = publisher;
    const activeClient = { clientId: client.clientId, tools: [], customizations: [plugin] };
    await client.request('createSession', { channel: uri, provider: 'agents', activeClient });
    const { state } = await client.subscribe(uri);
    expect(state['activeClients']).toMatchObject([{ clientId: client.clientId }]);
    await publisher.until('loaded');
    expect(await client.entry(uri, 'deploy')).toBeDefined();
  });

  it.each([
    ['another client', { clientId: 'other' }],
    ['something else than plugins', { customizations: [{ ...plugin, type: 'directory' }] }],
    ['no list', { customizations: {} }],
  ])('is refused with %s, and makes no session', async (_what, wrong) => {
    const { publisher, other } = await open();
    const { client } = publisher;
    const activeClient = { clientId: client.clientId, tools: [], customizations: [plugin], ...wrong };
    const refusal = await client.refusal('createSession', { channel: uri, provider: 'agents', activeClient });
    expect(refusal.code).toBe(-32602);
    expect((await other.refusal('subscribe', { channel: uri })).code).toBe(-32001);
  });
});

describe('what a client answers wrongly', () => {
  const entry = (name: unknown, type: unknown = 'file') => ({ result: { entries: [{ name, type }] } });
  const file = (data: unknown, encoding: unknown = 'utf-8') => ({ result: { data, encoding } });
  const lists: [string, ReturnType<typeof entry>][] = [
    ['a name that leads up', entry('..')],
    ['a name with a slash', entry('../../x')],
    ['a name with a backslash', entry('..\\x')],
    ['an empty name', entry('')],
    ['a name with a NUL', entry('a\0b')],
    ['a very long name', entry('a'.repeat(300))],
    [
      'the same name twice',
      { result: { entries: [...entry('a.md').result.entries, ...entry('a.md').result.entries] } },
    ],
    ['directories without an end', entry('deeper', 'directory')],
    ['a very long list', { result: { entries: Array(5_001).fill({ name: 'a', type: 'file' }) } }],
    ['no list', { result: { entries: 'all' } } as never],
    ['nothing', { result: null } as never],
  ];
  const reads: [string, object][] = [
    ['a file that is no base64', file('!!!!', 'base64')],
    ['a file in an unknown encoding', file('x', 'rot13')],
    ['a file that is no text', file({ a: 1 })],
    ['a very large file', file('x'.repeat(1024 * 1024 + 1))],
    ['an error', { error: { code: -32009, message: 'no' } }],
  ];

  it.each([
    ...lists.map(([what, answer]) => [what, 'resourceList', answer] as const),
    ...reads.map(([what, answer]) => [what, 'resourceRead', answer] as const),
  ])('is an error of its plugin: %s', async (what, method, answer) => {
    const { session, publisher, other } = await open();
    const before = copies();
    publisher.answer = (asked, path) => (asked === method ? (answer as never) : publisher.serve(asked, path));
    await publisher.publish(session);
    await publisher.until('error', other);
    expect(publisher.story(other)).toEqual(['loading', 'error']);
    const plugin = await pluginOf(other, session);
    expect(plugin).not.toHaveProperty('children');
    if (what.includes(' name') && !what.includes('twice'))
      expect(plugin!['load']).toMatchObject({ message: 'a file in it has a name that is not allowed' });
    expect(copies()).toEqual(before);
    // The next try may be better.
    publisher.answer = (asked, path) => publisher.serve(asked, path);
    await publisher.publish(session);
    await publisher.until('loaded', other);
  });
});

it('reads few plugins at the same time, and the newest of those that wait', async () => {
  const { host, session, publisher, other } = await open();
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  publisher.answer = () => undefined;
  const plugins = (nonce: string) =>
    Array.from({ length: 16 }, (_, at) => ({
      type: 'plugin',
      id: `p${at}`,
      uri: pluginUri,
      name: 'pack',
      nonce,
    }));
  for (let at = 0; at < 20; at += 1) await publisher.set(session, plugins(`n${at}`));
  await publisher.client.ping();
  expect(publisher.requests).toHaveLength(1);
  const more = await Promise.all(Array.from({ length: 6 }, () => host.greet()));
  for (const [at, one] of more.entries()) {
    await one.subscribe(session);
    await new PluginClient(one).publish(session, { id: `q${at}`, uri: 'virtual://nobody' });
  }
  await other.until(() => publisher.story(other, 'q5').includes('error'));
  expect(warnings).toEqual([]);
});

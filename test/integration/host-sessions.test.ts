import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileUri } from '../../src/host/files/file-uri.js';
import { makeTree } from '../support/host-tree.js';
import { type Json, type RawClient, rootChannel } from '../support/raw-client.js';
import { servedHost } from '../support/served-host.js';

async function start() {
  const tree = makeTree();
  tree.skill('alpha');
  const host = await servedHost(tree);
  return { tree, host, client: await host.greet() };
}

const listed = async (client: RawClient, more: Json = {}) => {
  const params = { channel: rootChannel, ...more };
  const answer = await client.request<{ items: { resource: string }[]; nextCursor?: string }>(
    'listSessions',
    params,
  );
  return { names: answer.items.map(({ resource }) => resource), nextCursor: answer.nextCursor };
};

describe('sessions', () => {
  it('exist from the start, under a stable address', async () => {
    const { tree, client } = await start();
    const again = await (await servedHost(tree)).greet();
    expect(await client.session()).toMatch(/^agents:\/[0-9a-f]+$/);
    expect(await again.session()).toBe(await client.session());
  });

  it('are created and disposed of, which only subscribers of the root channel learn', async () => {
    const { host, client } = await start();
    const [follower, stranger, former] = [await host.greet(), await host.greet(), await host.greet()];
    await follower.subscribe(rootChannel);
    await stranger.subscribe(await stranger.session());
    await former.subscribe(rootChannel);
    former.send({ jsonrpc: '2.0', method: 'unsubscribe', params: { channel: rootChannel } });
    await former.ping();
    expect(await client.request('createSession', { channel: 'agents:/new', provider: 'agents' })).toBeNull();
    expect((await listed(client)).names).toContain('agents:/new');
    expect(await client.request('disposeSession', { channel: 'agents:/new' })).toBeNull();
    expect((await listed(client)).names).not.toContain('agents:/new');
    await Promise.all([follower.ping(), stranger.ping(), former.ping()]);
    expect(follower.notifications()).toMatchObject([
      {
        method: 'root/sessionAdded',
        params: {
          channel: rootChannel,
          summary: { resource: 'agents:/new', provider: 'agents', title: 'repo' },
        },
      },
      { method: 'root/sessionRemoved', params: { channel: rootChannel, session: 'agents:/new' } },
    ]);
    expect(follower.envelopes().map(({ action }) => action)).toEqual([
      { type: 'root/activeSessionsChanged', activeSessions: 2 },
      { type: 'root/activeSessionsChanged', activeSessions: 1 },
    ]);
    for (const other of [stranger, former, client]) {
      expect([...other.notifications(), ...other.envelopes()]).toEqual([]);
    }
  });

  it('are unknown once they are gone', async () => {
    const { client } = await start();
    await client.request('createSession', { channel: 'agents:/new' });
    const { id } = await client.entry('agents:/new', 'alpha');
    await client.request('disposeSession', { channel: 'agents:/new' });
    client.dispatch('agents:/new', { type: 'session/customizationToggled', id, enabled: false });
    expect(await client.refusal('subscribe', { channel: 'agents:/new' })).toMatchObject({ code: -32001 });
    expect(await client.refusal('disposeSession', { channel: 'agents:/new' })).toMatchObject({
      code: -32001,
    });
    expect(client.envelopes()).toEqual([]);
  });

  it('that reuse an old address do not inherit its subscribers', async () => {
    const { host, client } = await start();
    const [maker, channel] = [await host.greet(), 'agents:/new'];
    await maker.request('createSession', { channel });
    await client.subscribe(channel);
    await maker.request('disposeSession', { channel });
    await maker.request('createSession', { channel });
    const { id } = await maker.entry(channel, 'alpha');
    await maker.toggle(channel, { id, enabled: false });
    await client.ping();
    expect(client.envelopes()).toEqual([]);
  });

  it('list the content of their own directory', async () => {
    const { tree, client } = await start();
    tree.write('deep/.agents/skills/inner/SKILL.md', '---\nname: inner\ndescription: Deep.\n---\n');
    const uri = fileUri(join(tree.cwd, 'deep'));
    const directories: Json[] = [
      { workingDirectory: uri },
      { workingDirectories: [uri] },
      { workingDirectory: `${uri}/` },
    ];
    for (const [index, fields] of directories.entries()) {
      const channel = `ahp-session:/s${index}`;
      await client.request('createSession', { channel, ...fields });
      const names = (await client.entries(channel)).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['alpha', 'inner']));
      expect((await client.subscribe(channel)).state).toMatchObject({ workingDirectories: [uri] });
    }
    expect((await client.entries(await client.session())).map(({ name }) => name)).not.toContain('inner');
  });

  it('end the access to their resources when they are disposed of', async () => {
    const { tree, client } = await start();
    const file = tree.write(
      '../other/.agents/skills/far/SKILL.md',
      '---\nname: far\ndescription: Far.\n---\n',
    );
    const read = { channel: rootChannel, uri: fileUri(join(tree.root, 'other/.agents/skills/far/SKILL.md')) };
    expect(file).toContain('other');
    const channel = 'agents:/other';
    await client.request('createSession', { channel, workingDirectory: fileUri(join(tree.root, 'other')) });
    expect(await client.request('resourceRead', read)).toMatchObject({
      data: expect.stringContaining('far'),
    });
    await client.request('disposeSession', { channel });
    expect(await client.refusal('resourceRead', read)).toMatchObject({ code: -32009 });
  });

  const refusals: [string, number, Json][] = [
    ['an address that is taken', -32003, { channel: 'agents:/taken' }],
    ['the host’s own address', -32602, { channel: rootChannel }],
    ['no address', -32602, {}],
    ['an invalid address', -32602, { channel: 'no address' }],
    ['an address that is too long', -32602, { channel: `agents:/${'x'.repeat(500)}` }],
    ['an unknown provider', -32002, { channel: 'x:/1', provider: 'nobody' }],
    ['a provider that is not a string', -32602, { channel: 'x:/1', provider: 7 }],
    ['a missing directory', -32602, { channel: 'x:/1', workingDirectory: 'file:///nowhere/at/all' }],
    ['a directory elsewhere', -32602, { channel: 'x:/1', workingDirectory: 'https://example.com/' }],
    ['a directory on another machine', -32602, { channel: 'x:/1', workingDirectory: 'file://host/tmp' }],
    ['a file for a directory', -32602, { channel: 'x:/1', workingDirectory: 'file:///dev/null' }],
    ['another client as active client', -32602, { channel: 'x:/1', activeClient: { clientId: 'else' } }],
  ];

  it.each(refusals)('are not created for %s', async (_, code, params) => {
    const { client } = await start();
    await client.request('createSession', { channel: 'agents:/taken' });
    expect(await client.refusal('createSession', params)).toMatchObject({ code });
    expect((await listed(client)).names).toHaveLength(2);
    expect((await client.subscribe(rootChannel)).state).toHaveProperty('agents');
  });

  it('may name the client that creates them', async () => {
    const { client } = await start();
    const activeClient = { clientId: client.clientId, tools: [], customizations: [] };
    await client.request('createSession', { channel: 'agents:/mine', activeClient });
    expect((await listed(client)).names).toContain('agents:/mine');
  });

  it('keep the name of a linked directory', async () => {
    const { tree, client } = await start();
    symlinkSync(tree.cwd, join(tree.root, 'link'));
    const uri = fileUri(join(tree.root, 'link'));
    await client.request('createSession', { channel: 'agents:/linked', workingDirectory: uri });
    const alpha = await client.entry('agents:/linked', 'alpha');
    expect(alpha.uri.startsWith(uri)).toBe(true);
  });
});

describe('the list of sessions', () => {
  it('is split into pages', async () => {
    const { client } = await start();
    for (let index = 0; index < 6; index += 1)
      await client.request('createSession', { channel: `x:/${index}` });
    const names: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined, isLast = false; !isLast; pages += 1) {
      const page = await listed(client, { limit: 3, ...(cursor !== undefined && { cursor }) });
      names.push(...page.names);
      cursor = page.nextCursor;
      isLast = cursor === undefined;
    }
    expect(pages).toBe(3);
    expect(names).toEqual((await listed(client)).names);
    expect(names).toHaveLength(7);
  });

  it.each([{ cursor: 'abc' }, { cursor: '-1' }, { cursor: '1.5' }, { cursor: 3 }, { cursor: null }])(
    'refuses the cursor in %j',
    async (params) => {
      const { client } = await start();
      const refusal = await client.refusal('listSessions', { channel: rootChannel, ...params });
      expect(refusal).toMatchObject({ code: -32602 });
    },
  );

  it.each([{ limit: 0 }, { limit: -3 }, { limit: 'many' }, { limit: 1e9 }, { cursor: '999' }])(
    'tolerates %j',
    async (params) => {
      const { client } = await start();
      expect(await client.request('listSessions', { channel: rootChannel, ...params })).toMatchObject({
        items: 'cursor' in params ? [] : [{ provider: 'agents' }],
      });
    },
  );

  it('is limited in length', async () => {
    const { client } = await start();
    for (let index = 1; index < 200; index += 1)
      await client.request('createSession', { channel: `x:/${index}` });
    expect(await client.refusal('createSession', { channel: 'x:/200' })).toMatchObject({ code: -32600 });
    const first = await listed(client);
    expect(first.names).toHaveLength(100);
    expect((await listed(client, { cursor: first.nextCursor })).names).toHaveLength(100);
  });
});

it('an unknown channel cannot be subscribed to', async () => {
  const { client } = await start();
  expect(await client.refusal('subscribe', { channel: 'agents:/nowhere' })).toMatchObject({ code: -32001 });
  expect(await client.refusal('subscribe', {})).toMatchObject({ code: -32602 });
});

it('an unsubscribed channel sends nothing more', async () => {
  const { host, client } = await start();
  const other = await host.greet();
  const session = await client.session();
  const { id } = await client.entry(session, 'alpha');
  await other.subscribe(session);
  client.send({ jsonrpc: '2.0', method: 'unsubscribe', params: { channel: session } });
  await client.ping();
  await other.toggle(session, { id, enabled: false });
  await client.ping();
  expect(client.envelopes()).toEqual([]);
});

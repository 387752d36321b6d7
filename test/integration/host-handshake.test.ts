import { describe, expect, it } from 'vitest';
import { makeTree } from '../support/host-tree.js';
import { rootChannel } from '../support/raw-client.js';
import { servedHost } from '../support/served-host.js';

const before = { channel: rootChannel };

describe('before a client has initialized', () => {
  it('responds to ping', async () => {
    const client = await (await servedHost(makeTree())).open();
    expect(await client.ask('ping')).toEqual({ jsonrpc: '2.0', id: 1, result: null });
  });

  it.each(['subscribe', 'listSessions', 'createSession', 'disposeSession', 'resourceRead', 'unsubscribe'])(
    'does not serve %s',
    async (method) => {
      const client = await (await servedHost(makeTree())).open();
      expect(await client.refusal(method, before)).toMatchObject({ code: -32601 });
    },
  );

  it('ignores actions', async () => {
    const host = await servedHost(makeTree());
    const known = await host.greet();
    const session = await known.session();
    await known.subscribe(session);
    const stranger = await host.open();
    stranger.dispatch(session, { type: 'session/titleChanged', title: 'mine' });
    await stranger.ping();
    await known.ping();
    expect(known.envelopes()).toEqual([]);
  });
});

describe('initialize', () => {
  it('chooses the highest offered version that it speaks', async () => {
    const host = await servedHost(makeTree());
    const offers = [
      [['0.9.0'], '0.9.0'],
      [['0.6.0', '0.5.2'], '0.6.0'],
      [['2.0.0', '0.9.0', '0.5.2'], '0.9.0'],
      [['0.8.0', '0.5.2', '0.9.0'], '0.9.0'],
      [['toString', '', '0.9.0'], '0.9.0'],
      [['1.0.3', '1.1.1'], '1.0.3'],
    ] as const;
    for (const [offer, chosen] of offers) {
      const client = await host.open();
      expect(await client.initialize([...offer])).toMatchObject({
        protocolVersion: chosen,
        serverSeq: 0,
        snapshots: [],
        serverInfo: { name: 'skillpick', version: expect.any(String) },
      });
    }
  });

  it.each([[['9.9.9']], [['0.9.1', '0.5.3']], [['junk']], [[]]])(
    'refuses %j, lists the versions that it accepts and disconnects',
    async (offer) => {
      const client = await (await servedHost(makeTree())).open();
      const params = { channel: rootChannel, clientId: 'c', protocolVersions: offer };
      expect(await client.refusal('initialize', params)).toMatchObject({
        code: -32005,
        message: expect.stringMatching(/speaks 1\.1\.0, 1\.0\.0, .*0\.4\.0 and older patches/),
        data: {
          supportedVersions: [
            '^1.0.0',
            '^0.10.0',
            '^0.9.0',
            '^0.8.0',
            '^0.7.0',
            '^0.6.0',
            '^0.5.0',
            '^0.4.0',
          ],
        },
      });
      expect(await client.ended).toEqual({ code: 1001 });
    },
  );

  it.each([
    {},
    { clientId: 'c' },
    { protocolVersions: ['0.9.0'] },
    { clientId: '', protocolVersions: ['0.9.0'] },
    { clientId: 7, protocolVersions: ['0.9.0'] },
    { clientId: 'c', protocolVersions: '0.9.0' },
    { clientId: 'c', protocolVersions: [9] },
    { clientId: 'c'.repeat(257), protocolVersions: ['0.9.0'] },
  ])('refuses %j and accepts another request', async (params) => {
    const client = await (await servedHost(makeTree())).open();
    expect(await client.refusal('initialize', { ...before, ...params })).toMatchObject({ code: -32602 });
    expect(await client.initialize(['0.9.0'])).toMatchObject({ protocolVersion: '0.9.0' });
  });

  it('returns each requested snapshot once and ignores unknown channels', async () => {
    const tree = makeTree();
    tree.skill('alpha');
    const host = await servedHost(tree);
    const session = await (await host.greet()).session();
    const client = await host.open();
    const initialSubscriptions = [rootChannel, session, 'agents:/nowhere', session, rootChannel, session];
    const { snapshots } = await client.initialize(['0.9.0'], { initialSubscriptions });
    expect(snapshots).toMatchObject([
      { resource: rootChannel, state: { agents: [{ provider: 'agents' }], activeSessions: 1 }, fromSeq: 0 },
      { resource: session, state: { lifecycle: 'ready' }, fromSeq: 0 },
    ]);
    const other = await host.greet();
    other.dispatch(session, { type: 'session/titleChanged', title: 'seen' });
    await client.until(() => client.envelopes('session/titleChanged').length === 1);
  });
});

describe('frames that are not calls', () => {
  const bad = [
    ['half an object', '{', -32700],
    ['nothing', '', -32700],
    ['a batch', '[]', -32600],
    ['a text', '"text"', -32600],
    ['null', 'null', -32600],
    ['an empty object', '{}', -32600],
    ['an id alone', '{"id":1}', -32600],
    ['an id that is null', '{"id":null,"method":"ping"}', -32600],
    ['a list of parameters', '{"id":1,"method":"ping","params":[1]}', -32600],
    ['deep lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, -32600],
    [
      'deep parameters',
      `{"id":1,"method":"ping","params":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`,
      -32600,
    ],
  ] as const;

  it.each(bad)('refuses %s and stays connected', async (_, text, code) => {
    const client = await (await servedHost(makeTree())).greet();
    client.socket.send(text);
    await client.until(() => client.messages.some(({ error }) => error !== undefined));
    expect(client.messages.at(-1)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
    await client.ping();
  });

  it('ignores responses to requests it never sent', async () => {
    const client = await (await servedHost(makeTree())).greet();
    client.send({ jsonrpc: '2.0', id: 99, result: 1 });
    client.send({ jsonrpc: '2.0', id: 99, error: { code: 1, message: 'no' } });
    client.send({ jsonrpc: '2.0', method: 'unheard/of', params: { channel: rootChannel } });
    await client.ping();
    expect(client.messages).toHaveLength(2);
  });

  it.each(['unheard', 'constructor', '__proto__', 'fetchTurns', 'completions', 'x'.repeat(10_000)])(
    'does not serve %s',
    async (method) => {
      const client = await (await servedHost(makeTree())).greet();
      const { code, message } = await client.refusal(method);
      expect(code).toBe(-32601);
      expect(message.length).toBeLessThan(200);
    },
  );
});

it('sends JSON-RPC 2.0 with a channel in every notification', async () => {
  const tree = makeTree();
  tree.skill('alpha');
  const host = await servedHost(tree);
  const client = await host.greet();
  const session = await client.session();
  await client.subscribe(rootChannel);
  const { id } = await client.entry(session, 'alpha');
  await client.toggle(session, { id, enabled: false });
  await client.request('createSession', { channel: 'agents:/other', provider: 'agents' });
  const unasked = client.messages.filter(({ method }) => method !== undefined);
  expect(unasked.length).toBeGreaterThan(2);
  for (const message of unasked) {
    expect(message).toMatchObject({ jsonrpc: '2.0', params: { channel: expect.any(String) } });
    expect(message).not.toHaveProperty('id');
  }
});

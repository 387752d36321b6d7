import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTree } from '../support/host-tree.js';
import { type Json, rootChannel } from '../support/raw-client.js';
import { servedHost } from '../support/served-host.js';

async function start() {
  const tree = makeTree();
  tree.skill('alpha');
  const host = await servedHost(tree);
  const client = await host.greet();
  const session = await client.session();
  const { id } = await client.entry(session, 'alpha');
  return { tree, host, client, session, id };
}

const list = [{ type: 'plugin', id: 'x', uri: 'file:///x', name: 'x', children: [] }];

describe('actions that are not for clients', () => {
  const actions: Json[] = [
    { type: 'session/customizationsChanged', customizations: [] },
    { type: 'session/customizationsChanged', customizations: list },
    { type: 'session/customizationUpdated', customization: list[0] },
    { type: 'session/customizationRemoved', id: 'x' },
    { type: 'session/mcpServerStateChanged', id: 'x', state: { kind: 'ready' } },
    { type: 'session/ready' },
    { type: 'session/metaChanged', _meta: {} },
    { type: 'session/agentChanged', agent: { uri: 5 } },
    { type: 'session/serverToolsChanged', tools: [] },
    { type: 'session/nonsense' },
    { type: 'root/configChanged', config: {} },
    { type: '__proto__' },
  ];

  it.each(actions)(
    'are refused with a reason and a sequence number, and change nothing: %j',
    async (action) => {
      const { client, session } = await start();
      const before = await client.subscribe(session);
      const echo = await client.echo(client.dispatch(session, action));
      expect(echo).toMatchObject({
        channel: session,
        action: { type: action['type'] },
        serverSeq: 1,
        origin: { clientId: client.clientId, clientSeq: 1 },
        rejectionReason: expect.stringContaining(String(action['type'])),
      });
      expect(await client.subscribe(session)).toEqual({ ...before, fromSeq: 1 });
    },
  );

  it('are refused on the root channel, too', async () => {
    const { client } = await start();
    const before = await client.subscribe(rootChannel);
    const echo = await client.echo(
      client.dispatch(rootChannel, { type: 'root/configChanged', config: { a: 1 } }),
    );
    expect(echo).toMatchObject({ rejectionReason: expect.any(String), serverSeq: 1 });
    expect(await client.subscribe(rootChannel)).toEqual({ ...before, fromSeq: 1 });
  });
});

describe('toggles without a valid target', () => {
  const toggles: [string, Json][] = [
    ['an unknown entry', { id: 'nowhere', enabled: false }],
    ['no entry', { id: undefined, enabled: false }],
    ['an entry that is not a string', { id: 7, enabled: false }],
    ['neither spelling', {}],
    ['a flag that is not a boolean', { enabled: 'no' }],
    ['a null flag', { enabled: null }],
    ['decisions that are not a list', { enablement: { kind: 'session', enabled: false } }],
    ['a decision without a flag', { enablement: [{ kind: 'session' }] }],
    ['an unknown scope', { enablement: [{ kind: 'galaxy', enabled: false }] }],
    [
      'a scope twice',
      {
        enablement: [
          { kind: 'global', enabled: false },
          { kind: 'global', enabled: true },
        ],
      },
    ],
    ['a list in place of an entry', { id: ['a'], enabled: false, customizations: 5 }],
  ];

  it.each(toggles)('are refused for %s', async (_, fields) => {
    const { client, session, id } = await start();
    const before = await client.subscribe(session);
    const echo = await client.toggle(session, { id, ...fields });
    expect(echo).toMatchObject({ serverSeq: 1, rejectionReason: expect.stringMatching(/.{10}/) });
    expect(await client.subscribe(session)).toEqual({ ...before, fromSeq: 1 });
    expect(await client.toggle(session, { id, enabled: false })).not.toHaveProperty('rejectionReason');
  });

  it('do not delay other toggles', async () => {
    const { client, session, id } = await start();
    const toggle = (fields: Json) =>
      client.dispatch(session, { type: 'session/customizationToggled', ...fields });
    toggle({ id: 'nowhere', enabled: false });
    toggle({ id, enabled: false });
    const last = toggle({ id, enablement: [{ kind: 'galaxy', enabled: true }] });
    await client.echo(last);
    const echoes = client.envelopes('session/customizationToggled');
    const byNumber = echoes.toSorted((a, b) => a.origin!.clientSeq - b.origin!.clientSeq);
    expect(byNumber.map(({ rejectionReason }) => rejectionReason === undefined)).toEqual([
      false,
      true,
      false,
    ]);
    expect(await client.entry(session, 'alpha')).toMatchObject({ enabled: false });
  });
});

it.each([
  [null],
  [5],
  ['text'],
  [[]],
  [[1]],
  [{}],
  [{ type: 5 }],
  [{ type: 'session/titleChanged', title: 5 }],
])('an action that is %j is refused too', async (action) => {
  const { client, session } = await start();
  const echo = await client.echo(client.dispatch(session, action));
  expect(echo.rejectionReason).toEqual(expect.any(String));
  expect(echo.action.type).toEqual(expect.any(String));
});

it('an action for an unknown session is ignored', async () => {
  const { client, session, id } = await start();
  await client.subscribe(rootChannel);
  client.dispatch('agents:/nowhere', { type: 'session/customizationToggled', id, enabled: false });
  client.dispatch('agents:/nowhere', 'nonsense');
  await client.ping();
  expect(client.envelopes()).toEqual([]);
  expect(await client.entry(session, 'alpha')).not.toHaveProperty('enabled');
});

it('a dispatch without a number is ignored', async () => {
  const { client, session, id } = await start();
  const action = { type: 'session/customizationToggled', id, enabled: false };
  for (const clientSeq of [undefined, '1', null]) {
    client.send({
      jsonrpc: '2.0',
      method: 'dispatchAction',
      params: { channel: session, clientSeq, action },
    });
  }
  await client.ping();
  await client.ping();
  expect(client.envelopes()).toEqual([]);
});

describe('what any client may change', () => {
  it('is the title and the marks of a session, which are published to the root channel', async () => {
    const { host, client, session } = await start();
    const lister = await host.greet();
    await lister.subscribe(rootChannel);
    await client.echo(
      client.dispatch(session, { type: 'session/titleChanged', title: 'new', customizations: 5 }),
    );
    await client.echo(client.dispatch(session, { type: 'session/isReadChanged', isRead: true }));
    await client.echo(client.dispatch(session, { type: 'session/isReadChanged', isRead: true }));
    await client.echo(client.dispatch(session, { type: 'session/isArchivedChanged', isArchived: true }));
    await lister.ping();
    expect(lister.notifications().map(({ method, params }) => [method, params?.['changes']])).toEqual([
      ['root/sessionSummaryChanged', { title: 'new' }],
      ['root/sessionSummaryChanged', { status: 33 }],
      ['root/sessionSummaryChanged', { status: 97 }],
    ]);
    expect(await client.request('listSessions')).toMatchObject({ items: [{ title: 'new', status: 97 }] });
    expect(client.envelopes('session/titleChanged')[0]?.action).toEqual({
      type: 'session/titleChanged',
      title: 'new',
    });
  });

  it('does not include a title that is too long', async () => {
    const { client, session } = await start();
    const echo = await client.echo(
      client.dispatch(session, { type: 'session/titleChanged', title: 'x'.repeat(10_000) }),
    );
    expect(echo.rejectionReason).toEqual(expect.any(String));
    expect((await client.subscribe(session)).state['title']).toBe('repo');
  });
});

it('a switch that cannot be saved is refused and changes nothing', async () => {
  const { tree, client, session, id } = await start();
  mkdirSync(join(tree.home, '.local'), { recursive: true });
  writeFileSync(join(tree.home, '.local/state'), 'a file where a directory should be');
  const echo = await client.toggle(session, { id, enabled: false });
  expect(echo.rejectionReason).toMatch(/could not be saved/);
  expect(await client.entry(session, 'alpha')).not.toHaveProperty('enabled');
  const kept = await client.toggle(session, { id, enablement: [{ kind: 'session', enabled: false }] });
  expect(kept).not.toHaveProperty('rejectionReason');
});

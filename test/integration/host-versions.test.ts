import { describe, expect, it } from 'vitest';
import { fileUri } from '../../src/host/files/file-uri.js';
import { type Json, named, type RawNode, rootChannel } from '../support/raw-client.js';
import { makeSampleRepository, secrets } from '../support/sample-repository.js';
import { servedHost } from '../support/served-host.js';

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function start() {
  const scene = makeSampleRepository();
  const host = await servedHost(scene, { plugins: scene.plugins });
  return { scene, host, cwd: fileUri(scene.cwd) };
}

/** The tree without what is only ours or differs from run to run. */
function plain(node: RawNode): Json {
  const { id: _, uri: __, _meta: ___, range: ____, children, ...rest } = node;
  return children === undefined ? rest : { ...rest, children: children.map(plain) };
}

const loaded = { kind: 'loaded' };
const stopped = { kind: 'stopped' };

/** The tree: `on` is how plugins and servers are on, `version` that of the plugin, if the protocol has it. */
function expectedTree({ on, version }: { on?: Json; version?: Json }): Json[] {
  const skills = { type: 'directory', name: '.agents/skills', contents: 'skill', writable: true };
  const alpha = { type: 'skill', name: 'alpha', description: 'Does alpha.' };
  const gates = { disableUserInvocation: true, disableModelInvocation: true };
  const beta = { type: 'skill', name: 'beta', description: 'Does beta.', ...gates };
  const agents = { type: 'directory', name: '.claude/agents', contents: 'agent', writable: true };
  const gamma = { type: 'agent', name: 'gamma', description: 'An agent.' };
  const rules = { type: 'directory', name: '.', contents: 'rule', writable: false };
  const pack = { type: 'plugin', name: 'pack', ...version, ...on };
  const server = { type: 'mcpServer', state: stopped, ...on };
  const shown = { load: loaded, enabled: true };
  return [
    { ...rules, ...shown, children: [{ type: 'rule', name: 'AGENTS.md' }] },
    { ...skills, ...shown, children: [alpha, beta] },
    { ...agents, ...shown, children: [gamma] },
    {
      ...pack,
      load: loaded,
      children: [
        { type: 'skill', name: 'delta', description: 'Packed.' },
        { ...server, name: 'packed' },
      ],
    },
    { ...server, name: 'local' },
    { ...server, name: 'remote' },
  ];
}

describe('version 0.9.0', () => {
  it('has flat metadata, times as text, and no flag where decisions are listed', async () => {
    const { host, cwd } = await start();
    const client = await host.greet('0.9.0');
    const session = await client.session();
    const metadata = {
      provider: 'agents',
      title: 'repo',
      status: 1,
      workingDirectories: [cwd],
    };
    const times = {
      createdAt: expect.stringMatching(time),
      modifiedAt: expect.stringMatching(time),
    };
    const summary = { resource: session, ...metadata, ...times };
    expect(await client.request('listSessions')).toEqual({ items: [summary] });
    const { state, resource, fromSeq } = await client.subscribe(session);
    const { customizations, ...rest } = state;
    expect(rest).toEqual({ ...metadata, lifecycle: 'ready', chats: [], activeClients: [] });
    expect({ resource, fromSeq }).toEqual({ resource: session, fromSeq: 0 });
    expect(customizations?.map(plain)).toEqual(expectedTree({ version: { version: '1.2.0' } }));
  });

  it('lists its agents with their containers, not yet read', async () => {
    const { host } = await start();
    const client = await host.greet('0.9.0');
    const { state } = await client.subscribe(rootChannel);
    const [agent] = state['agents'] as (Json & { customizations: RawNode[] })[];
    expect(state).toMatchObject({ activeSessions: 1 });
    expect(agent).toMatchObject({ provider: 'agents', displayName: expect.any(String), models: [] });
    const session = await client.subscribe(await client.session());
    expect(agent?.customizations.map(({ uri }) => uri)).toEqual(
      session.state.customizations?.map(({ uri }) => uri),
    );
    expect(agent?.customizations.some((entry) => 'children' in entry)).toBe(false);
    const directories = agent?.customizations.filter(({ type }) => type === 'directory');
    expect(directories?.map(({ enabled }) => enabled)).toEqual([true, true, true]);
  });

  it('keeps decisions in a list on plugins and servers, and as a flag on the rest', async () => {
    const { host, cwd } = await start();
    const client = await host.greet('0.9.0');
    const session = await client.session();
    const before = await client.entries(session);
    const decision = { kind: 'workspace', enabled: false, uri: cwd };
    for (const name of ['pack', 'packed', 'local']) {
      const { action } = await client.toggle(session, { id: named(before, name).id, enablement: [decision] });
      expect(action).toEqual({
        type: 'session/customizationToggled',
        id: named(before, name).id,
        enablement: [decision],
      });
      const entry = await client.entry(session, name);
      expect(entry.enablement).toEqual([decision]);
      expect(entry).not.toHaveProperty('enabled');
    }
    for (const name of ['alpha', 'gamma', 'AGENTS.md', 'delta']) {
      await client.toggle(session, { id: named(before, name).id, enablement: [decision] });
      const entry = await client.entry(session, name);
      expect(entry.enabled).toBe(false);
      expect(entry).not.toHaveProperty('enablement');
      expect(entry._meta?.skillpick?.enablement).toEqual([decision]);
    }
    expect((await client.entry(session, 'remote')).enablement).toBeUndefined();
  });
});

describe('version 0.4.0', () => {
  it('has metadata under summary, times as numbers, and flags on all that had them', async () => {
    const { host, cwd } = await start();
    const client = await host.greet('0.4.0');
    const session = await client.session();
    const summary = {
      resource: session,
      provider: 'agents',
      title: 'repo',
      status: 1,
      createdAt: expect.any(Number),
      modifiedAt: expect.any(Number),
      workingDirectory: cwd,
    };
    expect(await client.request('listSessions')).toEqual({ items: [summary] });
    const { customizations, ...rest } = (await client.subscribe(session)).state;
    expect(rest).toEqual({ summary, lifecycle: 'ready', chats: [] });
    expect(customizations?.map(plain)).toEqual(expectedTree({ on: { enabled: true } }));
    const { state } = await client.subscribe(rootChannel);
    const [agent] = state['agents'] as { customizations: RawNode[] }[];
    expect(agent?.customizations.every(({ enabled }) => enabled === true)).toBe(true);
  });

  it.each(['pack', 'packed', 'local', 'alpha', 'gamma', '.agents/skills'])(
    'switches %s by its flag and never mentions scopes',
    async (name) => {
      const { host } = await start();
      const client = await host.greet('0.4.0');
      const session = await client.session();
      const { id } = await client.entry(session, name);
      const { action } = await client.toggle(session, { id, enabled: false });
      expect(action).toEqual({ type: 'session/customizationToggled', id, enabled: false });
      const entry = await client.entry(session, name);
      expect(entry.enabled).toBe(false);
      expect(entry).not.toHaveProperty('enablement');
      for (const { action: update } of client.envelopes('session/customizationUpdated')) {
        const { enabled, enablement } = update['customization'] as RawNode;
        expect({ enabled: typeof enabled, enablement }).toEqual({
          enabled: 'boolean',
          enablement: undefined,
        });
      }
    },
  );

  it('sees what a newer client decides, as a flag', async () => {
    const { host } = await start();
    const [older, newer] = [await host.greet('0.4.0'), await host.greet('0.9.0')];
    const session = await older.session();
    const { id } = await older.entry(session, 'pack');
    await newer.subscribe(session);
    const off = [
      { kind: 'session', enabled: false },
      { kind: 'global', enabled: true },
    ];
    await newer.toggle(session, { id, enablement: off });
    await newer.toggle(session, { id, enablement: [] });
    await older.until(() => older.envelopes('session/customizationToggled').length === 2);
    expect(older.envelopes('session/customizationToggled').map(({ action }) => action)).toEqual([
      { type: 'session/customizationToggled', id, enabled: false },
      { type: 'session/customizationToggled', id, enabled: true },
    ]);
  });

  it('receives a new session in its own shape', async () => {
    const { host } = await start();
    const [older, newer] = [await host.greet('0.4.0'), await host.greet('0.9.0')];
    await older.subscribe(rootChannel);
    await newer.subscribe(rootChannel);
    await newer.request('createSession', { channel: 'agents:/second' });
    const added = (client: typeof older) =>
      client.notifications().find(({ method }) => method === 'root/sessionAdded')?.params?.['summary'];
    await older.until(() => added(older) !== undefined);
    expect(added(older)).toMatchObject({ resource: 'agents:/second', createdAt: expect.any(Number) });
    expect(added(older)).toHaveProperty('workingDirectory');
    expect(added(newer)).toMatchObject({ createdAt: expect.stringMatching(time) });
    expect(added(newer)).toHaveProperty('workingDirectories');
  });

  it('lists all sessions at once', async () => {
    const { host } = await start();
    const client = await host.greet('0.4.0');
    for (let index = 0; index < 120; index += 1) {
      await client.request('createSession', { channel: `agents:/s${index}` });
    }
    const answer = await client.request<{ items: unknown[] }>('listSessions', {
      channel: rootChannel,
      limit: 5,
    });
    expect(answer.items).toHaveLength(121);
    expect(answer).not.toHaveProperty('nextCursor');
  });
});

it('never sends the command line of a server', async () => {
  const { host } = await start();
  for (const version of ['0.9.0', '0.4.0']) {
    const client = await host.greet(version);
    const session = await client.session();
    await client.subscribe(rootChannel);
    for (const { id } of await client.entries(session)) await client.toggle(session, { id, enabled: false });
    await client.entries(session);
    const all = client.frames.join('\n');
    expect(all).toContain('packed');
    for (const secret of secrets) expect(all).not.toContain(secret);
  }
});

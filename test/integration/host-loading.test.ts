import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../src/client/client.js';
import type { SessionStore } from '../../src/client/session-store.js';
import { listEntries } from '../../src/entries/entries.js';
import { isLoading, progressOf } from '../../src/entries/session-info.js';
import { fileUri } from '../../src/host/files/file-uri.js';
import { Host } from '../../src/host/host.js';
import { hostLimits } from '../../src/host/limits.js';
import { openSession } from '../../src/source/open-session.js';
import { connectInProcess, entryNamed } from '../support/client-in-process.js';
import { makeTree, type Tree } from '../support/host-tree.js';
import { PluginClient, pluginUri } from '../support/plugin-client.js';
import { rootChannel } from '../support/raw-client.js';
import { servedHost } from '../support/served-host.js';
import { blockFor } from '../support/slow-disk.js';
import { ownHost } from '../support/standing.js';
import { until } from '../support/until.js';
import { follow, skillText } from '../support/watched-host.js';

const slowMs = 4;
const skills = (4 * hostLimits.firstSliceMs) / slowMs;

/** A repository whose skills take longer to read than the first slice, for two tools. */
function slowTree() {
  const tree = makeTree();
  for (const home of ['.claude', '.config/opencode']) mkdirSync(join(tree.home, home), { recursive: true });
  for (let at = 0; at < skills; at += 1) tree.skill(`skill-${at}`);
  const disk = { delayMs: slowMs, reads: 0, onSkill: () => {} };
  const onRead = (path: string) => {
    disk.reads += 1;
    if (!path.endsWith('SKILL.md')) return;
    blockFor(disk.delayMs);
    disk.onSkill();
  };
  return { ...tree, environment: { ...tree.environment, onRead }, disk };
}

function startHost(tree: Tree): Host {
  const host = new Host({ environment: tree.environment, inSlices: true });
  onTestFinished(() => host.close());
  return host;
}

const stateOf = (store: SessionStore) => store.getSnapshot().state;
const names = (store: SessionStore) => listEntries(stateOf(store), ownHost).entries.map(({ name }) => name);

describe('a session of a host that is still reading the disk', () => {
  it('is loading, shows how many files were read, and ends with the list of a host that reads at once', async () => {
    const tree = slowTree();
    const { open, client } = await connectInProcess(startHost(tree));
    const store = await open('agents');
    expect(isLoading(stateOf(store))).toBe(true);
    const counts: number[] = [];
    store.subscribe(() => counts.push(progressOf(stateOf(store))?.files ?? -1));
    await until(store.subscribe, () => !isLoading(stateOf(store)));
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
    expect(names(store)).toHaveLength(skills);
    tree.disk.delayMs = 0;
    const atOnce = await connectInProcess(new Host({ environment: tree.environment }));
    const whole = stateOf(await atOnce.open('agents'));
    await until(store.subscribe, () => stateOf(store).lifecycle === 'ready');
    expect(stateOf(store).customizations).toEqual(whole.customizations);
    expect(stateOf(store)._meta).toEqual(whole._meta);
    const agents = ({ root }: Client) => JSON.stringify(root.getSnapshot().root.agents);
    await until(client.root.subscribe, () => agents(client) === agents(atOnce.client));
  });

  it('refuses a switch until it has loaded, and makes it then', async () => {
    const tree = slowTree();
    tree.disk.delayMs = 0;
    const before = await connectInProcess(new Host({ environment: tree.environment }));
    const { id } = entryNamed(await before.open('agents'), 'skill-1');
    tree.disk.delayMs = slowMs;
    const served = await servedHost(tree, { inSlices: true });
    const client = await served.greet();
    const session = await client.session();
    await client.subscribe(session);
    expect(await client.toggle(session, { id, enabled: false })).toMatchObject({
      rejectionReason: expect.stringContaining('still being read'),
    });
    await served.host.loaded;
    expect(await client.toggle(session, { id, enabled: false })).not.toHaveProperty('rejectionReason');
  });

  it('refuses the plugins of a client until it has loaded', async () => {
    const served = await servedHost(slowTree(), { inSlices: true });
    const client = await served.greet();
    const session = await client.session();
    const publish = () => {
      const activeClient = { clientId: client.clientId, tools: [], customizations: [] };
      return client.echo(client.dispatch(session, { type: 'session/activeClientSet', activeClient }));
    };
    await client.subscribe(session);
    expect((await publish()).rejectionReason).toContain('still being read');
    await served.host.loaded;
    expect(await publish()).not.toHaveProperty('rejectionReason');
  });

  it('is given the plugin of our client once it has loaded', async () => {
    const [tree, slow] = [makeTree(), slowTree()];
    tree.write('pack/plugin.json', '{"name":"pack"}');
    tree.write('pack/skills/deploy/SKILL.md', skillText('deploy'));
    const environment = { ...slow.environment, cwd: tree.cwd };
    const { url, token } = await servedHost({ ...tree, environment }, { inSlices: true });
    const { stdin, stdout, stderr, platform } = process;
    const io = {
      ...{ argv: [], stdin, stdout, stderr, platform },
      ...{ env: { AHP_TOKEN: token }, cwd: tree.cwd, home: tree.home },
      signal: new AbortController().signal,
    };
    const options = { url, newSession: true, cwd: slow.cwd, publish: join(tree.cwd, 'pack') };
    const session = await openSession(options, io, { mayBeTemporary: true });
    onTestFinished(() => session.close());
    expect(session.getView().state.activeClients).toHaveLength(1);
  });

  it('is loading for a directory that a client names later, while others are served', async () => {
    const [tree, other] = [makeTree(), slowTree()];
    tree.skill('quick');
    const served = await servedHost(
      { ...tree, environment: { ...other.environment, cwd: tree.cwd } },
      { inSlices: true },
    );
    const client = await served.greet();
    await client.request('createSession', {
      channel: 'agents:/late',
      workingDirectories: [fileUri(other.cwd)],
    });
    const { state } = await client.subscribe('agents:/late');
    expect(state).toMatchObject({ lifecycle: 'creating' });
    expect((await follow(client, await client.session())).names()).toContain('quick');
    await client.until(() => client.envelopes().some(({ action }) => action.type === 'session/ready'));
    const after = await follow(client, 'agents:/late');
    expect(after.names()).toContain(`skill-${skills - 1}`);
  });

  describe('and is created with what is compared with the list', () => {
    const channel = 'agents:/late';

    /** A host of a small directory, a client, and a directory with an agent that takes long to read. */
    async function startLate() {
      const [tree, late] = [makeTree(), slowTree()];
      late.write('.github/agents/planner.agent.md', skillText('planner'));
      const environment = { ...late.environment, cwd: tree.cwd };
      const served = await servedHost({ ...tree, environment }, { inSlices: true });
      const publisher = new PluginClient(await served.greet());
      const { client } = publisher;
      await client.subscribe(rootChannel);
      const params = { channel, workingDirectories: [fileUri(late.cwd)] };
      const clientWith = (uri: string) => ({
        activeClient: {
          clientId: client.clientId,
          tools: [],
          customizations: [{ type: 'plugin', id: 'p1', uri, name: 'pack' }],
        },
      });
      const agentAt = (path: string) => ({ agent: { uri: fileUri(join(late.cwd, path)) } });
      const announced = () => client.notifications().map(({ method }) => method);
      return { late, served, publisher, client, params, clientWith, agentAt, announced };
    }
    const planner = '.github/agents/planner.agent.md';

    it('has its agent once it is created, after it was read', async () => {
      const { client, params, agentAt, announced } = await startLate();
      const agent = agentAt(planner);
      const created = client.request('createSession', { ...params, ...agent });
      const { state } = await client.subscribe(channel);
      await created;
      expect(state).toMatchObject({ lifecycle: 'ready', ...agent });
      expect(announced()).toEqual(['root/sessionAdded']);
    });

    it('has the plugins of its client', async () => {
      const { publisher, client, params, clientWith } = await startLate();
      await client.request('createSession', { ...params, ...clientWith(pluginUri) });
      const { state } = await client.subscribe(channel);
      expect(state).toMatchObject({ activeClients: [{ clientId: client.clientId }] });
      await client.until(() => publisher.requests.length > 0);
      expect((await client.entries(channel)).map(({ name }) => name)).toContain(`skill-${skills - 1}`);
    });

    it('is refused for an agent that it does not have, or a plugin in a place that it lists', async () => {
      const { late, client, params, agentAt, clientWith, announced } = await startLate();
      expect(await client.refusal('createSession', { ...params, ...agentAt('nobody.md') })).toMatchObject({
        message: 'the session has no such agent',
      });
      const uri = fileUri(join(late.cwd, '.agents/skills'));
      expect(await client.refusal('createSession', { ...params, ...clientWith(uri) })).toMatchObject({
        message: `${uri} is listed here already, from the disk`,
      });
      expect((await client.refusal('subscribe', { channel })).code).toBe(-32001);
      expect(announced()).toEqual([]);
    });

    it('is not created if it is disposed of meanwhile, or if its client goes', async () => {
      const { served, client, params, agentAt, announced } = await startLate();
      const agent = agentAt(planner);
      const refusal = client.refusal('createSession', { ...params, ...agent });
      expect((await client.refusal('createSession', params)).message).toBe('that session exists already');
      await client.request('disposeSession', { channel });
      expect((await refusal).message).toBe('the session was disposed of meanwhile');
      const other = await served.greet();
      other.send({ jsonrpc: '2.0', id: 99, method: 'createSession', params: { ...params, ...agent } });
      await other.ping();
      await other.close();
      await client.request('createSession', { ...params, ...agent, channel: 'agents:/last' });
      expect(announced()).toEqual(['root/sessionAdded']);
      expect([...served.host.sessions.keys()]).not.toContain(channel);
    });
  });

  it('ends with its host, which then reads nothing more', async () => {
    const tree = slowTree();
    const host = startHost(tree);
    await host.close();
    const before = tree.disk.reads;
    for (let turn = 0; turn < 20; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    expect(tree.disk.reads).toBe(before);
    expect(before).toBeLessThan(skills);
  });
});

describe('while the disk is read again', () => {
  it('the list stays, a switch works and holds, and the change appears at the end', async () => {
    const tree = slowTree();
    tree.disk.delayMs = 0;
    const host = startHost(tree);
    await host.loaded;
    host.watch();
    const { open } = await connectInProcess(host);
    const store = await open('agents');
    const reading = new Promise<void>((resolve) => {
      tree.disk.onSkill = resolve;
    });
    tree.disk.delayMs = slowMs;
    // Every file is read again, because all of them change.
    for (let at = 0; at < skills; at += 1)
      tree.write(`.agents/skills/skill-${at}/SKILL.md`, skillText(`skill-${at}`, `Now does ${at}.`));
    await reading;
    const readBefore = tree.disk.reads;
    const outcome = await store.toggle(entryNamed(store, 'skill-1').id, false, 'workspace');
    expect(outcome).toMatchObject({ kind: 'confirmed', enabled: false });
    expect(tree.disk.reads - readBefore).toBeLessThan(skills);
    const last = skills - 1;
    expect(entryNamed(store, `skill-${last}`).description).toBe(`Does skill-${last}.`);
    const isNew = () => entryNamed(store, `skill-${last}`).description === `Now does ${last}.`;
    await until(store.subscribe, isNew);
    expect(entryNamed(store, 'skill-1').enabled).toBe(false);
    expect(names(store)).toHaveLength(skills);
  });
});

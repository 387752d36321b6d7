import { describe, expect, it } from 'vitest';
import { fileUri } from '../../src/host/files/file-uri.js';
import { PluginClient, pluginUri } from '../support/plugin-client.js';
import {
  flatten,
  type Json,
  named,
  type RawClient,
  type RawEnvelope,
  type RawNode,
  type RawSnapshot,
  rootChannel,
} from '../support/raw-client.js';
import { makeSampleRepository } from '../support/sample-repository.js';
import { type ServedHost, servedHost } from '../support/served-host.js';
import { readable, reduce, type Switching } from '../support/version-reducer.js';
import { isAtLeast, shapesOf } from '../support/version-shapes.js';

/** A client of one version that keeps the state of a session by the version's own reducer, and checks every frame. */
class ScriptedClient {
  readonly #shapes;
  #raw: RawClient;
  #session = '';
  #state: RawSnapshot['state'] = {};
  #seq = 0;
  #seen = 0;

  constructor(
    raw: RawClient,
    readonly version: string,
    readonly by: Switching,
  ) {
    this.#raw = raw;
    this.#shapes = shapesOf(version);
  }

  get raw(): RawClient {
    return this.#raw;
  }

  get seq(): number {
    return this.#seq;
  }

  async request<T = Json>(method: string, params: Json = { channel: rootChannel }): Promise<T> {
    const response = await this.#raw.ask(method, params);
    this.#shapes.response(method, response);
    expect(response.error).toBeUndefined();
    return response.result as T;
  }

  async snapshot(): Promise<RawSnapshot> {
    return (await this.request<{ snapshot: RawSnapshot }>('subscribe', { channel: this.#session })).snapshot;
  }

  async follow(session: string): Promise<void> {
    this.#session = session;
    const { state, fromSeq } = await this.snapshot();
    this.#state = state;
    this.#seq = fromSeq;
  }

  /** The state with every action received so far. */
  get state(): RawSnapshot['state'] {
    const { messages } = this.#raw;
    for (; this.#seen < messages.length; this.#seen += 1) {
      const message = messages[this.#seen]!;
      if (message.method === undefined) continue;
      if (message.id !== undefined) {
        this.#shapes.request(message);
        continue;
      }
      this.#shapes.notification(message);
      if (message.method === 'action') this.apply(message.params as unknown as RawEnvelope);
    }
    return this.#state;
  }

  apply({ channel, action, serverSeq, rejectionReason }: RawEnvelope): void {
    expect(serverSeq).toBeGreaterThan(this.#seq);
    this.#seq = serverSeq;
    if (channel === this.#session && rejectionReason === undefined)
      this.#state = reduce(this.version, this.#state, action, this.by);
  }

  get nodes(): RawNode[] {
    return flatten(this.state.customizations);
  }

  get agent(): unknown {
    const { state } = this;
    return ((state['summary'] as Json | undefined) ?? state)['agent'];
  }

  /** Becomes active with these plugins; inactive without a list. */
  async activate(customizations?: Json[]): Promise<RawEnvelope> {
    const { clientId } = this.raw;
    const activeClient = customizations && { clientId, displayName: 'Test', tools: [], customizations };
    if (!isAtLeast(this.version, '0.5.0'))
      return this.dispatch({ type: 'session/activeClientChanged', activeClient: activeClient ?? null });
    return this.dispatch(
      activeClient
        ? { type: 'session/activeClientSet', activeClient }
        : { type: 'session/activeClientRemoved', clientId },
    );
  }

  isOn(name: string): boolean {
    const { enabled, enablement } = named(this.nodes, name);
    return (this.by === 'decisions' ? enablement?.[0]?.enabled : undefined) ?? enabled ?? true;
  }

  /** Toggles an entry with the version's own field. */
  async toggle(name: string, enabled: boolean, uri: string): Promise<RawEnvelope> {
    const decision = { kind: 'workspace', enabled, uri };
    const fields = this.by === 'flags' ? { enabled } : { enablement: [decision] };
    const action = { type: 'session/customizationToggled', id: named(this.nodes, name).id, ...fields };
    return this.dispatch(action);
  }

  async dispatch(action: Json): Promise<RawEnvelope> {
    return this.#raw.echo(this.#raw.dispatch(this.#session, action));
  }

  /** The state by the reducer is that of a new snapshot. */
  async isUpToDate(): Promise<void> {
    const { state } = await this.snapshot();
    expect(readable(this.state, this.by)).toEqual(readable(state, this.by));
  }

  async reconnect(host: ServedHost, lastSeenServerSeq: number): Promise<RawEnvelope[]> {
    this.#raw = await host.open(this.#raw.clientId);
    this.#seen = 0;
    this.#seq = lastSeenServerSeq;
    const { clientId } = this.#raw;
    const subscriptions = [rootChannel, this.#session, 'agents:/gone'];
    const params = { channel: rootChannel, clientId, lastSeenServerSeq, subscriptions };
    const reply = await this.request<{ type: string; actions: RawEnvelope[]; missing: string[] }>(
      'reconnect',
      params,
    );
    expect(reply).toMatchObject({ type: 'replay', missing: ['agents:/gone'] });
    return reply.actions;
  }
}

async function connect(host: ServedHost, version: string, by: Switching): Promise<ScriptedClient> {
  const client = new ScriptedClient(await host.open(), version, by);
  const { clientId } = client.raw;
  const offer = { channel: rootChannel, clientId, protocolVersions: [version] };
  expect(await client.request('initialize', offer)).toMatchObject({ protocolVersion: version });
  return client;
}

/** A host that watches a repository with one entry of each kind. */
async function start() {
  const scene = makeSampleRepository();
  scene.write('.github/prompts/ask.prompt.md', '---\nname: ask\ndescription: Asks.\n---\nAsk.\n');
  scene.write(
    '.claude/agents/epsilon.md',
    '---\nname: epsilon\ndescription: Has settings.\nmodel: fast\ntools: Read\n---\nBody.\n',
  );
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'run-secret-command' }] }] };
  scene.write('pack/hooks/hooks.json', JSON.stringify({ hooks }, null, 2));
  const host = await servedHost(scene, { plugins: scene.plugins });
  host.host.watch();
  return { scene, host, uri: fileUri(scene.cwd) };
}

const flagVersions = ['0.4.0', '0.5.0', '0.5.1', '0.5.2', '0.6.0', '0.7.0', '0.8.0'];
const decisionVersions = ['0.8.0', '0.9.0', '0.10.0', '1.0.0', '1.1.0'];
const clients: [string, Switching][] = [
  ...flagVersions.map((version): [string, Switching] => [version, 'flags']),
  ...decisionVersions.map((version): [string, Switching] => [version, 'decisions']),
];

describe.each(clients)('a client of %s that reads %s', (version, by) => {
  /** It and a client of the newest version follow the same session. */
  async function follow() {
    const scene = await start();
    const client = await connect(scene.host, version, by);
    const other = await connect(scene.host, '1.1.0', 'decisions');
    await client.request('subscribe', { channel: rootChannel });
    const { items } = await client.request<{ items: { resource: string }[] }>('listSessions');
    const session = items[0]!.resource;
    await client.follow(session);
    await other.follow(session);
    return { ...scene, client, other, session };
  }

  it('follows toggles of every kind of entry, its own and those of others', async () => {
    const { client, other, uri } = await follow();
    const hook = client.nodes.find(({ type }) => type === 'hook')!.name;
    const children = ['alpha', 'gamma', 'ask', 'AGENTS.md', hook, 'delta', 'packed'];
    for (const name of [...children, 'pack', 'local', '.agents/skills']) {
      for (const enabled of [false, true, false]) {
        const sender = enabled ? other : client;
        const echo = await sender.toggle(name, enabled, uri);
        expect(echo, name).not.toHaveProperty('rejectionReason');
        expect(echo.action['id']).toBe(named(client.nodes, name).id);
        await client.raw.until(() => client.isOn(name) === enabled);
        await other.raw.until(() => other.isOn(name) === enabled);
      }
      await client.isUpToDate();
    }
    await other.isUpToDate();
  });

  it('follows titles, marks, files and sessions', async () => {
    const { client, other, scene, session } = await follow();
    await client.dispatch({ type: 'session/titleChanged', title: 'new' });
    await other.dispatch({ type: 'session/isReadChanged', isRead: true });
    await client.dispatch({ type: 'session/isArchivedChanged', isArchived: true });
    scene.skill('later');
    await client.raw.until(() => client.nodes.some(({ name }) => name === 'later'));
    scene.skill('later', 'user-invocable: false\n');
    await client.raw.until(() =>
      client.nodes.some((node) => node.name === 'later' && node['disableUserInvocation'] === true),
    );
    scene.write('.claude/skills/fresh/SKILL.md', '---\nname: fresh\ndescription: New.\n---\nBody.\n');
    await client.raw.until(() => client.nodes.some(({ name }) => name === 'fresh'));
    await client.request('createSession', { channel: 'agents:/second' });
    await client.request('disposeSession', { channel: 'agents:/second' });
    await client.isUpToDate();
    const { items } = await client.request<{ items: Json[] }>('listSessions');
    expect(items).toMatchObject([{ resource: session, title: 'new', status: 97 }]);
    expect(client.raw.notifications().map(({ method }) => method)).toEqual(
      expect.arrayContaining(['root/sessionAdded', 'root/sessionRemoved', 'root/sessionSummaryChanged']),
    );
  });

  it('follows the selected agent, and the plugin that it publishes itself', async () => {
    const { client, other } = await follow();
    const agent = { uri: named(client.nodes, 'epsilon').uri };
    expect(await client.dispatch({ type: 'session/agentChanged', agent })).not.toHaveProperty(
      'rejectionReason',
    );
    expect(client.agent).toEqual(agent);
    await client.isUpToDate();
    const { items } = await client.request<{ items: Json[] }>('listSessions');
    expect(items).toMatchObject([{ agent }]);
    await other.dispatch({ type: 'session/agentChanged' });
    await client.raw.until(() => client.agent === undefined);
    await client.isUpToDate();
    const changes = client.raw.notifications().map(({ params }) => params!['changes']);
    expect(changes).toEqual([{ agent }, isAtLeast(version, '0.5.0') ? { agent: null } : {}]);
    const files = new PluginClient(client.raw);
    const plugin = { type: 'plugin', id: 'p1', uri: pluginUri, name: 'mine', nonce: 'n1' };
    expect(await client.activate([plugin])).not.toHaveProperty('rejectionReason');
    const hasPlugin = ({ nodes }: ScriptedClient) => nodes.some(({ name }) => name === 'deploy');
    for (const one of [client, other]) await one.raw.until(() => hasPlugin(one));
    expect(files.requests.length).toBeGreaterThan(0);
    await client.isUpToDate();
    await other.isUpToDate();
    await client.activate();
    for (const one of [client, other]) await one.raw.until(() => !hasPlugin(one));
    await client.isUpToDate();
    await other.isUpToDate();
  });

  it('learns alone what is refused, with the fields of its version', async () => {
    const { client, other, uri } = await follow();
    const field = by === 'flags' ? { enabled: false } : { enablement: [] };
    const refused: Json[] = [
      { type: 'session/nonsense', a: 1 },
      { type: 'session/customizationRemoved', id: 'x' },
      { type: 'session/customizationsChanged', customizations: [] },
      { type: 'session/titleChanged' },
      { type: 'session/customizationToggled', id: 'nowhere', ...field },
      { type: 'session/customizationToggled', ...field },
      { type: 'session/customizationToggled', id: named(client.nodes, 'alpha').id },
    ];
    for (const [index, action] of refused.entries()) {
      const echo = await client.dispatch(action);
      expect(echo).toMatchObject({ action: { type: action['type'] }, serverSeq: index + 1 });
      expect(echo.rejectionReason).toMatch(/.{10}/);
    }
    client.raw.dispatch('agents:/nowhere', refused[0]);
    client.raw.send({ jsonrpc: '2.0', method: 'dispatchAction', params: { channel: 5, clientSeq: 'x' } });
    const next = await client.toggle('alpha', false, uri);
    expect(next.serverSeq).toBe(refused.length + 1);
    await other.raw.until(() => !other.isOn('alpha'));
    expect(other.raw.envelopes().filter(({ rejectionReason }) => rejectionReason !== undefined)).toEqual([]);
    await client.isUpToDate();
    await other.isUpToDate();
  });

  it('gets after a drop what it missed, and no refusal of others', async () => {
    const { client, other, host, uri } = await follow();
    await client.toggle('alpha', false, uri);
    const before = [client.state, client.seq] as const;
    await client.dispatch({ type: 'session/nonsense' });
    await client.raw.close();
    await other.dispatch({ type: 'session/nonsense' });
    await other.toggle('packed', false, uri);
    await other.toggle('alpha', true, uri);
    await other.dispatch({ type: 'session/nonsense' });
    const actions = await client.reconnect(host, before[1]);
    const refusals = actions.filter(({ rejectionReason }) => rejectionReason !== undefined);
    expect(refusals.map(({ origin }) => origin?.clientId)).toEqual([client.raw.clientId]);
    for (const envelope of actions) client.apply(envelope);
    expect([client.isOn('packed'), client.isOn('alpha')]).toEqual([false, true]);
    await other.toggle('delta', false, uri);
    await client.raw.until(() => !client.isOn('delta'));
    await client.isUpToDate();
    // The newest number belongs to a refusal that this client never sees: nothing is missing.
    await other.dispatch({ type: 'session/nonsense' });
    await client.raw.close();
    expect(await client.reconnect(host, client.seq)).toEqual([]);
    await client.isUpToDate();
  });
});

it.each([
  ['1.133', ['0.8.0', '0.7.0', '0.6.0', '0.5.2', '0.5.1'], '0.8.0'],
  ['1.135', ['1.0.0'], '1.0.0'],
  ['1.136 to 1.139', ['0.9.0', '0.8.0', '0.7.0', '0.6.0', '0.5.2', '0.5.1'], '0.9.0'],
  ['1.141', ['0.10.0'], '0.10.0'],
])('the editor of VS Code %s connects', async (_, offer, version) => {
  const { host } = await start();
  const client = await host.open();
  expect(await client.initialize(offer)).toMatchObject({ protocolVersion: version });
  const { state } = await client.subscribe(await client.session());
  expect(flatten(state.customizations).map(({ name }) => name)).toContain('alpha');
});

it('checks what the versions do not have', () => {
  const frame = (action: Json) => ({
    jsonrpc: '2.0',
    method: 'action',
    params: { channel: 'x:/1', serverSeq: 1, action: { type: 'session/customizationToggled', ...action } },
  });
  const decisions = { id: 'x', enablement: [{ kind: 'workspace', enabled: false, uri: 'file:///w' }] };
  for (const [version] of clients) {
    const check = (action: Json) => () => shapesOf(version).notification(frame(action));
    const isFlag = !isAtLeast(version, '0.8.0');
    const isDecision = isAtLeast(version, '0.9.0');
    if (isFlag) expect(check({ id: 'x', enabled: false })).not.toThrow();
    else expect(check({ id: 'x', enabled: false })).toThrow();
    if (isDecision) expect(check(decisions)).not.toThrow();
    else expect(check(decisions)).toThrow();
    if (isFlag || isDecision) expect(check({ ...decisions, enabled: false })).toThrow();
  }
});

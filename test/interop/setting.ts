/**
 * What the tests of one host version share: a running host on a scratch scene, and clients and sessions that are
 * cleared away when the test that asked for them ends.
 */

import { afterAll, beforeAll, describe, expect, inject, onTestFinished } from 'vitest';
import {
  type Client,
  type ConnectToHostOptions,
  connectToHost,
  type LinkStatus,
  type SessionStore,
  type SessionView,
} from '../../src/client/index.js';
import { type AnyCustomization, walk } from '../../src/protocol/index.js';
import { type AgentHost, type HostVersion, hostVersions, start } from './agent-host.js';
import { RawClient, rootChannel } from './raw-client.js';
import { makeScene, type Scene, uriOf } from './scene.js';

export class Setting {
  readonly version: HostVersion;
  readonly scene: Scene;
  readonly host: AgentHost;

  constructor(version: HostVersion, scene: Scene, host: AgentHost) {
    this.version = version;
    this.scene = scene;
    this.host = host;
  }

  /** Our client, connected to the host or to the proxy in front of it. */
  async connect(options: Partial<ConnectToHostOptions> = {}): Promise<Client> {
    const client = await connectToHost({ url: this.host.url, token: this.host.token, ...options });
    onTestFinished(() => client.close());
    return client;
  }

  /** A second client that knows nothing but frames. */
  async connectRaw(): Promise<RawClient> {
    const raw = await RawClient.connect(this.host);
    onTestFinished(() => raw.close());
    await raw.initialize();
    return raw;
  }

  /** Creates a session for this test, with the scene's repository as its working directory. */
  async openSession(client: Client): Promise<SessionStore> {
    const uri = await client.createSession({ workingDirectory: uriOf(this.scene.workspace) });
    const store = await client.openSession(uri);
    await reached(store, ({ confirmed }) =>
      (confirmed.customizations ?? []).every(
        ({ type, ...entry }) => type !== 'plugin' || 'children' in entry,
      ),
    );
    return store;
  }
}

/** Makes the scene's plugin visible in every session from then on. */
async function publishPlugin({ host, scene }: Setting): Promise<void> {
  const raw = await RawClient.connect(host);
  await raw.initialize();
  await raw.request('subscribe', { channel: rootChannel });
  const echo = raw.nextAction(rootChannel, 'root/configChanged');
  const plugin = { uri: uriOf(scene.plugin), displayName: 'acme-tools', description: 'Tools of Acme.' };
  raw.dispatch(rootChannel, { type: 'root/configChanged', config: { customizations: [plugin] } });
  await echo;
  await raw.close();
}

/** Describes the same tests for every version of the host; versions that are unavailable count as skipped. */
export function describeHosts(
  what: string,
  body: (setting: () => Setting, version: HostVersion) => void,
  {
    versions = hostVersions,
    ...options
  }: { versions?: readonly HostVersion[]; editor?: boolean; speaks?: string } = {},
): void {
  const unavailable = inject('unavailableHosts');
  for (const version of versions) {
    describe.skipIf(unavailable.includes(version))(`${what}, code-server ${version}`, () => {
      let setting: Setting | undefined;
      let scene: Scene | undefined;
      beforeAll(async () => {
        scene = makeScene();
        const { home, userData } = scene;
        const host = await start({ version, home, userData, token: 'interop-token', ...options });
        setting = new Setting(version, scene, host);
        if (options.speaks === undefined) await publishPlugin(setting);
      });
      afterAll(async () => {
        await setting?.host.stop();
        scene?.remove();
      });
      body(() => setting!, version);
    });
  }
}

/** Resolves with the first view that passes the test, the present one included. */
export function reached(store: SessionStore, test: (view: SessionView) => boolean): Promise<SessionView> {
  return new Promise((resolve) => {
    const look = () => {
      const view = store.getSnapshot();
      if (!test(view)) return;
      stop();
      resolve(view);
    };
    const stop = store.subscribe(look);
    look();
  });
}

/** Resolves when the client's connection is in this state. */
export function statusReached(client: Client, kind: LinkStatus['kind']): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.status.kind !== kind) return;
      stop();
      resolve();
    };
    const stop = client.onStatus(look);
    look();
  });
}

/** The entry of this type whose URI ends like this. */
export function entry(view: SessionView, type: string, uriEnd: string): AnyCustomization {
  for (const { node } of walk(view.confirmed.customizations)) {
    if (node.type === type && node.uri.endsWith(uriEnd)) return node;
  }
  throw new Error(`The session has no ${type} at …${uriEnd}.`);
}

/**
 * Starts a turn, which fails for want of a sign-in, and lists the sessions. Hosts report only the end of sessions that
 * they have listed, and list none before its first turn.
 */
export async function startTurn(raw: RawClient, session: string): Promise<void> {
  await raw.request('subscribe', { channel: rootChannel });
  const { snapshot } = await raw.request('subscribe', { channel: session });
  const { defaultChat } = (snapshot as { state: { defaultChat: string } }).state;
  await raw.request('subscribe', { channel: defaultChat });
  const counted = raw.nextAction(rootChannel, 'root/activeSessionsChanged');
  const startedAt = new Date().toISOString();
  raw.dispatch(defaultChat, {
    type: 'chat/turnStarted',
    turnId: 't1',
    startedAt,
    // Newer hosts set the session up only for a message that says where it came from.
    message: { text: 'Hello', origin: { kind: 'user' } },
  });
  await counted;
  const { items } = await raw.request('listSessions', { channel: rootChannel });
  expect((items as { resource: string }[]).map(({ resource }) => resource)).toContain(session);
}

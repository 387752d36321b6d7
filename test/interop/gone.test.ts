/** Sessions that end, that the host cannot describe yet, and that are made anew, on real hosts. */

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Forgotten } from '../../src/client/index.js';
import { ownEnabled, walk } from '../../src/protocol/index.js';
import { openSession } from '../../src/source/open-session.js';
import type { SessionSource } from '../../src/source/session-source.js';
import { HesitantProxy } from './hesitant-proxy.js';
import { describeHosts, entry, reached, type Setting, startTurn, statusReached } from './setting.js';

/** Opens a temporary session, as the picker does on a host without sessions. */
async function openTemporary({ host, scene }: Setting): Promise<SessionSource> {
  const { stdin, stdout, stderr, platform } = process;
  const io = {
    ...{ argv: [], stdin, stdout, stderr, platform },
    env: { AHP_TOKEN: host.token },
    cwd: scene.workspace,
    home: join(scene.root, 'user'),
    signal: new AbortController().signal,
  };
  const session = await openSession({ url: host.url, newSession: true }, io, { mayBeTemporary: true });
  onTestFinished(() => session.close());
  return session;
}

/** Resolves as soon as the session passes the test. */
function becomes(session: SessionSource, passes: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!passes()) return;
      stop();
      resolve();
    };
    const stop = session.subscribe(look);
    look();
  });
}

function skillOf(session: SessionSource, name: string) {
  const all = [...walk(session.getView().confirmed.customizations)].map(({ node }) => node);
  return all.find((node) => node.type === 'skill' && node.uri.endsWith(`/${name}/SKILL.md`));
}

describeHosts('disposed elsewhere', (setting) => {
  test('the session is gone as soon as another client has disposed of it', async () => {
    const client = await setting().connect();
    const store = await setting().openSession(client);
    const raw = await setting().connectRaw();
    await startTurn(raw, store.uri);
    await raw.request('disposeSession', { channel: store.uri });
    const view = await reached(store, ({ isMissing }) => isMissing);
    expect(view.isRemoved).toBe(true);
    const { id } = entry(view, 'skill', '/review/SKILL.md');
    expect(await store.toggle(id, false)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('a session without a turn is gone when it is next asked for', async () => {
    const client = await setting().connect();
    const store = await setting().openSession(client);
    const raw = await setting().connectRaw();
    await raw.request('disposeSession', { channel: store.uri });
    expect(await store.refresh()).toBe(false);
    expect(store.getSnapshot()).toMatchObject({ isMissing: true, isRemoved: false });
  });

  test('a temporary session stays closed', async () => {
    const session = await openTemporary(setting());
    const { uri } = session;
    const raw = await setting().connectRaw();
    await startTurn(raw, uri);
    await raw.request('disposeSession', { channel: uri });
    await becomes(session, () => session.getView().isRemoved);
    expect(session.uri).toBe(uri);
  });
});

describeHosts('not described yet', (setting) => {
  test('a session that the host cannot describe after a drop is asked for until it can', async () => {
    const proxy = await HesitantProxy.before(setting().host.url);
    onTestFinished(() => proxy.close());
    const client = await setting().connect({ url: proxy.url });
    const store = await setting().openSession(client);
    const { id } = entry(store.getSnapshot(), 'skill', '/review/SKILL.md');
    proxy.drop(4);
    await statusReached(client, 'waiting');
    expect(await store.toggle(id, false)).toEqual({ kind: 'confirmed', enabled: false });
    expect(proxy.refusalsLeft).toBe(0);
    expect(store.getSnapshot().isMissing).toBe(false);
  });
});

describeHosts('temporary session', (setting) => {
  test('is made anew after a restart, and what was switched is reported as forgotten', async () => {
    const session = await openTemporary(setting());
    await becomes(session, () => skillOf(session, 'review') !== undefined);
    const { uri } = session;
    const { id } = skillOf(session, 'review')!;
    const [outcome] = session.switch([{ id, enabled: false, scope: 'session' }]);
    expect(await outcome).toMatchObject({ kind: 'confirmed', enabled: false });
    const forgotten = new Promise<Forgotten>((resolve) => session.onForgotten(resolve));
    await setting().host.restart();
    expect((await forgotten).switches).toEqual([{ id, enabled: false, scope: 'session' }]);
    expect(session.uri).not.toBe(uri);
    expect(ownEnabled(skillOf(session, 'review')!)).toBe(true);
    const [again] = session.switch([{ id, enabled: false, scope: 'session' }]);
    expect(await again).toMatchObject({ kind: 'confirmed', enabled: false });
  });
});

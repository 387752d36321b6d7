import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/index.js';
import { clientLimits } from '../../src/client/limits.js';
import { letReconnect, openInMemory } from '../support/client-in-memory.js';
import { FakeClock, quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { memoryOpen } from '../support/memory-host.js';
import { type Call, ROOT, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

const newHost = () => new ScriptedHost(new ModelSession(skills(2)));
const isAbout = (channel: string, { method, params }: Call) =>
  method === 'subscribe' && params['channel'] === channel;

describe('opening a session', () => {
  it('returns the same store to every caller, also while it is being opened', async () => {
    const host = newHost();
    const { client, store } = await openInMemory(host);
    client.closeSession(SESSION);
    const [first, second] = await Promise.all([client.openSession(SESSION), client.openSession(SESSION)]);
    expect(first).toBe(second);
    expect(first).not.toBe(store);
    expect(shownFlags(first)).toEqual({ d: true, s0: true, s1: true });
    expect(await client.openSession(SESSION)).toBe(first);
    expect(host.calls('subscribe').filter((call) => isAbout(SESSION, call))).toHaveLength(2);
  });

  it('rejects for every caller, and can be tried again', async () => {
    const host = newHost();
    const { client, clock } = await openInMemory(host);
    const uri = 'copilotcli:/later';
    const opening = Promise.allSettled([client.openSession(uri), client.openSession(uri)]);
    // The host is asked once more before the session counts as unknown.
    await letReconnect(clock);
    const both = await opening;
    for (const { status, reason } of both as PromiseRejectedResult[]) {
      expect(status).toBe('rejected');
      expect(reason).toMatchObject({ code: 'session-unknown', exitCode: 3, hint: expect.any(String) });
    }
    host.sessions.set(uri, new ModelSession(skills(1)));
    expect(shownFlags(await client.openSession(uri))).toEqual({ d: true, s0: true });
  });

  it('asks once more if the host reports that there is no such session', async () => {
    const host = newHost();
    const { client, clock } = await openInMemory(host);
    const uri = 'copilotcli:/later';
    const opening = client.openSession(uri);
    await quiet();
    host.sessions.set(uri, new ModelSession(skills(1)));
    await letReconnect(clock);
    expect(shownFlags(await opening)).toEqual({ d: true, s0: true });
  });

  it('fails if the session is closed meanwhile', async () => {
    const host = newHost();
    const { client } = await openInMemory(host);
    host.sessions.set('copilotcli:/two', new ModelSession([]));
    const opening = client.openSession('copilotcli:/two');
    client.closeSession('copilotcli:/two');
    const again = client.openSession('copilotcli:/two');
    await expect(opening).rejects.toMatchObject({ code: 'closed' });
    const store = await again;
    host.emit('copilotcli:/two', { type: 'session/titleChanged', title: 'x' });
    await quiet();
    expect(store.getSnapshot().state.title).toBe('x');
    expect(await client.openSession('copilotcli:/two')).toBe(store);
  });

  it('fails if the connection is lost meanwhile, and works after it is back', async () => {
    const host = newHost();
    const { client, clock } = await openInMemory(host);
    host.sessions.set('copilotcli:/two', new ModelSession(skills(1)));
    host.script = (call, _peer, proceed) => (isAbout('copilotcli:/two', call) ? host.drop() : proceed());
    await expect(client.openSession('copilotcli:/two')).rejects.toMatchObject({ code: 'connection-lost' });
    await expect(client.openSession('copilotcli:/two')).rejects.toMatchObject({ code: 'connection-lost' });
    host.script = (_call, _peer, proceed) => proceed();
    await quiet();
    await clock.advance(1_000);
    expect(shownFlags(await client.openSession('copilotcli:/two'))).toEqual({ d: true, s0: true });
  });

  it.each([null, 7, {}, { snapshot: {} }, { snapshot: { resource: SESSION, fromSeq: 'x', state: {} } }])(
    'fails in one clear error for an answer like %j',
    async (answer) => {
      const host = newHost();
      const { client } = await openInMemory(host);
      host.script = (call, peer, proceed) =>
        isAbout('copilotcli:/two', call) ? host.answer(peer, call, answer) : proceed();
      const opening = client.openSession('copilotcli:/two');
      await expect(opening).rejects.toMatchObject({ code: 'malformed-frame', exitCode: 1 });
    },
  );

  it('applies actions that come before and after the snapshot in the order of the host', async () => {
    const host = newHost();
    host.sessions.set('copilotcli:/two', new ModelSession(skills(2)));
    const { client } = await openInMemory(host);
    host.script = (call, peer, proceed) => {
      if (!isAbout('copilotcli:/two', call)) return proceed();
      peer.subscriptions?.add('copilotcli:/two');
      const snapshot = host.snapshot('copilotcli:/two');
      // Three actions arrive before the snapshot, which does not include them; the last two are in the wrong order.
      const send = host.send.bind(host);
      const held: Parameters<typeof send>[0][] = [];
      host.send = (envelope) => void held.push(envelope);
      for (const id of ['d', 's0', 's1']) host.toggleByAnother(id, false, 'copilotcli:/two');
      for (const index of [0, 2, 1]) send(held[index] as (typeof held)[number]);
      host.send = send;
      host.answer(peer, call, { snapshot });
    };
    const store = await client.openSession('copilotcli:/two');
    expect(shownFlags(store)).toEqual({ d: false, s0: false, s1: false });
    expect(host.calls('subscribe')).toHaveLength(3);
  });
});

describe('making a session', () => {
  it('uses the first agent of the host and a new address', async () => {
    const host = newHost();
    const { client } = await openInMemory(host);
    const uri = await client.createSession({ workingDirectory: 'file:///w' });
    expect(uri).toMatch(/^copilotcli:\/[0-9a-f-]{36}$/);
    expect(host.calls('createSession').map(({ params }) => params)).toEqual([
      {
        channel: uri,
        provider: 'copilotcli',
        workingDirectory: 'file:///w',
        workingDirectories: ['file:///w'],
      },
    ]);
    await client.disposeSession(uri);
    expect(host.sessions.has(uri)).toBe(false);
  });

  it('is followed by its disposal if the host does not reply in time', async () => {
    const host = newHost();
    const { client, clock } = await openInMemory(host);
    host.script = (call, _peer, proceed) => {
      if (call.method !== 'createSession') proceed();
    };
    const created = client.createSession();
    const failed = expect(created).rejects.toMatchObject({ code: 'request-timeout' });
    await quiet();
    await clock.advance(clientLimits.requestTimeoutMs);
    await failed;
    await quiet();
    const [asked] = host.calls('createSession');
    expect(host.calls('disposeSession').map(({ params }) => params['channel'])).toEqual([
      asked?.params['channel'],
    ]);
  });

  it('fails if the host has no agent', async () => {
    const host = newHost();
    host.rootState = {};
    const { client } = await openInMemory(host);
    await expect(client.createSession()).rejects.toMatchObject({ code: 'session-unknown' });
  });
});

describe('connecting', () => {
  it('leaves nothing behind when the host has no root', async () => {
    const host = newHost();
    const clock = new FakeClock();
    host.script = (call, peer, proceed) =>
      isAbout(ROOT, call) ? host.refuse(peer, call, -32603) : proceed();
    await expect(Client.connect({ open: memoryOpen(host), clock })).rejects.toMatchObject({
      code: 'request-failed',
    });
    await quiet();
    expect([clock.pending, host.peers.size]).toEqual([[], 0]);
  });

  it('leaves nothing behind when the host hangs up in the middle', async () => {
    const host = newHost();
    const clock = new FakeClock();
    host.script = (call, _peer, proceed) => (isAbout(ROOT, call) ? host.drop() : proceed());
    await expect(Client.connect({ open: memoryOpen(host), clock })).rejects.toMatchObject({
      code: 'connection-lost',
    });
    await quiet();
    expect([clock.pending, host.connections]).toEqual([[], 1]);
  });

  it('gives up on a host that never responds to the handshake, after the given time', async () => {
    const host = newHost();
    const clock = new FakeClock();
    host.script = () => {};
    const connecting = Client.connect({ open: memoryOpen(host), clock, requestTimeoutMs: 300 });
    const failed = expect(connecting).rejects.toMatchObject({
      code: 'request-timeout',
      message: 'The host did not answer initialize within 0.3 s.',
    });
    await quiet();
    await clock.advance(300);
    await failed;
    expect([clock.pending, host.peers.size]).toEqual([[], 0]);
  });
});

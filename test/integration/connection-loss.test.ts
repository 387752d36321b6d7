import { describe, expect, it } from 'vitest';
import { monotonicMs } from '../../src/monotonic.js';
import { shownFlags } from '../support/flags.js';
import {
  connectDuringTest,
  listenDuringTest,
  openScripted,
  statusIs,
} from '../support/scripted-connection.js';
import { ROOT, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';
import { until } from '../support/until.js';

describe('a connection that is lost', () => {
  it.each(['replay', 'snapshot'] as const)('is restored with a %s', async (resumesWith) => {
    const host = new ScriptedHost(new ModelSession(skills(3)));
    host.resumesWith = resumesWith;
    const { client, store } = await openScripted(host);
    const statuses: string[] = [];
    client.onStatus(({ kind }) => statuses.push(kind));
    host.script = (call, _peer, proceed) => {
      if (call.method !== 'dispatchAction') proceed();
      else {
        host.script = (_call, _peer, serve) => serve();
        host.drop();
      }
    };
    const outcomes = [store.toggle('s0', false)];
    await statusIs(client, 'waiting');
    host.toggleByAnother('s2', false);
    outcomes.push(store.toggle('s1', false));
    await statusIs(client, 'live');
    for (const outcome of outcomes)
      await expect(outcome).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(shownFlags(store)).toEqual({ d: true, s0: false, s1: false, s2: false });
    expect(host.session.flags()).toEqual(shownFlags(store));
    expect(statuses).toEqual(['waiting', 'connecting', 'live']);
  });

  it('reports when the next attempt starts', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client } = await openScripted(host);
    const before = monotonicMs();
    host.drop();
    await statusIs(client, 'waiting');
    const { status } = client;
    expect(status.kind === 'waiting' && status.retryAtMs).toBeGreaterThanOrEqual(before);
    expect(status.kind === 'waiting' && status.error.message).toContain('1006');
    await statusIs(client, 'live');
  });

  it('starts over, with new numbers, when the host no longer knows the client', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { client, store } = await openScripted(host);
    host.serverSeq = 700;
    await store.toggle('s0', false);
    host.version = '1.0.0';
    host.session.forget();
    host.restart(2);
    await statusIs(client, 'waiting');
    await statusIs(client, 'live');
    expect(client.protocolVersion).toBe('1.0.0');
    expect(shownFlags(store)).toEqual({ d: true, s0: true, s1: true });
    await expect(store.toggle('s1', false)).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(shownFlags(store)).toEqual(host.session.flags());
  });

  it('shows what changed although the replay is empty', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store } = await openScripted(host);
    host.drop();
    await statusIs(client, 'waiting');
    host.session.toggle({ type: 'session/customizationToggled', id: 's0', enabled: false });
    await statusIs(client, 'live');
    expect(shownFlags(store)['s0']).toBe(false);
  });

  it('reports a missing session and keeps the others', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.sessions.set('copilotcli:/two', new ModelSession(skills(1)));
    const { client, store } = await openScripted(host);
    const other = await client.openSession('copilotcli:/two');
    host.sessions.delete(SESSION);
    host.drop();
    await statusIs(client, 'waiting');
    await until(store.subscribe, () => store.getSnapshot().isMissing);
    expect(other.getSnapshot().isMissing).toBe(false);
    await expect(other.toggle('s0', false)).resolves.toMatchObject({ kind: 'confirmed' });
  });

  it('ends for good when the host then refuses the token', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const options = { token: 'first' };
    const client = await connectDuringTest(await listenDuringTest(host, options), { token: 'first' });
    const store = await client.openSession(SESSION);
    options.token = 'second';
    host.drop();
    await statusIs(client, 'gone');
    expect(client.status).toMatchObject({ error: { code: 'wrong-token', exitCode: 1 } });
    await expect(store.toggle('s0', false)).resolves.toMatchObject({ reason: 'the host is gone' });
    await expect(client.listSessions()).rejects.toMatchObject({ code: 'connection-lost' });
  });

  it('ends for good after the requested number of attempts', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const listening = await listenDuringTest(host);
    const client = await connectDuringTest(listening, { reconnectAttempts: 1 });
    await listening.close();
    await statusIs(client, 'gone');
    expect(client.status).toMatchObject({ error: { code: 'host-unreachable' } });
  });
});

describe('a host that no longer hears the client', () => {
  // Long enough to open the session on a busy machine: the limit counts there, too.
  const requestTimeoutMs = 1_500;

  it('is noticed by its missing responses, and disconnected', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store } = await openScripted(host, { keepAliveIntervalMs: 20, requestTimeoutMs });
    const [first] = host.peers;
    host.script = (_call, peer, proceed) => void (peer === first || proceed());
    host.session.toggle({ type: 'session/customizationToggled', id: 's0', enabled: false });
    await statusIs(client, 'waiting');
    await statusIs(client, 'live');
    expect(shownFlags(store)['s0']).toBe(false);
    await expect(store.toggle('s0', true)).resolves.toMatchObject({ kind: 'confirmed', enabled: true });
  });

  it('is not disconnected for refusing the request', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.script = (call, peer, proceed) => {
      if (call.method === 'ping') host.refuse(peer, call, -32601);
      else proceed();
    };
    await openScripted(host, { keepAliveIntervalMs: 5 });
    await host.next('ping');
    await host.next('ping');
    expect(host.connections).toBe(1);
  });

  it('is disconnected when it never responds to the handshake of a new connection', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client } = await openScripted(host, { requestTimeoutMs });
    host.script = () => {};
    host.drop();
    await host.next('reconnect');
    await host.next('reconnect');
    host.script = (_call, _peer, proceed) => proceed();
    await statusIs(client, 'live');
  });
});

describe('closing', () => {
  it('unsubscribes, closes the connection properly, and can be called twice', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client } = await openScripted(host);
    await Promise.all([client.close(), client.close()]);
    await client.close();
    expect(host.calls('unsubscribe').map(({ params }) => params)).toEqual([{ channel: SESSION }]);
    expect(client.status.kind).toBe('gone');
    await expect(client.listSessions()).rejects.toMatchObject({ code: 'closed' });
    await expect(client.openSession(SESSION)).rejects.toMatchObject({ code: 'closed' });
  });

  it('works while a request is open', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client } = await openScripted(host);
    host.script = () => {};
    const asked = client.listSessions();
    const ended = expect(asked).rejects.toMatchObject({ code: 'connection-lost' });
    await client.close();
    await ended;
  });

  it('works while a keep-alive request is open', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client } = await openScripted(host, { keepAliveIntervalMs: 5 });
    host.script = () => {};
    await host.next('ping');
    await client.close();
    expect(client.status.kind).toBe('gone');
    expect(host.connections).toBe(1);
  });

  it('works while waiting for the next attempt', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client } = await openScripted(host);
    host.drop();
    await statusIs(client, 'waiting');
    await client.close();
    expect(host.connections).toBe(1);
  });

  it('works in the middle of the next attempt', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client } = await openScripted(host);
    host.script = () => {};
    host.drop();
    await host.next('reconnect');
    await client.close();
    expect(client.status.kind).toBe('gone');
  });

  it('works before the next attempt has a connection', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, listening } = await openScripted(host);
    listening.holdsUpgrades = true;
    host.drop();
    await listening.nextUpgrade();
    await client.close();
    expect(client.status.kind).toBe('gone');
  });

  it('works when the host never responds', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, listening } = await openScripted(host);
    const goOn = listening.pause();
    await client.close();
    expect(client.status.kind).toBe('gone');
    goOn();
  });

  it('leaves the session open to a new client', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store } = await openScripted(host);
    client.closeSession(SESSION);
    const again = await client.openSession(SESSION);
    expect(again).not.toBe(store);
    host.toggleByAnother('s0', false);
    await again.refresh();
    expect([shownFlags(store)['s0'], shownFlags(again)['s0']]).toEqual([true, false]);
    expect(host.calls('subscribe').map(({ params }) => params['channel'])).toEqual([
      ROOT,
      SESSION,
      SESSION,
      SESSION,
    ]);
  });
});

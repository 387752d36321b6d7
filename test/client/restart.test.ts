import { describe, expect, it } from 'vitest';
import type { Forgotten, SessionStore } from '../../src/client/index.js';
import { letReconnect, openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { ROOT, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

describe('a host that restarted', () => {
  it.each([
    ['and does not know us', true],
    ['and seems to know us', false],
  ])('with lower numbers %s', async (_what, isUnknown) => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { client, store, clock } = await openInMemory(host);
    host.serverSeq = 500;
    await store.toggle('s0', false);
    const reported: Forgotten[] = [];
    store.onForgotten((forgotten) => reported.push(forgotten));
    host.session.forget();
    host.version = isUnknown ? '1.0.0' : '0.9.0';
    if (isUnknown) host.restart(3);
    else {
      host.serverSeq = 3;
      host.log.length = 0;
      host.drop();
    }
    await letReconnect(clock);
    expect(shownFlags(store)).toEqual({ d: true, s0: true, s1: true });
    expect(reported).toEqual([
      { cause: 'restart', switches: [{ id: 's0', enabled: false, scope: 'session' }] },
    ]);
    expect(client.protocolVersion).toBe(host.version);
    host.toggleByAnother('s1', false);
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
    await expect(store.toggle('s0', false)).resolves.toEqual({ kind: 'confirmed', enabled: false });
    host.drop();
    await letReconnect(clock);
    expect(host.calls('reconnect').at(-1)?.params['lastSeenServerSeq']).toBe(host.serverSeq);
  });

  it('and replays only older numbers is asked for its state', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { store, clock } = await openInMemory(host);
    host.serverSeq = 500;
    await store.toggle('s0', false);
    host.log.length = 0;
    host.serverSeq = 3;
    host.drop();
    await quiet();
    host.toggleByAnother('s1', false);
    host.script = (call, peer, proceed) => {
      if (call.method !== 'reconnect') proceed();
      else {
        peer.clientId = String(call.params['clientId']);
        peer.subscriptions = new Set();
        host.answer(peer, call, { type: 'replay', actions: host.log, missing: [] });
      }
    };
    await letReconnect(clock);
    expect(shownFlags(store)).toEqual(host.session.flags());
    host.toggleByAnother('d', false);
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
  });

  it('is sent a switch again that may have been made in part before the restart', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { store, clock } = await openInMemory(host);
    host.script = (call, _peer, proceed) => void (call.method === 'dispatchAction' || proceed());
    const outcome = store.toggle('s0', false);
    await quiet();
    // The flag has the wanted value, but some tools may not have been switched.
    host.session.find('s0')!.enabled = false;
    host.script = (_call, _peer, proceed) => proceed();
    host.restart(3);
    await letReconnect(clock);
    await expect(outcome).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(host.calls('dispatchAction')).toHaveLength(2);
  });

  it('and is lost again during the reconnect is not asked for actions by the old numbers', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { store, clock } = await openInMemory(host);
    await store.toggle('s0', false);
    host.session.forget();
    host.restart(0);
    // The connection is lost again after the host has replied to the handshake.
    host.script = (call, peer, proceed) => {
      if (call.method === 'subscribe') peer.terminate();
      else proceed();
    };
    await letReconnect(clock);
    host.script = (_call, _peer, proceed) => proceed();
    // By now its numbers are higher than those before the restart, which would hide the first of these.
    for (let times = 0; times < 40; times += 1) host.toggleByAnother('s1', times % 2 === 0);
    await letReconnect(clock);
    expect(shownFlags(store)).toEqual(host.session.flags());
  });

  it('while its state was requested does not get older actions mixed in', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { store, clock } = await openInMemory(host);
    host.serverSeq = 500;
    host.script = (call, _peer, proceed) => void (call.method === 'subscribe' || proceed());
    void store.refresh();
    await quiet();
    host.toggleByAnother('s1', false);
    await quiet();
    host.script = (_call, _peer, proceed) => proceed();
    host.session.forget();
    host.restart(3);
    await letReconnect(clock);
    expect(shownFlags(store)).toEqual({ d: true, s0: true, s1: true });
    host.toggleByAnother('s0', false);
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
  });
});

describe('what comes with the reply to a reconnect', () => {
  /** Makes the host do something more right after its reply, in the same turn. */
  function alsoDo(host: ScriptedHost, more: () => void): void {
    host.resumesWith = 'snapshot';
    host.script = (call, _peer, proceed) => {
      proceed();
      if (call.method === 'reconnect') more();
    };
  }

  it('is not lost', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { store, clock } = await openInMemory(host);
    alsoDo(host, () => host.toggleByAnother('s0', false));
    host.drop();
    await letReconnect(clock);
    expect(shownFlags(store)['s0']).toBe(false);
  });

  it('can be reacted to: a switch sent again from there arrives', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { store, clock } = await openInMemory(host);
    await store.toggle('s0', false);
    const again: ReturnType<SessionStore['toggle']>[] = [];
    store.onForgotten(({ switches }) => {
      for (const { id, enabled } of switches) again.push(store.toggle(id, enabled));
    });
    alsoDo(host, () => host.rescan());
    host.drop();
    await letReconnect(clock);
    expect(again).toHaveLength(1);
    await expect(again[0]).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(host.session.flag('s0')).toBe(false);
  });

  it('can be rubbish: the state is asked for instead', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store, clock } = await openInMemory(host);
    host.drop();
    await quiet();
    host.toggleByAnother('s0', false);
    host.log.push({ channel: SESSION, serverSeq: 99, action: { type: 7 } });
    await letReconnect(clock);
    expect(client.status.kind).toBe('live');
    expect(shownFlags(store)['s0']).toBe(false);
    expect(client.trouble.malformedFrames).toBe(1);
  });

  it('can be a state that cannot be read: the others go on, and what was under way ends', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.sessions.set('copilotcli:/two', new ModelSession(skills(1)));
    host.resumesWith = 'snapshot';
    const { client, store, clock } = await openInMemory(host);
    const other = await client.openSession('copilotcli:/two');
    host.script = (call, _peer, proceed) => (call.method === 'dispatchAction' ? host.drop() : proceed());
    const outcome = store.toggle('s0', false);
    await quiet();
    host.script = (_call, _peer, proceed) => proceed();
    const original = host.snapshot.bind(host);
    host.snapshot = (channel) =>
      channel === SESSION ? { ...original(channel), state: 7 } : original(channel);
    host.toggleByAnother('s0', false, 'copilotcli:/two');
    await letReconnect(clock);
    expect(client.status.kind).toBe('live');
    expect(shownFlags(other)['s0']).toBe(false);
    await expect(outcome).resolves.toMatchObject({ kind: 'unconfirmed' });
    expect(client.trouble.malformedFrames).toBeGreaterThan(0);
  });

  it('can be a notification about sessions: a switch made because of it arrives', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store, clock } = await openInMemory(host);
    await client.listSessions();
    const made: ReturnType<SessionStore['toggle']>[] = [];
    client.root.subscribe(() => {
      const isNews = client.root.getSnapshot().sessions?.length === 0;
      if (isNews && made.length === 0) made.push(store.toggle('s0', false));
    });
    alsoDo(host, () => host.notify('root/sessionRemoved', { channel: ROOT, session: SESSION }));
    host.drop();
    await letReconnect(clock);
    expect(made).toHaveLength(1);
    await expect(made[0]).resolves.toEqual({ kind: 'confirmed', enabled: false });
  });

  it('can make a listener close the client', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store, clock } = await openInMemory(host);
    await store.toggle('s0', false);
    store.onForgotten(() => void client.close());
    host.resumesWith = 'snapshot';
    host.session.forget();
    host.drop();
    await letReconnect(clock);
    expect(client.status.kind).toBe('gone');
    expect(clock.pending).toEqual([]);
  });
});

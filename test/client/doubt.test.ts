import { describe, expect, it, onTestFinished } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { connectInMemory, letReconnect, openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { type Peer, ROOT, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

/** Longer than the first pause before the host is asked again, shorter than the second. */
const soonMs = clientLimits.reconnectFirstDelayMs;

async function start() {
  const host = new ScriptedHost(new ModelSession(skills(2)));
  const connected = await openInMemory(host, { keepAliveIntervalMs: 10_000_000 });
  const asked = (channel: string) =>
    host.calls('subscribe').filter(({ params }) => params['channel'] === channel).length;
  const send = (text: string) => ([...host.peers][0] as Peer).send(text);
  /** The host switches an entry off and sends this instead of a proper action. */
  const switchUnheard = (text: string) => {
    host.session.toggle({ type: 'session/customizationToggled', id: 's0', enabled: false });
    host.serverSeq += 1;
    send(text);
  };
  /** Lets the host's messages arrive and the next request be sent. */
  const soon = async () => {
    await quiet();
    await connected.clock.advance(soonMs);
  };
  return { host, ...connected, asked, send, switchUnheard, soon };
}

const action = (params: object) => JSON.stringify({ jsonrpc: '2.0', method: 'action', params });
const toggled = { type: 'session/customizationToggled' };

describe('an unreadable message', () => {
  it.each([
    ['an action without an id', action({ channel: SESSION, serverSeq: 1, action: toggled })],
    ['an action without a type', action({ channel: SESSION, serverSeq: 1, action: {} })],
    ['an action without a number', action({ channel: SESSION, action: { ...toggled, id: 's0' } })],
    ['an action without a channel', action({ serverSeq: 1, action: { ...toggled, id: 's0' } })],
    ['an action without any field', action({})],
    ['a frame that is not JSON', '{"jsonrpc":"2.0","method":"action","para'],
    ['a frame that is no message', '[]'],
    ['parameters that are a list', '{"jsonrpc":"2.0","method":"action","params":[]}'],
  ])('makes the client ask for the state again: %s', async (_what, text) => {
    const { host, client, store, soon, asked, switchUnheard } = await start();
    switchUnheard(text);
    await soon();
    expect(client.trouble.malformedFrames).toBe(1);
    expect(asked(SESSION)).toBe(2);
    expect(shownFlags(store)).toEqual(host.session.flags());
    expect(shownFlags(store)['s0']).toBe(false);
  });

  it('makes the client ask for no other state', async () => {
    const { host, client, soon, asked, send } = await start();
    host.sessions.set('copilotcli:/two', new ModelSession(skills(1)));
    await client.openSession('copilotcli:/two');
    send(action({ channel: SESSION, serverSeq: 1, action: toggled }));
    send(action({ channel: 'copilotcli:/nobody', serverSeq: 1, action: toggled }));
    await soon();
    expect([asked(SESSION), asked('copilotcli:/two'), asked(ROOT)]).toEqual([2, 1, 1]);
  });

  it('makes the client ask for the root state again', async () => {
    const { host, client, soon, asked, send } = await start();
    host.rootState = { agents: [{ provider: 'other', displayName: 'Other' }] };
    send(action({ channel: ROOT, serverSeq: 1, action: { type: 'root/agentsChanged' } }));
    await soon();
    expect([asked(SESSION), asked(ROOT)]).toEqual([1, 2]);
    expect(client.root.getSnapshot().root.agents.map(({ provider }) => provider)).toEqual(['other']);
  });

  it('makes the client ask only once if there are many at once', async () => {
    const { soon, asked, send } = await start();
    for (let count = 0; count < 1_000; count += 1) send(action({ channel: SESSION, action: toggled }));
    await soon();
    expect(asked(SESSION)).toBe(2);
  });

  it('makes the client ask less and less often if they keep coming', async () => {
    const { host, client, store, clock, soon, asked, send } = await start();
    for (let second = 0; second < 600; second += 1) {
      send(action({ channel: SESSION, action: toggled }));
      await clock.advance(1_000);
    }
    expect(client.trouble.malformedFrames).toBe(600);
    expect(asked(SESSION)).toBeGreaterThan(600 / 15);
    expect(asked(SESSION)).toBeLessThan(70);
    await clock.advance(60_000);
    host.toggleByAnother('s0', false);
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
    const before = asked(SESSION);
    send('nonsense');
    await soon();
    expect(asked(SESSION)).toBe(before + 1);
  });

  it('right before a drop makes the client ask once the connection is back', async () => {
    const { host, client, store, clock, switchUnheard } = await start();
    switchUnheard('nonsense');
    await quiet();
    host.drop();
    // A replay that starts after the unreadable message would hide what it said.
    host.toggleByAnother('s1', false);
    await clock.advance(2_000);
    expect(client.status.kind).toBe('live');
    expect(shownFlags(store)).toEqual({ d: true, s0: false, s1: false });
  });

  it('makes the client ask once the session is open, if it came while opening', async () => {
    const { host, client, asked, send, soon } = await start();
    const two = 'copilotcli:/two';
    host.sessions.set(two, new ModelSession(skills(1)));
    let answer = () => {};
    host.script = (call, _peer, proceed) => {
      if (call.params['channel'] === two) answer = proceed;
      else proceed();
    };
    const opening = client.openSession(two);
    await quiet();
    send(action({ channel: two, serverSeq: 1, action: toggled }));
    await soon();
    expect(asked(two)).toBe(1);
    host.script = (_call, _peer, proceed) => proceed();
    answer();
    await opening;
    await soon();
    expect(asked(two)).toBe(2);
  });

  it('is ignored once the session is closed', async () => {
    const { client, soon, asked, send } = await start();
    send('nonsense');
    client.closeSession(SESSION);
    await soon();
    expect(asked(SESSION)).toBe(1);
  });
});

describe('a session that is opened at a host that has just started', () => {
  const openRefused = async (message: string, refusals: number) => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, clock } = await connectInMemory(host);
    onTestFinished(() => client.close());
    let left = refusals;
    host.script = (call, peer, proceed) => {
      if (call.method === 'subscribe' && left-- > 0) host.refuse(peer, call, -32603, message);
      else proceed();
    };
    const opened = client.openSession(SESSION).then(shownFlags, (error: Error) => error.message);
    await quiet();
    return { host, clock, opened };
  };

  it('is asked for until the host can describe it', async () => {
    const { host, clock, opened } = await openRefused('could not describe the session yet', 2);
    await clock.advance(clientLimits.reconnectFirstDelayMs);
    await clock.advance(2 * clientLimits.reconnectFirstDelayMs);
    expect(await opened).toEqual(host.session.flags());
  });

  it('is not opened after too many refusals', async () => {
    const { clock, opened } = await openRefused('could not describe the session yet', 100);
    await clock.advance(2 ** clientLimits.notYetAttempts * clientLimits.reconnectFirstDelayMs);
    expect(await opened).toContain('could not describe the session yet');
  });

  it('is not asked for again after another internal error', async () => {
    const { opened } = await openRefused('out of memory', 1);
    expect(await opened).toContain('out of memory');
  });
});

describe('a session that the host does not have', () => {
  const unknown: [number, string][] = [
    [-32001, 'no such session'],
    [-32008, 'not found'],
    [-32602, 'Session not found: copilotcli:/one'],
  ];

  it.each(unknown)('is asked for once more before it counts as gone (%i)', async (code, message) => {
    const { host, store, clock, asked } = await start();
    host.script = (call, peer, proceed) => {
      if (call.method === 'subscribe') host.refuse(peer, call, code, message);
      else proceed();
    };
    const refreshed = store.refresh();
    await quiet();
    expect(asked(SESSION)).toBe(2);
    expect(store.getSnapshot().isMissing).toBe(false);
    await clock.advance(clientLimits.missingCheckMs);
    expect(await refreshed).toBe(false);
    expect(asked(SESSION)).toBe(3);
    expect(store.getSnapshot().isMissing).toBe(true);
  });

  it.each(unknown)(
    'stays if the second request finds it, with the switches under way (%i)',
    async (code, message) => {
      const { host, store, clock } = await start();
      let refusals = 1;
      host.script = (call, peer, proceed) => {
        if (call.method === 'subscribe' && refusals-- > 0) host.refuse(peer, call, code, message);
        else proceed();
      };
      const outcome = store.toggle('s0', false);
      await quiet();
      await clock.advance(clientLimits.missingCheckMs);
      await expect(outcome).resolves.toEqual({ kind: 'confirmed', enabled: false });
      expect(store.getSnapshot().isMissing).toBe(false);
    },
  );

  it('is asked for before it counts as gone, if the host reports that it was removed', async () => {
    const { host, store, asked } = await start();
    host.notify('root/sessionRemoved', { channel: ROOT, session: SESSION });
    await quiet();
    expect(asked(SESSION)).toBe(2);
    expect(store.getSnapshot()).toMatchObject({ isMissing: false, isRemoved: false });
  });

  it.each([...unknown, [-32603, 'could not describe the session yet'] as const])(
    'is gone at once if the host reports that it was removed, and refuses it (%i)',
    async (code, message) => {
      const { host, store, asked } = await start();
      host.script = (call, peer, proceed) => {
        if (call.method === 'subscribe') host.refuse(peer, call, code, message);
        else proceed();
      };
      host.notify('root/sessionRemoved', { channel: ROOT, session: SESSION });
      await quiet();
      expect(asked(SESSION)).toBe(2);
      expect(store.getSnapshot()).toMatchObject({ isMissing: true, isRemoved: true });
    },
  );

  it('is gone at once if that is reported while it is asked for until the host can describe it', async () => {
    const { host, store, clock, asked } = await start();
    host.restart();
    host.script = (call, peer, proceed) => {
      const isAsked = call.method === 'subscribe' && call.params['channel'] === SESSION;
      if (isAsked) host.refuse(peer, call, -32603, 'could not describe the session yet');
      else proceed();
    };
    await letReconnect(clock);
    expect(store.getSnapshot().isMissing).toBe(false);
    const before = asked(SESSION);
    host.notify('root/sessionRemoved', { channel: ROOT, session: SESSION });
    await quiet();
    expect(asked(SESSION)).toBeGreaterThan(before);
    expect(store.getSnapshot()).toMatchObject({ isMissing: true, isRemoved: true });
  });

  it('is asked for if the host empties its list, which may be all that it says', async () => {
    const { host, store, clock } = await start();
    host.sessions.delete(SESSION);
    host.emit(SESSION, { type: 'session/customizationsChanged', customizations: [] });
    await quiet();
    expect(store.getSnapshot().isMissing).toBe(false);
    await clock.advance(clientLimits.reconnectFirstDelayMs);
    await clock.advance(clientLimits.missingCheckMs);
    expect(store.getSnapshot()).toMatchObject({ isMissing: true, isRemoved: false });
  });

  it('is no longer reported as removed once the host has sent its state', async () => {
    const { host, store, clock } = await start();
    host.notify('root/sessionRemoved', { channel: ROOT, session: SESSION });
    await quiet();
    host.sessions.delete(SESSION);
    const refreshed = store.refresh();
    await quiet();
    await clock.advance(clientLimits.missingCheckMs);
    expect(await refreshed).toBe(false);
    expect(store.getSnapshot()).toMatchObject({ isMissing: true, isRemoved: false });
  });

  describe.each([
    ['is missing', (host: ScriptedHost) => host.sessions.delete(SESSION)],
    [
      'cannot be described yet',
      (host: ScriptedHost) => {
        host.restart();
        host.script = (call, peer, proceed) => {
          const isAsked = call.method === 'subscribe' && call.params['channel'] === SESSION;
          if (isAsked) host.refuse(peer, call, -32603, 'could not describe the session yet');
          else proceed();
        };
      },
    ],
  ])('after a drop, because it %s', (_what, lose) => {
    it('decides the switches under way by its state once it is back', async () => {
      const { host, store, clock } = await start();
      const { session } = host;
      host.script = (call, _peer, proceed) => (call.method === 'dispatchAction' ? host.drop() : proceed());
      const outcome = store.toggle('s1', false);
      await quiet();
      session.toggle({ type: 'session/customizationToggled', id: 's0', enabled: false });
      host.script = (_call, _peer, proceed) => proceed();
      lose(host);
      await quiet();
      await clock.advance(300);
      expect(store.getSnapshot().isMissing).toBe(false);
      expect(store.getSnapshot().pending.size).toBe(1);
      host.sessions.set(SESSION, session);
      host.script = (_call, _peer, proceed) => proceed();
      await clock.advance(clientLimits.missingCheckMs);
      await expect(outcome).resolves.toEqual({ kind: 'confirmed', enabled: false });
      expect(shownFlags(store)).toEqual({ d: true, s0: false, s1: false });
      host.toggleByAnother('s0', true);
      await quiet();
      expect(shownFlags(store)).toEqual(host.session.flags());
    });
  });

  it('for too long ends the switches under way and is asked for less and less often', async () => {
    const { host, store, clock, asked } = await start();
    host.script = (call, _peer, proceed) => (call.method === 'dispatchAction' ? host.drop() : proceed());
    const outcome = store.toggle('s1', false);
    await quiet();
    host.restart();
    host.script = (call, peer, proceed) => {
      const isAsked = call.method === 'subscribe' && call.params['channel'] === SESSION;
      if (isAsked) host.refuse(peer, call, -32603, 'not yet');
      else proceed();
    };
    await clock.advance(20_000);
    await expect(outcome).resolves.toMatchObject({
      kind: 'unconfirmed',
      reason: expect.stringContaining('not yet'),
    });
    expect(store.getSnapshot().isMissing).toBe(false);
    expect(asked(SESSION)).toBeLessThan(20);
    host.script = (_call, _peer, proceed) => proceed();
    host.session.toggle({ type: 'session/customizationToggled', id: 's0', enabled: false });
    await clock.advance(clientLimits.reconnectLongestDelayMs);
    expect(shownFlags(store)).toEqual({ d: true, s0: false, s1: true });
  });

  it('is not asked for any more when it is closed meanwhile', async () => {
    const { host, client, store, clock, asked } = await start();
    host.sessions.delete(SESSION);
    const refreshed = store.refresh();
    await quiet();
    client.closeSession(SESSION);
    await clock.advance(clientLimits.missingCheckMs);
    expect(await refreshed).toBe(false);
    expect(asked(SESSION)).toBe(2);
  });
});

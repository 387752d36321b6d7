import { describe, expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { letReconnect, openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { type Call, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession } from '../support/scripted-session.js';

const isAction = ({ method }: Call) => method === 'dispatchAction';

/** A host with a session, and a client that renames it; `handle` replaces what the host does with the action. */
async function start(handle?: (host: ScriptedHost, ...call: Parameters<ScriptedHost['script']>) => void) {
  const host = new ScriptedHost(new ModelSession([directory('d', [])]));
  host.script = (call, peer, proceed) => {
    if (!isAction(call)) return proceed();
    if (handle !== undefined) return handle(host, call, peer, proceed);
    host.session.fields['title'] = 'new';
    host.echo(call, peer);
  };
  const opened = await openInMemory(host);
  const rename = () =>
    opened.store.act({ type: 'session/titleChanged', title: 'new' }, ({ title }) => title === 'new');
  return { host, rename, ...opened };
}

describe('an action that is not a switch', () => {
  it('is confirmed if the host’s own state shows it after the echo', async () => {
    const { host, rename, store } = await start();
    expect(await rename()).toEqual({ kind: 'confirmed' });
    expect(store.getSnapshot().state.title).toBe('new');
    expect(host.calls('dispatchAction').map(({ params }) => params)).toMatchObject([
      { channel: SESSION, action: { type: 'session/titleChanged', title: 'new' } },
    ]);
  });

  it('is ineffective if it is echoed and the state does not show it', async () => {
    const { rename, store } = await start((host, call, peer) => host.echo(call, peer));
    expect(await rename()).toEqual({ kind: 'ineffective' });
    expect(store.getSnapshot().state.title).toBe('a session');
  });

  it('is rejected for the reason that the host gives', async () => {
    const { rename } = await start((host, call, peer) => host.echo(call, peer, 'not\nhere'));
    expect(await rename()).toEqual({ kind: 'rejected', reason: 'not here' });
  });

  it.each([
    ['unconfirmed without an echo', false, { kind: 'unconfirmed', reason: 'the host did not respond' }],
    ['confirmed without an echo if the state shows it', true, { kind: 'confirmed' }],
  ])('is %s', async (_what, isMade, outcome) => {
    const { rename, clock } = await start((host) => {
      if (isMade) host.session.fields['title'] = 'new';
    });
    const ended = rename();
    await clock.advance(clientLimits.echoTimeoutMs);
    expect(await ended).toEqual(outcome);
  });

  it.each([
    [
      'unconfirmed',
      false,
      { kind: 'unconfirmed', reason: 'the connection was lost before the host responded' },
    ],
    ['confirmed', true, { kind: 'confirmed' }],
  ])(
    'that was under way in a drop is %s by the state after it, and not sent again',
    async (_what, isMade, outcome) => {
      const { host, rename, clock } = await start((scripted) => {
        if (isMade) scripted.session.fields['title'] = 'new';
        scripted.resumesWith = 'snapshot';
        scripted.drop();
      });
      const ended = rename();
      await letReconnect(clock);
      expect(await ended).toEqual(outcome);
      expect(host.calls('dispatchAction')).toHaveLength(1);
    },
  );

  it('is unconfirmed if the session has ended meanwhile', async () => {
    const { host, rename, client } = await start(() => {});
    const ended = rename();
    await quiet();
    client.closeSession(SESSION);
    const outcome = { kind: 'unconfirmed', reason: 'the session was closed here' };
    expect(await ended).toEqual(outcome);
    expect(await rename()).toEqual(outcome);
    expect(host.calls('dispatchAction')).toHaveLength(1);
  });

  it('is not sent while there is no connection', async () => {
    const { host, rename, clock } = await start();
    host.drop();
    await quiet();
    expect(await rename()).toEqual({
      kind: 'unconfirmed',
      reason: 'there is no connection to the host',
    });
    expect(host.calls('dispatchAction')).toEqual([]);
    await letReconnect(clock);
  });
});

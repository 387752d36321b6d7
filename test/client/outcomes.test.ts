import { describe, expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { holdAnswers, isToggle, watchOutcome } from '../support/held-answers.js';
import { type Envelope, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, skill, skills } from '../support/scripted-session.js';

describe('a switch that the host can no longer confirm', () => {
  it.each([
    ['the session was closed', 'the session was closed here'],
    ['the session was disposed of', 'the session was disposed of'],
    ['the client was closed', 'the session was closed here'],
    ['the host has gone for good', 'the host is gone'],
  ])('ends at once when %s', async (how, reason) => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store } = await openInMemory(host, { reconnectAttempts: 0 });
    holdAnswers(host, 'dispatchAction');
    const before = store.toggle('s0', false);
    if (how.includes('session was closed')) client.closeSession(SESSION);
    else if (how.includes('disposed')) await client.disposeSession(SESSION);
    else if (how.includes('client')) await client.close();
    else host.drop();
    const ended = { kind: 'unconfirmed', enabled: undefined, reason };
    await expect(before).resolves.toEqual(ended);
    await expect(store.toggle('s0', false)).resolves.toEqual(ended);
    await expect(store.reset('s0')).resolves.toEqual(ended);
    expect(shownFlags(store)['s0']).toBe(true);
    expect(store.getSnapshot().pending.size).toBe(0);
  });

  it.each(['close', 'gone'])('ends while its echo is being checked: %s', async (how) => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store } = await openInMemory(host, { reconnectAttempts: 0 });
    holdAnswers(host, 'subscribe');
    const asked = host.next('subscribe');
    const outcome = store.toggle('s0', false);
    await asked;
    if (how === 'close') await client.close();
    else host.drop();
    await expect(outcome).resolves.toMatchObject({ kind: 'unconfirmed' });
  });

  it('ends when the host hangs up on every try', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { clock, store } = await openInMemory(host);
    host.script = (call, _peer, proceed) => (isToggle(call) ? host.drop() : proceed());
    const watched = watchOutcome(store.toggle('s0', false));
    for (let round = 0; round < 2 * clientLimits.togglesSentAtMost; round += 1) await clock.advance(20_000);
    expect(watched.outcome).toMatchObject({ kind: 'unconfirmed', enabled: true });
    expect(host.calls('dispatchAction')).toHaveLength(clientLimits.togglesSentAtMost);
  });
});

describe('an echo', () => {
  it('that comes after the snapshot which already holds it ends the switch at once', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { store } = await openInMemory(host);
    const held: Envelope[] = [];
    const send = host.send.bind(host);
    host.send = (envelope) => void held.push(envelope);
    const watched = watchOutcome(store.toggle('s0', false));
    await store.refresh();
    expect(watched.outcome).toBeUndefined();
    for (const envelope of held) send(envelope);
    await quiet();
    expect(watched.outcome).toEqual({ kind: 'confirmed', enabled: false });
    expect(store.getSnapshot().pending.size).toBe(0);
  });

  it('is not taken for ineffective when another client switched back before it was checked', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { store } = await openInMemory(host);
    const held = holdAnswers(host, 'subscribe');
    const asked = host.next('subscribe');
    const outcome = store.toggle('s0', false);
    await asked;
    host.toggleByAnother('s0', true);
    held[0]?.();
    await expect(outcome).resolves.toMatchObject({ kind: 'confirmed' });
    expect(shownFlags(store)['s0']).toBe(true);
  });

  it('that comes late and had no effect does not stay visible', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { clock, store } = await openInMemory(host);
    let echo = () => {};
    host.script = (call, peer, proceed) => {
      if (!isToggle(call)) proceed();
      else echo = () => host.echo(call, peer);
    };
    const watched = watchOutcome(store.toggle('s0', false));
    await clock.advance(clientLimits.echoTimeoutMs);
    expect(watched.outcome).toMatchObject({ kind: 'unconfirmed', enabled: true });
    echo();
    await quiet();
    expect(shownFlags(store)['s0']).toBe(true);
  });

  it('without effect does not stay visible when the next switch is rejected', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { store } = await openInMemory(host);
    host.script = (call, peer, proceed) => {
      if (!isToggle(call)) proceed();
      else host.echo(call, peer, call.params['clientSeq'] === 2 ? 'no' : undefined);
    };
    const [, second] = await Promise.all([store.toggle('s0', false), store.toggle('s0', true)]);
    expect(second).toMatchObject({ kind: 'rejected' });
    await quiet();
    expect(shownFlags(store)['s0']).toBe(true);
  });

  it('of an entry that is gone by then counts as without effect', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { store } = await openInMemory(host);
    await store.toggle('s1', false);
    const held = holdAnswers(host, 'dispatchAction');
    const outcome = store.toggle('s0', false);
    await quiet();
    host.session.customizations = [directory('d', [skill('s1')])];
    host.sendList();
    held[0]?.();
    await expect(outcome).resolves.toEqual({ kind: 'ineffective', enabled: undefined });
  });

  it('in the same turn as a new list, in either order, ends in what the host has', async () => {
    for (const listFirst of [true, false]) {
      const host = new ScriptedHost(new ModelSession(skills(2)));
      const { store } = await openInMemory(host);
      await store.toggle('s1', false);
      host.script = (call, peer, proceed) => {
        if (!isToggle(call)) proceed();
        else if (listFirst) {
          host.rescan();
          host.accept(call, peer);
        } else {
          host.accept(call, peer);
          host.rescan();
        }
      };
      await store.toggle('s0', false);
      await quiet();
      expect(shownFlags(store)).toEqual(host.session.flags());
    }
  });
});

describe('a switch that the host forgot', () => {
  it('is reported for the entry that it reached, if two share an id', async () => {
    const host = new ScriptedHost(
      new ModelSession([
        directory('d', [skill('twin')]),
        directory('twin', []),
        directory('e', [skill('s')]),
      ]),
    );
    const { store } = await openInMemory(host);
    const reported: unknown[] = [];
    store.onForgotten((forgotten) => reported.push(forgotten));
    await Promise.all([store.toggle('twin', false), store.toggle('s', false)]);
    host.sendList();
    await quiet();
    expect(reported).toEqual([]);
    host.rescan();
    await quiet();
    const switches = ['twin', 's'].map((id) => ({ id, enabled: false, scope: 'session' }));
    expect(reported).toEqual([{ cause: 'list', switches }]);
  });
});

describe('a reset', () => {
  it('reports the value that the host falls back to', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { store } = await openInMemory(host);
    await store.toggle('s0', false);
    await store.toggle('s1', false);
    host.script = (call, peer, proceed) => {
      if (!isToggle(call)) proceed();
      else host.echo(call, peer);
    };
    await expect(store.reset('s0')).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(shownFlags(store)).toEqual(host.session.flags());
  });

  it('is sent once more after a drop, and not again later', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { store, clock } = await openInMemory(host);
    await store.toggle('s0', false);
    const reported: unknown[] = [];
    store.onForgotten((forgotten) => reported.push(forgotten));
    host.script = (call, _peer, proceed) => {
      if (isToggle(call)) host.drop();
      else proceed();
    };
    const outcome = store.reset('s0');
    await quiet();
    host.script = (_call, _peer, proceed) => proceed();
    await clock.advance(1_000);
    await expect(outcome).resolves.toEqual({ kind: 'confirmed', enabled: true });
    host.rescan();
    await quiet();
    expect(reported).toEqual([]);
  });
});

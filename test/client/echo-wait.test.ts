import { describe, expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { holdAnswers, isToggle, watchOutcome } from '../support/held-answers.js';
import { type Call, type Peer, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, plugin, skills } from '../support/scripted-session.js';

describe('waiting for an echo', () => {
  it('asks the host after a while without an echo, and compares', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { clock, store } = await openInMemory(host);
    host.script = (call, peer, proceed) => {
      const { id } = (call.params['action'] ?? {}) as { id?: string };
      if (!isToggle(call) || id === 's1') proceed();
      else host.session.toggle({ ...(call.params['action'] as object), id: 's1' } as never);
      void peer;
    };
    const lost = watchOutcome(store.toggle('s0', false));
    await clock.advance(clientLimits.echoTimeoutMs - 1);
    expect(lost.outcome).toBeUndefined();
    expect([...store.getSnapshot().pending.keys()]).toEqual(['s0']);
    await clock.advance(1);
    expect(lost.outcome).toMatchObject({ kind: 'unconfirmed', enabled: true });
    expect(shownFlags(store)).toEqual({ d: true, s0: true, s1: false });
  });

  it('asks the host once, although the timer fires too early', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { clock, store } = await openInMemory(host);
    host.script = (call, _peer, proceed) => void (isToggle(call) || proceed());
    const before = host.calls('subscribe').length;
    clock.earlyMs = 0.5;
    const lost = watchOutcome(store.toggle('s0', false));
    await clock.advance(clientLimits.echoTimeoutMs);
    expect(host.calls('subscribe').length - before).toBe(1);
    expect(lost.outcome).toMatchObject({ kind: 'unconfirmed', enabled: true });
  });

  it('is not prolonged by the echoes of later switches', async () => {
    const host = new ScriptedHost(new ModelSession(skills(20)));
    const { clock, store } = await openInMemory(host);
    host.script = (call, _peer, proceed) =>
      void ((isToggle(call) && call.params['clientSeq'] === 1) || proceed());
    const lost = watchOutcome(store.toggle('s0', false));
    for (let number = 1; number < 5; number += 1) {
      await clock.advance(clientLimits.echoTimeoutMs / 4);
      void store.toggle(`s${number}`, false);
    }
    await quiet();
    expect(lost.outcome).toMatchObject({ kind: 'unconfirmed', enabled: true });
    expect(store.getSnapshot().pending.size).toBe(0);
  });

  it('continues as long as a slow host makes progress', async () => {
    const host = new ScriptedHost(new ModelSession(skills(10)));
    const { clock, store } = await openInMemory(host);
    await store.toggle('d', false);
    const held = holdAnswers(host, 'dispatchAction');
    const outcomes = Array.from({ length: 10 }, (_, number) =>
      watchOutcome(store.toggle(`s${number}`, false)),
    );
    await quiet();
    const before = host.calls('subscribe').length;
    for (const proceed of held) {
      await clock.advance(clientLimits.echoTimeoutMs - 1);
      proceed();
      await quiet();
    }
    expect(outcomes.map(({ outcome }) => outcome?.kind)).toEqual(Array(10).fill('confirmed'));
    expect(host.calls('subscribe').length - before).toBe(1);
  });

  it('does not end a switch that was made after the request', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { clock, store } = await openInMemory(host);
    const answers: (() => void)[] = [];
    const echoes: (() => void)[] = [];
    host.script = (call, _peer, proceed) => {
      if (isToggle(call)) echoes.push(proceed);
      else if (call.method === 'subscribe') answers.push(proceed);
      else proceed();
    };
    const early = watchOutcome(store.toggle('s0', false));
    await clock.advance(clientLimits.echoTimeoutMs);
    const later = watchOutcome(store.toggle('s1', false));
    answers[0]?.();
    await quiet();
    expect(early.outcome).toMatchObject({ kind: 'unconfirmed' });
    expect(later.outcome).toBeUndefined();
    expect(shownFlags(store)).toMatchObject({ s0: true, s1: false });
    echoes[1]?.();
    answers[1]?.();
    await quiet();
    answers[1]?.();
    await quiet();
    expect(later.outcome).toEqual({ kind: 'confirmed', enabled: false });
  });

  it('keeps showing switches under way while the state is fetched again', async () => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { store } = await openInMemory(host);
    const held = holdAnswers(host, 'dispatchAction');
    const outcome = store.toggle('s0', false);
    await quiet();
    host.toggleByAnother('s1', false);
    await store.refresh();
    expect(shownFlags(store)).toMatchObject({ s0: false, s1: false });
    expect(store.getSnapshot().confirmed.customizations?.[0]).toMatchObject({
      children: [{ id: 's0' }, { id: 's1', enabled: false }],
    });
    held[0]?.();
    await expect(outcome).resolves.toEqual({ kind: 'confirmed', enabled: false });
  });

  it('includes the decision of the previous switch in the next one, in any scope', async () => {
    const host = new ScriptedHost(new ModelSession([plugin('p', [])]));
    const { store } = await openInMemory(host);
    await Promise.all([store.toggle('p', false, 'global'), store.toggle('p', true)]);
    const sent = host.calls('dispatchAction').map(({ params }) => params['action']);
    const [global, session] = [
      { kind: 'global', enabled: false },
      { kind: 'session', enabled: true },
    ];
    expect(sent).toMatchObject([{ enablement: [global] }, { enablement: [session, global] }]);
    // Other hosts are not sent the fields that only our own host understands.
    for (const action of sent) expect(action).not.toHaveProperty('_meta');
    expect(host.session.find('p')?.enablement).toEqual([session, global]);
  });

  it('ends with the session: an open request does not harm the connection', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, clock, store } = await openInMemory(host);
    holdAnswers(host, 'subscribe');
    const asked = store.refresh();
    await quiet();
    client.closeSession(SESSION);
    await clock.advance(clientLimits.requestTimeoutMs);
    await expect(asked).resolves.toBe(false);
    await expect(store.refresh()).resolves.toBe(false);
    expect(client.status.kind).toBe('live');
    expect(host.connections).toBe(1);
  });

  it('continues if the host refuses the request', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { clock, store } = await openInMemory(host);
    host.script = (call: Call, peer: Peer, proceed) => {
      if (call.method === 'subscribe') host.refuse(peer, call, -32603, 'busy');
      else if (!isToggle(call)) proceed();
    };
    const watched = watchOutcome(store.toggle('s0', false));
    await clock.advance(clientLimits.echoTimeoutMs);
    expect(watched.outcome).toMatchObject({ kind: 'unconfirmed', enabled: undefined });
    expect(watched.outcome).toMatchObject({ reason: expect.stringContaining('busy') });
  });
});

import { describe, expect, it } from 'vitest';
import type { ToggleOutcome } from '../../src/client/index.js';
import { clientLimits } from '../../src/client/limits.js';
import type { SwitchRequest } from '../../src/client/prepare-switch.js';
import type { Scope } from '../../src/protocol/scopes.js';
import { letReconnect, openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { holdAnswers, isToggle, watchOutcome } from '../support/held-answers.js';
import { ScriptedHost } from '../support/scripted-host.js';
import {
  directory,
  ModelSession,
  type ModelToggle,
  plugin,
  skill,
  skills,
} from '../support/scripted-session.js';

const { switchesPerTurn, switchesInFlight } = clientLimits;
const request = (id: string, enabled: boolean | null = false, scope: Scope = 'session'): SwitchRequest => ({
  id,
  enabled,
  scope,
});
/** As many requests as are sent in one turn. */
const fullTurn = Array.from({ length: switchesPerTurn }, (_, index) => request(`s${index}`));
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function sentTo(host: ScriptedHost): string[] {
  return host.calls('dispatchAction').map(({ params }) => {
    const { id, enabled } = params['action'] as ModelToggle;
    return `${enabled ? '+' : '-'}${id}`;
  });
}

async function start(count: number) {
  const host = new ScriptedHost(
    new ModelSession([...skills(count), directory('e', [skill('a'), skill('b')]), plugin('p', [])]),
  );
  return { host, ...(await openInMemory(host)) };
}

const kindsOf = (outcomes: readonly ToggleOutcome[]) => [...new Set(outcomes.map(({ kind }) => kind))];

describe('a batch', () => {
  it('is in the next view at once, and sent in order over several turns', async () => {
    const { host, store } = await start(2 * switchesPerTurn + 1);
    const batch = Array.from({ length: 2 * switchesPerTurn + 1 }, (_, index) => request(`s${index}`));
    const outcomes = store.switch(batch);
    const { pending, state } = store.getSnapshot();
    expect(pending.size).toBe(batch.length);
    expect(
      Object.values(shownFlags({ getSnapshot: () => ({ state }) } as never)).filter((on) => !on),
    ).toHaveLength(batch.length);
    await Promise.resolve();
    expect(host.calls('dispatchAction').length).toBeLessThanOrEqual(switchesPerTurn);
    await expect(Promise.all(outcomes).then(kindsOf)).resolves.toEqual(['confirmed']);
    expect(sentTo(host)).toEqual(batch.map(({ id }) => `-${id}`));
    expect(store.getSnapshot().pending.size).toBe(0);
  });

  it('has a bounded number of switches in flight, and continues when there is room', async () => {
    const { host, store } = await start(switchesInFlight + 100);
    const held = holdAnswers(host, 'dispatchAction');
    const batch = Array.from({ length: switchesInFlight + 100 }, (_, index) => request(`s${index}`));
    const outcomes = store.switch(batch);
    for (let count = 0; count < 10; count += 1) await turn();
    expect(held).toHaveLength(switchesInFlight);
    for (const proceed of held.slice(0, 60)) proceed();
    await quiet();
    expect(held).toHaveLength(switchesInFlight + 60);
    for (const proceed of held.slice(60)) proceed();
    await quiet();
    for (const proceed of held.slice(switchesInFlight + 60)) proceed();
    await expect(Promise.all(outcomes).then(kindsOf)).resolves.toEqual(['confirmed']);
  });

  it('rejects the entries it does not know, and switches the others', async () => {
    const { store } = await start(1);
    const outcomes = await Promise.allSettled(store.switch([request('nope'), request('s0')]));
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'entry-unknown' } },
      { status: 'fulfilled', value: { kind: 'confirmed' } },
    ]);
  });

  it('rejects an entry that goes before its switch is sent', async () => {
    const { host, store } = await start(switchesPerTurn);
    const outcomes = store.switch([...fullTurn, request('a')]);
    host.session.customizations = host.session.customizations.filter(({ id }) => id !== 'e');
    host.sendList();
    const last = (await Promise.allSettled(outcomes)).at(-1);
    expect(last).toMatchObject({ status: 'rejected', reason: { code: 'entry-unknown' } });
    expect(sentTo(host)).not.toContain('-a');
    expect(store.getSnapshot().pending.size).toBe(0);
  });

  it('ends with the session, sent or not', async () => {
    const { client, host, store } = await start(switchesPerTurn);
    holdAnswers(host, 'dispatchAction');
    const outcomes = store.switch([...fullTurn, request('a')]);
    client.closeSession(store.uri);
    await expect(Promise.all(outcomes).then(kindsOf)).resolves.toEqual(['unconfirmed']);
    await turn();
    expect(sentTo(host)).not.toContain('-a');
  });
});

describe('a request for an entry whose earlier request is not sent yet', () => {
  it('that takes it back ends both, and neither is sent', async () => {
    const { host, store } = await start(switchesPerTurn);
    store.switch(fullTurn);
    const outcomes = store.switch([request('a'), request('a', true), request('b')]);
    expect([...store.getSnapshot().pending.keys()]).not.toContain('a');
    expect(shownFlags(store)).toMatchObject({ a: true, b: false });
    await expect(Promise.all(outcomes)).resolves.toEqual([
      { kind: 'unconfirmed', enabled: undefined, reason: 'it was switched again since', isReplaced: true },
      {
        kind: 'unconfirmed',
        enabled: undefined,
        reason: 'it takes back a switch that was not sent',
        isReplaced: true,
      },
      { kind: 'confirmed', enabled: false },
    ]);
    expect(sentTo(host).slice(switchesPerTurn)).toEqual(['-b']);
  });

  it('that does not take it back is sent in its place', async () => {
    const { host, store } = await start(switchesPerTurn);
    await store.toggle('b', false);
    store.switch(fullTurn);
    // A request for the current value is about more than the flag, so nothing takes it back.
    const outcomes = store.switch([request('a', true), request('a'), request('a', true)]);
    const others = store.switch([request('b', true), request('b'), request('b', true)]);
    const ended = await Promise.all([...outcomes, ...others]);
    expect(kindsOf(ended)).toEqual(['unconfirmed', 'confirmed']);
    expect(sentTo(host).slice(1 + switchesPerTurn)).toEqual(['+a', '+b']);
    expect(shownFlags(store)).toMatchObject({ a: true, b: true });
  });

  it('is sent if another client switched the entry meanwhile', async () => {
    const { host, store } = await start(switchesInFlight);
    const held = holdAnswers(host, 'dispatchAction');
    store.switch(Array.from({ length: switchesInFlight }, (_, index) => request(`s${index}`)));
    const first = store.toggle('a', false);
    for (let count = 0; count < 5; count += 1) await turn();
    host.toggleByAnother('a', false);
    await quiet();
    const second = store.toggle('a', true);
    for (const proceed of held) proceed();
    await quiet();
    held.at(-1)?.();
    await expect(Promise.all([first, second]).then(kindsOf)).resolves.toEqual(['unconfirmed', 'confirmed']);
    expect([host.session.flag('a'), shownFlags(store)['a']]).toEqual([true, true]);
  });

  it('is sent if an earlier switch of the entry is already sent and would undo it', async () => {
    const { host, store } = await start(switchesPerTurn);
    const held = holdAnswers(host, 'dispatchAction');
    const first = store.toggle('a', false);
    store.switch(fullTurn.slice(1));
    const outcomes = store.switch([request('a', true), request('a', true)]);
    for (let count = 0; count < 3; count += 1) await turn();
    for (const proceed of held) proceed();
    await expect(Promise.all([first, ...outcomes]).then(kindsOf)).resolves.toEqual([
      'confirmed',
      'unconfirmed',
    ]);
    expect([host.session.flag('a'), shownFlags(store)['a']]).toEqual([true, true]);
  });

  it('is sent as well if its scope differs, and includes the earlier decision', async () => {
    const { host, store } = await start(switchesPerTurn);
    store.switch(fullTurn);
    const outcomes = store.switch([request('p', false, 'global'), request('p', true)]);
    await Promise.all(outcomes);
    const sent = host.calls('dispatchAction').slice(switchesPerTurn);
    const [global, session] = [
      { kind: 'global', enabled: false },
      { kind: 'session', enabled: true },
    ];
    expect(sent.map(({ params }) => params['action'])).toMatchObject([
      { enablement: [global] },
      { enablement: [session, global] },
    ]);
  });

  it('leaves nothing of a request that was taken back in later actions', async () => {
    const { host, store } = await start(switchesPerTurn);
    store.switch(fullTurn);
    store.switch([request('p', false, 'global'), request('p', true, 'global'), request('p', false)]);
    await quiet();
    const [last] = host.calls('dispatchAction').slice(switchesPerTurn);
    expect(last?.params['action']).toMatchObject({ enablement: [{ kind: 'session', enabled: false }] });
  });

  it('that takes it back while the connection is lost sends nothing afterwards', async () => {
    const { host, store, clock } = await start(1);
    host.drop();
    await quiet();
    const outcomes = store.switch([request('a'), request('a', true), request('b')]);
    await letReconnect(clock);
    await expect(Promise.all(outcomes).then(kindsOf)).resolves.toEqual(['unconfirmed', 'confirmed']);
    expect(sentTo(host)).toEqual(['-b']);
  });

  it('is sent after a lost connection even if the entry has its value, because the one before changes that', async () => {
    const { host, store, clock } = await start(1);
    host.drop();
    await quiet();
    const outcomes = store.switch([request('p', false, 'global'), request('p', true, 'session')]);
    await letReconnect(clock);
    await expect(Promise.all(outcomes).then(kindsOf)).resolves.toEqual(['confirmed']);
    expect(sentTo(host)).toEqual(['-p', '+p']);
    expect(host.session.find('p')?.enablement).toEqual([
      { kind: 'session', enabled: true },
      { kind: 'global', enabled: false },
    ]);
  });

  it('does not hide that the host forgets an earlier, confirmed switch', async () => {
    const { host, store } = await start(switchesPerTurn);
    await store.toggle('a', false);
    store.switch(fullTurn);
    await Promise.all(store.switch([request('a', true), request('a')]));
    await quiet();
    const reports: string[][] = [];
    store.onForgotten(({ switches }) => reports.push(switches.map(({ id }) => id)));
    host.rescan();
    await quiet();
    expect(reports.flat()).toContain('a');
  });
});

describe('three switches of one entry before any echo', () => {
  it.each([
    ['one by one', [false, true, false]],
    ['one by one', [true, false, true]],
    ['one by one', [true, true, false]],
    ['one by one', [false, false, true]],
    ['in one batch', [false, true, false]],
  ])('end in the last one, each with one outcome: %s %j', async (how, wanted) => {
    const { host, store } = await start(1);
    const held = holdAnswers(host, 'dispatchAction');
    const requests = wanted.map((enabled) => request('a', enabled));
    const outcomes =
      how === 'in one batch' ? store.switch(requests) : requests.flatMap((one) => store.switch([one]));
    const watched = outcomes.map(watchOutcome);
    expect([...store.getSnapshot().pending]).toEqual([['a', wanted[2]]]);
    expect(shownFlags(store)['a']).toBe(wanted[2]);
    await quiet();
    for (const proceed of held) proceed();
    await quiet();
    // In one batch nothing is sent yet, so the second request takes back the first.
    const taken = how === 'in one batch' ? 'unconfirmed' : 'confirmed';
    expect(watched.map(({ outcome }) => outcome?.kind)).toEqual([taken, taken, 'confirmed']);
    expect([host.session.flag('a'), shownFlags(store)['a']]).toEqual([wanted[2], wanted[2]]);
    expect(store.getSnapshot().pending.size).toBe(0);
  });

  it.each([0, 1, 2, 3])('end in the last one after a drop when %i of them arrived', async (arriving) => {
    const { host, store, clock } = await start(1);
    let count = 0;
    host.script = (call, _peer, proceed) => {
      if (!isToggle(call)) return proceed();
      count += 1;
      if (count <= arriving) host.session.toggle(call.params['action'] as ModelToggle);
      if (count < 3) return undefined;
      host.script = (_call, _other, serve) => serve();
      host.drop();
    };
    const outcomes = [false, true, false].flatMap((enabled) => store.switch([request('a', enabled)]));
    await letReconnect(clock);
    const last = (await Promise.all(outcomes)).at(-1);
    expect(last).toEqual({ kind: 'confirmed', enabled: false });
    expect([host.session.flag('a'), shownFlags(store)['a']]).toEqual([false, false]);
  });
});

describe('the view of a switch under way', () => {
  it('has it pending until its outcome is known, also while its echo is verified', async () => {
    const { host, store } = await start(1);
    const held = holdAnswers(host, 'subscribe');
    const asked = host.next('subscribe');
    const watched = watchOutcome(store.toggle('a', false));
    await asked;
    expect(watched.outcome).toBeUndefined();
    expect([...store.getSnapshot().pending]).toEqual([['a', false]]);
    expect(store.getSnapshot().state).toBe(store.getSnapshot().confirmed);
    held[0]?.();
    await quiet();
    expect(watched.outcome).toEqual({ kind: 'confirmed', enabled: false });
    expect(store.getSnapshot().pending.size).toBe(0);
  });
});

describe('a state that was requested while switches were echoed', () => {
  it('is not requested again because of echoes that were already applied', async () => {
    const { host, store } = await start(3);
    await store.toggle('s0', false);
    const held = holdAnswers(host, 'subscribe');
    const before = host.calls('subscribe').length;
    const asked = store.refresh();
    await quiet();
    await expect(store.toggle('s1', false)).resolves.toMatchObject({ kind: 'confirmed' });
    // The host made this state before the echo, but it arrives after the echo.
    host.serverSeq -= 1;
    held[0]?.();
    host.serverSeq += 1;
    await asked;
    await quiet();
    expect(host.calls('subscribe').length - before).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import type { Forgotten } from '../../src/client/index.js';
import { clientLimits } from '../../src/client/limits.js';
import { letReconnect, openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { type Call, ROOT, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, type ModelToggle, skills } from '../support/scripted-session.js';

const isToggle = ({ method }: Call) => method === 'dispatchAction';
const sentTo = (host: ScriptedHost) =>
  host.calls('dispatchAction').map(({ params }) => {
    const { id, enabled } = params['action'] as ModelToggle;
    return [params['clientSeq'], id, enabled];
  });

/** Lets the first `arriving` switches reach the host, unanswered, and then cuts the connection. */
function cutAfter(host: ScriptedHost, arriving: number, wanted: number): void {
  let count = 0;
  host.script = (call, _peer, proceed) => {
    if (!isToggle(call)) return proceed();
    count += 1;
    if (count <= arriving) host.session.toggle(call.params['action'] as ModelToggle);
    if (count < wanted) return undefined;
    host.script = (_call, _other, serve) => serve();
    host.drop();
  };
}

describe.each(['replay', 'snapshot'] as const)('after a drop, with a %s', (resumesWith) => {
  async function start(count: number) {
    const host = new ScriptedHost(new ModelSession(skills(count)));
    host.resumesWith = resumesWith;
    return { host, ...(await openInMemory(host)) };
  }

  it('changes by other clients are shown', async () => {
    const { host, store, clock } = await start(2);
    host.drop();
    await quiet();
    host.toggleByAnother('s1', false);
    await letReconnect(clock);
    expect(shownFlags(store)).toEqual({ d: true, s0: true, s1: false });
  });

  it('a switch that did not arrive is sent once more, under a new number', async () => {
    const { host, store, clock } = await start(1);
    cutAfter(host, 0, 1);
    const outcome = store.toggle('s0', false);
    await quiet();
    expect([...store.getSnapshot().pending]).toEqual([['s0', false]]);
    await letReconnect(clock);
    await expect(outcome).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(sentTo(host)).toEqual([
      [1, 's0', false],
      [2, 's0', false],
    ]);
  });

  it('a switch that did arrive is not sent again', async () => {
    const { host, store, clock } = await start(1);
    host.script = (call, _peer, proceed) => {
      if (isToggle(call)) host.drop();
      proceed();
    };
    const outcome = store.toggle('s0', false);
    await letReconnect(clock);
    await expect(outcome).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(sentTo(host)).toHaveLength(1);
  });

  it('a switch that the host rejects ends as rejected', async () => {
    const { host, store, clock } = await start(1);
    cutAfter(host, 0, 1);
    const outcome = store.toggle('s0', false);
    await quiet();
    host.script = (call, peer, proceed) => (isToggle(call) ? host.echo(call, peer, 'no') : proceed());
    await letReconnect(clock);
    await expect(outcome).resolves.toEqual({ kind: 'rejected', enabled: true, reason: 'no' });
    expect(shownFlags(store)['s0']).toBe(true);
  });

  it.each([
    ['none of them', 0, [true, false]],
    ['the first', 1, [true, false]],
    ['both', 2, [true, false]],
  ])('two switches of one entry end in the last request: %s arrived', async (_what, arriving) => {
    const { host, store, clock } = await start(1);
    cutAfter(host, arriving, 2);
    const outcomes = Promise.all([store.toggle('s0', false), store.toggle('s0', true)]);
    await letReconnect(clock);
    const [first, last] = await outcomes;
    expect(['confirmed', 'unconfirmed']).toContain(first.kind);
    expect(last).toEqual({ kind: 'confirmed', enabled: true });
    expect(host.session.flag('s0')).toBe(true);
    expect(shownFlags(store)).toEqual(host.session.flags());
  });

  it.each(['with an echo', 'without an echo'])(
    'the first of two switches of one entry is not sent again if the second arrived %s',
    async (how) => {
      const { host, store, clock } = await start(2);
      let count = 0;
      host.script = (call, _peer, proceed) => {
        if (isToggle(call)) count += 1;
        if (count === 2 && isToggle(call)) host.drop();
        if (!isToggle(call) || (count === 2 && how === 'with an echo')) proceed();
        else if (count === 2) host.session.toggle(call.params['action'] as ModelToggle);
        if (count === 2) host.script = (_call, _other, serve) => serve();
      };
      const outcomes = Promise.all([store.toggle('s0', true), store.toggle('s0', false)]);
      await quiet();
      host.toggleByAnother('s1', false);
      await letReconnect(clock);
      const [first, last] = await outcomes;
      expect(['confirmed', 'unconfirmed']).toContain(first.kind);
      expect(last).toEqual({ kind: 'confirmed', enabled: false });
      expect(host.session.flags()).toEqual({ d: true, s0: false, s1: false });
      expect(shownFlags(store)).toEqual(host.session.flags());
    },
  );

  it('a switch back is sent even if the first switch arrived without an echo', async () => {
    const { host, store, clock } = await start(3);
    await store.toggle('s2', false);
    cutAfter(host, 1, 2);
    const outcomes = Promise.all([store.toggle('s0', false), store.toggle('s0', true)]);
    await quiet();
    host.toggleByAnother('s1', false);
    await letReconnect(clock);
    const [, last] = await outcomes;
    expect(last).toEqual({ kind: 'confirmed', enabled: true });
    expect(host.session.flags()).toEqual({ d: true, s0: true, s1: false, s2: false });
  });

  it('switches made meanwhile are sent, each once, with ascending numbers', async () => {
    const { host, store, clock } = await start(4);
    cutAfter(host, 0, 1);
    const outcomes = [store.toggle('s0', false)];
    await quiet();
    outcomes.push(store.toggle('s1', false), store.toggle('s2', true), store.toggle('s3', false));
    expect(shownFlags(store)).toEqual({ d: true, s0: false, s1: false, s2: true, s3: false });
    await letReconnect(clock);
    const kinds = (await Promise.all(outcomes)).map(({ kind }) => kind);
    expect(kinds).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed']);
    const sent = sentTo(host);
    expect(sent.map(([, id]) => id)).toEqual(['s0', 's0', 's1', 's3']);
    const numbers = sent.map(([clientSeq]) => Number(clientSeq));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(shownFlags(store)).toEqual(host.session.flags());
  });

  it('a session that is missing ends what was under way and is not asked for again', async () => {
    const { host, client, store, clock } = await start(1);
    cutAfter(host, 0, 1);
    const outcome = store.toggle('s0', false);
    await quiet();
    const session = host.session;
    host.sessions.delete(SESSION);
    await letReconnect(clock);
    await clock.advance(clientLimits.missingCheckMs);
    const missing = { kind: 'unconfirmed', reason: 'the host no longer has this session' };
    await expect(outcome).resolves.toMatchObject(missing);
    await expect(store.toggle('s0', false)).resolves.toMatchObject(missing);
    expect(store.getSnapshot().isMissing).toBe(true);
    host.drop();
    await letReconnect(clock);
    expect(host.calls('reconnect').at(-1)?.params['subscriptions']).toEqual([ROOT]);
    host.sessions.set(SESSION, session);
    const again = await client.openSession(SESSION);
    expect(again).not.toBe(store);
    expect(again.getSnapshot().isMissing).toBe(false);
    await expect(again.toggle('s0', false)).resolves.toMatchObject({ kind: 'confirmed' });
  });

  it('the list of sessions is fetched again if it was asked for', async () => {
    const { host, client, clock } = await start(1);
    host.drop();
    await letReconnect(clock);
    expect(host.calls('listSessions')).toHaveLength(0);
    await client.listSessions();
    host.drop();
    await quiet();
    host.sessions.set('copilotcli:/two', new ModelSession([]));
    await letReconnect(clock);
    expect(client.root.getSnapshot().sessions?.map(({ resource }) => resource)).toEqual([
      SESSION,
      'copilotcli:/two',
    ]);
  });

  it('switches that the host forgot meanwhile are reported', async () => {
    const { host, store, clock } = await start(1);
    await store.toggle('s0', false);
    const reported: Forgotten[] = [];
    store.onForgotten((forgotten) => reported.push(forgotten));
    host.drop();
    await quiet();
    host.rescan();
    await letReconnect(clock);
    expect(reported.map(({ switches }) => switches)).toEqual([
      [{ id: 's0', enabled: false, scope: 'session' }],
    ]);
  });
});

it('a request that was open when the connection broke is sent again', async () => {
  const host = new ScriptedHost(new ModelSession(skills(2)));
  const { store, clock } = await openInMemory(host);
  host.script = (call, peer, proceed) => {
    if (isToggle(call)) host.echo(call, peer, call.params['clientSeq'] === 1 ? undefined : 'no');
    else if (call.method === 'subscribe') host.drop();
    else proceed();
  };
  const outcomes = [store.toggle('s0', false)];
  await quiet();
  outcomes.push(store.toggle('s0', false));
  host.script = (call, peer, proceed) => (isToggle(call) ? host.echo(call, peer, 'no') : proceed());
  host.toggleByAnother('s1', false);
  await letReconnect(clock);
  expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(['confirmed', 'rejected']);
  expect(shownFlags(store)).toEqual(host.session.flags());
});

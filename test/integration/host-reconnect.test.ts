import { describe, expect, it } from 'vitest';
import { hostLimits } from '../../src/host/limits.js';
import { makeTree } from '../support/host-tree.js';
import {
  type Json,
  type RawClient,
  type RawEnvelope,
  type RawSnapshot,
  rootChannel,
} from '../support/raw-client.js';
import { servedHost } from '../support/served-host.js';

interface Resumed {
  type: string;
  actions?: RawEnvelope[];
  snapshots?: RawSnapshot[];
  missing: string[];
}

/** A host, a client that dropped out of its session, and another that is still there. */
async function start(version = '0.9.0') {
  const tree = makeTree();
  for (const name of ['alpha', 'beta']) tree.skill(name);
  const host = await servedHost(tree);
  const [gone, other] = [await host.greet(version), await host.greet()];
  const session = await gone.session();
  await gone.subscribe(session);
  await other.subscribe(session);
  const ids = {
    alpha: (await other.entry(session, 'alpha')).id,
    beta: (await other.entry(session, 'beta')).id,
  };
  await gone.close();
  return { host, gone, other, session, ids };
}

async function comeBack(client: RawClient, clientId: string, more: Json): Promise<Resumed> {
  const params = { channel: rootChannel, clientId, lastSeenServerSeq: 0, subscriptions: [], ...more };
  return client.request<Json>('reconnect', params) as unknown as Promise<Resumed>;
}

describe('a client that reconnects', () => {
  it('receives what it missed, in order, with every origin, and what follows', async () => {
    const { host, gone, other, session, ids } = await start();
    await other.toggle(session, { id: ids.alpha, enabled: false });
    await other.toggle(session, { id: ids.beta, enabled: false });
    await other.ping();
    const client = await host.open();
    const resumed = await comeBack(client, gone.clientId, { subscriptions: [session] });
    expect(resumed).toEqual({ type: 'replay', actions: other.envelopes(), missing: [] });
    expect(resumed.actions?.[0]?.origin).toEqual({ clientId: other.clientId, clientSeq: 1 });
    await other.toggle(session, { id: ids.alpha, enabled: true });
    await client.until(() => client.envelopes('session/customizationToggled').length === 1);
  });

  it('receives only what is newer than what it saw', async () => {
    const { host, gone, other, session, ids } = await start();
    const first = await other.toggle(session, { id: ids.alpha, enabled: false });
    await other.toggle(session, { id: ids.beta, enabled: false });
    const client = await host.open();
    const seen = { lastSeenServerSeq: first.serverSeq, subscriptions: [session] };
    const { actions } = await comeBack(client, gone.clientId, seen);
    expect(actions?.every(({ serverSeq }) => serverSeq > first.serverSeq)).toBe(true);
    expect(actions?.filter(({ action }) => action.type === 'session/customizationToggled')).toHaveLength(1);
  });

  it('receives only the channels that it names', async () => {
    const { host, gone, other, session, ids } = await start();
    await other.toggle(session, { id: ids.alpha, enabled: false });
    await other.request('createSession', { channel: 'agents:/second' });
    const client = await host.open();
    const { actions } = await comeBack(client, gone.clientId, { subscriptions: [rootChannel] });
    expect(actions?.map(({ channel }) => channel)).toEqual([rootChannel]);
    await other.toggle(session, { id: ids.alpha, enabled: true });
    await client.ping();
    expect(client.envelopes()).toEqual([]);
  });

  it('learns once which of its channels are gone', async () => {
    const { host, gone, session } = await start();
    const client = await host.open();
    const subscriptions = [session, 'agents:/gone', rootChannel, session, 'agents:/gone'];
    expect(await comeBack(client, gone.clientId, { subscriptions })).toEqual({
      type: 'replay',
      actions: [],
      missing: ['agents:/gone'],
    });
    const far = await host.open();
    const resumed = await comeBack(far, gone.clientId, { subscriptions, lastSeenServerSeq: 99 });
    expect(resumed).toMatchObject({
      type: 'snapshot',
      snapshots: [{ resource: session }, { resource: rootChannel }],
    });
    expect(resumed).not.toHaveProperty('missing');
  });

  it.each([-1, 1_000])(
    'receives a snapshot for the number %i, which the host never assigned',
    async (lastSeenServerSeq) => {
      const { host, gone, other, session, ids } = await start();
      await other.toggle(session, { id: ids.alpha, enabled: false });
      await other.ping();
      const client = await host.open();
      const resumed = await comeBack(client, gone.clientId, { lastSeenServerSeq, subscriptions: [session] });
      expect(resumed).toMatchObject({ type: 'snapshot' });
      const [snapshot] = resumed.snapshots!;
      expect(snapshot).toEqual(await other.subscribe(session));
      expect(snapshot?.fromSeq).toBe(other.envelopes().at(-1)?.serverSeq);
      await other.toggle(session, { id: ids.beta, enabled: false });
      await client.until(() => client.envelopes('session/customizationToggled').length === 1);
    },
  );

  it('receives a snapshot when it missed more than the host remembers', async () => {
    const { host, gone, other, session } = await start();
    for (let index = 0; index <= hostLimits.replayedEnvelopes; index += 1) {
      other.dispatch(session, { type: 'session/isReadChanged', isRead: index % 2 === 0 });
    }
    await other.ping();
    const params = { subscriptions: [session] };
    const late = await comeBack(await host.open(), gone.clientId, { ...params, lastSeenServerSeq: 0 });
    expect(late.type).toBe('snapshot');
    const client = await host.open();
    const just = await comeBack(client, gone.clientId, { ...params, lastSeenServerSeq: 1 });
    expect(just.type).toBe('replay');
    expect(just.actions).toHaveLength(hostLimits.replayedEnvelopes);
  });

  it('keeps its negotiated version', async () => {
    const { host, gone, other, session, ids } = await start('0.4.0');
    await other.toggle(session, { id: ids.alpha, enabled: false });
    const client = await host.open();
    const { actions } = await comeBack(client, gone.clientId, { subscriptions: [session] });
    expect(actions?.[0]?.action).toEqual({
      type: 'session/customizationToggled',
      id: ids.alpha,
      enabled: false,
    });
    expect((await client.subscribe(session)).state).toHaveProperty('summary');
  });

  it('finds the switch that it made right before the drop', async () => {
    const { host, other, session, ids } = await start();
    const falling = await host.greet();
    await falling.subscribe(session);
    falling.dispatch(session, { type: 'session/customizationToggled', id: ids.alpha, enabled: false });
    await falling.close();
    await other.until(() => other.envelopes('session/customizationToggled').length === 1);
    const { actions } = await comeBack(await host.open(), falling.clientId, { subscriptions: [session] });
    expect(actions?.[0]).toMatchObject({ origin: { clientId: falling.clientId, clientSeq: 1 } });
  });

  it('is unknown to a host that it never connected to', async () => {
    const { host, session } = await start();
    const client = await host.open();
    const params = {
      channel: rootChannel,
      clientId: 'stranger',
      lastSeenServerSeq: 0,
      subscriptions: [session],
    };
    expect(await client.refusal('reconnect', params)).toMatchObject({ code: -32008 });
    expect(await client.refusal('subscribe', { channel: session })).toMatchObject({ code: -32601 });
    expect(await client.initialize(['0.9.0'])).toMatchObject({ protocolVersion: '0.9.0' });
    await client.subscribe(session);
  });

  it.each([{ clientId: 7 }, { subscriptions: 'all' }, { subscriptions: [1] }, { lastSeenServerSeq: '0' }])(
    'is refused with %j',
    async (fields) => {
      const { host, gone } = await start();
      const client = await host.open();
      const params = {
        channel: rootChannel,
        clientId: gone.clientId,
        lastSeenServerSeq: 0,
        subscriptions: [],
      };
      expect(await client.refusal('reconnect', { ...params, ...fields })).toMatchObject({ code: -32602 });
    },
  );
});

describe('two connections with the same client id', () => {
  it.each(['initialize', 'reconnect'])('cannot both stay open: %s ends the older one', async (method) => {
    const { host, other, session, ids } = await start();
    const older = await host.greet('0.9.0', 'twin');
    await older.subscribe(session);
    const newer = await host.open('twin');
    if (method === 'initialize') await newer.initialize(['0.9.0'], { initialSubscriptions: [session] });
    else await comeBack(newer, 'twin', { subscriptions: [session] });
    expect(await older.ended).toEqual({ code: 1001 });
    await other.toggle(session, { id: ids.alpha, enabled: false });
    await newer.until(() => newer.envelopes('session/customizationToggled').length === 1);
    expect(older.envelopes()).toEqual([]);
  });
});

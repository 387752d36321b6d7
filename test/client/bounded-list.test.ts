import { describe, expect, it } from 'vitest';
import { BoundedList, estimateBytes } from '../../src/client/bounded-list.js';
import { clientLimits } from '../../src/client/limits.js';
import { openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { type Peer, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

describe('estimateBytes', () => {
  it('counts text, keys, values and their containers', () => {
    const most = 1_000_000;
    expect(estimateBytes('x'.repeat(500), most)).toBeGreaterThanOrEqual(500);
    expect(estimateBytes({ ['k'.repeat(500)]: 1 }, most)).toBeGreaterThanOrEqual(500);
    expect(estimateBytes(Array(100).fill(0), most)).toBeGreaterThanOrEqual(800);
    expect(estimateBytes(Array(100).fill({}), most)).toBeGreaterThanOrEqual(5_600);
  });

  it.each([
    ['a list', (count: number) => Array(count).fill({})],
    ['an object', (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [i, {}]))],
  ])('stops counting %s beyond the limit', (_what, make) => {
    expect(estimateBytes(make(100_000), 1_000)).toBeLessThan(2_000);
  });
});

it('a bounded list keeps everything or nothing', () => {
  const list = new BoundedList<string>(1_000);
  list.add('x'.repeat(400));
  list.add('y');
  expect(list.items).toEqual(['x'.repeat(400), 'y']);
  list.add('z'.repeat(600));
  expect(list.items).toBeUndefined();
  list.add('y');
  expect(list.items).toBeUndefined();
});

describe('a host that sends more than the client keeps', () => {
  const heavy = 'x'.repeat(clientLimits.heldBytes / 4);
  const sendMuch = (host: ScriptedHost) => {
    for (let count = 0; count < 5; count += 1) host.emit(SESSION, { type: 'session/zzz', heavy });
  };
  const newHost = () => new ScriptedHost(new ModelSession(skills(2)));

  it('before it sends its state is asked for the state again', async () => {
    const host = newHost();
    const { client, store, clock } = await openInMemory(host);
    let isFirst = true;
    host.script = (call, _peer, proceed) => {
      if (call.method === 'subscribe' && isFirst) {
        isFirst = false;
        sendMuch(host);
        host.toggleByAnother('s0', false);
      }
      proceed();
    };
    expect(await store.refresh()).toBe(false);
    await clock.advance(clientLimits.reconnectFirstDelayMs);
    expect(host.calls('subscribe')).toHaveLength(4);
    expect(shownFlags(store)).toEqual(host.session.flags());
    expect(client.status.kind).toBe('live');
  });

  it('before it replies to a reconnect is reconnected to later', async () => {
    const host = newHost();
    const { client, store, clock } = await openInMemory(host);
    let isFirst = true;
    host.script = (call, peer, proceed) => {
      if (call.method === 'reconnect' && isFirst) {
        isFirst = false;
        const text = JSON.stringify({
          jsonrpc: '2.0',
          method: 'action',
          params: { channel: SESSION, heavy },
        });
        for (let count = 0; count < 5; count += 1) (peer as Peer).send(text);
      }
      proceed();
    };
    host.drop();
    await quiet();
    host.toggleByAnother('s0', false);
    await clock.advance(clientLimits.reconnectFirstDelayMs);
    expect(client.status).toMatchObject({
      kind: 'waiting',
      error: { code: 'connection-lost', message: 'The host sends too much before the connection is back.' },
    });
    await clock.advance(2 * clientLimits.reconnectFirstDelayMs);
    expect(client.status.kind).toBe('live');
    expect(shownFlags(store)).toEqual(host.session.flags());
  });
});

import { describe, expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { shownFlags } from '../support/flags.js';
import { textFrame } from '../support/frames.js';
import {
  connectDuringTest,
  listenDuringTest,
  openScripted,
  statusIs,
} from '../support/scripted-connection.js';
import { type Call, type Peer, ROOT, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, skill, skills } from '../support/scripted-session.js';
import { until } from '../support/until.js';

const onlyPeer = (host: ScriptedHost): Peer => [...host.peers][0] as Peer;
const action = (fields: object) => ({
  jsonrpc: '2.0',
  method: 'action',
  params: { channel: SESSION, ...fields },
});
const toggled = (id: unknown, more: object = {}) => ({ type: 'session/customizationToggled', id, ...more });

describe('a malformed frame', () => {
  it.each<[string, string | Buffer]>([
    ['is not JSON', '{"jsonrpc":'],
    ['is empty', ''],
    ['is a list', '[]'],
    ['is a number', '7'],
    ['is null', 'null'],
    ['has no method and no id', '{"jsonrpc":"2.0"}'],
    ['has an id of a wrong kind', '{"jsonrpc":"2.0","id":{},"result":1}'],
    ['has parameters of a wrong kind', '{"jsonrpc":"2.0","method":"action","params":[1]}'],
    ['is binary', Buffer.from([0, 159, 146, 150])],
    ['nests too deeply', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    [
      'nests too deeply in a message',
      `{"jsonrpc":"2.0","id":1,"result":${'{"a":'.repeat(90)}1${'}'.repeat(90)}}`,
    ],
    ['is an action without a number', JSON.stringify(action({ action: toggled('s0', { enabled: false }) }))],
    ['is an action without a type', JSON.stringify(action({ serverSeq: 900, action: {} }))],
    [
      'is a toggle with an id that is not a string',
      JSON.stringify(action({ serverSeq: 900, action: toggled(5) })),
    ],
    [
      'is a toggle with a flag that is not a boolean',
      JSON.stringify(action({ serverSeq: 900, action: toggled('s0', { enabled: 'no' }) })),
    ],
    [
      'is a list of the wrong type',
      JSON.stringify(
        action({ serverSeq: 900, action: { type: 'session/customizationsChanged', customizations: {} } }),
      ),
    ],
    [
      'is an update without an entry',
      JSON.stringify(
        action({ serverSeq: 900, action: { type: 'session/customizationUpdated', customization: {} } }),
      ),
    ],
  ])('is counted and ignored: it %s', async (_what, rubbish) => {
    const host = new ScriptedHost(new ModelSession(skills(2)));
    const { client, store } = await openScripted(host);
    onlyPeer(host).send(rubbish);
    await expect(store.toggle('s0', false)).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(client.trouble.malformedFrames).toBe(1);
    expect(client.trouble.lastMalformed).toEqual(expect.any(String));
    expect(shownFlags(store)).toEqual(host.session.flags());
    expect(host.connections).toBe(1);
  });

  it('is ignored and not counted if its method is only unknown', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store } = await openScripted(host);
    host.notify('somethingNew', { channel: ROOT });
    host.notify('root/sessionSummaryChanged', { session: 'nobody:/1', changes: { title: 'x' } });
    host.emit(SESSION, { type: 'session/zzz', anything: [1] });
    onlyPeer(host).send('{"jsonrpc":"2.0","id":999,"result":null}');
    onlyPeer(host).send('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}');
    await expect(store.toggle('s0', false)).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(client.trouble.malformedFrames).toBe(0);
  });

  it('loses one entry if one entry is wrong', async () => {
    const host = new ScriptedHost(
      new ModelSession([directory('d', [skill('a'), 7 as never, skill('b', { enabled: 'off' as never })])]),
    );
    const { client, store } = await openScripted(host);
    expect(shownFlags(store)).toEqual({ d: true, a: true, b: true });
    expect(client.trouble.count).toBe(2);
  });

  it('is refused if it is a request that the client does not serve', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { store } = await openScripted(host);
    onlyPeer(host).send(
      '{"jsonrpc":"2.0","id":"q1","method":"resourceRead","params":{"uri":"file:///etc/passwd"}}',
    );
    await store.refresh();
    expect(host.frames).toContainEqual({
      jsonrpc: '2.0',
      id: 'q1',
      error: { code: -32601, message: 'resourceRead is not served here' },
    });
  });

  it('is ignored if it is cut off by the end of the connection', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store } = await openScripted(host);
    host.script = (call, peer, proceed) => {
      if (call.method !== 'dispatchAction') proceed();
      else {
        const half = textFrame(JSON.stringify(action({ serverSeq: 1, action: call.params['action'] })));
        peer.write?.(half.subarray(0, half.length - 9));
        host.script = (_call, _peer, serve) => serve();
        peer.terminate();
      }
    };
    await expect(store.toggle('s0', false)).resolves.toEqual({ kind: 'confirmed', enabled: false });
    expect(client.status.kind).toBe('live');
    expect(host.connections).toBe(2);
    expect(shownFlags(store)).toEqual(host.session.flags());
  });
});

describe('frames that come together', () => {
  /** Responds with the result and another frame after it, in one write. */
  function answerWith(host: ScriptedHost, method: string, after: () => object): void {
    host.script = (call, peer, proceed) => {
      if (call.method !== method || call.params['channel'] !== SESSION) proceed();
      else {
        peer.subscriptions?.add(SESSION);
        const result = { jsonrpc: '2.0', id: call.id, result: { snapshot: host.snapshot(SESSION) } };
        peer.write?.(Buffer.concat([result, after()].map((message) => textFrame(JSON.stringify(message)))));
      }
    };
  }

  it('a snapshot and the action after it, in one write', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    answerWith(host, 'subscribe', () => {
      host.serverSeq += 1;
      host.session.toggle(toggled('s0', { enabled: false }) as never);
      return action({ serverSeq: host.serverSeq, action: toggled('s0', { enabled: false }) });
    });
    const { store } = await openScripted(host);
    await until(store.subscribe, () => shownFlags(store)['s0'] === false);
    host.script = (_call, _peer, proceed) => proceed();
    host.toggleByAnother('d', false);
    await until(store.subscribe, () => shownFlags(store)['d'] === false);
    expect(shownFlags(store)).toEqual(host.session.flags());
  });

  it('a list of sessions and a change of it, in one write', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.script = (call: Call, peer, proceed) => {
      if (call.method !== 'listSessions') proceed();
      else {
        const result = {
          jsonrpc: '2.0',
          id: call.id,
          result: { items: [{ resource: 'a:/1' }, { resource: 'a:/2' }] },
        };
        const news = [
          { method: 'root/sessionAdded', params: { channel: ROOT, summary: { resource: 'a:/3' } } },
          { method: 'root/sessionRemoved', params: { channel: ROOT, session: 'a:/1' } },
        ].map((message) => ({ jsonrpc: '2.0', ...message }));
        peer.write?.(Buffer.concat([result, ...news].map((message) => textFrame(JSON.stringify(message)))));
      }
    };
    const client = await connectDuringTest(await listenDuringTest(host));
    const uris = (await client.listSessions()).map(({ resource }) => resource);
    expect(uris).toEqual(['a:/2', 'a:/3']);
    expect(client.root.getSnapshot().sessions?.map(({ resource }) => resource)).toEqual(uris);
  });
});

describe('a large frame', () => {
  const text = (bytes: number) => 'x'.repeat(bytes);

  it('of 60 MiB is accepted', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.session.fields = { lifecycle: 'ready', padding: text(60 * 1024 * 1024) };
    const { store } = await openScripted(host);
    expect((store.getSnapshot().state as { padding?: string }).padding).toHaveLength(60 * 1024 * 1024);
    await expect(store.toggle('s0', false)).resolves.toMatchObject({ kind: 'confirmed' });
  });

  it('above the limit ends the connection, and the next one works', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { client, store } = await openScripted(host);
    onlyPeer(host).send(text(clientLimits.frameBytes + 1));
    await statusIs(client, 'waiting');
    await statusIs(client, 'live');
    await expect(store.toggle('s0', false)).resolves.toMatchObject({ kind: 'confirmed' });
  });

  it('above the limit in response to a request fails that request', async () => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.session.fields = { padding: text(clientLimits.frameBytes) };
    const client = await connectDuringTest(await listenDuringTest(host));
    await expect(client.openSession(SESSION)).rejects.toMatchObject({ code: 'connection-lost', exitCode: 1 });
  });
});

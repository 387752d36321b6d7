import { describe, expect, it } from 'vitest';
import { Client, type LinkStatus } from '../../src/client/index.js';
import { SkillpickError } from '../../src/errors.js';
import type { Transport, TransportEvents } from '../../src/protocol/index.js';
import { letReconnect, type OpenInMemory, openInMemory } from '../support/client-in-memory.js';
import { FakeClock, quiet } from '../support/fake-clock.js';
import { shownFlags } from '../support/flags.js';
import { memoryOpen } from '../support/memory-host.js';
import { ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

const newHost = () => new ScriptedHost(new ModelSession(skills(2)));

/** Opens transports to the host until it is set to fail. */
function gate(host: ScriptedHost) {
  const open = memoryOpen(host);
  const door = {
    failure: undefined as Error | undefined,
    tries: 0,
    open: async () => {
      door.tries += 1;
      if (door.failure !== undefined) throw door.failure;
      return open();
    },
  };
  return door;
}

const unreachable = () => new SkillpickError('host-unreachable', 'No agent host answers.');

describe('trying again', () => {
  it('waits longer and longer, up to a limit, and starts from the beginning after a success', async () => {
    const host = newHost();
    const door = gate(host);
    const { client, clock } = await openInMemory(host, { open: door.open, keepAliveIntervalMs: 1e9 });
    clock.randomValue = 0.999_999;
    const waits: number[] = [];
    client.onStatus((status) => {
      if (status.kind === 'waiting') waits.push(status.retryAtMs - clock.now());
    });
    door.failure = unreachable();
    host.drop();
    await quiet();
    for (let round = 0; round < 9; round += 1) await clock.advance(15_000);
    expect(waits.slice(0, 9)).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800, 15_000, 15_000]);
    door.failure = undefined;
    await clock.advance(15_000);
    expect(client.status).toEqual({ kind: 'live' });
    waits.length = 0;
    await clock.advance(15_001);
    host.drop();
    await quiet();
    expect(waits).toEqual([200]);
  });

  /** Makes the host hang up as soon as the connection is live again, for this time. */
  async function flap(host: ScriptedHost, { client, clock }: OpenInMemory, ms: number): Promise<number> {
    let count = 0;
    client.onStatus(({ kind }) => {
      if (kind !== 'live') return;
      count += 1;
      host.drop();
    });
    host.drop();
    await quiet();
    await clock.advance(ms);
    return count;
  }

  it('waits longer each time for a host that accepts and hangs up at once', async () => {
    const host = newHost();
    const wired = await openInMemory(host, { keepAliveIntervalMs: 1e9 });
    const count = await flap(host, wired, 60_000);
    expect(count).toBeGreaterThan(5);
    expect(count).toBeLessThan(15);
  });

  it('gives up on such a host if the number of attempts is limited', async () => {
    const host = newHost();
    const wired = await openInMemory(host, { reconnectAttempts: 4 });
    expect(await flap(host, wired, 60_000)).toBe(4);
    expect(wired.client.status.kind).toBe('gone');
  });

  it('has no limit by default', async () => {
    const host = newHost();
    const door = gate(host);
    const { client, clock } = await openInMemory(host, { open: door.open });
    door.failure = unreachable();
    host.drop();
    await quiet();
    await clock.advance(3_600_000);
    expect(client.status.kind).toBe('waiting');
    expect(door.tries).toBeGreaterThan(200);
  });

  it.each(['wrong-token', 'version-unsupported', 'token-exposed', 'token-unencrypted', 'bad-url'] as const)(
    'gives up at once on %s, which another attempt cannot fix',
    async (code) => {
      const host = newHost();
      const door = gate(host);
      const { client, clock, store } = await openInMemory(host, { open: door.open });
      const statuses: LinkStatus['kind'][] = [];
      client.onStatus(({ kind }) => statuses.push(kind));
      door.failure = new SkillpickError(code, 'no');
      host.drop();
      const outcome = store.toggle('s0', false);
      await letReconnect(clock);
      expect(statuses).toEqual(['waiting', 'connecting', 'gone']);
      await expect(outcome).resolves.toMatchObject({ kind: 'unconfirmed', reason: 'the host is gone' });
      expect(clock.pending).toEqual([]);
    },
  );

  it.each([
    [0, 0],
    [1, 1],
    [3, 3],
  ])('ends after %d tries where that is the limit', async (reconnectAttempts, tries) => {
    const host = newHost();
    const door = gate(host);
    const { client, clock } = await openInMemory(host, { open: door.open, reconnectAttempts });
    door.failure = unreachable();
    host.drop();
    await quiet();
    await clock.advance(1_000_000);
    expect(client.status.kind).toBe('gone');
    expect(door.tries).toBe(1 + tries);
  });

  it('waits longer each time for a host that sends nonsense after the handshake', async () => {
    const host = newHost();
    const { client, clock } = await openInMemory(host, { keepAliveIntervalMs: 1e9 });
    host.script = (call, peer, proceed) => {
      if (call.method === 'reconnect') host.refuse(peer, call, -32601);
      else if (call.method === 'initialize') host.answer(peer, call, { protocolVersion: 9 });
      else proceed();
    };
    host.drop();
    await quiet();
    await clock.advance(60_000);
    expect(client.status.kind).not.toBe('live');
    expect(host.connections).toBeLessThan(15);
  });
});

describe('a connection that was given up', () => {
  /** A transport that ends only when the test says so, and can deliver frames until then. */
  function slow(inner: Transport): Transport & { events?: TransportEvents; finish(): void } {
    const transport = {
      events: undefined as TransportEvents | undefined,
      open(events: TransportEvents) {
        transport.events = events;
        inner.open({ frame: events.frame, end: () => {} });
      },
      send: (text: string) => inner.send(text),
      close: () => {},
      finish: () => {
        inner.close();
        transport.events?.end();
      },
    };
    return transport as Transport & { events?: TransportEvents; finish(): void };
  }

  it('is ignored, with everything it still sends', async () => {
    const host = newHost();
    const open = memoryOpen(host);
    const slowOnes: ReturnType<typeof slow>[] = [];
    const clock = new FakeClock();
    const client = await Client.connect({
      clock,
      echoTimeoutMs: 100,
      requestTimeoutMs: 100,
      open: async () => {
        const transport = slow(await open());
        slowOnes.push(transport);
        return transport;
      },
    });
    const store = await client.openSession(SESSION);
    const first = slowOnes[0] as ReturnType<typeof slow>;
    const held: (() => void)[] = [];
    const [peer] = host.peers;
    host.script = (call, from, proceed) => {
      if (from !== peer) proceed();
      else if (call.method === 'subscribe') held.push(proceed);
    };
    void store.toggle('s0', false);
    await clock.advance(200);
    expect(client.status.kind).toBe('waiting');
    await clock.advance(1_000);
    expect(client.status.kind).toBe('live');
    host.toggleByAnother('s1', false);
    await quiet();
    // The old connection replies to the old request now, and sends a number far ahead.
    const action = { type: 'session/customizationToggled', id: 's1', enabled: true };
    const params = { channel: SESSION, serverSeq: 9_999, action };
    first.events?.frame(JSON.stringify({ jsonrpc: '2.0', method: 'action', params }));
    for (const answer of held) answer();
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
    host.toggleByAnother('d', false);
    await quiet();
    expect(shownFlags(store)).toEqual(host.session.flags());
    for (const transport of slowOnes) transport.finish();
    await client.close();
    expect(clock.pending).toEqual([]);
  });
});

describe('closing', () => {
  it('aborts the opening of a connection, and closes one that opens anyway', async () => {
    const host = newHost();
    const open = memoryOpen(host);
    let signal: AbortSignal | undefined;
    let letThrough = () => {};
    const clock = new FakeClock();
    const client = await Client.connect({
      clock,
      open: async (given) => {
        const isFirst = signal === undefined;
        signal = given;
        if (!isFirst) {
          await new Promise<void>((resolve) => {
            letThrough = resolve;
          });
        }
        return open();
      },
    });
    host.drop();
    await letReconnect(clock);
    expect(client.status.kind).toBe('connecting');
    await client.close();
    expect(signal?.aborted).toBe(true);
    letThrough();
    await quiet();
    expect(host.peers.size).toBe(0);
    expect(client.status.kind).toBe('gone');
    expect(clock.pending).toEqual([]);
  });

  it('can be done from within a status listener', async () => {
    const host = newHost();
    const clock = new FakeClock();
    const client = await Client.connect({ open: memoryOpen(host), clock });
    client.onStatus(({ kind }) => void (kind === 'live' && client.close()));
    host.drop();
    await letReconnect(clock);
    expect(client.status.kind).toBe('gone');
    expect(host.peers.size).toBe(0);
    expect(clock.pending).toEqual([]);
  });
});

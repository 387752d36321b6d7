import { describe, expect, it, vi } from 'vitest';
import { Host } from '../../src/host/host.js';
import { hostLimits } from '../../src/host/limits.js';
import { memoryPair, type Transport } from '../../src/protocol/transport.js';
import { makeTree } from '../support/host-tree.js';
import type { RawMessage } from '../support/raw-client.js';
import { blockFor } from '../support/slow-disk.js';

/** A client in this process, at the level of frames. */
class Wire {
  readonly messages: RawMessage[] = [];
  readonly ended: Promise<void>;
  readonly #transport: Transport;
  #id = 0;

  constructor(host: Host) {
    const [ours, theirs] = memoryPair();
    this.#transport = ours;
    this.ended = new Promise((resolve) => {
      ours.open({ frame: (text) => this.messages.push(JSON.parse(text)), end: () => resolve() });
    });
    host.connect(theirs);
  }

  send(message: object): void {
    this.#transport.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  async ask(method: string, params: object): Promise<RawMessage> {
    this.#id += 1;
    const id = this.#id;
    this.send({ id, method, params });
    for (;;) {
      const response = this.messages.find((message) => message.id === id);
      if (response !== undefined) return response;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  close(): void {
    this.#transport.close();
  }

  greet(clientId: string): Promise<RawMessage> {
    return this.ask('initialize', { clientId, protocolVersions: ['0.9.0'] });
  }
}

function start() {
  const tree = makeTree();
  for (const name of ['alpha', 'beta']) tree.skill(name);
  const host = new Host({ environment: tree.environment });
  const [session] = host.sessions.values();
  const [, , skill] = session!.state.customizations!.flatMap((entry) => [
    entry,
    ...('children' in entry ? (entry.children ?? []) : []),
  ]);
  return { tree, host, channel: session!.uri, id: skill!.id };
}

describe('a host', () => {
  it('responds at once: an action sent right after a request is published right after its response', async () => {
    const { host, channel } = start();
    const wire = new Wire(host);
    await wire.greet('one');
    const action = { type: 'session/titleChanged', title: 'new' };
    wire.send({ id: 'snapshot', method: 'subscribe', params: { channel } });
    wire.send({ method: 'dispatchAction', params: { channel, clientSeq: 1, action } });
    await wire.ask('ping', {});
    expect(wire.messages.slice(1, 3)).toMatchObject([
      { id: 'snapshot', result: { snapshot: { fromSeq: 0, state: { title: 'repo' } } } },
      { method: 'action', params: { serverSeq: 1 } },
    ]);
    await host.close();
  });

  it('that is closed finishes its switches, takes no more and disconnects', async () => {
    const { tree, host, channel, id } = start();
    const wire = new Wire(host);
    await wire.greet('one');
    await wire.ask('subscribe', { channel });
    const toggle = (enabled: boolean, clientSeq: number) =>
      host.dispatch(channel, clientSeq, { type: 'session/customizationToggled', id, enabled }, 'one');
    toggle(false, 1);
    const closed = host.close();
    toggle(true, 2);
    await closed;
    await wire.ended;
    const echoes = wire.messages.filter(({ method }) => method === 'action');
    expect(echoes[0]?.params).toMatchObject({ origin: { clientSeq: 1 } });
    expect(JSON.stringify(echoes)).not.toContain('"clientSeq":2');
    await new Wire(host).ended;
    const later = new Host({ environment: tree.environment });
    expect(JSON.stringify(later.sessions.get(channel)?.state)).toContain('"enabled":false');
  });

  it('reads the disk again although the first reading fails', async () => {
    const tree = makeTree();
    for (const name of ['alpha', 'beta', 'gamma', 'delta']) tree.skill(name);
    const { firstSliceMs, sliceMs } = hostLimits;
    const onRead = (path: string) => blockFor(path.includes('alpha') ? firstSliceMs : sliceMs);
    const onProgress = vi.fn().mockImplementationOnce(() => {
      throw new Error('out of memory');
    });
    const host = new Host({ environment: { ...tree.environment, onRead }, inSlices: true, onProgress });
    const [session] = host.sessions.values();
    const rescanned = host.rescan();
    await expect(host.loaded).rejects.toThrow('out of memory');
    await rescanned;
    expect(JSON.stringify(session!.state.customizations)).toContain('beta');
    expect(session!.state._meta).toBeUndefined();
    await host.close();
  });

  it('remembers a bounded number of clients, and all that are connected', async () => {
    const { host } = start();
    await new Wire(host).greet('connected');
    for (let index = 0; index <= 1_000; index += 1) {
      const wire = new Wire(host);
      await wire.greet(`client-${index}`);
      wire.close();
      await wire.ended;
    }
    const isKnown = (clientId: string) => host.audience.dialectOf(clientId) !== undefined;
    expect(['connected', 'client-0', 'client-1', 'client-2', 'client-1000'].map(isKnown)).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
    await host.close();
  });
});

import { describe, expect, it } from 'vitest';
import { Connection, type TimeLimit } from '../../src/client/connection.js';
import { RequestError } from '../../src/client/index.js';
import { memoryPair, type Transport } from '../../src/protocol/index.js';
import { FakeClock, quiet } from '../support/fake-clock.js';

function start(timeoutMs = 1_000, timeLimit?: TimeLimit) {
  const [near, far] = memoryPair();
  const clock = new FakeClock();
  const events: unknown[] = [];
  const received: Record<string, unknown>[] = [];
  const connection = new Connection(
    near,
    clock,
    {
      notification: (method, params) => events.push([method, params]),
      malformed: (error) => events.push(error.message),
      end: (error) => events.push(['end', error?.message]),
    },
    timeoutMs,
    timeLimit,
  );
  far.open({ frame: (text) => received.push(JSON.parse(text)), end: () => received.push({ end: true }) });
  const send = (message: object) => far.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return { connection, far, clock, events, received, send };
}

describe('a request', () => {
  it.each([
    ['its own timeout, while there is time left for all', 5_000, 1_000, '1 s'],
    ['what is left for all of them', 400, 400, '3 s'],
    ['nothing, when that is used up', 0, 0, '3 s'],
  ])('is given %s', async (_what, leftMs, waitedMs, shown) => {
    const { connection, clock, received } = start(1_000, { totalMs: 3_000, leftMs: () => leftMs });
    const failed = connection.request('a', {}).catch((error) => error);
    expect(clock.pending).toEqual([waitedMs]);
    await clock.advance(waitedMs);
    expect(await failed).toMatchObject({
      code: 'request-timeout',
      message: `The host did not answer a within ${shown}.`,
    });
    expect(received).toHaveLength(1);
  });

  it('is resolved by its id, in any order of the responses', async () => {
    const { connection, received, send, clock } = start();
    const both = Promise.all([connection.request('a', { channel: 'x' }), connection.request('b', {})]);
    await quiet();
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'a', params: { channel: 'x' } },
      { jsonrpc: '2.0', id: 2, method: 'b', params: {} },
    ]);
    send({ id: 2, result: 'second' });
    send({ id: 1, result: null });
    await expect(both).resolves.toEqual([null, 'second']);
    expect(clock.pending).toEqual([]);
  });

  it('rejects with the message of the host, in one line of bounded length', async () => {
    const { connection, send } = start();
    const request = connection.request('subscribe', {});
    send({ id: 1, error: { code: -32001, message: `no\nsuch ${'x'.repeat(100_000)}`, data: { a: 1 } } });
    const error = await request.catch((reason: unknown) => reason as RequestError);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: 'request-failed', exitCode: 1, rpcCode: -32001, data: { a: 1 } });
    expect((error as RequestError).message).toMatch(/^The host refused subscribe: no such x+… \(-32001\)\.$/);
    expect((error as RequestError).message.length).toBeLessThan(2_200);
  });

  it('rejects when no response comes in time, and ignores a later one', async () => {
    const { connection, clock, send, events } = start(1_500);
    const request = connection.request('ping', {});
    const ended = expect(request).rejects.toMatchObject({
      code: 'request-timeout',
      message: 'The host did not answer ping within 1.5 s.',
      hint: expect.stringContaining('try again'),
    });
    await clock.advance(1_500);
    await ended;
    send({ id: 1, result: 1 });
    await quiet();
    expect(events).toEqual([]);
  });

  it('rejects when the connection ends, before the end is reported', async () => {
    const { connection, far, events, clock } = start();
    const order: string[] = [];
    const request = connection.request('a', {}).catch((error) => order.push(error.code));
    far.close();
    await request;
    expect(events).toEqual([['end', undefined]]);
    expect(order).toEqual(['connection-lost']);
    expect(clock.pending).toEqual([]);
    await expect(connection.request('b', {})).rejects.toMatchObject({ code: 'connection-lost' });
    expect(clock.pending).toEqual([]);
  });
});

describe('closing', () => {
  it('gives up every request at once and resolves with the end', async () => {
    const { connection, received, events, clock } = start();
    const request = expect(connection.request('a', {})).rejects.toMatchObject({ code: 'connection-lost' });
    const closed = connection.close();
    expect(connection.isOver).toBe(true);
    await Promise.all([request, closed, connection.close()]);
    await quiet();
    expect(events).toEqual([['end', undefined]]);
    expect(received.at(-1)).toEqual({ end: true });
    expect(clock.pending).toEqual([]);
  });

  it('ignores everything that the host still sends', async () => {
    let frame: (text: string) => void = () => {};
    let end = () => {};
    const transport: Transport = {
      open: (events) => {
        frame = events.frame;
        end = events.end;
      },
      send: () => {},
      close: () => {},
    };
    const events: unknown[] = [];
    const connection = new Connection(transport, new FakeClock(), {
      notification: (method) => events.push(method),
      malformed: () => events.push('malformed'),
      end: () => events.push('end'),
    });
    const request = connection.request('subscribe', {}).catch((error) => error.code);
    const closed = connection.close();
    frame('{"jsonrpc":"2.0","id":1,"result":"late"}');
    frame('{"jsonrpc":"2.0","method":"action","params":{}}');
    frame('rubbish');
    await expect(request).resolves.toBe('connection-lost');
    expect(events).toEqual([]);
    end();
    await closed;
    expect(events).toEqual(['end']);
  });
});

describe('a message of the host', () => {
  it('is passed on as a notification, refused as a request, and counted if it is neither', async () => {
    const { send, far, events, received } = start();
    send({ method: 'action', params: { a: 1 } });
    send({ method: 'unheard/of' });
    send({ id: 'x', method: 'resourceRead', params: {} });
    send({ id: 7, result: 'not requested' });
    send({ id: null, error: { code: -32700, message: 'parse error' } });
    far.send('not json');
    await quiet();
    expect(events).toEqual([['action', { a: 1 }], ['unheard/of', {}], 'A frame is not JSON.']);
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 'x', error: { code: -32601, message: 'resourceRead is not served here' } },
    ]);
  });
});

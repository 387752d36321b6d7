import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Address, parseAddress } from '../../src/client/address.js';
import { isLocalAddress, openLoopbackSocket } from '../../src/client/loopback-socket.js';
import type { Transport } from '../../src/protocol/transport.js';
import { makeDirectory } from '../support/host-tree.js';

interface Far {
  address: Address;
  socket: Promise<WebSocket>;
  requests: IncomingMessage[];
}

/** A server that uses ws, so that it shares no code with the client. */
async function far(path?: string): Promise<Far> {
  const server: Server = createServer();
  const sockets = new WebSocketServer({ server, maxPayload: 10_000_000 });
  const requests: IncomingMessage[] = [];
  const socket = new Promise<WebSocket>((resolve) => {
    sockets.on('connection', (client, request) => {
      requests.push(request);
      client.on('error', () => {});
      resolve(client);
    });
  });
  await new Promise<void>((resolve) => {
    if (path === undefined) server.listen(0, '127.0.0.1', resolve);
    else server.listen(path, resolve);
  });
  onTestFinished(() => {
    for (const client of sockets.clients) client.terminate();
    server.close();
  });
  const url =
    path === undefined
      ? `ws://127.0.0.1:${(server.address() as AddressInfo).port}/a/b?c=d`
      : `ws+unix:${path}`;
  return { address: parseAddress(url), socket, requests };
}

interface Heard {
  transport: Transport;
  frames: string[];
  ended: Promise<Error | undefined>;
  next(): Promise<string>;
}

async function open(address: Address, token?: string): Promise<Heard> {
  const transport = await openLoopbackSocket(address, token === undefined ? {} : { token });
  if (transport === undefined) throw new Error('it did not connect');
  const frames: string[] = [];
  let wake: (text: string) => void = () => {};
  const ended = new Promise<Error | undefined>((resolve) => {
    transport.open({
      frame: (text) => {
        frames.push(text);
        wake(text);
      },
      end: resolve,
    });
  });
  onTestFinished(() => transport.close());
  const next = () =>
    new Promise<string>((resolve) => {
      wake = resolve;
    });
  return { transport, frames, ended, next };
}

describe('a plain socket', () => {
  it('sends the path and the token in the upgrade request', async () => {
    const { address, requests } = await far();
    await open(address, 'a b&c');
    expect(requests[0]?.url).toBe('/a/b?c=d&tkn=a+b%26c');
    expect(requests[0]?.headers.host).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  it.each([0, 1, 125, 126, 65_535, 65_536, 3_000_000])(
    'carries %i characters there and back',
    async (length) => {
      const { address, socket } = await far();
      const near = await open(address);
      const client = await socket;
      client.on('message', (data) => client.send(String(data)));
      const text = `ä${'x'.repeat(length)}`;
      const back = near.next();
      near.transport.send(text);
      expect(await back).toBe(text);
    },
  );

  it('goes over a local socket too', async () => {
    const { address, socket } = await far(join(makeDirectory(), 'with space.sock'));
    const near = await open(address);
    const heard = near.next();
    (await socket).send('hello');
    expect(await heard).toBe('hello');
  });

  it('keeps frames that came before it was opened, and joins fragments', async () => {
    const { address, socket } = await far();
    const opening = openLoopbackSocket(address, {});
    const client = await socket;
    client.send('one');
    client.send('tw', { fin: false });
    client.send('o', { fin: true });
    const transport = await opening;
    const frames: string[] = [];
    await new Promise<void>((resolve) => {
      transport?.open({
        frame: (text) => {
          frames.push(text);
          if (frames.length === 2) resolve();
        },
        end: () => {},
      });
    });
    expect(frames).toEqual(['one', 'two']);
    transport?.close();
  });

  it('replies to a ping', async () => {
    const { address, socket } = await far();
    await open(address);
    const client = await socket;
    const pong = new Promise((resolve) => client.once('pong', (data) => resolve(String(data))));
    client.ping('are you there');
    expect(await pong).toBe('are you there');
  });

  it.each([
    ['closes normally', (client: WebSocket) => client.close(1000), undefined],
    [
      'closes with a reason',
      (client: WebSocket) => client.close(1008, 'no'),
      'the host closed the connection (1008)',
    ],
    ['closes without a code', (client: WebSocket) => client.close(), undefined],
    ['vanishes', (client: WebSocket) => client.terminate(), 'the host closed the connection (1006)'],
  ])('ends when the other side %s', async (_what, end, message) => {
    const { address, socket } = await far();
    const { ended } = await open(address);
    end(await socket);
    expect((await ended)?.message).toBe(message);
  });

  it('sends a close frame, and nothing after that', async () => {
    const { address, socket } = await far();
    const near = await open(address);
    const client = await socket;
    const messages: string[] = [];
    client.on('message', (data) => messages.push(String(data)));
    const closed = new Promise((resolve) => client.once('close', resolve));
    near.transport.send('last words');
    near.transport.close();
    near.transport.send('too late');
    near.transport.close();
    expect(await closed).toBe(1000);
    expect(await near.ended).toBeUndefined();
    expect(messages).toEqual(['last words']);
  });

  it('does not wait for ever for a server that does not read', { timeout: 10_000 }, async () => {
    const { address, socket } = await far();
    const near = await open(address);
    (await socket).pause();
    near.transport.send('x'.repeat(32 * 1024 * 1024));
    near.transport.close();
    expect(await near.ended).toBeUndefined();
  });

  it('gives up on a server that breaks the rules', async () => {
    const { address, socket } = await far();
    const { ended } = await open(address);
    const client = await socket;
    (client as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
      Buffer.from([0xff, 0xff]),
    );
    expect((await ended)?.message).toBe('a frame has reserved bits set');
  });
});

describe('a failed connection', () => {
  async function speaking(answer: string | null): Promise<Address> {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => answer !== null && socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return parseAddress(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';

  it.each([
    ['a refusal', 'HTTP/1.1 403 Forbidden\r\n\r\n'],
    ['a page', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['something else', '220 mail ready\r\n'],
    ['the wrong answer to the key', `${upgrade}Sec-WebSocket-Accept: AAAA\r\n\r\n`],
    ['no answer to the key', `${upgrade}\r\n`],
    ['a header without an end', `HTTP/1.1 101 x\r\nX: ${'x'.repeat(20_000)}`],
    ['nothing', ''],
  ])('%s', async (_what, answer) => {
    expect(await openLoopbackSocket(await speaking(answer), {})).toBeUndefined();
  });

  it('is given up when the time is up or it is aborted', async () => {
    const address = await speaking(null);
    await expect(openLoopbackSocket(address, { connectTimeoutMs: 30 })).rejects.toMatchObject({
      code: 'host-unreachable',
      message: expect.stringContaining('(timed out)'),
    });
    const abort = new AbortController();
    const opening = openLoopbackSocket(address, { signal: abort.signal });
    abort.abort();
    expect(await opening).toBeUndefined();
  });

  it('is left to ws if nothing listens', async () => {
    expect(await openLoopbackSocket(parseAddress('ws://127.0.0.1:9'), {})).toBeUndefined();
    expect(await openLoopbackSocket(parseAddress('ws+unix:/nowhere'), {})).toBeUndefined();
  });
});

it.each([
  ['ws://127.0.0.1:1', true],
  ['ws://localhost:1', true],
  ['ws://[::1]:1', true],
  ['ws+unix:/tmp/s', true],
  ['wss://127.0.0.1:1', false],
  ['ws://10.0.0.1:1', false],
  ['ws://example.com', false],
])('%s is a local address: %s', (url, expected) => expect(isLocalAddress(parseAddress(url))).toBe(expected));

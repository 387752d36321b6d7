import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSocket, parseAddress, type SkillpickError, type SocketOptions } from '../../src/client/index.js';
import { selfSigned } from '../support/certificate.js';
import { expectConnections, openConnections } from '../support/open-handles.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';

const secret = 'S3cretT0ken';

/** What connecting fails with; checked for the shape every failure has. */
async function failure(url: string, options: SocketOptions = {}): Promise<SkillpickError> {
  const before = openConnections();
  const error = await openSocket(parseAddress(url), { token: secret, ...options }).then(
    () => Promise.reject(new Error('it connected')),
    (reason: SkillpickError) => reason,
  );
  expect(error.message).toMatch(/^[^\n]+\.$/);
  expect(error.hint).toMatch(/^[^\n]+\.$/);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
  await expectConnections(before);
  return error;
}

/** A server that does this with every connection; its port. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).resume();
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

const answering = (text: string | Buffer) =>
  rawServer((socket) => socket.once('data', () => socket.end(text)));

describe('connecting fails', () => {
  it('when no process listens', async () => {
    const listening = await listenDuringTest(new ScriptedHost());
    await listening.close();
    expect(await failure(listening.url)).toMatchObject({
      code: 'host-unreachable',
      exitCode: 1,
      message: `No agent host answers at ${listening.url} (ECONNREFUSED).`,
    });
  });

  it('when the socket does not exist', async () => {
    const error = await failure(`ws+unix:${join(tmpdir(), 'skillpick no such.sock')}`);
    expect(error).toMatchObject({ code: 'host-unreachable', message: expect.stringContaining('(ENOENT)') });
  });

  it('when the path of the socket is far too long', async () => {
    expect(await failure(`ws+unix:/${'x'.repeat(4_000)}`)).toMatchObject({ code: 'host-unreachable' });
  });

  it('when the host name does not exist', async () => {
    const error = await failure('wss://no-such-host.invalid');
    expect(error).toMatchObject({ code: 'host-unreachable', message: expect.stringMatching(/\(E[A-Z_]+\)/) });
  });

  it.each([401, 403])('with a wrong token: HTTP %d', async (refusal) => {
    const listening = await listenDuringTest(new ScriptedHost(), { token: 'right', refusal });
    expect(await failure(listening.url)).toMatchObject({
      code: 'wrong-token',
      exitCode: 1,
      message: `The host at ${listening.url} refuses the token (HTTP ${refusal}).`,
      hint: expect.stringContaining('current one'),
    });
  });

  it.each([200, 301, 404, 426, 500])('at something that is not a host: HTTP %d', async (status) => {
    const port = await answering(
      `HTTP/1.1 ${status} X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 2\r\n\r\nhi`,
    );
    expect(await failure(`ws://127.0.0.1:${port}`)).toMatchObject({
      code: 'not-a-host',
      exitCode: 1,
      message: `ws://127.0.0.1:${port} answers with HTTP ${status}, not as an agent host.`,
    });
  });

  it('at something that does not speak HTTP at all', async () => {
    const port = await answering('SSH-2.0-OpenSSH_9.6\r\n');
    expect(await failure(`ws://127.0.0.1:${port}`)).toMatchObject({ code: 'not-a-host', exitCode: 1 });
  });

  it('at something that hangs up', async () => {
    const port = await rawServer((socket) => socket.destroy());
    expect(await failure(`ws://127.0.0.1:${port}`)).toMatchObject({ code: 'host-unreachable' });
  });

  it('at a server whose upgrade is invalid', async () => {
    const port = await answering('HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    expect(await failure(`ws://127.0.0.1:${port}`)).toMatchObject({ code: 'host-unreachable' });
  });

  it('at a server that never responds, after a while', async () => {
    const port = await rawServer(() => {});
    const error = await failure(`ws://127.0.0.1:${port}`, { connectTimeoutMs: 30 });
    expect(error).toMatchObject({ code: 'host-unreachable', message: expect.stringContaining('timed out') });
  });

  it('over TLS at a port without it', async () => {
    const listening = await listenDuringTest(new ScriptedHost());
    expect(await failure(`wss://127.0.0.1:${listening.port}`)).toMatchObject({
      code: 'tls-failed',
      exitCode: 1,
      message: `wss://127.0.0.1:${listening.port} does not speak TLS.`,
      hint: `Use ws://127.0.0.1:${listening.port}, if that is the right port.`,
    });
  });

  it('over TLS at a port that speaks something else', async () => {
    const port = await answering('SSH-2.0-OpenSSH_9.6\r\n');
    expect(await failure(`wss://127.0.0.1:${port}/a`)).toMatchObject({
      message: `wss://127.0.0.1:${port}/a does not speak TLS.`,
    });
  });

  /** What kinds of servers do with a plain request at their TLS port. Anything that starts with TLS gets a real one. */
  const refusals: [string, string | Buffer | null][] = [
    [
      'nginx',
      'HTTP/1.1 400 Bad Request\r\nServer: nginx/1.27.0\r\nContent-Length: 63\r\nConnection: close\r\n\r\n' +
        '<center>The plain HTTP request was sent to HTTPS port</center>\n',
    ],
    ['Go', 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n'],
    ['OpenSSL', Buffer.from('15030100020250', 'hex')],
    ['a server that closes', Buffer.alloc(0)],
    ['Node', null],
  ];
  it.each(refusals)('without TLS at a port with it: %s', async (_server, answer) => {
    const tls = createHttpsServer(selfSigned('localhost'));
    await listenDuringTest(new ScriptedHost(), { server: tls as never });
    const port = await rawServer((socket) => {
      socket.pause().once('readable', () => {
        const start = socket.read() as Buffer;
        // A TLS handshake starts with this byte.
        if (answer === null || start[0] === 0x16) {
          socket.unshift(start);
          tls.emit('connection', socket);
        } else socket.end(answer);
      });
    });
    expect(await failure(`ws://127.0.0.1:${port}/a`)).toMatchObject({
      code: 'not-a-host',
      exitCode: 1,
      message: `ws://127.0.0.1:${port}/a speaks TLS, so it needs wss://.`,
      hint: `Use wss://127.0.0.1:${port}/a.`,
    });
  });

  it('without TLS at a port that refuses the handshake of others', async () => {
    const port = await answering(Buffer.from('15030300020228', 'hex'));
    expect(await failure(`ws://127.0.0.1:${port}`)).toMatchObject({
      message: expect.stringContaining('speaks TLS'),
    });
  });

  it('at an untrusted certificate', async () => {
    const { port, upgrades } = await listenDuringTest(new ScriptedHost(), {
      server: createHttpsServer(selfSigned('localhost')) as never,
    });
    expect(await failure(`wss://localhost:${port}`)).toMatchObject({
      code: 'tls-failed',
      message: expect.stringMatching(/SELF_SIGNED/),
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(upgrades).toEqual([]);
  });

  it('when it is aborted', async () => {
    const port = await rawServer(() => {});
    const controller = new AbortController();
    const failed = failure(`ws://127.0.0.1:${port}`, { signal: controller.signal });
    controller.abort();
    expect(await failed).toMatchObject({ code: 'host-unreachable' });
    expect(await failure(`ws://127.0.0.1:${port}`, { signal: AbortSignal.abort() })).toBeDefined();
  });
});

describe('a token', () => {
  it.each(['ws://host.example:80', 'ws://10.0.0.1', 'ws://[2001:db8::1]:1'])(
    'is not sent to %s, nor is anything else',
    async (url) => {
      const error = await failure(url, { connectTimeoutMs: 1 });
      expect(error).toMatchObject({
        code: 'token-unencrypted',
        exitCode: 2,
        hint: expect.stringContaining('wss://'),
      });
    },
  );

  it('is sent there with `insecure`; without a token the connection is allowed', async () => {
    const options = { connectTimeoutMs: 1, insecure: true };
    expect((await failure('ws://no-such-host.invalid', options)).code).toBe('host-unreachable');
    const without = openSocket(parseAddress('ws://no-such-host.invalid'));
    await expect(without).rejects.toMatchObject({ code: 'host-unreachable' });
  });

  it('is sent in the upgrade request, next to other parameters', async () => {
    const listening = await listenDuringTest(new ScriptedHost(), { token: 'a&b=c d' });
    const transport = await openSocket(parseAddress(`${listening.url}/path?x=1`), { token: 'a&b=c d' });
    expect(listening.upgrades).toEqual(['/path?x=1&tkn=a%26b%3Dc+d']);
    await new Promise((end) => {
      transport.open({ frame: () => {}, end });
      transport.close();
    });
  });
});

describe('a local socket', () => {
  it.each(['host.sock', 'with space and: colon.sock'])('works: %s', async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'skillpick ws-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const before = openConnections();
    const listening = await listenDuringTest(new ScriptedHost(), { path: join(folder, name), token: secret });
    const transport = await openSocket(parseAddress(`${listening.url}://elsewhere.example/x#y`), {
      token: secret,
    });
    const frames: string[] = [];
    const ended = new Promise<Error | undefined>((resolve) => {
      transport.open({
        frame: (text) => {
          frames.push(text);
          transport.close();
        },
        end: resolve,
      });
    });
    transport.send('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"channel":"ahp-root://"}}');
    await expect(ended).resolves.toBeUndefined();
    expect(frames).toEqual(['{"jsonrpc":"2.0","id":1,"result":null}']);
    expect(listening.upgrades).toEqual([`//elsewhere.example/x?tkn=${secret}`]);
    await listening.close();
    await expectConnections(before);
  });
});

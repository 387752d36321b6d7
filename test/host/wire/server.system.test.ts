import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { fileUri } from '../../../src/host/files/file-uri.js';
import { Host } from '../../../src/host/host.js';
import { hostLimits } from '../../../src/host/limits.js';
import { serveHost } from '../../../src/host/wire/server.js';
import { makeTree } from '../../support/host-tree.js';
import { expectConnections, openConnections } from '../../support/open-handles.js';
import { RawClient, rootChannel } from '../../support/raw-client.js';
import { servedHost } from '../../support/served-host.js';

const upgrade = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** Returns the status of the response to an upgrade request. */
async function statusOf(port: number, path: string, headers: Record<string, string> = {}): Promise<number> {
  const asked = request({ host: '127.0.0.1', port, path, headers: { ...upgrade, ...headers }, agent: false });
  asked.end();
  const answer = await Promise.race([
    once(asked, 'response').then(([response]) => response),
    once(asked, 'upgrade').then(([response]) => response),
  ]);
  const { statusCode, socket } = answer as { statusCode: number; socket: Socket };
  socket.destroy();
  return statusCode;
}

describe('a connection', () => {
  const token = '?tkn=a-token-for-tests';
  const cases: [string, number, string, Record<string, string>][] = [
    ['with the token', 101, `/${token}`, {}],
    ['with the token under any path', 101, `/some/where${token}`, {}],
    ['without a token', 401, '/', {}],
    ['with an empty token', 401, '/?tkn=', {}],
    ['with a wrong token', 401, '/?tkn=a-token-for-rests', {}],
    ['with half of the token', 401, '/?tkn=a-token', {}],
    ['with more than the token', 401, `/${token}x`, {}],
    ['with the token in another parameter', 401, '/?token=a-token-for-tests', {}],
    ['from a page of this machine', 101, `/${token}`, { Origin: 'http://localhost:3000' }],
    ['from a page of this machine, by its IP address', 101, `/${token}`, { Origin: 'http://127.0.0.1' }],
    ['from a page of another machine', 401, `/${token}`, { Origin: 'https://example.com' }],
    [
      'from a page whose name starts like this machine’s',
      401,
      `/${token}`,
      { Origin: 'http://localhost.example.com' },
    ],
    ['from a page that hides its origin', 401, `/${token}`, { Origin: 'null' }],
    ['from a page of another scheme', 401, `/${token}`, { Origin: 'file://localhost' }],
    ['by the name of this machine', 101, `/${token}`, { Host: 'localhost:1234' }],
    ['by another name', 401, `/${token}`, { Host: 'example.com' }],
    ['by another name with the right port', 401, `/${token}`, { Host: 'rebound.example.com:80' }],
  ];

  it.each(cases)('%s gets the status %i', async (_, status, path, headers) => {
    const { server } = await servedHost(makeTree());
    expect(await statusOf(server.port, path, headers)).toBe(status);
  });

  it('refuses a request without an upgrade', async () => {
    const { server } = await servedHost(makeTree());
    const response = await fetch(`http://127.0.0.1:${server.port}/${token}`);
    expect(response.status).toBe(426);
    expect(await response.text()).toBe('');
  });

  it('refuses clients of other machines', async () => {
    const { server } = await servedHost(makeTree());
    expect(server.url).toBe(`ws://127.0.0.1:${server.port}`);
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address, internal, family, scopeid } of addresses) {
      if (internal && address === '127.0.0.1') continue;
      const host = scopeid ? `${address}%${scopeid}` : address;
      const socket = connect({ host, port: server.port, family: family === 'IPv6' ? 6 : 4 });
      const [error] = await once(socket, 'error');
      expect((error as NodeJS.ErrnoException).code, address).toMatch(
        /ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH|EINVAL/,
      );
    }
  });
});

describe('a port', () => {
  it('can be chosen', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as { port: number };
    const host = new Host({ environment: makeTree().environment });
    await expect(serveHost({ host, token: 't', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((resolve) => free.close(resolve));
    const server = await serveHost({ host, token: 't', port });
    expect(server.port).toBe(port);
    await server.close();
  });
});

describe('bounds', () => {
  it('limit the connections', async () => {
    const served = await servedHost(makeTree());
    const clients = await Promise.all(
      Array.from({ length: hostLimits.hostConnections }, () => served.open()),
    );
    expect(await statusOf(served.server.port, `/?tkn=${served.token}`)).toBe(503);
    await clients[0]!.close();
    await expect.poll(() => statusOf(served.server.port, `/?tkn=${served.token}`)).toBe(101);
    await clients[1]!.ping();
  });

  it('limit the size of a frame', async () => {
    const served = await servedHost(makeTree());
    const [client, other] = [await served.greet(), await served.greet()];
    client.socket.send('x'.repeat(hostLimits.hostFrameBytes + 1));
    expect((await client.ended).code).toBe(1009);
    await other.ping();
  });

  it('limit how fast frames are read, without losing any', async () => {
    const served = await servedHost(makeTree());
    const [client, other] = [await served.greet(), await served.greet()];
    const count = hostLimits.hostFrameBurst + 2_000;
    for (let index = 0; index < count; index += 1)
      client.send({ jsonrpc: '2.0', id: `p${index}`, method: 'ping' });
    await client.until(() => client.frames.length === count + 1);
    await other.ping();
  });

  it('limit the data that waits for a client', async () => {
    const tree = makeTree();
    tree.skill('alpha');
    const file = join(tree.cwd, '.agents/skills/alpha/large');
    writeFileSync(file, 'x'.repeat(hostLimits.resourceBytes));
    const served = await servedHost(tree);
    const [client, other] = [await served.greet(), await served.greet()];
    client.socket.pause();
    const asked = Math.ceil(hostLimits.hostBufferedBytes / hostLimits.resourceBytes) + 8;
    for (let id = 100; id < 100 + asked; id += 1) {
      client.send({
        jsonrpc: '2.0',
        id,
        method: 'resourceRead',
        params: { channel: rootChannel, uri: fileUri(file) },
      });
    }
    await other.ping();
    client.socket.resume();
    expect((await client.ended).code).toBe(1006);
    expect(client.frames.length).toBeLessThan(asked);
    await other.ping();
  });
});

describe('the end of a server', () => {
  it('waits for open requests, disconnects all clients and leaves nothing open', async () => {
    const before = openConnections();
    const tree = makeTree();
    tree.skill('alpha');
    const host = new Host({ environment: tree.environment });
    const server = await serveHost({ host, token: 't' });
    host.watch();
    const [client, silent] = [
      await RawClient.greet({ url: server.url, token: 't' }),
      await RawClient.open({ url: server.url, token: 't' }),
    ];
    const session = await client.session();
    const { id } = await client.entry(session, 'alpha');
    const toggle = client.toggle(session, { id, enabled: false });
    await client.ping();
    await server.close();
    expect(await toggle).not.toHaveProperty('rejectionReason');
    expect([await client.ended, await silent.ended]).toEqual([{ code: 1001 }, { code: 1001 }]);
    await expect(RawClient.open({ url: server.url, token: 't' })).rejects.toThrow();
    await expectConnections(before);
  });

  it('does not wait for clients that are silent or do not close', async () => {
    const host = new Host({ environment: makeTree().environment });
    const server = await serveHost({ host, token: 't' });
    const idle = connect(server.port, '127.0.0.1');
    await once(idle, 'connect');
    const refused = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    refused.write(
      'GET /?tkn=wrong HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    await once(refused, 'data');
    const deaf = new WebSocket(`${server.url}/?tkn=t`);
    onTestFinished(() => {
      for (const socket of [idle, refused]) socket.destroy();
      deaf.terminate();
    });
    await once(deaf, 'open');
    deaf.pause();
    await server.close();
  });
});

/** Hosts that always send something and never finish: `--timeout` bounds each step as a whole. */

import { writeFileSync } from 'node:fs';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selfSigned } from '../support/certificate.js';
import { type Ended, makeScratch } from '../support/command.js';
import { rawHost } from '../support/raw-socket-host.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';
import type { Call, Peer } from '../support/scripted-wire.js';

const dripMs = 20;

/** Sends a piece now and then, until the connection ends. */
function drip(socket: Socket, next: () => string | Buffer): void {
  const timer = setInterval(() => socket.write(next()), dripMs);
  socket.on('close', () => clearInterval(timer));
}

/** Answers a call a little later. */
function answerLate(host: ScriptedHost, peer: Peer, call: Call, result: unknown): void {
  const timer = setTimeout(() => host.answer(peer, call, result), dripMs);
  onTestFinished(() => clearTimeout(timer));
}

function expectOneLine({ code, stdout, stderr }: Ended, message: string): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`skillpick: ${message}`);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(/[.?] [A-Z][^.]+[.]\n$/);
}

describe('connecting takes no longer than --timeout', () => {
  const status = 'HTTP/1.1 101 Switching Protocols\r\n';

  it.each<[string, () => string]>([
    ['a status line that never ends', () => 'H'],
    ['headers that never end', () => 'X: y\r\n'],
  ])('at a host that slowly sends %s', async (_what, more) => {
    const { url } = await rawHost((socket) => {
      if (more() !== 'H') socket.write(status);
      drip(socket, more);
    });
    const ended = await makeScratch().run(['list', '--url', url, '--timeout', '400']);
    expectOneLine(ended, `No agent host answers at ${url} (timed out).`);
  });

  it('at a host that keeps sending other responses first', async () => {
    const { url } = await rawHost((socket) => drip(socket, () => 'HTTP/1.1 102 Processing\r\n\r\n'));
    const ended = await makeScratch().run(['list', '--url', url, '--timeout', '400']);
    expectOneLine(ended, `No agent host answers at ${url} (timed out).`);
  });

  it('at a host that slowly sends headers over TLS', async () => {
    const scratch = makeScratch();
    const { key, cert } = selfSigned('localhost');
    const authority = join(scratch.root, 'authority.pem');
    writeFileSync(authority, cert);
    const { port } = await rawHost(
      (socket) => {
        socket.write(status);
        drip(socket, () => 'X: y\r\n');
      },
      createTlsServer({ key, cert }),
      'secureConnection',
    );
    const url = `wss://localhost:${port}`;
    const ended = await scratch.run(['list', '--url', url, '--timeout', '800'], {
      env: { NODE_EXTRA_CA_CERTS: authority },
    });
    expectOneLine(ended, `No agent host answers at ${url} (timed out).`);
  });

  it('at a host that never finishes the TLS handshake', async () => {
    // A record of the handshake that announces 16 KiB.
    const { port } = await rawHost((socket) => {
      socket.write(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00]));
      drip(socket, () => Buffer.from([0x02]));
    }, createTcpServer());
    const url = `wss://127.0.0.1:${port}`;
    const ended = await makeScratch().run(['list', '--url', url, '--timeout', '400']);
    expectOneLine(ended, `No agent host answers at ${url} (timed out).`);
  });
});

describe('the requests of a command take no longer than --timeout together', () => {
  const session = () => new ModelSession([directory('d', [skill('one')])]);

  it('if the list of sessions always has another page', async () => {
    const host = new ScriptedHost(session());
    let page = 0;
    host.script = (call, peer, proceed) => {
      if (call.method !== 'listSessions') return proceed();
      page += 1;
      answerLate(host, peer, call, { items: [], nextCursor: `page ${page}` });
    };
    const { url } = await listenDuringTest(host);
    for (const command of ['list', 'sessions']) {
      const ended = await makeScratch().run([command, '--url', url, '--timeout', '600']);
      expectOneLine(ended, 'The host did not answer listSessions within 0.6 s.');
    }
    expect(page).toBeGreaterThan(2);
  });

  it('if a directory always contains another one', async () => {
    const host = new ScriptedHost(session());
    host.script = (call, peer, proceed) => {
      if (call.method === 'resourceList')
        answerLate(host, peer, call, {
          entries: Array.from({ length: 5 }, (_, index) => ({ name: `d${index}`, type: 'directory' })),
        });
      else if (call.method.startsWith('resource')) host.answer(peer, call, { data: 'text' });
      else proceed();
    };
    const { url } = await listenDuringTest(host);
    const ended = await makeScratch().run(['show', 'one', '--url', url, '--timeout', '600']);
    expectOneLine(ended, 'The host did not answer resourceList within 0.6 s.');
    expect(host.calls('resourceList').length).toBeGreaterThan(2);
  });
});

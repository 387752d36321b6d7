/** Hosts that send without reading, to both clients: what waits to be sent stays bounded. */

import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../src/client/address.js';
import { clientLimits } from '../../src/client/limits.js';
import { openLoopbackSocket } from '../../src/client/loopback-socket.js';
import { openSocket } from '../../src/client/ws-transport.js';
import type { Transport } from '../../src/protocol/transport.js';
import { rawFrame } from '../support/frames.js';
import { rawHost, upgradeResponse } from '../support/raw-socket-host.js';

const clients: [string, (address: Address) => Promise<Transport | undefined>][] = [
  ['ws', (address) => openSocket(address)],
  ['the small client', (address) => openLoopbackSocket(address, {})],
];

/** The payloads of the frames in these bytes, as a client sends them; all of them are short. */
function unmasked(bytes: Buffer): string[] {
  const payloads: string[] = [];
  for (let at = 0; at + 6 <= bytes.length; ) {
    const length = bytes[at + 1]! & 0x7f;
    const mask = bytes.subarray(at + 2, at + 6);
    const payload = bytes.subarray(at + 6, at + 6 + length).map((byte, index) => byte ^ mask[index & 3]!);
    payloads.push(Buffer.from(payload).toString());
    at += 6 + length;
  }
  return payloads;
}

describe.each(clients)('%s', (_who, open) => {
  it('replies only to the newest of many pings', async () => {
    const pings = 100_000;
    const answers = new Promise<string[]>((resolve) => {
      void rawHost((socket, request) => {
        const frames = Array.from({ length: pings }, (_, index) => rawFrame(0x89, `ping ${index + 1}`));
        socket.write(Buffer.concat([Buffer.from(upgradeResponse(request)), ...frames]));
        let bytes = Buffer.alloc(0);
        socket.on('data', (data) => {
          bytes = Buffer.concat([bytes, data]);
          const payloads = unmasked(bytes);
          if (payloads.at(-1) === `ping ${pings}`) resolve(payloads);
        });
      }).then(async ({ url }) => (await open(parseAddress(url)))?.open({ frame: () => {}, end: () => {} }));
    });
    expect((await answers).length).toBeLessThan(pings / 100);
  });

  it('gives up on a host that does not read before much is queued', async () => {
    const { url } = await rawHost((socket, request) => socket.pause().write(upgradeResponse(request)));
    const transport = (await open(parseAddress(url)))!;
    const ended = new Promise<Error | undefined>((end) => transport.open({ frame: () => {}, end }));
    const text = 'x'.repeat(1024 * 1024);
    const enough = (2 * clientLimits.sendQueueBytes) / text.length;
    for (let sent = 0; sent < enough; sent += 1) transport.send(text);
    expect(await ended).toMatchObject({
      code: 'connection-lost',
      exitCode: 1,
      message: 'The connection was given up: the host does not read what it is sent.',
      hint: expect.any(String),
    });
  });

  it('counts the overhead of many small messages', async () => {
    const { url } = await rawHost((socket, request) => socket.pause().write(upgradeResponse(request)));
    const transport = (await open(parseAddress(url)))!;
    const ended = new Promise<Error | undefined>((end) => transport.open({ frame: () => {}, end }));
    for (let sent = 0; sent < 200_000; sent += 1) transport.send('x');
    expect(await ended).toMatchObject({ code: 'connection-lost' });
  });

  it('waits for a host that reads late', async () => {
    let far: Socket | undefined;
    const { url } = await rawHost((socket, request) => {
      far = socket;
      socket.pause().write(upgradeResponse(request));
    });
    const transport = (await open(parseAddress(url)))!;
    const ended = new Promise<Error | undefined>((end) => transport.open({ frame: () => {}, end }));
    const [count, text] = [40, 'x'.repeat(1024 * 1024)];
    for (let sent = 0; sent < count; sent += 1) transport.send(text);
    let bytes = 0;
    const arrived = new Promise<void>((resolve) => {
      far?.on('data', (data) => {
        bytes += data.length;
        if (bytes > count * text.length) resolve();
      });
    });
    far?.resume();
    await arrived;
    far?.end(rawFrame(0x88, Buffer.from([0x03, 0xe8])));
    expect(await ended).toBeUndefined();
  });
});

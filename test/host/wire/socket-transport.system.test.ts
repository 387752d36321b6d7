import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { hostLimits } from '../../../src/host/limits.js';
import { ServedSocket } from '../../../src/host/wire/socket-transport.js';
import { setTimeBack } from '../../support/time-of-day.js';

/** Both ends of a socket, the host's as a transport. */
async function pair() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
    [WebSocket],
    unknown,
  ];
  onTestFinished(() => {
    client.terminate();
    server.close();
  });
  return { client, socket, transport: new ServedSocket(socket) };
}

it('passes frames in both directions until the end', async () => {
  const { client, transport } = await pair();
  const frames: string[] = [];
  const ended = new Promise<void>((resolve) => {
    transport.open({ frame: (text) => frames.push(text), end: () => resolve() });
  });
  transport.send('hello');
  expect(String((await once(client, 'message'))[0])).toBe('hello');
  client.send('grüße');
  client.send(Buffer.from('bytes'));
  client.close();
  await ended;
  expect(frames).toEqual(['grüße', 'bytes']);
  transport.send('too late');
});

/** Stops the clock, so that the allowance does not grow and the test does not depend on the speed of this machine. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['hrtime'] });
  onTestFinished(() => void vi.useRealTimers());
}

it('slows down reading if frames come too fast, and loses none', async () => {
  stopTime();
  const { client, socket, transport } = await pair();
  let count = 0;
  let wasPaused = false;
  let done = () => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const total = hostLimits.hostFrameBurst + 2_000;
  transport.open({
    frame: () => {
      count += 1;
      wasPaused ||= socket.isPaused;
      if (count === total) done();
    },
    end: () => {},
  });
  for (let index = 0; index < total; index += 1) client.send(String(index));
  await all;
  expect(wasPaused).toBe(true);
});

it('keeps reading at full speed when the clock is set back', async () => {
  const { client, socket, transport } = await pair();
  const wasPaused: boolean[] = [];
  const frames = new Promise<void>((resolve) => {
    const frame = () => {
      wasPaused.push(socket.isPaused);
      if (wasPaused.length === 3) resolve();
      else setTimeBack();
    };
    transport.open({ frame, end: () => {} });
  });
  for (let index = 0; index < 3; index += 1) client.send('x');
  await frames;
  expect(wasPaused).toEqual([false, false, false]);
});

it('closes the connection, then terminates it', async () => {
  const { client, transport } = await pair();
  const ended = new Promise<void>((resolve) => {
    transport.open({ frame: () => {}, end: () => resolve() });
  });
  client.pause();
  transport.close();
  await ended;
});

it('closes a connection that it has stopped reading', async () => {
  stopTime();
  const { client, transport } = await pair();
  const closed = once(client, 'close');
  const ended = new Promise<void>((resolve) => {
    let count = 0;
    const frame = () => {
      count += 1;
      if (count === hostLimits.hostFrameBurst + 1) transport.close();
    };
    transport.open({ frame, end: () => resolve() });
  });
  for (let index = 0; index < hostLimits.hostFrameBurst + 1_000; index += 1) client.send('x');
  await ended;
  expect((await closed)[0]).toBe(1001);
});

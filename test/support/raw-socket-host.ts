/** A server that responds to an upgrade request with the bytes that a test chooses, valid or not. */

import { createHash } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Returns the Sec-WebSocket-Accept value for this request. */
export function acceptOf(request: string): string {
  const key = /^sec-websocket-key: *(\S+)/im.exec(request)?.[1] ?? '';
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

/** Returns the valid response to this request. */
export function upgradeResponse(request: string): string {
  return (
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
    `Sec-WebSocket-Accept: ${acceptOf(request)}\r\n\r\n`
  );
}

export interface RawHost {
  url: string;
  port: number;
}

/** Listens on loopback until the test ends, and passes each connection on with its first request. */
export async function rawHost(
  answer: (socket: Socket, request: string) => void,
  server: Server = createServer(),
  event = 'connection',
): Promise<RawHost> {
  const sockets = new Set<Socket>();
  server.on(event, (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.once('data', (bytes) => answer(socket, String(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}`, port };
}

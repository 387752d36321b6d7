/** A server that answers an upgrade request with bytes a test chooses, whatever the rules of WebSocket say. */

import { createHash } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The value that a server has to answer this request with. */
export function acceptOf(request: string): string {
  const key = /^sec-websocket-key: *(\S+)/im.exec(request)?.[1] ?? '';
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

/** The response of a server that keeps to the rules. */
export function upgradeResponse(request: string): string {
  return (
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
    `Sec-WebSocket-Accept: ${acceptOf(request)}\r\n\r\n`
  );
}

/** A frame as a server sends it, with its first byte as given. */
export function rawFrame(first: number, payload: Buffer | string = ''): Buffer {
  const body = Buffer.from(payload);
  const head = Buffer.alloc(body.length < 126 ? 2 : body.length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = body.length < 126 ? body.length : body.length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(body.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([head, body]);
}

export interface RawHost {
  url: string;
  port: number;
}

/** Listens on loopback and hands over every connection with the request it starts with. Ends with the test. */
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

/**
 * The host on a loopback port for other clients: the host's only import of ws. Whoever connects has to bring the
 * token, has to mean this address, and must not be a web page from somewhere else.
 */

import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Host } from '../host.js';
import { hostLimits } from '../limits.js';
import { ServedSocket } from './socket-transport.js';

/** Options of `serveHost`. */
export interface ServerOptions {
  host: Host;
  token: string;
  /** 0, or nothing, for any free port. */
  port?: number;
}

/** A host that listens on a port. */
export interface RunningServer {
  port: number;
  url: string;
  /** Takes no more connections, finishes what was asked for, hangs up. */
  close(): Promise<void>;
}

const loopback = '127.0.0.1';

function isToken(given: string | null, token: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A page that rebinds its own name to this address still sends that name. */
function isLocalName(name: string | undefined): boolean {
  return name !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(name);
}

function isAllowed(request: IncomingMessage, token: string): boolean {
  const { host, origin } = request.headers;
  if (!isLocalName(host)) return false;
  if (origin !== undefined && !isLocalName(origin.replace(/^https?:\/\//, ''))) return false;
  const query = (request.url ?? '').split('?')[1] ?? '';
  return isToken(new URLSearchParams(query).get('tkn'), token);
}

function refuse(socket: Duplex, status: string): void {
  // Whoever keeps their end open does not keep ours.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    // Later errors are about single connections, such as one for which no handle was left.
    server.on('error', reject);
    server.listen(port, loopback, () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * Serves the host on a loopback port to clients that send the token.
 *
 * @throws if the port cannot be opened.
 * @example
 * ```ts
 * const server = await serveHost({ host, token: randomUUID() });
 * console.log(server.url);
 * await server.close();
 * ```
 */
export async function serveHost({ host, token, port = 0 }: ServerOptions): Promise<RunningServer> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: hostLimits.hostFrameBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const server = createServer((_request, response) => {
    response.writeHead(426, { Upgrade: 'websocket', Connection: 'close' }).end();
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (!isAllowed(request, token)) refuse(socket, '401 Unauthorized');
    else if (sockets.clients.size >= hostLimits.hostConnections) refuse(socket, '503 Service Unavailable');
    else sockets.handleUpgrade(request, socket, head, (client) => host.connect(new ServedSocket(client)));
  });
  const taken = await listen(server, port);
  return {
    port: taken,
    url: `ws://${loopback}:${taken}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await host.close();
      const force = setTimeout(() => server.closeAllConnections(), hostLimits.drainTimeoutMs);
      await closed;
      clearTimeout(force);
    },
  };
}

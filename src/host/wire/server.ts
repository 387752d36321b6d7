/**
 * Serves the host on a loopback port, or on a socket to which only this user can connect. Refuses requests without the
 * token, requests for other host names, and web pages of other origins. On the socket, the system has checked the user, so
 * a request may leave out the token; a wrong one is refused there, too. Node's HTTP server and ws are loaded when a server starts, because loading them takes longer than a whole
 * `list` with an embedded host, which needs neither.
 */

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type EndpointAddress, endpointUrl } from '../../protocol/endpoint.js';
import type { Transport } from '../../protocol/transport.js';
import { hostLimits } from '../limits.js';
import { listenPrivately } from './private-socket.js';
import { ServedSocket } from './socket-transport.js';

/** What a server needs from the host. */
interface ServedHost {
  connect(transport: Transport): void;
  close(): Promise<void>;
}

interface AccessOptions {
  host: ServedHost;
  token: string;
}

/** Options of a server on a port. */
export interface ServerOptions extends AccessOptions {
  /** 0, the default, is any free port. */
  port?: number;
}

/** Options of a server on a unix socket. */
export interface SocketServerOptions extends AccessOptions {
  /** An absolute path. */
  path: string;
}

/** A host that listens. */
export interface ListeningServer {
  endpoint: EndpointAddress;
  url: string;
  /** Takes no more connections, finishes the requests it has, and disconnects all clients. */
  close(): Promise<void>;
}

/** A host that listens on a port. */
export interface RunningServer extends ListeningServer {
  port: number;
}

const loopback = '127.0.0.1';

function isToken(received: string | null, token: string): boolean {
  const [a, b] = [Buffer.from(received ?? ''), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Stops DNS rebinding: a web page can make its own name lead to this address, but the request still has that name. */
function isLocalName(name: string | undefined): boolean {
  return name !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(name);
}

function isAllowed(request: IncomingMessage, token: string, isPrivate: boolean): boolean {
  const { host, origin } = request.headers;
  if (!isLocalName(host)) return false;
  if (origin !== undefined && !isLocalName(origin.replace(/^https?:\/\//, ''))) return false;
  const query = (request.url ?? '').split('?')[1] ?? '';
  const received = new URLSearchParams(query).get('tkn');
  return (isPrivate && received === null) || isToken(received, token);
}

function refuse(socket: Duplex, status: string): void {
  // Destroyed even if the client keeps its end open.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    // Also ignores later errors, which concern single connections, such as too many open files.
    server.on('error', reject);
    server.listen(port, loopback, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Returns a server that does not listen yet, and how to close it. */
async function createHostServer({ host, token }: AccessOptions, isPrivate: boolean) {
  const [{ createServer }, { WebSocketServer }] = await Promise.all([import('node:http'), import('ws')]);
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
    if (!isAllowed(request, token, isPrivate)) refuse(socket, '401 Unauthorized');
    else if (sockets.clients.size >= hostLimits.hostConnections) refuse(socket, '503 Service Unavailable');
    else sockets.handleUpgrade(request, socket, head, (client) => host.connect(new ServedSocket(client)));
  });
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    await host.close();
    const force = setTimeout(() => server.closeAllConnections(), hostLimits.drainTimeoutMs);
    await closed;
    clearTimeout(force);
  };
  return { server, close };
}

/** Starts to listen on a port of loopback; rejects if it is not free. */
export async function serveHost({ port = 0, ...access }: ServerOptions): Promise<RunningServer> {
  const { server, close } = await createHostServer(access, false);
  const boundPort = await listen(server, port);
  const endpoint: EndpointAddress = { type: 'tcp', host: loopback, port: boundPort };
  return { port: boundPort, endpoint, url: endpointUrl({ endpoint }), close };
}

/** Starts to listen on a unix socket; rejects if there is anything at its path but a dead socket of this user. */
export async function serveSocket({ path, ...access }: SocketServerOptions): Promise<ListeningServer> {
  const { server, close } = await createHostServer(access, true);
  const remove = await listenPrivately(server, path);
  server.on('error', () => {});
  const endpoint: EndpointAddress = { type: 'socket', path };
  const closeSocket = () => {
    remove();
    return close();
  };
  return { endpoint, url: endpointUrl({ endpoint }), close: closeSocket };
}

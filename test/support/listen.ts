/** Puts a scripted host on a real socket: a free port of 127.0.0.1, or a local socket. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Peer, ScriptedHost } from './scripted-host.js';

export interface ListenOptions {
  /** The token that every upgrade has to carry. */
  token?: string;
  /** The status an upgrade without the right token is refused with. */
  refusal?: number;
  /** A local socket instead of a port. */
  path?: string;
  server?: Server;
}

export interface Listening {
  url: string;
  port: number;
  /** The request targets of all upgrades so far. */
  upgrades: string[];
  /** Never responds to upgrade requests. */
  holdsUpgrades: boolean;
  nextUpgrade(): Promise<void>;
  /** Stops reading from every connection; returns a function that resumes it. */
  pause(): () => void;
  close(): Promise<void>;
}

function attach(host: ScriptedHost, socket: WebSocket, raw: Duplex): void {
  const peer: Peer = {
    send: (data) => socket.send(data),
    close: () => socket.close(),
    terminate: () => socket.terminate(),
    write: (bytes) => void raw.write(bytes),
  };
  host.connected(peer);
  socket.on('message', (data: RawData) => host.receive(String(data), peer));
  socket.on('close', () => host.disconnected(peer));
  socket.on('error', () => {});
}

export async function listen(host: ScriptedHost, options: ListenOptions = {}): Promise<Listening> {
  const server = options.server ?? createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const upgrades: string[] = [];
  const raw = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    upgrades.push(request.url ?? '');
    raw.add(socket);
    socket.on('close', () => raw.delete(socket));
    if (listening.holdsUpgrades) {
      socket.on('end', () => socket.destroy()).resume();
      return;
    }
    const given = new URL(request.url ?? '', 'ws://localhost').searchParams.get('tkn');
    if (options.token !== undefined && given !== options.token) {
      socket.end(`HTTP/1.1 ${options.refusal ?? 403} Refused\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => attach(host, webSocket, socket));
  });
  await new Promise<void>((resolve) => {
    if (options.path === undefined) server.listen(0, '127.0.0.1', resolve);
    else server.listen(options.path, resolve);
  });
  const port = options.path === undefined ? (server.address() as AddressInfo).port : 0;
  const listening: Listening = {
    url: options.path === undefined ? `ws://127.0.0.1:${port}` : `ws+unix:${options.path}`,
    port,
    upgrades,
    holdsUpgrades: false,
    nextUpgrade: () => new Promise((resolve) => server.once('upgrade', () => resolve())),
    pause: () => {
      for (const socket of raw) socket.pause();
      return () => {
        for (const socket of raw) socket.resume();
      };
    },
    close: () => {
      for (const socket of raw) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return listening;
}

/**
 * A WebSocket proxy in front of the host that refuses to describe sessions for a while, as hosts do that have just
 * started, and that can drop its connections.
 */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { type RawMessage, rootChannel } from './raw-client.js';

export class HesitantProxy {
  readonly url: string;
  readonly #server: WebSocketServer;
  readonly #target: string;
  #refusalsLeft = 0;

  private constructor(server: WebSocketServer, target: string) {
    this.#server = server;
    this.#target = target;
    this.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (client, { url = '/' }) => this.#connect(client, url));
  }

  static async before(url: string): Promise<HesitantProxy> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    return new HesitantProxy(server, url);
  }

  /** The number of refusals that are still to come. */
  get refusalsLeft(): number {
    return this.#refusalsLeft;
  }

  /** Drops every connection, and refuses the next requests for a session. */
  drop(refusals: number): void {
    this.#refusalsLeft = refusals;
    for (const client of this.#server.clients) client.terminate();
  }

  async close(): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  #connect(client: WebSocket, path: string): void {
    const host = new WebSocket(this.#target + path);
    const waiting: RawData[] = [];
    const send = (data: RawData) => host.send(String(data));
    host.on('open', () => waiting.splice(0).forEach(send));
    host.on('error', () => client.terminate());
    host.on('message', (data) => client.send(String(data)));
    host.on('close', () => client.close());
    client.on('close', () => host.terminate());
    client.on('message', (data) => {
      const refusal = this.#refusal(JSON.parse(String(data)) as RawMessage);
      if (refusal !== undefined) client.send(refusal);
      else if (host.readyState === WebSocket.OPEN) send(data);
      else waiting.push(data);
    });
  }

  #refusal({ id, method, params }: RawMessage): string | undefined {
    const isAsked = method === 'subscribe' && params?.['channel'] !== rootChannel;
    if (!isAsked || this.#refusalsLeft === 0) return undefined;
    this.#refusalsLeft -= 1;
    const error = { code: -32603, message: `could not describe ${String(params?.['channel'])} yet` };
    return JSON.stringify({ jsonrpc: '2.0', id, error });
  }
}

/**
 * A TCP proxy in front of the host that reads the WebSocket frames passing through it and cuts the connection at a
 * chosen one: before it, in the middle of its bytes, or right after it. It can also refuse connections for a while.
 */

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { frameSplitter } from '../support/frames.js';

export interface PassingFrame {
  from: 'client' | 'host';
  text: string;
}

export type Cut = 'before' | 'middle' | 'after';

/** Called for every frame; makes the cut that it returns. */
export type CutRule = (frame: PassingFrame) => Cut | undefined;

export class CuttingProxy {
  readonly url: string;
  /** Every text frame that went through, cut ones included. */
  readonly frames: PassingFrame[] = [];
  readonly #server: Server;
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #rules: CutRule[] = [];
  #isRefusing = false;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = { host: target.hostname, port: Number(target.port) };
    this.url = `ws://127.0.0.1:${(server.address() as { port: number }).port}`;
    server.on('connection', (socket) => this.#accept(socket));
  }

  static async before(url: string): Promise<CuttingProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new CuttingProxy(server, new URL(url));
  }

  /** Cuts at the first frame that a rule matches, then continues with the next rule. */
  cutAt(...rules: CutRule[]): void {
    this.#rules = rules;
  }

  /** Rules that have not led to a cut yet. */
  get rulesLeft(): number {
    return this.#rules.length;
  }

  /** Cuts every connection and refuses new ones until `allow`. */
  refuse(): void {
    this.#isRefusing = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  allow(): void {
    this.#isRefusing = false;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.refuse();
    await closed;
  }

  #accept(client: Socket): void {
    if (this.#isRefusing) {
      client.destroy();
      return;
    }
    const host = connect(this.#target);
    for (const [socket, other] of [
      [client, host],
      [host, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        // What was passed on before is still delivered.
        other.end();
      });
    }
    this.#pass('client', client, host);
    this.#pass('host', host, client);
  }

  #pass(from: PassingFrame['from'], source: Socket, target: Socket): void {
    const split = frameSplitter();
    let isCut = false;
    source.on('data', (chunk) => {
      for (const { bytes, text } of isCut ? [] : split(chunk)) {
        const cut = text === undefined ? undefined : this.#seen({ from, text });
        if (cut === undefined) {
          target.write(bytes);
          continue;
        }
        isCut = true;
        if (cut !== 'before') target.write(cut === 'after' ? bytes : bytes.subarray(0, bytes.length / 2));
        this.#sever(source, target);
        return;
      }
    });
  }

  #seen(frame: PassingFrame): Cut | undefined {
    this.frames.push(frame);
    const cut = this.#rules[0]?.(frame);
    if (cut !== undefined) this.#rules.shift();
    return cut;
  }

  #sever(source: Socket, target: Socket): void {
    source.destroy();
    target.end();
  }
}

/**
 * A TCP proxy in front of a host that is killed and restarted. While faults are on, it delays, cuts, drops, repeats,
 * swaps and damages frames at random, from a seed. Frames that are under way when a connection ends are lost.
 */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { frameSplitter, type Part } from '../support/frames.js';
import { type Cut, calm, chooseCut, chooseDamage, chooseDelayMs, damaged, type Rates } from './faults.js';

/** The longest time that a frame is held back to be swapped with the next one. */
const swapMs = 30;

/** Passes on what it is given, in order, each after its own delay. */
class Pipe {
  readonly #target: Socket;
  #last: Promise<void> = Promise.resolve();
  isSwallowing = false;

  constructor(target: Socket) {
    this.#target = target;
  }

  pass(bytes: Buffer, delayMs: number): void {
    const waited = delayMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, delayMs));
    this.#last = this.#last.then(async () => {
      await waited;
      if (!this.isSwallowing && !this.#target.destroyed) this.#target.write(bytes);
    });
  }

  /** Ends the target once everything is passed on. */
  end(): void {
    this.#last = this.#last.then(() => void this.#target.end());
  }
}

class ProxiedConnection {
  readonly #client: Socket;
  readonly #host: Socket;
  readonly #toClient: Pipe;
  readonly #toHost: Pipe;
  readonly #random: () => number;
  readonly #log: (line: string) => void;
  #cut: { after: number; how: Cut } | undefined;
  #rates: Rates = calm;
  #frames = 0;
  #held: { frame: Part; timer: NodeJS.Timeout } | undefined;
  /** True once the connection cannot recover. */
  #isSpoilt = false;

  constructor(client: Socket, port: number, random: () => number, log: (line: string) => void) {
    this.#client = client;
    this.#host = connect(port, '127.0.0.1');
    this.#toClient = new Pipe(client);
    this.#toHost = new Pipe(this.#host);
    this.#random = random;
    this.#log = log;
    const split = frameSplitter();
    client.on('data', (chunk) => this.#toHost.pass(chunk, chooseDelayMs(random, this.#rates)));
    this.#host.on('data', (chunk) => {
      for (const frame of split(chunk)) this.#fromHost(frame);
    });
    for (const socket of [client, this.#host]) socket.on('error', () => {});
    client.on('close', () => this.#host.destroy());
    this.#host.on('close', () => this.#toClient.end());
  }

  /** Starts the faults. */
  storm(rates: Rates): void {
    this.#rates = rates;
    this.#frames = 0;
    this.#cut = chooseCut(this.#random, rates);
  }

  /** Stops the faults, and ends connections that cannot recover. */
  calmDown(): void {
    this.#rates = calm;
    this.#cut = undefined;
    this.#release();
    if (this.#isSpoilt) this.reset();
  }

  reset(): void {
    for (const socket of [this.#client, this.#host]) if (!socket.destroyed) socket.resetAndDestroy();
  }

  #fromHost(frame: Part): void {
    this.#frames += 1;
    if (frame.text === undefined) {
      this.#send(frame.bytes);
      return;
    }
    if (this.#cut?.after === this.#frames) this.#cutNow(this.#cut.how);
    const { duplicate, reorder, corrupt } = this.#rates;
    const chance = this.#random();
    if (chance < corrupt) this.#damage(frame);
    else if (chance < corrupt + duplicate) this.#repeat(frame);
    else if (chance < corrupt + duplicate + reorder && this.#held === undefined) this.#hold(frame);
    else this.#send(frame.bytes);
    if (this.#held !== undefined && this.#held.frame !== frame) this.#release();
  }

  #send(bytes: Buffer): void {
    this.#toClient.pass(bytes, chooseDelayMs(this.#random, this.#rates));
  }

  #repeat({ bytes }: Part): void {
    this.#log('a frame comes twice');
    this.#send(bytes);
    this.#send(bytes);
  }

  #damage(frame: Part): void {
    const damage = chooseDamage(this.#random);
    this.#log(`a frame is damaged (${damage}): ${frame.text?.slice(0, 120)}`);
    if (damage === 'short frame') this.#isSpoilt = true;
    this.#send(damaged(frame, damage, this.#random));
  }

  #hold(frame: Part): void {
    this.#log('a frame comes after the next one');
    this.#held = { frame, timer: setTimeout(() => this.#release(), swapMs) };
  }

  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return;
    clearTimeout(held.timer);
    this.#send(held.frame.bytes);
  }

  #cutNow(how: Cut): void {
    this.#log(`a connection is cut: ${how}`);
    if (how === 'reset') this.reset();
    else if (how === 'end') this.#toClient.end();
    else {
      this.#isSpoilt = true;
      (how === 'swallow from host' ? this.#toClient : this.#toHost).isSwallowing = true;
    }
  }
}

export class FaultyProxy {
  readonly url: string;
  /** The port of the host; undefined while there is none. */
  target: number | undefined;
  readonly #server: Server;
  readonly #random: () => number;
  readonly #log: (line: string) => void;
  readonly #connections = new Set<ProxiedConnection>();
  #rates: Rates = calm;

  private constructor(server: Server, random: () => number, log: (line: string) => void) {
    this.#server = server;
    this.#random = random;
    this.#log = log;
    this.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (socket) => this.#accept(socket));
  }

  static async start(random: () => number, log: (line: string) => void): Promise<FaultyProxy> {
    const server = createServer({ allowHalfOpen: false }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultyProxy(server, random, log);
  }

  /** Starts the faults. */
  storm(rates: Rates): void {
    this.#rates = rates;
    for (const connection of this.#connections) connection.storm(rates);
  }

  /** Ends all faults. */
  calm(): void {
    this.#rates = calm;
    for (const connection of this.#connections) connection.calmDown();
  }

  async close(): Promise<void> {
    this.target = undefined;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const connection of this.#connections) connection.reset();
    await closed;
  }

  #accept(socket: Socket): void {
    if (this.target === undefined) {
      socket.on('error', () => {});
      socket.resetAndDestroy();
      return;
    }
    const connection = new ProxiedConnection(socket, this.target, this.#random, this.#log);
    if (this.#rates !== calm) connection.storm(this.#rates);
    this.#connections.add(connection);
    socket.on('close', () => this.#connections.delete(connection));
  }
}

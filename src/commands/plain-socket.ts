/**
 * A WebSocket over a plain socket of this machine, for the way nearly everybody takes: a host on loopback or on a
 * local socket. ws does this too, and much more, but loading it takes a third of the time Node takes to start.
 * Everything else, and whatever goes wrong before the connection stands, is left to ws.
 */

import { connect, type Socket } from 'node:net';
import { type Address, upgradeUrl } from '../client/address.js';
import { limits } from '../limits.js';
import type { Transport, TransportEvents } from '../protocol/transport.js';
import { encodeFrame, FrameError, MessageReader, Opcode, randomBytes } from './frames.js';
import { sha1 } from './sha1.js';

const acceptGuid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const normalClosure = 1000;
const abnormalClosure = 1006;
const readBytes = 256 * 1024;

class PlainTransport implements Transport {
  readonly #socket: Socket;
  readonly #reader = new MessageReader(limits.frameBytes);
  #events: TransportEvents | undefined;
  #waiting: string[] = [];
  #failure: Error | undefined;
  #isClosing = false;
  #hasEnded = false;

  constructor(socket: Socket, intake: Intake, head: Buffer) {
    this.#socket = socket;
    intake.take = (bytes) => this.#read(bytes);
    socket.on('error', (error) => {
      this.#failure ??= error;
    });
    socket.on('close', () => this.#end());
    if (head.length > 0) this.#read(head);
  }

  /** Delivery starts a little later, so that nobody is called back from here. */
  open(events: TransportEvents): void {
    queueMicrotask(() => {
      this.#events = events;
      for (const text of this.#waiting.splice(0)) events.frame(text);
      if (this.#hasEnded) events.end(this.#failure);
    });
  }

  send(text: string): void {
    if (!this.#isClosing) this.#socket.write(encodeFrame(Opcode.text, Buffer.from(text)));
  }

  /** Says goodbye and goes: nobody waits here for an answer to that, nor for long until it is taken. */
  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(normalClosure);
    this.#socket.write(encodeFrame(Opcode.close, payload));
    this.#socket.destroySoon();
    const timer = setTimeout(() => this.#socket.destroy(), limits.closeTimeoutMs).unref();
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #read(bytes: Buffer): void {
    try {
      for (const { opcode, payload } of this.#reader.push(bytes)) this.#take(opcode, payload);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.#failure ??= error;
      this.#socket.destroy();
    }
  }

  #take(opcode: number, payload: Buffer): void {
    switch (opcode) {
      case Opcode.ping:
        if (!this.#isClosing) this.#socket.write(encodeFrame(Opcode.pong, payload));
        return;
      case Opcode.pong:
        return;
      case Opcode.close:
        this.#closed(payload.length >= 2 ? payload.readUInt16BE() : normalClosure);
        return;
      default:
        this.#deliver(payload.toString());
    }
  }

  #deliver(text: string): void {
    if (this.#events === undefined) this.#waiting.push(text);
    else this.#events.frame(text);
  }

  #closed(code: number): void {
    if (code !== normalClosure && !this.#isClosing) this.#failure ??= closedBy(code);
    this.close();
  }

  #end(): void {
    this.#hasEnded = true;
    if (!this.#isClosing) this.#failure ??= closedBy(abnormalClosure);
    this.#events?.end(this.#failure);
  }
}

const closedBy = (code: number): Error => new Error(`the host closed the connection (${code})`);

export interface PlainOptions {
  token?: string;
  connectTimeoutMs?: number;
  /** Gives up connecting. */
  signal?: AbortSignal;
}

/** True if the connection never leaves this machine and needs no TLS. */
export function isPlain(address: Address): boolean {
  return address.kind === 'socket' || (address.loopback && !address.secure);
}

/** Whoever takes the bytes just now. They are gone afterwards: the next ones come in the same buffer. */
interface Intake {
  take(bytes: Buffer): void;
}

/** A list of ten thousand entries comes in a dozen reads this way, instead of in four dozen. */
function dial(address: Address, { hostname, port }: URL, intake: Intake): Socket {
  const callback = (size: number, bytes: Uint8Array) => {
    intake.take((bytes as Buffer).subarray(0, size));
    return true;
  };
  const onread = { buffer: Buffer.allocUnsafe(readBytes), callback };
  if (address.kind === 'socket') return connect({ path: address.path, onread });
  const host = hostname.replace(/^\[|\]$/g, '');
  return connect({ host, port: Number(port || 80), noDelay: true, onread });
}

function isAccepted(response: string, key: string): boolean {
  const [status = '', ...fields] = response.split('\r\n');
  const headers = new Map(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  const accept = sha1(`${key}${acceptGuid}`).toString('base64');
  return (
    /^HTTP\/1\.1 101 /.test(status) &&
    headers.get('upgrade')?.toLowerCase() === 'websocket' &&
    headers.get('sec-websocket-accept') === accept &&
    !headers.has('sec-websocket-extensions')
  );
}

/** Asks for the upgrade; answers what came right after it, or rejects. */
function upgrade(socket: Socket, intake: Intake, { host, pathname, search }: URL): Promise<Buffer> {
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const settle = (outcome: Buffer | Error) => {
      socket.off('error', settle).off('close', closed);
      intake.take = () => {};
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    };
    const closed = () => settle(closedBy(abnormalClosure));
    intake.take = (bytes) => {
      answer = Buffer.concat([answer, bytes]);
      const end = answer.indexOf('\r\n\r\n');
      if (end === -1 && answer.length < limits.upgradeHeaderBytes) return;
      const isFine = end !== -1 && isAccepted(answer.toString('latin1', 0, end), key);
      settle(isFine ? answer.subarray(end + 4) : new Error('the upgrade was refused'));
    };
    socket.on('error', settle).on('close', closed);
  });
}

/** Connects, or answers undefined for whatever reason: ws then finds out and says why. */
export async function openPlainSocket(
  address: Address,
  { token, connectTimeoutMs = limits.connectTimeoutMs, signal }: PlainOptions,
): Promise<Transport | undefined> {
  const url = upgradeUrl(address, token);
  const intake: Intake = { take: () => {} };
  const socket = dial(address, url, intake);
  const giveUp = () => socket.destroy();
  const timer = setTimeout(giveUp, connectTimeoutMs);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return new PlainTransport(socket, intake, await upgrade(socket, intake, url));
  } catch {
    socket.on('error', () => {}).destroy();
    return undefined;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

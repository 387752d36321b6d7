/**
 * A small WebSocket client for hosts on loopback or on a local socket, where most hosts are. Loading ws takes a third
 * of the time that Node takes to start. All other addresses are left to ws, and so is the report of a failed connect.
 */

import { connect, type Socket } from 'node:net';
import { protocolLimits } from '../protocol/limits.js';
import type { Transport, TransportEvents } from '../protocol/transport.js';
import { type Address, showAddress, upgradeUrl } from './address.js';
import { timedOut } from './connect-errors.js';
import { FrameDelivery } from './frame-delivery.js';
import { clientLimits } from './limits.js';
import { pingReplier, SendQueue } from './outgoing.js';
import { encodeFrame, FrameError, MessageReader, Opcode } from './websocket-frames.js';
import { type Intake, upgrade } from './websocket-upgrade.js';
import type { SocketOptions } from './ws-transport.js';

const normalClosure = 1000;
const abnormalClosure = 1006;
const readBytes = 256 * 1024;

class LoopbackTransport implements Transport {
  readonly #socket: Socket;
  readonly #reader = new MessageReader({
    bytes: clientLimits.frameBytes,
    fragments: clientLimits.frameFragments,
  });
  readonly #queue = new SendQueue((error) => this.#fail(error));
  readonly #replyToPing = pingReplier((payload, sent) => this.#write(Opcode.pong, payload, sent));
  readonly #delivery = new FrameDelivery();
  #isClosing = false;

  constructor(socket: Socket, intake: Intake, head: Buffer) {
    this.#socket = socket;
    intake.take = (bytes) => this.#read(bytes);
    socket.on('error', (error) => this.#delivery.fail(error));
    socket.on('close', () => {
      if (!this.#isClosing) this.#delivery.failByCode(abnormalClosure);
      this.#delivery.end();
    });
    if (head.length > 0) this.#read(head);
  }

  open(events: TransportEvents): void {
    this.#delivery.open(events);
  }

  send(text: string): void {
    if (this.#isClosing) return;
    this.#queue.send(text, (sent) => this.#write(Opcode.text, Buffer.from(text), sent));
  }

  /** Sends a close frame and ends the socket without waiting for a reply. */
  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(normalClosure);
    this.#write(Opcode.close, payload);
    this.#socket.destroySoon();
    const timer = setTimeout(() => this.#socket.destroy(), protocolLimits.closeTimeoutMs).unref();
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #read(bytes: Buffer): void {
    try {
      for (const { opcode, payload } of this.#reader.push(bytes)) {
        if (this.#socket.destroyed) return;
        this.#take(opcode, payload);
      }
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.#fail(error);
    }
  }

  #write(opcode: number, payload: Buffer, sent?: () => void): void {
    this.#socket.write(encodeFrame(opcode, payload), sent);
  }

  #fail(error: Error): void {
    this.#delivery.fail(error);
    this.#socket.destroy();
  }

  #take(opcode: number, payload: Buffer): void {
    switch (opcode) {
      case Opcode.ping:
        if (!this.#isClosing) this.#replyToPing(Buffer.from(payload));
        return;
      case Opcode.pong:
        return;
      case Opcode.close: {
        const code = payload.length >= 2 ? payload.readUInt16BE() : normalClosure;
        if (code !== normalClosure && !this.#isClosing) this.#delivery.failByCode(code);
        this.close();
        return;
      }
      default:
        this.#delivery.frame(payload.toString());
    }
  }
}

/** Returns true if the connection never leaves this machine and needs no TLS. */
export function isLocalAddress(address: Address): boolean {
  return address.kind === 'socket' || (address.loopback && !address.secure);
}

/** Reads into one large buffer: ten thousand entries take a dozen reads instead of four dozen. */
function dial(address: Address, { hostname, port }: URL, intake: Intake): Socket {
  let turnBytes = 0;
  const callback = (size: number, bytes: Uint8Array) => {
    intake.take((bytes as Buffer).subarray(0, size));
    turnBytes += size;
    if (turnBytes < clientLimits.turnBytes) return true;
    turnBytes = 0;
    setImmediate(() => socket.resume());
    return false;
  };
  const onread = { buffer: Buffer.allocUnsafe(readBytes), callback };
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket =
    address.kind === 'socket'
      ? connect({ path: address.path, onread })
      : connect({ host, port: Number(port || 80), noDelay: true, onread });
  return socket;
}

/** Connects. Rejects when the time is up. Resolves to undefined for any other failure: ws then tries and reports it. */
export async function openLoopbackSocket(
  address: Address,
  { token, connectTimeoutMs = clientLimits.connectTimeoutMs, signal }: SocketOptions,
): Promise<Transport | undefined> {
  const url = upgradeUrl(address, token);
  const intake: Intake = { take: () => {} };
  const socket = dial(address, url, intake);
  const giveUp = () => socket.destroy();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    giveUp();
  }, connectTimeoutMs);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return new LoopbackTransport(socket, intake, await upgrade(socket, intake, url));
  } catch {
    socket.on('error', () => {}).destroy();
    if (isLate) throw timedOut(showAddress(address));
    return undefined;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

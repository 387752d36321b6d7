/** WebSockets over TCP, TLS or a local socket, through ws. The token is sent only in the upgrade request. */

import { connect as connectSocket } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';
import { SkillpickError } from '../errors.js';
import { protocolLimits } from '../protocol/limits.js';
import type { Transport, TransportEvents } from '../protocol/transport.js';
import { type Address, showAddress, upgradeUrl } from './address.js';
import { connectError, needsTls, statusError, timedOut } from './connect-errors.js';
import { FrameDelivery } from './frame-delivery.js';
import { clientLimits } from './limits.js';
import { pingReplier, SendQueue } from './outgoing.js';

/** Options of `openSocket`. */
export interface SocketOptions {
  token?: string | undefined;
  /** Allows a token over plain ws:// to another machine. */
  insecure?: boolean | undefined;
  /** The time for name lookup, TLS and the upgrade together. */
  connectTimeoutMs?: number | undefined;
  /** Aborts connecting; a connection that is already open stays open. */
  signal?: AbortSignal;
}

/** Close codes of WebSocket. */
const normalClosure = 1000;
const noCloseCode = 1005;

class SocketTransport implements Transport {
  readonly #socket: WebSocket;
  readonly #queue = new SendQueue((error) => {
    this.#delivery.fail(error);
    this.#socket.terminate();
  });
  readonly #delivery = new FrameDelivery();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    const replyToPing = pingReplier((payload, sent) => socket.pong(payload, true, sent));
    socket.on('ping', (payload) => {
      if (socket.readyState === WebSocket.OPEN) replyToPing(Buffer.from(payload));
    });
    socket.on('message', (data) => this.#delivery.frame(String(data)));
    socket.on('error', (error) => this.#delivery.fail(error));
    socket.on('close', (code) => {
      if (code !== normalClosure && code !== noCloseCode) this.#delivery.failByCode(code);
      this.#delivery.end();
    });
  }

  open(events: TransportEvents): void {
    this.#delivery.open(events);
  }

  send(text: string): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#queue.send(text, (sent) => this.#socket.send(text, sent));
  }

  close(): void {
    this.#socket.close(normalClosure);
  }
}

function exposesToken(address: Address, { token, insecure }: SocketOptions): boolean {
  return token !== undefined && !insecure && address.kind === 'tcp' && !address.secure && !address.loopback;
}

/** The type declarations do not know `closeTimeout` yet. */
function socketOptions(address: Address): ClientOptions {
  const options: ClientOptions & { closeTimeout: number } = {
    maxPayload: clientLimits.frameBytes,
    maxFragments: clientLimits.frameFragments,
    maxBufferedChunks: clientLimits.frameReads,
    perMessageDeflate: false,
    autoPong: false,
    closeTimeout: protocolLimits.closeTimeoutMs,
    ...(address.kind === 'socket' && { createConnection: () => connectSocket(address.path) }),
  };
  return options;
}

/** Returns true for what servers do with a plain request to a port that speaks TLS. */
function maySpeakTls(error: unknown): error is SkillpickError {
  if (!(error instanceof SkillpickError)) return false;
  const { code } = Object(error.cause) as { code?: unknown };
  return error.code === 'not-a-host' || (error.code === 'host-unreachable' && code === 'ECONNRESET');
}

/** Connects. Rejects with a SkillpickError that names the address and has a hint. */
export async function openSocket(address: Address, options: SocketOptions = {}): Promise<Transport> {
  try {
    return await openWebSocket(address, options);
  } catch (error) {
    if (address.kind === 'socket' || address.secure || !maySpeakTls(error)) throw error;
    const { connectTimeoutMs = clientLimits.connectTimeoutMs, signal } = options;
    const timeoutMs = Math.min(connectTimeoutMs, clientLimits.tlsProbeTimeoutMs);
    const { speaksTls } = await import('./tls-probe.js');
    if (!(await speaksTls(new URL(address.url), timeoutMs, signal))) throw error;
    throw needsTls(showAddress(address), error);
  }
}

async function openWebSocket(address: Address, options: SocketOptions): Promise<Transport> {
  const where = showAddress(address);
  if (exposesToken(address, options)) {
    throw new SkillpickError('token-unencrypted', `A token would travel to ${where} unencrypted.`, {
      hint: 'Use wss://, or a tunnel to a loopback port.',
    });
  }
  const { signal, connectTimeoutMs = clientLimits.connectTimeoutMs } = options;
  const socket = new WebSocket(upgradeUrl(address, options.token), socketOptions(address));
  const giveUp = () => socket.terminate();
  let timer: NodeJS.Timeout | undefined;
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await new Promise((resolve, reject) => {
      // ws and Node only limit the time between bytes: a host could send one byte at a time for ever.
      timer = setTimeout(() => {
        reject(timedOut(where));
        giveUp();
      }, connectTimeoutMs);
      socket.on('error', (error) => reject(connectError(error, where)));
      socket.once('unexpected-response', (_request, response) => {
        reject(statusError(response.statusCode ?? 0, where));
        socket.terminate();
      });
      socket.once('open', () => resolve(new SocketTransport(socket)));
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

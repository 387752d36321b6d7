/**
 * WebSockets over TCP, TLS or a local socket: the client's only import of ws. Turns what can go wrong while
 * connecting into one clear error each. The token travels in the upgrade request and is never part of an error.
 */

import { connect as connectSocket } from 'node:net';
import { WebSocket } from 'ws';
import { SkillpickError } from '../errors.js';
import { limits } from '../limits.js';
import type { Transport, TransportEvents } from '../protocol/transport.js';
import { type Address, showAddress } from './address.js';

export interface SocketOptions {
  token?: string;
  /** Allows a token over plain ws:// to another machine. */
  insecure?: boolean;
  connectTimeoutMs?: number;
}

function upgradeUrl(address: Address, token: string | undefined): URL {
  const url = new URL(
    address.kind === 'socket' ? address.requestPath : address.url,
    address.kind === 'socket' ? 'ws://localhost' : undefined,
  );
  if (token !== undefined) url.searchParams.set('tkn', token);
  return url;
}

function statusError(status: number, where: string): SkillpickError {
  if (status === 401 || status === 403) {
    return new SkillpickError('wrong-token', `The host at ${where} refuses the token (HTTP ${status}).`, {
      hint: 'Give the current one with --token-file or AHP_TOKEN; hosts make a new one at every start.',
    });
  }
  return new SkillpickError('not-a-host', `${where} answers with HTTP ${status}, not as an agent host.`, {
    hint: 'Check the port and the path of the URL.',
  });
}

const tlsCodes =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|ERR_OSSL)/;

function connectError(cause: Error & { code?: string }, where: string): SkillpickError {
  const code = cause.code ?? '';
  if (tlsCodes.test(code)) {
    return new SkillpickError('tls-failed', `The secure connection to ${where} failed (${code}).`, {
      hint: 'Check the certificate; NODE_EXTRA_CA_CERTS adds an authority, ws:// connects without TLS.',
      cause,
    });
  }
  const reason = code === '' ? cause.message : code;
  return new SkillpickError('host-unreachable', `No agent host answers at ${where} (${reason}).`, {
    hint: 'Start the host, check the address, or leave it out to use the embedded host.',
    cause,
  });
}

class SocketTransport implements Transport {
  readonly #socket: WebSocket;
  #events: TransportEvents | undefined;
  #early: string[] = [];
  #failure: Error | undefined;
  #ended = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#frame(String(data)));
    socket.on('error', (error) => {
      this.#failure = error;
    });
    socket.on('close', (code) => this.#end(code));
  }

  open(events: TransportEvents): void {
    this.#events = events;
    for (const frame of this.#early.splice(0)) events.frame(frame);
    if (this.#ended) events.end(this.#failure);
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  close(): void {
    this.#socket.close(1000);
    const timer = setTimeout(() => this.#socket.terminate(), limits.closeTimeoutMs);
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #frame(text: string): void {
    if (this.#events) this.#events.frame(text);
    else this.#early.push(text);
  }

  #end(code: number): void {
    this.#ended = true;
    if (code !== 1000) this.#failure ??= new Error(`the host closed the connection (${code})`);
    this.#events?.end(this.#failure);
  }
}

/** Connects. Rejects with one SkillpickError that names the address and says what to try. */
export function openSocket(address: Address, options: SocketOptions = {}): Promise<Transport> {
  const where = showAddress(address);
  const exposed = address.kind === 'tcp' && !address.secure && !address.loopback;
  if (exposed && options.token !== undefined && !options.insecure) {
    const message = `A token would travel to ${where} unencrypted.`;
    const hint = 'Use wss://, or a tunnel to a loopback port; --insecure sends it anyway.';
    return Promise.reject(new SkillpickError('token-exposed', message, { hint }));
  }
  const socket = new WebSocket(upgradeUrl(address, options.token), {
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    handshakeTimeout: options.connectTimeoutMs ?? limits.connectTimeoutMs,
    ...(address.kind === 'socket' && { createConnection: () => connectSocket(address.path) }),
  });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(connectError(error, where));
    socket.once('error', fail);
    socket.once('unexpected-response', (_request, response) => {
      reject(statusError(response.statusCode ?? 0, where));
      socket.on('error', () => {});
      socket.terminate();
    });
    socket.once('open', () => {
      socket.off('error', fail);
      resolve(new SocketTransport(socket));
    });
  });
}

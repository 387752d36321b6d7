/**
 * WebSockets over TCP, TLS or a local socket: the client's only import of ws. Turns what can go wrong while
 * connecting into one clear error each. The token travels in the upgrade request and is never part of an error.
 */

import { connect as connectSocket } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';
import { SkillpickError } from '../errors.js';
import { limits } from '../limits.js';
import type { Transport, TransportEvents } from '../protocol/transport.js';
import { type Address, showAddress, upgradeUrl } from './address.js';

export interface SocketOptions {
  token?: string;
  /** Allows a token over plain ws:// to another machine. */
  insecure?: boolean;
  connectTimeoutMs?: number;
  /** Gives up connecting; a connection that is already open stays. */
  signal?: AbortSignal;
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
  if (code.startsWith('HPE_')) {
    return new SkillpickError('not-a-host', `${where} does not answer in HTTP (${code}).`, {
      hint: 'Check the port; a host behind TLS needs wss://.',
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

  /** Delivery starts a little later, so that nobody is called back from here. */
  open(events: TransportEvents): void {
    queueMicrotask(() => {
      this.#events = events;
      for (const frame of this.#early.splice(0)) events.frame(frame);
      if (this.#ended) events.end(this.#failure);
    });
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  close(): void {
    this.#socket.close(1000);
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

function exposesToken(address: Address, { token, insecure }: SocketOptions): boolean {
  return token !== undefined && !insecure && address.kind === 'tcp' && !address.secure && !address.loopback;
}

/** How long to wait for the other side of a close is an option the type declarations do not know yet. */
function socketOptions(address: Address, { connectTimeoutMs }: SocketOptions): ClientOptions {
  const options: ClientOptions & { closeTimeout: number } = {
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    handshakeTimeout: connectTimeoutMs ?? limits.connectTimeoutMs,
    closeTimeout: limits.closeTimeoutMs,
    ...(address.kind === 'socket' && { createConnection: () => connectSocket(address.path) }),
  };
  return options;
}

/** Connects. Rejects with one SkillpickError that names the address and says what to try. */
export async function openSocket(address: Address, options: SocketOptions = {}): Promise<Transport> {
  const where = showAddress(address);
  if (exposesToken(address, options)) {
    throw new SkillpickError('token-exposed', `A token would travel to ${where} unencrypted.`, {
      hint: 'Use wss://, or a tunnel to a loopback port; --insecure sends it anyway.',
    });
  }
  const { signal } = options;
  const socket = new WebSocket(upgradeUrl(address, options.token), socketOptions(address, options));
  const giveUp = () => socket.terminate();
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await new Promise((resolve, reject) => {
      socket.on('error', (error) => reject(connectError(error, where)));
      socket.once('unexpected-response', (_request, response) => {
        reject(statusError(response.statusCode ?? 0, where));
        socket.terminate();
      });
      socket.once('open', () => resolve(new SocketTransport(socket)));
    });
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

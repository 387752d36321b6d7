/**
 * One connected client: its handshake, requests and subscriptions. A frame that is not a message gets an error response;
 * no frame can end the host.
 */

import { ProtocolError } from '../../errors.js';
import { isNumber, isString, type JsonObject } from '../../protocol/checks.js';
import {
  decodeMessage,
  ErrorCodes,
  encodeMessage,
  encodeResult,
  type Message,
  type RequestId,
  type RpcError,
} from '../../protocol/messages.js';
import type { Transport } from '../../protocol/transport.js';
import type { URI } from '../../protocol/types.js';
import { hostLimits } from '../limits.js';
import type { Audience } from './audience.js';
import { ClientRequests } from './client-requests.js';
import { type Dialect, dialectOf } from './dialect.js';
import { HostError, invalidParams } from './host-error.js';
import type { Methods } from './methods.js';
import { chooseVersion, SPOKEN_VERSIONS, spokenRanges } from './negotiate.js';
import type { Asker } from './published-files.js';

/** What a peer needs from the host. */
export interface PeerHost {
  readonly methods: Methods;
  readonly audience: Audience;
  dispatch(channel: URI, clientSeq: number, action: unknown, clientId: string): void;
  /** A client no longer follows a session. */
  unsubscribed(channel: URI, clientId: string): void;
  /** Resolves to the result of a request for a file that another client publishes; undefined for other requests. */
  publishedFile?(method: string, params: JsonObject, asker: Asker): Promise<unknown> | undefined;
  /** Resolves when a client's toggles in a session are done, or a session is there; undefined if that is so already. */
  settling(channel: unknown, clientId: string): Promise<void> | undefined;
}

/** A list of versions, perhaps with other things among them. */
const isOffer = (value: unknown): value is unknown[] =>
  Array.isArray(value) && (value.length === 0 || value.some(isString));

export class Peer {
  readonly subscriptions = new Set<URI>();
  readonly requests = new ClientRequests((text) => this.send(text));
  clientId = '';
  #dialect: Dialect | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly host: PeerHost,
  ) {
    transport.open({
      frame: (text) => this.#frame(text),
      end: (error) => {
        this.requests.end();
        host.audience.leave(this, error !== undefined);
      },
    });
  }

  get dialect(): Dialect {
    if (this.#dialect === undefined)
      throw new HostError(ErrorCodes.MethodNotFound, 'initialize must come first');
    return this.#dialect;
  }

  get isIntroduced(): boolean {
    return this.#dialect !== undefined;
  }

  /** Sets the client's name, and chooses a protocol version, which it returns. */
  introduce(params: JsonObject): string {
    const { clientId, protocolVersions } = params;
    if (typeof clientId !== 'string' || clientId === '' || !isOffer(protocolVersions)) {
      throw invalidParams('initialize needs a clientId and protocolVersions');
    }
    // The name is kept in memory and sent with every action of the client.
    if (clientId.length > hostLimits.clientIdChars)
      throw invalidParams(`a clientId has at most ${hostLimits.clientIdChars} characters`);
    const version = chooseVersion(protocolVersions);
    if (version === undefined) {
      const message = `this host speaks ${SPOKEN_VERSIONS.join(', ')} and older patches of these; none of them is offered`;
      throw new HostError(ErrorCodes.UnsupportedProtocolVersion, message, {
        supportedVersions: spokenRanges,
      });
    }
    this.resumeAs(clientId, dialectOf(version));
    return version;
  }

  /** Continues under the name and version of an earlier connection. */
  resumeAs(clientId: string, dialect: Dialect): void {
    const before = this.clientId;
    this.clientId = clientId;
    this.#dialect = dialect;
    this.host.audience.introduced(this, before);
  }

  unsubscribe(channel: URI): void {
    if (this.subscriptions.delete(channel)) this.host.unsubscribed(channel, this.clientId);
  }

  send(text: string): void {
    this.transport.send(text);
  }

  close(): void {
    this.transport.close();
  }

  #frame(text: string): void {
    let message: Message;
    try {
      message = decodeMessage(text);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const code = error.cause instanceof SyntaxError ? ErrorCodes.ParseError : ErrorCodes.InvalidRequest;
      this.#fail(null, { code, message: error.message });
      return;
    }
    if (message.kind === 'notification') this.#notified(message.method, message.params);
    else if (message.kind === 'request') this.#requested(message.id, message.method, message.params);
    else this.requests.settle(message);
  }

  #notified(method: string, params: JsonObject): void {
    const { channel, clientSeq, action } = params;
    if (!this.isIntroduced || typeof channel !== 'string') return;
    if (method === 'unsubscribe') this.unsubscribe(channel);
    if (method !== 'dispatchAction' || !isNumber(clientSeq)) return;
    this.host.dispatch(channel, clientSeq, this.host.audience.received(action, channel, this), this.clientId);
  }

  /**
   * A subscription waits for its session, if that waits itself, and for the client's own toggles, so that its snapshot
   * includes them. A toggle that waits for another program's lock may take so long that the client asks for the state
   * instead.
   */
  #requested(id: RequestId, method: string, params: JsonObject): void {
    const settling =
      method === 'subscribe' ? this.host.settling(params['channel'], this.clientId) : undefined;
    const published = this.isIntroduced ? this.host.publishedFile?.(method, params, this) : undefined;
    if (published !== undefined) void this.#respondLater(id, published);
    else if (settling === undefined) this.#respond(id, method, params);
    else void settling.then(() => this.#respond(id, method, params));
  }

  /** Responds synchronously, except to `createSession`: a client would miss an action that is published between its snapshot and the response. */
  #respond(id: RequestId, method: string, params: JsonObject): void {
    try {
      const result = this.host.methods.call(this, method, params);
      if (typeof result === 'string') this.send(encodeResult(id, result));
      else
        result.then(
          (later) => this.send(encodeResult(id, later)),
          (error) => this.#failWith(id, error),
        );
    } catch (error) {
      this.#failWith(id, error);
    }
  }

  #failWith(id: RequestId, error: unknown): void {
    const failure = new HostError(ErrorCodes.InternalError, 'the host failed to handle the request');
    const { code, message, data } = error instanceof HostError ? error : failure;
    this.#fail(id, { code, message, ...(data !== undefined && { data }) });
    if (code === ErrorCodes.UnsupportedProtocolVersion) this.close();
  }

  async #respondLater(id: RequestId, result: Promise<unknown>): Promise<void> {
    try {
      this.send(encodeResult(id, JSON.stringify(await result)));
    } catch (error) {
      const code = error instanceof HostError ? error.code : ErrorCodes.NotFound;
      this.#fail(id, { code, message: (error as Error).message });
    }
  }

  #fail(id: RequestId | null, error: RpcError): void {
    this.send(encodeMessage({ kind: 'error', id, error }));
  }
}

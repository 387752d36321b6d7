/**
 * One connected client: its handshake, requests and subscriptions. A frame that is not a message gets an error response;
 * no frame can end the host.
 */

import { ProtocolError } from '../../errors.js';
import { isNumber, isStringList, type JsonObject } from '../../protocol/checks.js';
import {
  decodeMessage,
  ErrorCodes,
  encodeMessage,
  encodeResult,
  type Message,
  type RequestId,
} from '../../protocol/messages.js';
import type { Transport } from '../../protocol/transport.js';
import type { URI } from '../../protocol/types.js';
import { hostLimits } from '../limits.js';
import { chooseDialect, type Dialect, SPOKEN_VERSIONS } from './dialect.js';
import { HostError, invalidParams } from './host-error.js';
import type { Methods } from './methods.js';
import { JsonText } from './snapshot-text.js';

/** What a peer needs of the host. */
export interface PeerHost {
  readonly methods: Methods;
  /** The client has given its name; an older connection with the same name is closed. */
  introduced(peer: Peer): void;
  left(peer: Peer): void;
  dispatch(channel: URI, clientSeq: number, action: unknown, clientId: string): void;
  /** Resolves when the toggles of a client in a session are done; undefined if there are none. */
  settling(channel: unknown, clientId: string): Promise<void> | undefined;
}

export class Peer {
  readonly subscriptions = new Set<URI>();
  clientId = '';
  readonly #transport: Transport;
  readonly #host: PeerHost;
  #dialect: Dialect | undefined;

  constructor(transport: Transport, host: PeerHost) {
    this.#transport = transport;
    this.#host = host;
    transport.open({ frame: (text) => this.#frame(text), end: () => host.left(this) });
  }

  get dialect(): Dialect {
    if (this.#dialect === undefined)
      throw new HostError(ErrorCodes.MethodNotFound, 'initialize must come first');
    return this.#dialect;
  }

  get isIntroduced(): boolean {
    return this.#dialect !== undefined;
  }

  /** Sets the client's name and chooses a protocol version. */
  introduce(params: JsonObject): void {
    const { clientId, protocolVersions } = params;
    if (typeof clientId !== 'string' || clientId === '' || !isStringList(protocolVersions)) {
      throw invalidParams('initialize needs a clientId and protocolVersions');
    }
    // The name is remembered, and sent with every action of the client.
    if (clientId.length > hostLimits.clientIdChars) {
      const message = `a clientId has at most ${hostLimits.clientIdChars} characters`;
      throw invalidParams(message);
    }
    const dialect = chooseDialect(protocolVersions as string[]);
    if (dialect === undefined) {
      const data = { supportedVersions: [...SPOKEN_VERSIONS] };
      throw new HostError(
        ErrorCodes.UnsupportedProtocolVersion,
        'none of the offered protocol versions is supported',
        data,
      );
    }
    this.resumeAs(clientId, dialect);
  }

  /** Continues under the name and version of an earlier connection. */
  resumeAs(clientId: string, dialect: Dialect): void {
    this.clientId = clientId;
    this.#dialect = dialect;
    this.#host.introduced(this);
  }

  send(text: string): void {
    this.#transport.send(text);
  }

  close(): void {
    this.#transport.close();
  }

  #frame(text: string): void {
    let message: Message;
    try {
      message = decodeMessage(text);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const code = error.cause instanceof SyntaxError ? ErrorCodes.ParseError : ErrorCodes.InvalidRequest;
      this.#reply({ kind: 'error', id: null, error: { code, message: error.message } });
      return;
    }
    if (message.kind === 'notification') this.#notified(message.method, message.params);
    if (message.kind === 'request') this.#requested(message.id, message.method, message.params);
  }

  #notified(method: string, params: JsonObject): void {
    const { channel, clientSeq, action } = params;
    if (!this.isIntroduced || typeof channel !== 'string') return;
    if (method === 'unsubscribe') this.subscriptions.delete(channel);
    if (method !== 'dispatchAction' || !isNumber(clientSeq)) return;
    this.#host.dispatch(channel, clientSeq as number, action, this.clientId);
  }

  /**
   * A subscription waits for the client's own toggles, so that its snapshot includes them: they may wait for another
   * program's lock longer than clients wait for echoes.
   */
  #requested(id: RequestId, method: string, params: JsonObject): void {
    const settling =
      method === 'subscribe' ? this.#host.settling(params['channel'], this.clientId) : undefined;
    if (settling === undefined) this.#respond(id, method, params);
    else void settling.then(() => this.#respond(id, method, params));
  }

  /** Responds synchronously: simple clients would lose an action that comes between a snapshot and its sending. */
  #respond(id: RequestId, method: string, params: JsonObject): void {
    try {
      const result = this.#host.methods.call(this, method, params);
      if (result instanceof JsonText) this.send(encodeResult(id, result.text));
      else this.#reply({ kind: 'result', id, result });
    } catch (error) {
      const { code, message, data } =
        error instanceof HostError
          ? error
          : {
              code: ErrorCodes.InternalError,
              message: 'the host failed to handle the request',
              data: undefined,
            };
      this.#reply({ kind: 'error', id, error: { code, message, ...(data !== undefined && { data }) } });
      if (code === ErrorCodes.UnsupportedProtocolVersion) this.close();
    }
  }

  #reply(message: Message): void {
    this.#transport.send(encodeMessage(message));
  }
}

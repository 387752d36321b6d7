/**
 * JSON-RPC over one transport: requests with their responses and timeouts, and notifications, in both directions. It
 * knows nothing of sessions. A frame that is not a message is reported and skipped.
 */

import { ProtocolError, SkillpickError } from '../errors.js';
import type { JsonObject } from '../protocol/checks.js';
import {
  decodeMessage,
  ErrorCodes,
  encodeMessage,
  type Message,
  type RpcError,
} from '../protocol/messages.js';
import type { Transport } from '../protocol/transport.js';
import type { Clock } from './clock.js';
import { oneLine } from './host-message.js';
import { clientLimits } from './limits.js';

/** The host responded to a request with an error. */
export class RequestError extends SkillpickError {
  readonly rpcCode: number;
  readonly data: unknown;

  constructor(method: string, error: RpcError) {
    super('request-failed', `The host refused ${method}: ${oneLine(error.message)} (${error.code}).`);
    this.rpcCode = error.code;
    this.data = error.data;
  }
}

/** The refusal of a request of the host. */
export class RefusedFile extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Returns true for the error of a host that fails, such as because it has not loaded yet what is asked for. */
export const isInternalError = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.rpcCode === ErrorCodes.InternalError;

export interface ConnectionEvents {
  notification(method: string, params: JsonObject): void;
  /** Returns the result of a request of the host; undefined if this method is not served. Throws a RefusedFile. */
  request?(method: string, params: JsonObject): unknown;
  malformed(error: ProtocolError): void;
  /** Called when the transport is gone. Every open request was rejected before that. */
  end(error?: Error): void;
}

/** A bound on several requests together. */
export interface TimeLimit {
  readonly totalMs: number;
  /** Infinity while there is no bound. */
  leftMs(): number;
}

interface WaitingRequest {
  method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
  stopTimer(): void;
}

export class Connection {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #events: ConnectionEvents;
  readonly #timeoutMs: number;
  readonly #timeLimit: TimeLimit | undefined;
  readonly #waiting = new Map<number | string, WaitingRequest>();
  readonly #end: Promise<void>;
  #nextId = 1;
  #isOver = false;
  #mostChars: number = clientLimits.handshakeFrameChars;
  #malformedChars = 0;
  /** The reason for closing it from this side. */
  #reason: Error | undefined;

  constructor(
    transport: Transport,
    clock: Clock,
    events: ConnectionEvents,
    timeoutMs: number = clientLimits.requestTimeoutMs,
    timeLimit?: TimeLimit,
  ) {
    this.#transport = transport;
    this.#clock = clock;
    this.#events = events;
    this.#timeoutMs = timeoutMs;
    this.#timeLimit = timeLimit;
    this.#end = new Promise((resolve) => {
      const end = (error?: Error) => {
        this.#giveUp(error);
        resolve();
        events.end(error ?? this.#reason);
      };
      transport.open({ frame: (text) => this.#frame(text), end });
    });
  }

  /** True once it was closed here or the transport is gone. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends a request. Rejects with RequestError, or with what happened to the connection. */
  request(method: string, params: JsonObject): Promise<unknown> {
    if (this.#isOver) return Promise.reject(lostBefore(method));
    const id = this.#nextId++;
    const leftMs = this.#timeLimit?.leftMs() ?? Number.POSITIVE_INFINITY;
    const isTight = leftMs < this.#timeoutMs;
    return new Promise((resolve, reject) => {
      const stopTimer = this.#clock.after(isTight ? leftMs : this.#timeoutMs, () => {
        this.#waiting.delete(id);
        const boundMs = isTight ? this.#timeLimit!.totalMs : this.#timeoutMs;
        const message = `The host did not answer ${method} within ${boundMs / 1000} s.`;
        reject(new SkillpickError('request-timeout', message, { hint: 'It may be busy: try again.' }));
      });
      this.#waiting.set(id, { method, resolve, reject, stopTimer });
      this.#send({ kind: 'request', id, method, params });
    });
  }

  notify(method: string, params: JsonObject): void {
    this.#send({ kind: 'notification', method, params });
  }

  /** Lifts the limit on the length of frames, as the first response does. */
  allowLongFrames(): void {
    this.#mostChars = Number.POSITIVE_INFINITY;
  }

  /**
   * Closes it from this side: ignores further frames and rejects open requests, with the error if there is one.
   * Resolves when the transport is gone.
   */
  close(error?: Error): Promise<void> {
    this.#reason ??= error;
    this.#giveUp(error);
    this.#transport.close();
    return this.#end;
  }

  #send(message: Message): void {
    this.#transport.send(encodeMessage(message));
  }

  #frame(text: string): void {
    if (this.#isOver) return;
    if (text.length > this.#mostChars) {
      const hint = 'Check that the address is that of an agent host.';
      const message = 'The other side sends too much before it says who it is.';
      void this.close(new SkillpickError('not-a-host', message, { hint }));
      return;
    }
    let message: Message;
    try {
      message = decodeMessage(text);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#malformed(error, text.length);
      return;
    }
    this.#receive(message);
  }

  /** Skips the frame; gives up the host if it sends too many of them. */
  #malformed(error: ProtocolError, chars: number): void {
    this.#events.malformed(error);
    if (this.#malformedChars > clientLimits.malformedChars) {
      const hint = 'Check that it is an agent host, and restart it.';
      const message = 'The host sends too much that cannot be read.';
      void this.close(new SkillpickError('connection-lost', message, { hint }));
    }
    this.#malformedChars += chars;
  }

  #receive(message: Message): void {
    switch (message.kind) {
      case 'notification':
        this.#events.notification(message.method, message.params);
        return;
      case 'request':
        this.#serve(message);
        return;
      case 'result':
        this.#takeWaiting(message.id)?.resolve(message.result);
        return;
      case 'error': {
        const waiting = message.id === null ? undefined : this.#takeWaiting(message.id);
        waiting?.reject(new RequestError(waiting.method, message.error));
      }
    }
  }

  #serve({ id, method, params }: Extract<Message, { kind: 'request' }>): void {
    try {
      const result = this.#events.request?.(method, params);
      if (result === undefined)
        throw new RefusedFile(ErrorCodes.MethodNotFound, `${method.slice(0, 80)} is not served here`);
      this.#send({ kind: 'result', id, result });
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      this.#send({ kind: 'error', id, error: { code: error.code, message: error.message } });
    }
  }

  #takeWaiting(id: number | string): WaitingRequest | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) this.allowLongFrames();
    this.#waiting.delete(id);
    waiting?.stopTimer();
    return waiting;
  }

  #giveUp(error?: Error): void {
    this.#isOver = true;
    for (const [id, { method }] of this.#waiting) this.#takeWaiting(id)?.reject(lostBefore(method, error));
  }
}

function lostBefore(method: string, cause?: Error): SkillpickError {
  if (cause instanceof SkillpickError) return cause;
  const hint = 'Check that the host is still running.';
  const message = `The connection ended before ${method} was answered.`;
  return new SkillpickError('connection-lost', message, { hint, cause });
}

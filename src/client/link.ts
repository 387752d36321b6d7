/**
 * The part that stays up: opens the transport, shakes hands, keeps it alive, and after a drop tries again with
 * growing pauses until the host answers, refuses for good, or the tries are used up.
 */

import { type ErrorCode, type ProtocolError, SkillpickError } from '../errors.js';
import { limits } from '../limits.js';
import type { JsonObject } from '../protocol/checks.js';
import type { Skipped } from '../protocol/read-state.js';
import type { Transport } from '../protocol/transport.js';
import { type InitializeResult, ROOT_CHANNEL, type URI } from '../protocol/types.js';
import type { Clock } from './clock.js';
import { Connection } from './connection.js';
import { type Introduction, initialize, type Resumption, resume } from './handshake.js';
import { nextDelayMs } from './reconnect.js';

export type LinkStatus =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** Lost; the next try starts at `retryAtMs` of the clock. */
  | { kind: 'waiting'; retryAtMs: number; error: Error }
  /** Lost for good. */
  | { kind: 'gone'; error: Error };

/** What could not be read so far; `count` is of entries and fields left out of otherwise good frames. */
export interface Trouble extends Skipped {
  /** Frames that held no message, or one that made no sense. */
  malformedFrames: number;
  lastMalformed: string | undefined;
}

export interface LinkOptions extends Introduction {
  open(): Promise<Transport>;
  clock: Clock;
  requestTimeoutMs?: number;
  keepAliveIntervalMs?: number;
  /** Tries after a drop before the host counts as gone; without it there is no end. */
  reconnectAttempts?: number;
}

export interface LinkEvents {
  notification(method: string, params: JsonObject): void;
  status(status: LinkStatus): void;
  resumed(resumption: Resumption): void;
  /** What has to be restored after a drop. */
  standing(): { lastSeenServerSeq: number; channels: readonly URI[] };
}

/** Trying again cannot help with these. */
const finalCodes: ReadonlySet<ErrorCode> = new Set([
  'wrong-token',
  'version-unsupported',
  'token-exposed',
  'bad-url',
]);

export class Link {
  readonly #options: LinkOptions;
  readonly #events: LinkEvents;
  readonly trouble: Trouble = { count: 0, malformedFrames: 0, lastMalformed: undefined };
  #connection: Connection | undefined;
  #status: LinkStatus = { kind: 'connecting' };
  #early: [method: string, params: JsonObject][] | undefined;
  #attempt = 0;
  #closed = false;
  #stopTimer: () => void = () => {};
  #ended: () => void = () => {};

  constructor(options: LinkOptions, events: LinkEvents) {
    this.#options = options;
    this.#events = events;
  }

  get status(): LinkStatus {
    return this.#status;
  }

  get isLive(): boolean {
    return this.#status.kind === 'live';
  }

  /** Connects for the first time; a failure here is the caller's to report, nothing is retried. */
  async start(): Promise<InitializeResult> {
    const connection = await this.#connect();
    try {
      const result = await initialize(connection, this.#introduction());
      this.#become(connection);
      this.#settle();
      return result;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  request(method: string, params: JsonObject): Promise<unknown> {
    if (this.#connection === undefined) {
      const hint = 'Wait for the connection to come back.';
      return Promise.reject(
        new SkillpickError('connection-lost', `Not connected: ${method} was not sent.`, { hint }),
      );
    }
    return this.#connection.request(method, params, this.#options.requestTimeoutMs);
  }

  notify(method: string, params: JsonObject): void {
    this.#connection?.notify(method, params);
  }

  /** Gives up a connection that no longer answers; the next try starts as after any other drop. */
  drop(error: Error): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#lost(error);
    connection.close();
  }

  /** Counts a frame that made no sense. */
  malformed(error: ProtocolError): void {
    this.trouble.malformedFrames += 1;
    this.trouble.lastMalformed = error.message;
  }

  /** Ends it for good; resolves when the transport is closed. */
  close(): Promise<void> {
    this.#closed = true;
    this.#stopTimer();
    const connection = this.#connection;
    if (connection === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      this.#ended = resolve;
      connection.close();
    });
  }

  #introduction(): Introduction {
    const { clientId, clientInfo } = this.#options;
    return { clientId, ...(clientInfo && { clientInfo }) };
  }

  async #connect(): Promise<Connection> {
    this.#early = [];
    const transport = await this.#options.open();
    const connection = new Connection(transport, this.#options.clock, {
      notification: (method, params) => {
        // Until the handshake is through, nobody knows yet what these add to.
        if (this.#early) this.#early.push([method, params]);
        else this.#events.notification(method, params);
      },
      malformed: (error) => this.malformed(error),
      end: (error) => {
        if (this.#closed) this.#ended();
        else if (this.#connection === connection)
          this.#lost(error ?? new Error('the host closed the connection'));
      },
    });
    return connection;
  }

  #become(connection: Connection): void {
    if (connection.hasEnded)
      throw new SkillpickError('connection-lost', 'The connection ended during the handshake.');
    this.#connection = connection;
    this.#attempt = 0;
    this.#keepAlive();
  }

  /** From here on what the host says goes straight through. */
  #settle(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const [method, params] of early) this.#events.notification(method, params);
    this.#setStatus({ kind: 'live' });
  }

  #keepAlive(): void {
    const connection = this.#connection;
    const interval = this.#options.keepAliveIntervalMs ?? limits.keepAliveIntervalMs;
    this.#stopTimer = this.#options.clock.after(interval, () => {
      connection?.request('ping', { channel: ROOT_CHANNEL }, this.#options.requestTimeoutMs).then(
        () => this.#connection === connection && this.#keepAlive(),
        (error) => {
          if (this.#connection !== connection) return;
          // A host that refuses ping is alive; one that says nothing is not.
          if (error instanceof SkillpickError && error.code === 'request-failed') this.#keepAlive();
          else this.drop(error);
        },
      );
    });
  }

  #lost(error: Error): void {
    this.#connection = undefined;
    this.#stopTimer();
    const isFinal = error instanceof SkillpickError && finalCodes.has(error.code);
    if (isFinal || this.#attempt >= (this.#options.reconnectAttempts ?? Number.POSITIVE_INFINITY)) {
      this.#setStatus({ kind: 'gone', error });
      return;
    }
    const { clock } = this.#options;
    const delay = nextDelayMs(this.#attempt++, clock.random());
    this.#stopTimer = clock.after(delay, () => void this.#retry());
    this.#setStatus({ kind: 'waiting', retryAtMs: clock.now() + delay, error });
  }

  async #retry(): Promise<void> {
    this.#setStatus({ kind: 'connecting' });
    let connection: Connection | undefined;
    try {
      connection = await this.#connect();
      const before = { ...this.#introduction(), ...this.#events.standing() };
      const resumption = await resume(connection, before, this.trouble);
      if (this.#closed) return connection.close();
      this.#become(connection);
      this.#events.resumed(resumption);
      this.#settle();
    } catch (error) {
      connection?.close();
      if (!this.#closed) this.#lost(error as Error);
    }
  }

  #setStatus(status: LinkStatus): void {
    this.#status = status;
    this.#events.status(status);
  }
}

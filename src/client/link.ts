/**
 * A connection that survives drops: opens the transport, does the handshake, keeps it alive, and after a drop tries
 * again with growing pauses until the host responds, refuses for good, or the attempts are used up.
 */

import { type ErrorCode, type ProtocolError, SkillpickError } from '../errors.js';
import type { JsonObject } from '../protocol/checks.js';
import type { Transport } from '../protocol/transport.js';
import { type Implementation, type InitializeResult, ROOT_CHANNEL, type URI } from '../protocol/types.js';
import { BoundedList } from './bounded-list.js';
import type { Clock } from './clock.js';
import { Connection, RequestError, type TimeLimit } from './connection.js';
import { type HostMemory, type Introduction, initialize, type Resumption, resume } from './handshake.js';
import { clientLimits } from './limits.js';
import type { LinkStatus, Trouble } from './link-status.js';
import { RetryPolicy } from './reconnect.js';

export interface LinkOptions {
  /** Opens a transport to the host; called again after every drop. The signal aborts opening. */
  open(signal: AbortSignal): Promise<Transport>;
  clientInfo?: Implementation;
  requestTimeoutMs?: number;
  /** Bounds all requests together; each of them has its own timeout too. */
  timeLimit?: TimeLimit;
  keepAliveIntervalMs?: number;
  /** Attempts after a drop before the host counts as gone; unlimited by default. */
  reconnectAttempts?: number | undefined;
}

export interface LinkEvents {
  notification(method: string, params: JsonObject): void;
  /** Serves a request of the host, as a connection's events do. */
  request(method: string, params: JsonObject): unknown;
  /** Called for a frame that is not a message: any state may have changed. */
  unreadable(): void;
  status(status: LinkStatus): void;
  resumed(resumption: Resumption): void;
  /** Returns what has to be restored after a drop. */
  resumePoint(): { lastSeenServerSeq: number; channels: readonly URI[] };
}

/** Errors that another attempt cannot fix. */
const finalCodes: ReadonlySet<ErrorCode> = new Set([
  'wrong-token',
  'version-unsupported',
  'token-exposed',
  'token-unencrypted',
  'bad-url',
  'ssh-missing',
  'ssh-refused',
]);

export class Link {
  readonly #options: LinkOptions & { clock: Clock; clientId: string };
  readonly #events: LinkEvents;
  readonly trouble: Trouble = { count: 0, malformedFrames: 0, lastMalformed: undefined };
  readonly #closing = new AbortController();
  readonly #hostMemory: HostMemory = { isLost: false };
  #connection: Connection | undefined;
  /** The connection whose handshake is under way. */
  #next: Connection | undefined;
  #status: LinkStatus = { kind: 'connecting' };
  /** Notifications that come while the connection is resumed. They change a state that is not known yet. */
  #early: BoundedList<[method: string, params: JsonObject]> | undefined;
  readonly #retries: RetryPolicy;
  #stopTimer: () => void = () => {};

  constructor(options: LinkOptions & { clock: Clock; clientId: string }, events: LinkEvents) {
    this.#options = options;
    this.#events = events;
    this.#retries = new RetryPolicy(options.clock, options.reconnectAttempts);
  }

  get status(): LinkStatus {
    return this.#status;
  }

  get isLive(): boolean {
    return this.#status.kind === 'live';
  }

  /** Connects for the first time. Rejects if that fails, without another try. */
  async start(): Promise<InitializeResult> {
    const connection = await this.#connect();
    try {
      // Notifications that come now are dropped: no channel is followed yet.
      const result = await initialize(connection, this.#introduction());
      this.#adoptConnection(connection);
      this.#goLive();
      return result;
    } catch (error) {
      void connection.close();
      throw error;
    }
  }

  request(method: string, params: JsonObject): Promise<unknown> {
    if (this.#closing.signal.aborted) return Promise.reject(closedHere());
    if (this.#connection !== undefined) return this.#connection.request(method, params);
    const hint = 'Wait for the connection to come back.';
    const error = new SkillpickError('connection-lost', `Not connected: ${method} was not sent.`, { hint });
    return Promise.reject(error);
  }

  notify(method: string, params: JsonObject): void {
    this.#connection?.notify(method, params);
  }

  /** Gives up a connection that no longer responds, and reconnects as after any other drop. */
  drop(error: Error): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#lost(error);
    void connection.close();
  }

  /** Counts an unreadable frame. */
  malformed(error: ProtocolError): void {
    this.trouble.malformedFrames += 1;
    this.trouble.lastMalformed = error.message;
  }

  /** Ends it for good; resolves when the transport is closed. */
  async close(): Promise<void> {
    const open = [this.#connection, this.#next];
    this.#closing.abort();
    this.#stopTimer();
    this.#connection = undefined;
    this.#status = { kind: 'gone', error: closedHere() };
    await Promise.all(open.map((connection) => connection?.close()));
  }

  #introduction(): Introduction {
    const { clientId, clientInfo } = this.#options;
    return { clientId, ...(clientInfo && { clientInfo }) };
  }

  async #connect(): Promise<Connection> {
    const { signal } = this.#closing;
    const { open, clock, requestTimeoutMs, timeLimit } = this.#options;
    const transport = await open(signal);
    if (signal.aborted) {
      transport.close();
      throw closedHere();
    }
    const connection = new Connection(
      transport,
      clock,
      {
        notification: (method, params) => {
          if (this.isLive) this.#events.notification(method, params);
          else this.#early?.add([method, params]);
        },
        request: (method, params) => this.#events.request(method, params),
        malformed: (error) => {
          this.malformed(error);
          if (this.isLive) this.#events.unreadable();
        },
        end: (error) => {
          if (this.#connection === connection)
            this.#lost(error ?? new Error('the host closed the connection'));
        },
      },
      requestTimeoutMs,
      timeLimit,
    );
    this.#next = connection;
    return connection;
  }

  #adoptConnection(connection: Connection): void {
    if (connection.isOver)
      throw new SkillpickError('connection-lost', 'The connection ended during the handshake.');
    this.#connection = connection;
    this.#next = undefined;
    this.#keepAlive(connection);
  }

  /** Passes on the notifications that came early; from here on, all are passed on at once. */
  #goLive(): void {
    if (this.#connection === undefined) return;
    const early = this.#early?.items ?? [];
    this.#early = undefined;
    this.#retries.connected();
    // Do this first, so that listeners can already send when the notifications come.
    this.#setStatus({ kind: 'live' });
    for (const [method, params] of early) this.#events.notification(method, params);
  }

  #keepAlive(connection: Connection): void {
    const intervalMs = this.#options.keepAliveIntervalMs ?? clientLimits.keepAliveIntervalMs;
    this.#stopTimer = this.#options.clock.after(intervalMs, () => {
      connection.request('ping', { channel: ROOT_CHANNEL }).then(
        () => this.#connection === connection && this.#keepAlive(connection),
        (error) => {
          if (this.#connection !== connection) return;
          // A host that refuses ping is alive.
          if (error instanceof RequestError) this.#keepAlive(connection);
          else this.drop(error);
        },
      );
    });
  }

  #lost(error: Error): void {
    this.#connection = undefined;
    this.#stopTimer();
    const isFinal = error instanceof SkillpickError && finalCodes.has(error.code);
    const delay = isFinal ? undefined : this.#retries.next();
    if (delay === undefined) {
      this.#setStatus({ kind: 'gone', error });
      return;
    }
    const { clock } = this.#options;
    this.#stopTimer = clock.after(delay, () => void this.#retry());
    this.#setStatus({ kind: 'waiting', retryAtMs: clock.now() + delay, error });
  }

  async #retry(): Promise<void> {
    this.#setStatus({ kind: 'connecting' });
    let connection: Connection | undefined;
    try {
      this.#early = new BoundedList(clientLimits.heldBytes);
      connection = await this.#connect();
      connection.allowLongFrames();
      const before = { ...this.#introduction(), ...this.#events.resumePoint() };
      const resumption = await resume(connection, before, this, this.#hostMemory);
      if (this.#early.items === undefined)
        throw new SkillpickError('connection-lost', 'The host sends too much before the connection is back.');
      this.#hostMemory.isLost = false;
      this.#adoptConnection(connection);
      this.#events.resumed(resumption);
      this.#goLive();
    } catch (error) {
      void connection?.close();
      this.#next = undefined;
      if (!this.#closing.signal.aborted) this.#lost(error as Error);
    }
  }

  #setStatus(status: LinkStatus): void {
    this.#status = status;
    this.#events.status(status);
  }
}

function closedHere(): SkillpickError {
  return new SkillpickError('closed', 'The connection was closed here.');
}

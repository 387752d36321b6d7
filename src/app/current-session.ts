/**
 * The session the picker works on: opened, followed, exchanged for another, and closed on every way out. Of several
 * that are being opened only the last one is wanted; whatever the others still bring is closed.
 */

import type { Forgotten } from '../client/session-view.js';
import { defaultScope } from '../entries/switch-lifetime.js';
import { type Io, ioWith } from '../io.js';
import type { Model } from '../picker/state.js';
import type { Scope } from '../protocol/actions.js';
import { connect } from '../source/connect.js';
import { sourceLimits } from '../source/limits.js';
import { openSession } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import { atMost } from '../source/waiting.js';
import { appLimits } from './limits.js';
import { ModelBuilder } from './model.js';
import { listOffers, type Offer } from './session-choices.js';
import { type EarlySession, ioUntil, type PickerOptions } from './start.js';

export interface SessionEvents {
  /** A session is open from now on, and this is in it; the one before is over. */
  opened(scope: Scope, model: Model): void;
  changed(build: () => Model): void;
  forgotten(forgotten: Forgotten): void;
}

export class PickerSession {
  readonly #events: SessionEvents;
  readonly #leaving = new AbortController();
  readonly #io: Io;
  readonly #early: EarlySession | null;
  #options: PickerOptions;
  #current: SessionSource | undefined;
  #stops: (() => void)[] = [];
  /** What is being opened, for as long as it is wanted. */
  #opening: AbortController | undefined;
  #closing: Promise<unknown> = Promise.resolve();

  constructor(options: PickerOptions, io: Io, events: SessionEvents, early: EarlySession | null) {
    this.#options = options;
    this.#io = ioUntil(io, this.#leaving.signal);
    this.#events = events;
    this.#early = early;
  }

  get current(): SessionSource | undefined {
    return this.#current;
  }

  /** Opens what the command line asks for. */
  open(): Promise<void> {
    return this.#open(this.#options, (io) => {
      const early = this.#early;
      if (early === null) return openSession(this.#options, io, { mayBeTemporary: true });
      io.signal.addEventListener('abort', () => early.abandon(), { once: true });
      return early.opening;
    });
  }

  /** Opens something else; what is open stays so until that has worked. */
  openOffer(offer: Offer): Promise<void> {
    const options = this.#leadingTo(offer);
    return this.#open(options, (io) => {
      const env = { ...io.env, AHP_SESSION: undefined };
      return openSession(options, ioWith(io, { env }), { mayBeTemporary: true });
    });
  }

  /** What is being opened is no longer wanted. */
  stay(): void {
    this.#opening?.abort();
    this.#opening = undefined;
  }

  /** Everything that can be opened, from here or from a host that is none yet: that is asked on a connection of its own. */
  async offers(host?: Offer): Promise<Offer[]> {
    const options = host === undefined ? this.#options : this.#leadingTo(host);
    if (this.#current !== undefined && host === undefined) {
      const standing = { connected: this.#current, session: this.#current.uri, options };
      return listOffers(standing, this.#io);
    }
    const connected = await connect(options, this.#io, sourceLimits.commandReconnectAttempts);
    try {
      return await listOffers(
        {
          connected: { host: connected.host, listSessions: () => connected.client.listSessions() },
          session: null,
          options,
        },
        this.#io,
      );
    } finally {
      await connected.close();
    }
  }

  /** Ends it, whatever is still under way. */
  async close(): Promise<void> {
    this.#leaving.abort();
    this.#closeCurrent();
    await this.#closing;
  }

  /** The options with what the offer says in place of all that names a host or a session. */
  #leadingTo(offer: Offer): PickerOptions {
    const { url, host, local, tokenFile, session, provider, ...rest } = this.#options;
    return { ...rest, ...offer.options };
  }

  async #open(options: PickerOptions, begin: (io: Io) => Promise<SessionSource>): Promise<void> {
    this.stay();
    const opening = new AbortController();
    this.#opening = opening;
    const io = ioUntil(this.#io, opening.signal);
    let session: SessionSource | undefined;
    try {
      session = await begin(io);
      io.signal.throwIfAborted();
      this.#take(session, options);
    } catch (error) {
      if (session !== undefined) this.#close(session);
      // Of what nobody wants any more nobody has to hear.
      if (!opening.signal.aborted) throw error;
    } finally {
      if (this.#opening === opening) this.#opening = undefined;
    }
  }

  /** Nothing is waited for in here, so that no other can come in between. */
  #take(session: SessionSource, options: PickerOptions): void {
    const builder = new ModelBuilder(session, options);
    const model = builder.build();
    this.#closeCurrent();
    this.#options = options;
    this.#current = session;
    const tell = () => this.#events.changed(() => builder.build());
    this.#stops = [
      session.subscribe(tell),
      session.onStatus(tell),
      session.onForgotten((forgotten) => this.#events.forgotten(forgotten)),
    ];
    this.#events.opened(defaultScope(model.host), model);
  }

  #closeCurrent(): void {
    for (const stop of this.#stops.splice(0)) stop();
    if (this.#current !== undefined) this.#close(this.#current);
    this.#current = undefined;
  }

  /** Nobody waits for it but the end of the picker, and that not for long. */
  #close(session: SessionSource): void {
    this.#closing = Promise.all([this.#closing, atMost(appLimits.pickerLeaveMs, session.close())]);
  }
}

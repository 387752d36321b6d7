/**
 * The picker's session: opened, followed, replaced by another, and closed at the end. If several are being opened, only
 * the last one counts; the others are closed when they arrive.
 */

import type { Forgotten } from '../client/session-view.js';
import { defaultScope } from '../entries/switch-lifetime.js';
import { type Io, ioWith } from '../io.js';
import type { Model } from '../picker/state.js';
import type { Scope } from '../protocol/scopes.js';
import { acpLimits } from '../source/acp/limits.js';
import { connect } from '../source/connect.js';
import { sourceLimits } from '../source/limits.js';
import { openSession } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import { atMost, until } from '../source/waiting.js';
import { appLimits } from './limits.js';
import { ModelBuilder } from './model-builder.js';
import { listOffers, type Offer } from './session-choices.js';
import { ioUntil, type OpenFirst, type PickerOptions } from './start.js';

export interface SessionEvents {
  /** The host of the command line has responded. */
  connected(): void;
  /** A session was opened and has this model; the previous one has ended. */
  opened(scope: Scope, model: Model): void;
  changed(build: () => Model): void;
  forgotten(forgotten: Forgotten): void;
}

export class PickerSession {
  readonly #events: SessionEvents;
  readonly #leaving = new AbortController();
  readonly #io: Io;
  readonly #openFirst: OpenFirst;
  /** The command line of the agent that the picker was started with. */
  readonly #agent: string | undefined;
  #options: PickerOptions;
  #current: SessionSource | undefined;
  #stops: (() => void)[] = [];
  #notify: () => void = () => {};
  /** Aborts the session that is being opened. */
  #opening: AbortController | undefined;
  #closing: Promise<unknown> = Promise.resolve();
  /** Settles once nothing is being opened any more. */
  #openings: Promise<unknown> = Promise.resolve();
  /** How long leaving waits for that: an agent that was being started has to be ended. */
  #openingMs: number = appLimits.pickerLeaveMs;

  constructor(options: PickerOptions, io: Io, events: SessionEvents, openFirst: OpenFirst) {
    this.#options = options;
    this.#io = ioUntil(io, this.#leaving.signal);
    this.#events = events;
    this.#openFirst = openFirst;
    this.#agent = options.acp;
  }

  get current(): SessionSource | undefined {
    return this.#current;
  }

  /** Opens the session of the command line. */
  open(): Promise<void> {
    return this.#open(this.#options, (io) => this.#openFirst(io, this.#events.connected));
  }

  /** Opens another session; the current one stays open until that succeeds. */
  openOffer(offer: Offer): Promise<void> {
    const options = this.#optionsFor(offer);
    return this.#open(options, (io) => {
      const env = { ...io.env, AHP_SESSION: undefined };
      return openSession(options, ioWith(io, { env }), { mayBeTemporary: true });
    });
  }

  /** Stays with the current session: stops opening another one. */
  stay(): void {
    this.#opening?.abort();
    this.#opening = undefined;
  }

  /** Lists what can be opened, from the current host or, over a connection of its own, from another one. */
  async offers(from?: Offer): Promise<Offer[]> {
    const agent = this.#agent;
    const options = this.#optionsToList(from);
    if (this.#current !== undefined && from === undefined) {
      const origin = { connected: this.#current, session: this.#current.uri, options, agent };
      return listOffers(origin, this.#io);
    }
    const connected = await connect(options, this.#io, sourceLimits.commandReconnectAttempts);
    try {
      const { host, client } = connected;
      const origin = {
        host: { ...host, isOwn: client.isOwnHost },
        listSessions: () => client.listSessions(),
      };
      return await listOffers({ connected: origin, session: null, options, agent }, this.#io);
    } finally {
      await connected.close();
    }
  }

  /** Shows the session as it is now, without waiting for the end of this turn. */
  sync(): void {
    this.#notify();
  }

  /** Resolves once no switch is under way, or when that has taken too long. */
  async settled(): Promise<void> {
    const session = this.#current;
    if (session === undefined) return;
    const isSettled = () => {
      const { pending, isAgentPending } = session.getView();
      return pending.size === 0 && !isAgentPending;
    };
    await until(session.subscribe, isSettled, appLimits.pickerLeaveMs, this.#io).catch(() => {});
    this.sync();
  }

  /** Closes everything, also a session that is being opened. */
  async close(): Promise<void> {
    this.#leaving.abort();
    this.#closeCurrent();
    await Promise.all([this.#closing, atMost(this.#openingMs, this.#openings)]);
  }

  /** Returns the options of the host whose sessions are listed. An agent that is being started has none yet. */
  #optionsToList(from: Offer | undefined): PickerOptions {
    if (from !== undefined) return this.#optionsFor(from);
    const isStarting = this.#current === undefined && this.#options.acp !== undefined;
    return isStarting ? this.#optionsFor({ options: { local: true } }) : this.#options;
  }

  /** Returns the options with the offer's host and session. */
  #optionsFor(offer: Pick<Offer, 'options'>): PickerOptions {
    const { acp, demo, url, host, local, tokenFile, session, newSession, provider, publish, ...rest } =
      this.#options;
    return { ...rest, ...offer.options };
  }

  #open(options: PickerOptions, begin: (io: Io) => Promise<SessionSource>): Promise<void> {
    if (options.acp !== undefined) this.#openingMs = acpLimits.closingMs;
    const opening = this.#openAndTake(options, begin);
    this.#openings = Promise.allSettled([this.#openings, opening]);
    return opening;
  }

  async #openAndTake(options: PickerOptions, begin: (io: Io) => Promise<SessionSource>): Promise<void> {
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
      // Ignore errors from abandoned opens.
      if (!opening.signal.aborted) throw error;
    } finally {
      if (this.#opening === opening) this.#opening = undefined;
    }
  }

  /** Makes the session the current one. Synchronous, so that no other session can come in between. */
  #take(session: SessionSource, options: PickerOptions): void {
    const builder = new ModelBuilder(session, options, this.#io);
    const model = builder.build();
    this.sync();
    this.#closeCurrent();
    this.#options = options;
    this.#current = session;
    this.#notify = () => this.#events.changed(() => builder.build());
    this.#stops = [
      session.subscribe(this.#notify),
      session.onStatus(this.#notify),
      session.onForgotten((forgotten) => this.#events.forgotten(forgotten)),
    ];
    this.#events.opened(defaultScope(model.host), model);
    void session.followAgent();
  }

  #closeCurrent(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#notify = () => {};
    if (this.#current !== undefined) this.#close(this.#current);
    this.#current = undefined;
  }

  /** Closes in the background; only the end of the picker waits for it, for a bounded time. */
  #close(session: SessionSource): void {
    this.#closing = Promise.all([
      this.#closing,
      atMost(session.closingMs ?? appLimits.pickerLeaveMs, session.close()),
    ]);
  }
}

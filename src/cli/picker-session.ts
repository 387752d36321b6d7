/** The session the picker works on: opened, followed, exchanged for another, and closed on every way out. */

import type { Forgotten } from '../client/session-view.js';
import { atMost, connect, isOwnHost, type OpenSession, openSession } from '../commands/common.js';
import type { ConnectOptions } from '../commands/options.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { limits } from '../limits.js';
import type { Model } from '../picker/state.js';
import type { Scope } from '../protocol/actions.js';
import { type EarlySession, hostNamed, ioUntil } from './early-session.js';
import { listOffers, type Offer } from './picker-choices.js';
import { ModelBuilder } from './picker-model.js';
import type { PickerOptions } from './run-picker.js';

export interface SessionEvents {
  /** A session is open from now on; the one before is over. */
  opened(scope: Scope): void;
  changed(build: () => Model): void;
  forgotten(forgotten: Forgotten): void;
}

export class PickerSession {
  readonly #events: SessionEvents;
  readonly #leaving = new AbortController();
  readonly #io: Io;
  readonly #early: EarlySession | null;
  #options: PickerOptions;
  #current: OpenSession | undefined;
  #stops: (() => void)[] = [];

  constructor(options: PickerOptions, io: Io, events: SessionEvents, early: EarlySession | null) {
    this.#options = options;
    this.#io = ioUntil(io, this.#leaving.signal);
    this.#events = events;
    this.#early = early;
  }

  get current(): OpenSession | undefined {
    return this.#current;
  }

  /** Opens what the command line asks for. */
  async open(): Promise<void> {
    const opening = this.#early?.opening ?? openSession(this.#options, this.#io, { mayBeTemporary: true });
    await this.#take(await opening, this.#options);
  }

  /** Opens something else; what is open stays so until that has worked. */
  async openOffer(offer: Offer): Promise<void> {
    const env = { ...this.#io.env, AHP_SESSION: undefined };
    const options = { ...this.#unaddressed(), ...offer.options };
    await this.#take(await openSession(options, { ...this.#io, env }, { mayBeTemporary: true }), options);
  }

  /** Everything that can be opened. Where nothing is open, the host is asked on a connection of its own. */
  async offers(): Promise<Offer[]> {
    const options = this.#options;
    if (this.#current !== undefined) {
      const standing = { connected: this.#current, session: this.#current.store.uri, options };
      return listOffers(standing, this.#io);
    }
    const connected = await connect(options, this.#io, limits.commandReconnectAttempts);
    try {
      return await listOffers({ connected, session: null, options }, this.#io);
    } finally {
      await connected.close();
    }
  }

  /** Ends it, whatever is still under way. */
  async close(): Promise<void> {
    this.#leaving.abort();
    this.#early?.abandon();
    await this.#closeCurrent();
  }

  /** The options without what names a host or a session. */
  #unaddressed(): PickerOptions {
    const { url, host, local, tokenFile, session, provider, ...rest } = this.#options;
    return rest;
  }

  async #take(session: OpenSession, options: PickerOptions): Promise<void> {
    await this.#closeCurrent();
    if (this.#leaving.signal.aborted) {
      await session.close();
      throw new SkillpickError('closed', 'The picker was left meanwhile.');
    }
    const builder = new ModelBuilder(session, options);
    this.#options = options;
    this.#current = session;
    const tell = () => this.#events.changed(() => builder.build());
    this.#stops = [
      session.store.subscribe(tell),
      session.client.onStatus(tell),
      session.store.onForgotten((forgotten) => this.#events.forgotten(forgotten)),
    ];
    this.#events.opened(isOwnHost(session) ? 'workspace' : 'session');
    tell();
  }

  async #closeCurrent(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    const session = this.#current;
    this.#current = undefined;
    if (session !== undefined) await atMost(limits.pickerLeaveMs, session.close());
  }
}

/** What there is to wait for while a host is being connected to. */
export function waitingWords(options: ConnectOptions, io: Io): { isForeign: boolean; text: string } {
  const host = hostNamed(options, io);
  if (host === null) return { isForeign: false, text: 'Reading skills and agents.' };
  // What is refused later as an address with a secret in it is not shown before.
  const shown = host.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//');
  return { isForeign: true, text: `Connecting to ${shown}.` };
}

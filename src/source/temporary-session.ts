/**
 * The store of a session that was created for skillpick alone. A host that restarts has lost such a session: a new one
 * takes its place, and what was switched in the old one is reported as forgotten. A session that somebody else has
 * closed stays closed.
 */

import type { Client } from '../client/client.js';
import { type Clock, systemClock } from '../client/clock.js';
import { Listeners } from '../client/listeners.js';
import type { SessionStore } from '../client/session-store.js';
import type { Forgotten } from '../client/session-view.js';
import { SkillpickError } from '../errors.js';
import { sourceLimits } from './limits.js';

/** A store that may be replaced by another one; listeners stay. */
export interface CurrentStore {
  readonly store: SessionStore;
  /** True if another session takes the place of this one should the host lose it. */
  readonly isRenewable: boolean;
  /** Asks for the whole state again. Resolves to true if the host replied. */
  refresh(): Promise<boolean>;
  subscribe(listener: () => void): () => void;
  onForgotten(listener: (forgotten: Forgotten) => void): () => void;
}

/** Returns the store of a session that is never replaced. */
export const fixedStore = (store: SessionStore): CurrentStore => ({
  store,
  isRenewable: false,
  refresh: () => store.refresh(),
  subscribe: store.subscribe,
  onForgotten: (listener) => store.onForgotten(listener),
});

/** How a temporary session is made anew. */
export interface Renewal {
  /** Creates another session and opens it, unless the process is asked to end. */
  create(): Promise<SessionStore>;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
}

export class TemporarySession implements CurrentStore {
  readonly #listeners = new Listeners();
  readonly #forgottenListeners = new Listeners<[forgotten: Forgotten]>();
  readonly #create: () => Promise<SessionStore>;
  readonly #signal: AbortSignal;
  readonly #clock: Clock;
  readonly #client: Pick<Client, 'status' | 'onStatus' | 'root'>;
  #store: SessionStore;
  #stops: (() => void)[] = [];
  #isRenewing = false;
  /** The number of attempts that failed since the connection changed or somebody asked. */
  #failures = 0;
  /** True if something has happened since that a new attempt may depend on. */
  #mustTryAgain = false;
  #stopTimer = () => {};

  constructor(
    store: SessionStore,
    client: Pick<Client, 'status' | 'onStatus' | 'root'>,
    { create, signal, clock = systemClock }: Renewal,
  ) {
    this.#store = store;
    this.#signal = signal;
    this.#create = create;
    this.#clock = clock;
    this.#client = client;
    signal.addEventListener('abort', () => this.#stopTimer(), { once: true });
    this.#follow(store);
    // A host that has just started may not offer its agents yet, and a connection may drop again.
    client.onStatus(() => void this.#renewAnew());
    client.root.subscribe(() => void this.#renewIfLost());
  }

  get store(): SessionStore {
    return this.#store;
  }

  get isRenewable(): boolean {
    return !this.#store.getSnapshot().isRemoved && this.#failures < sourceLimits.renewalAttempts;
  }

  async refresh(): Promise<boolean> {
    return (await this.#renewAnew()) || this.#store.refresh();
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  onForgotten(listener: (forgotten: Forgotten) => void): () => void {
    return this.#forgottenListeners.add(listener);
  }

  #follow(store: SessionStore): void {
    for (const stop of this.#stops) stop();
    this.#stops = [
      store.subscribe(() => {
        this.#listeners.notify();
        void this.#renewIfLost();
      }),
      store.onForgotten((forgotten) => this.#forgottenListeners.notify(forgotten)),
    ];
  }

  /** Tries with all attempts: the reason of earlier failures may be gone. */
  #renewAnew(): Promise<boolean> {
    this.#failures = 0;
    return this.#renewIfLost();
  }

  /**
   * Returns true if another session has taken the place of a lost one. The attempts are bounded, because each may change
   * what the host reports and so lead to the next one.
   */
  async #renewIfLost(): Promise<boolean> {
    if (!this.#store.getSnapshot().isMissing || !this.isRenewable || this.#signal.aborted) return false;
    this.#mustTryAgain = this.#isRenewing;
    if (this.#isRenewing) return false;
    this.#isRenewing = true;
    this.#stopTimer();
    const isRenewed = await this.#renew().finally(() => {
      this.#isRenewing = false;
    });
    return isRenewed || (this.#mustTryAgain && this.#renewIfLost());
  }

  async #renew(): Promise<boolean> {
    try {
      const next = await this.#create();
      this.#follow(next);
      const before = this.#store;
      this.#store = next;
      this.#listeners.notify();
      next.inherit(before);
      return true;
    } catch (error) {
      if (!(error instanceof SkillpickError || this.#signal.aborted)) throw error;
      // The old session is shown as gone until the next attempt.
      if (!this.#signal.aborted) this.#noteFailure();
      return false;
    }
  }

  /** Tries again later, or tells that nothing more is tried. Without a connection, the next one brings a new attempt. */
  #noteFailure(): void {
    if (this.#client.status.kind !== 'live') return;
    const delayMs = sourceLimits.renewalFirstDelayMs * 2 ** this.#failures;
    this.#failures += 1;
    if (this.isRenewable) this.#stopTimer = this.#clock.after(delayMs, () => void this.#renewIfLost());
    else this.#listeners.notify();
  }
}

/**
 * The sessions that are followed, each with its store. Opens each once, delivers envelopes to it, and brings it up to
 * date after a drop.
 */

import { SkillpickError } from '../errors.js';
import type { ActionEnvelope, Snapshot, URI } from '../protocol/types.js';
import type { SelectedAgent } from './selected-agent.js';
import type { SessionLink, StoreEvents } from './session-link.js';
import { SessionStore } from './session-store.js';

export class Sessions {
  readonly #link: SessionLink;
  readonly #events: StoreEvents;
  readonly #stores = new Map<URI, SessionStore>();
  readonly #opening = new Map<URI, Promise<SessionStore>>();
  /** The envelopes of this turn: a store takes thousands together nearly as fast as one. */
  #inbox = new Map<URI, ActionEnvelope[]>();

  constructor(link: SessionLink, events: StoreEvents) {
    this.#link = link;
    this.#events = events;
  }

  /** The sessions that are followed. */
  get uris(): URI[] {
    return this.#living().map(({ uri }) => uri);
  }

  /** The channels to follow again after a drop. */
  get channels(): URI[] {
    return this.#living().flatMap(({ channels }) => channels);
  }

  /** Returns the store of a session that is followed. */
  find(uri: URI): SessionStore | undefined {
    return this.#stores.get(uri);
  }

  /** Returns the store of a session, the same one for every caller. */
  open(uri: URI): Promise<SessionStore> {
    const opening = this.#opening.get(uri);
    if (opening !== undefined) return opening;
    const known = this.#stores.get(uri);
    if (known !== undefined && !known.isOver) return Promise.resolve(known);
    const opened = this.#open(uri);
    this.#opening.set(uri, opened);
    const done = () => void (this.#opening.get(uri) === opened && this.#opening.delete(uri));
    opened.then(done, done);
    return opened;
  }

  /** Stops following a session; returns the channels that were followed for it. */
  close(uri: URI, reason: string): URI[] {
    const store = this.#stores.get(uri);
    this.#stores.delete(uri);
    this.#opening.delete(uri);
    store?.end(reason);
    return store?.channels ?? [];
  }

  /** Hands an envelope to its store, together with all others that come in the same turn. */
  deliver(envelope: ActionEnvelope): void {
    if (this.#inbox.size === 0) queueMicrotask(() => this.#flush());
    const waiting = this.#inbox.get(envelope.channel);
    if (waiting === undefined) this.#inbox.set(envelope.channel, [envelope]);
    else waiting.push(envelope);
  }

  restore(snapshot: Snapshot, isNewHost: boolean): void {
    this.#flush();
    const { resource } = snapshot;
    const store = this.#stores.get(resource);
    if (store !== undefined) store.restore(snapshot, isNewHost);
    else this.#agentOf(resource)?.restore(snapshot);
  }

  /** The connection is back and every state is up to date, except those of the `missing` channels. */
  resume(missing: readonly URI[], isNewHost: boolean): void {
    this.#flush();
    const absent = new Set(missing);
    for (const store of this.#living()) {
      if (store.agent.channels.some((channel) => absent.has(channel))) store.agent.distrust();
      if (absent.has(store.uri)) store.resumeLater(isNewHost);
      else store.resume();
    }
  }

  /** Asks for the state of a channel, or of all, because something may have been missed. */
  doubt(uri?: URI): void {
    for (const store of this.#living()) {
      if (uri === undefined || store.uri === uri) store.doubt();
      if (uri === undefined || store.agent.channels.includes(uri)) store.agent.doubt();
    }
  }

  /** The host reports that a session was removed. */
  removed(uri: URI): void {
    const store = this.#stores.get(uri);
    if (store !== undefined && !store.isOver) store.removed();
  }

  endAll(reason: string): void {
    for (const store of this.#living()) store.end(reason);
  }

  #flush(): void {
    const inbox = this.#inbox;
    this.#inbox = new Map();
    for (const [channel, envelopes] of inbox)
      (this.#stores.get(channel) ?? this.#agentOf(channel))?.receive(envelopes);
  }

  async #open(uri: URI): Promise<SessionStore> {
    const store = new SessionStore(uri, this.#link, this.#events);
    this.#stores.set(uri, store);
    try {
      await store.open();
    } catch (error) {
      if (this.#stores.get(uri) === store) this.#stores.delete(uri);
      throw error;
    }
    if (store.isOver)
      throw new SkillpickError('closed', `The session ${uri} was closed while it was opened.`);
    return store;
  }

  /** What follows a chat for the agent of its session. */
  #agentOf(chat: URI): SelectedAgent | undefined {
    return this.#living().find(({ agent }) => agent.channels.includes(chat))?.agent;
  }

  #living(): SessionStore[] {
    return [...this.#stores.values()].filter((store) => !store.isOver);
  }
}

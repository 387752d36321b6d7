/**
 * One session as the host has it, with our own switches on top. `getSnapshot` answers the same object until
 * something changes. It talks to the host through the small `SessionLink` it is given and owns no socket.
 */

import { type ProtocolError, SkillpickError } from '../errors.js';
import { buildReset, buildToggle, type Scope, workingDirectoryOf } from '../protocol/actions.js';
import { readSessionState, type Skipped } from '../protocol/read-state.js';
import type { ActionEnvelope, SessionState, Snapshot, URI } from '../protocol/types.js';
import { Backlog } from './backlog.js';
import { adopt, type Ledger, openLedger, receive } from './reconcile.js';
import { Switcher, type SwitchLink } from './switcher.js';
import type { ForgottenSwitch, Switch, ToggleOutcome } from './switches.js';

/** What a store needs of the connection. */
export interface SessionLink extends SwitchLink {
  readonly clientId: string;
  readonly skipped: Skipped;
  subscribe(channel: URI): Promise<Snapshot>;
  /** Gives up a connection that no longer answers. */
  drop(error: Error): void;
  malformed(error: ProtocolError): void;
}

/** What a session looks like right now. */
export interface SessionView {
  /** The host's state with our pending switches on top. */
  state: SessionState;
  /** The host's state alone. */
  confirmed: SessionState;
  /** Ids whose switch is under way, with the wanted value (null: reset). */
  pending: ReadonlyMap<string, boolean | null>;
  /** True once the host no longer has the session. */
  isMissing: boolean;
}

/** Why switches are gone: a list from the host, a host that restarted, or something we did not see. */
export type ForgottenCause = 'list' | 'restart' | 'unknown';

export interface Forgotten {
  cause: ForgottenCause;
  switches: ForgottenSwitch[];
}

const missingReason = 'the host no longer has this session';

export class SessionStore {
  readonly uri: URI;
  readonly #link: SessionLink;
  readonly #switcher: Switcher;
  readonly #backlog = new Backlog();
  readonly #listeners = new Set<() => void>();
  readonly #forgottenListeners = new Set<(forgotten: Forgotten) => void>();
  /** Nothing counts as new until the first snapshot is in. */
  #ledger: Ledger = openLedger({ lifecycle: 'creating' }, Number.POSITIVE_INFINITY);
  #view: SessionView | undefined;
  #isMissing = false;
  #isNotifying = false;
  #queued: Promise<void> | undefined;
  #fetching: Promise<void> = Promise.resolve();

  private constructor(uri: URI, link: SessionLink) {
    this.uri = uri;
    this.#link = link;
    this.#switcher = new Switcher(link, {
      uri,
      read: () => this.#ledger,
      write: (ledger) => {
        this.#ledger = ledger;
        this.#changed();
      },
      refresh: () => this.refresh(),
    });
  }

  /** A store for the session; `register` hands it the channel's envelopes from before the snapshot on. */
  static async open(
    uri: URI,
    link: SessionLink,
    register: (store: SessionStore) => void,
  ): Promise<SessionStore> {
    const store = new SessionStore(uri, link);
    register(store);
    store.#backlog.start();
    store.#adopt(await link.subscribe(uri));
    return store;
  }

  /** Calls back after changes, those of one turn together; answers how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): SessionView => {
    this.#view ??= {
      state: this.#ledger.optimistic,
      confirmed: this.#ledger.confirmed,
      pending: new Map(this.#switcher.book.open.map(({ id, wanted }) => [id, wanted])),
      isMissing: this.#isMissing,
    };
    return this.#view;
  };

  /** Calls back when the host itself dropped switches that were made and confirmed here. */
  onForgotten(listener: (forgotten: Forgotten) => void): () => void {
    this.#forgottenListeners.add(listener);
    return () => this.#forgottenListeners.delete(listener);
  }

  /** Switches an entry on or off and resolves to how it ended. Rejects, with nothing sent, for an unknown id. */
  toggle(id: string, enabled: boolean, scope: Scope = 'session'): Promise<ToggleOutcome> {
    const workspace = workingDirectoryOf(this.#ledger.confirmed);
    return this.#make(id, scope, enabled, (node) => buildToggle(node, enabled, scope, workspace));
  }

  /** Forgets the decision of one scope, or all of them. */
  reset(id: string, scope?: Scope): Promise<ToggleOutcome> {
    return this.#make(id, scope ?? 'session', null, (node) => buildReset(node, scope));
  }

  /** Asks the host for the whole state once more; the question is new, never one already under way. */
  refresh(): Promise<void> {
    this.#queued ??= this.#fetchNext();
    return this.#queued;
  }

  /** Takes an envelope of this channel. */
  receive(envelope: ActionEnvelope): void {
    this.#backlog.note(envelope);
    const before = this.#ledger;
    const { ledger, receipt } = receive(before, envelope, this.#link.clientId);
    this.#ledger = ledger;
    switch (receipt.kind) {
      case 'echo':
        if (this.#switcher.echoed(receipt.clientSeq, receipt.rejectionReason)) void this.refresh();
        break;
      case 'foreign':
        this.#noteForeign(envelope, before);
        break;
      case 'out-of-order':
        void this.refresh();
        break;
      case 'duplicate':
        return;
    }
    this.#changed();
  }

  /** Takes the state of a fresh snapshot after a drop. */
  restore(snapshot: Snapshot, isRestarted: boolean): void {
    if (isRestarted) this.#switcher.book.distrust();
    this.#adopt(snapshot);
    this.#tellForgotten(isRestarted ? 'restart' : 'unknown');
  }

  /** The connection is back and the state is up to date. */
  resume(): void {
    this.#switcher.resume();
    if (this.#switcher.book.hasUnverified) void this.refresh();
    this.#changed();
  }

  /** The host no longer has this session. */
  markMissing(): void {
    this.#isMissing = true;
    this.abandon(missingReason);
  }

  /** Nobody is left to ask: every open switch ends unconfirmed. */
  abandon(reason: string): void {
    this.#switcher.abandon(reason);
    this.#changed();
  }

  #make(
    id: string,
    scope: Scope,
    wanted: boolean | null,
    build: Parameters<Switcher['make']>[0]['build'],
  ): Promise<ToggleOutcome> {
    if (this.#isMissing)
      return Promise.resolve({ kind: 'unconfirmed', enabled: undefined, reason: missingReason });
    return this.#switcher.make({ id, scope, wanted, build });
  }

  #noteForeign(envelope: ActionEnvelope, before: Ledger): void {
    const isAnothers = envelope.origin !== undefined && envelope.origin.clientId !== this.#link.clientId;
    if (isAnothers) this.#switcher.book.noteForeign(envelope, this.#ledger.confirmed);
    else if (this.#ledger.confirmed !== before.confirmed) this.#tellForgotten('list');
  }

  async #fetchNext(): Promise<void> {
    await this.#fetching;
    this.#queued = undefined;
    this.#fetching = this.#fetch();
    await this.#fetching;
  }

  async #fetch(): Promise<void> {
    const echoed = this.#switcher.book.takeUnverified();
    this.#backlog.start();
    try {
      const snapshot = await this.#link.subscribe(this.uri);
      const state = readSessionState(snapshot.state, this.#link.skipped);
      this.#switcher.book.verify(echoed, state);
      this.#take(state, snapshot.fromSeq);
      this.#tellForgotten('unknown');
      this.#changed();
    } catch (error) {
      this.#fetchFailed(error, echoed);
    }
  }

  #fetchFailed(error: unknown, echoed: readonly Switch[]): void {
    if (!(error instanceof SkillpickError)) throw error;
    this.#switcher.book.keepUnverified(echoed);
    switch (error.code) {
      case 'connection-lost':
        return;
      case 'session-unknown':
        this.markMissing();
        return;
      case 'malformed-frame':
        this.#link.malformed(error);
        this.abandon('the host answers with something that cannot be read');
        return;
      case 'request-failed':
        this.abandon(error.message);
        return;
      default:
        this.abandon('the host does not answer');
        this.#link.drop(error);
    }
  }

  #adopt(snapshot: Snapshot): void {
    this.#take(readSessionState(snapshot.state, this.#link.skipped), snapshot.fromSeq);
  }

  #take(state: SessionState, fromSeq: number): void {
    this.#ledger = adopt(this.#ledger, state, fromSeq);
    for (const envelope of this.#backlog.takeAfter(fromSeq)) {
      this.#ledger = receive(this.#ledger, envelope, this.#link.clientId).ledger;
    }
    this.#changed();
  }

  #tellForgotten(cause: ForgottenCause): void {
    const switches = this.#switcher.book.takeForgotten(this.#ledger.confirmed);
    if (switches.length === 0) return;
    for (const listener of this.#forgottenListeners) listener({ cause, switches });
  }

  /** Tells everybody once per turn of the event loop, however many frames came in it. */
  #changed(): void {
    this.#view = undefined;
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    setImmediate(() => {
      this.#isNotifying = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

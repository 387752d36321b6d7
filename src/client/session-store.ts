/**
 * One session as the host has it, with our own switches on top. `getSnapshot` answers the same object until
 * something changes. It talks to the host through the small `SessionLink` it is given and owns no socket.
 */

import { ProtocolError, SkillpickError } from '../errors.js';
import { type Scope, workingDirectoryOf } from '../protocol/actions.js';
import { readSessionState } from '../protocol/read-state.js';
import type { ActionEnvelope, SessionState, Snapshot, URI } from '../protocol/types.js';
import { Backlog } from './backlog.js';
import { Draft } from './draft.js';
import { FreshRun } from './latest-request.js';
import { Listeners } from './listeners.js';
import { Recheck } from './recheck.js';
import { adopt, type Ledger, openLedger, optimistic, type Receipt, receive } from './reconcile.js';
import type { SessionLink } from './session-link.js';
import type { Forgotten, ForgottenCause, SessionView } from './session-view.js';
import { StateRequest } from './state-request.js';
import { flagsOf, Switcher } from './switcher.js';
import type { ToggleOutcome } from './switches.js';
import { resetWish, type SwitchWish, toggleWish } from './wishes.js';

const missingReason = 'the host no longer has this session';

/**
 * The live state of one session and its switches. `subscribe` and `getSnapshot` fit `useSyncExternalStore`.
 *
 * @example
 * ```ts
 * const unsubscribe = session.subscribe(() => render(session.getSnapshot().state));
 * const outcome = await session.toggle('skill-id', false, 'workspace');
 * if (outcome.kind === 'rejected') console.error(outcome.reason);
 * ```
 */
export class SessionStore {
  readonly uri: URI;
  readonly #link: SessionLink;
  readonly #switcher: Switcher;
  readonly #backlog = new Backlog();
  readonly #listeners = new Listeners();
  readonly #forgottenListeners = new Listeners<[forgotten: Forgotten]>();
  readonly #asking = new FreshRun(() => this.#ask());
  readonly #request: StateRequest;
  readonly #recheck: Recheck;
  /** Nothing counts as new until the first snapshot is in. */
  #ledger: Ledger = openLedger({ lifecycle: 'creating' }, Number.POSITIVE_INFINITY);
  #view: SessionView | undefined;
  /** The state a reconnect brought, until what is under way is decided by it. */
  #given: SessionState | undefined;
  #isOpen = false;
  /** True if the host that brought it is not the one that was asked before. */
  #isRestarted = false;
  /** True while a question about the state has got no answer. */
  #isInDoubt = false;
  /** Set while the connection is back and this state is not; says whether the host is a new one. */
  #unresumed: { isNewHost: boolean } | undefined;
  /** Why nothing more will come of it. */
  #over: string | undefined;

  constructor(uri: URI, link: SessionLink) {
    this.uri = uri;
    this.#link = link;
    this.#request = new StateRequest(link, uri);
    this.#recheck = new Recheck(link.clock, () => this.refresh());
    this.#switcher = new Switcher(link, {
      uri,
      read: () => this.#ledger,
      write: (ledger) => {
        this.#ledger = ledger;
        this.#changed();
      },
      refresh: () => this.#asking.run(),
    });
  }

  /** Takes the first snapshot. The channel's envelopes have to come here from before that on. */
  async open(): Promise<void> {
    this.#backlog.start();
    const snapshot = await this.#request.ask(false);
    const mayLack = this.#isInDoubt;
    this.#adopt(snapshot);
    this.#isOpen = true;
    if (mayLack) this.doubt();
  }

  /** True once nothing more will come of it. */
  get isOver(): boolean {
    return this.#over !== undefined;
  }

  /** Calls back after changes, those of one turn together; answers how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  readonly getSnapshot = (): SessionView => {
    this.#view ??= {
      state: optimistic(this.#ledger),
      confirmed: this.#ledger.confirmed,
      pending: new Map(this.#switcher.book.open.map(({ id, wanted }) => [id, wanted])),
      isMissing: this.#over === missingReason,
    };
    return this.#view;
  };

  /** Calls back when the host itself dropped switches that were made and confirmed here. */
  onForgotten(listener: (forgotten: Forgotten) => void): () => void {
    return this.#forgottenListeners.add(listener);
  }

  /** Switches an entry on or off and resolves to how it ended. Rejects, with nothing sent, for an unknown id. */
  toggle(id: string, enabled: boolean, scope: Scope = 'session'): Promise<ToggleOutcome> {
    const workspace = workingDirectoryOf(this.#ledger.confirmed);
    return this.#make(toggleWish(this.#link, { id, scope, enabled }, workspace));
  }

  /** Forgets the decision of one scope, or all of them. */
  reset(id: string, scope?: Scope): Promise<ToggleOutcome> {
    return this.#make(resetWish(this.#link, id, scope));
  }

  /** Asks the host for the whole state once more; true if it answered. */
  async refresh(): Promise<boolean> {
    return (await this.#asking.run()) !== undefined;
  }

  /** Something about this session may have been missed: asks for its state soon. */
  doubt(): void {
    if (this.isOver) return;
    this.#isInDoubt = true;
    if (this.#isOpen) this.#recheck.request();
  }

  /** Takes envelopes of this channel. */
  receive(envelopes: readonly ActionEnvelope[]): void {
    this.#backlog.note(envelopes);
    const { customizations } = this.#ledger.confirmed;
    const { ledger, receipts } = receive(this.#ledger, envelopes, this.#link.clientId);
    this.#ledger = ledger;
    for (const receipt of receipts) this.#handle(receipt);
    const isOfHost = ({ kind, envelope }: Receipt) => kind === 'foreign' && envelope.origin === undefined;
    if (ledger.confirmed.customizations !== customizations && receipts.some(isOfHost)) {
      this.#tellForgotten('list');
    }
    this.#changed();
  }

  /** Takes the state of a fresh snapshot after a drop; what cannot be read leaves everything as it was. */
  restore(snapshot: Snapshot, isNewHost: boolean): void {
    const cause = this.#distrustIfRestarted(snapshot, isNewHost);
    try {
      this.#given = this.#adopt(snapshot);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#unreadable(error);
    }
    this.#tellForgotten(cause);
  }

  /** The connection is back and the state is up to date. */
  resume(): void {
    this.#unresumed = undefined;
    this.#switcher.resume(this.#given, this.#isRestarted);
    this.#given = undefined;
    this.#isRestarted = false;
    if (this.#isInDoubt || this.#switcher.book.unverified.length > 0) void this.refresh();
    this.#changed();
  }

  /** The connection is back, but the host did not give this state: asks for it, and only then believes it gone. */
  resumeLater(isNewHost: boolean): void {
    this.#unresumed = { isNewHost };
    this.#isInDoubt = true;
    void this.refresh();
  }

  /** Nothing more will come: every switch, open or yet to be made, ends unconfirmed. */
  end(reason: string): void {
    this.#over ??= reason;
    this.#request.stop();
    this.#recheck.stop();
    this.#switcher.abandon(reason);
    this.#changed();
  }

  #make(wish: SwitchWish): Promise<ToggleOutcome> {
    if (this.#over === undefined) return this.#switcher.make(wish);
    return Promise.resolve({ kind: 'unconfirmed', enabled: undefined, reason: this.#over });
  }

  #handle(receipt: Receipt): void {
    const { kind, envelope } = receipt;
    const { origin } = envelope;
    const isOwn = origin?.clientId === this.#link.clientId;
    if (kind === 'echo') this.#echoed(receipt);
    else if (kind === 'foreign' && origin !== undefined && !isOwn) this.#switcher.book.noteForeign(receipt);
    // A late echo of our own tells that the host saw it, and no more than that.
    else if (kind === 'out-of-order' || (kind === 'foreign' && isOwn)) void this.refresh();
  }

  #echoed(receipt: Receipt): void {
    if (this.#switcher.echoed(receipt)) void this.refresh();
  }

  async #ask(): Promise<SessionState | undefined> {
    if (this.isOver) return undefined;
    const echoed = this.#switcher.book.unverified;
    this.#backlog.start();
    this.#isInDoubt = true;
    try {
      const snapshot = await this.#request.ask(this.#unresumed !== undefined);
      const state = readSessionState(snapshot.state, this.#link.skipped);
      this.#switcher.book.verify(echoed, flagsOf(state));
      const back = this.#unresumed;
      const cause = back ? this.#distrustIfRestarted(snapshot, back.isNewHost) : 'unknown';
      this.#take(state, snapshot.fromSeq);
      this.#tellForgotten(cause);
      if (back) {
        this.#given = state;
        this.resume();
      }
      return state;
    } catch (error) {
      if (!(error instanceof SkillpickError)) throw error;
      this.#backlog.stop();
      if (!this.isOver) this.#askedInVain(error);
      return undefined;
    }
  }

  #askedInVain(error: SkillpickError): void {
    if (error instanceof ProtocolError) this.#unreadable(error);
    else if (error.code === 'session-unknown') this.end(missingReason);
    else if (error.code === 'request-failed') {
      this.#giveUp(error.message);
      this.doubt();
    } else if (error.code === 'request-timeout') {
      this.#giveUp('the host does not answer');
      this.#link.drop(error);
    }
  }

  #unreadable(error: ProtocolError): void {
    this.#link.malformed(error);
    this.doubt();
    this.#giveUp('the host answers with something that cannot be read');
  }

  /** Ends what is under way; what comes later has another chance. */
  #giveUp(reason: string): void {
    this.#switcher.abandon(reason);
    this.#changed();
  }

  /** Numbers that start again are those of a host that did. */
  #distrustIfRestarted({ fromSeq }: Snapshot, isNewHost: boolean): ForgottenCause {
    this.#isRestarted = isNewHost || fromSeq < this.#ledger.seq;
    if (this.#isRestarted) this.#switcher.book.distrust();
    return this.#isRestarted ? 'restart' : 'unknown';
  }

  #adopt(snapshot: Snapshot): SessionState {
    const state = readSessionState(snapshot.state, this.#link.skipped);
    this.#take(state, snapshot.fromSeq);
    return state;
  }

  #take(state: SessionState, fromSeq: number): void {
    const missed = this.#backlog.takeAfter(fromSeq);
    const { ledger, receipts } = receive(adopt(this.#ledger, state, fromSeq), missed, this.#link.clientId);
    this.#ledger = ledger;
    this.#isInDoubt = false;
    for (const receipt of receipts) if (receipt.kind === 'echo') this.#echoed(receipt);
    this.#changed();
  }

  #tellForgotten(cause: ForgottenCause): void {
    const draft = new Draft(this.#ledger);
    const switches = this.#switcher.book.takeForgotten((id) => draft.flag(id));
    if (switches.length > 0) this.#forgottenListeners.tell({ cause, switches });
  }

  #changed(): void {
    this.#view = undefined;
    this.#listeners.tellSoon();
  }
}

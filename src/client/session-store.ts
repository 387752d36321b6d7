/**
 * One session as the host has it, with our own switches on top. The store connects its parts: the ledger decides, the
 * switcher sends, and the sync asks for the state. It reaches the host through its `SessionLink` alone.
 */

import { ProtocolError, type SkillpickError } from '../errors.js';
import type { SetScope } from '../protocol/scopes.js';
import type { SessionAction } from '../protocol/session-actions.js';
import type { ActionEnvelope, SessionState, Snapshot, URI } from '../protocol/types.js';
import { type ActionOutcome, ActionRequests } from './action-requests.js';
import { Ledger } from './ledger.js';
import { Listeners } from './listeners.js';
import { OwnRequests } from './own-requests.js';
import type { PendingSwitch } from './pending-switches.js';
import { prepareSwitch, type SwitchRequest, type SwitchSetting, switchSetting } from './prepare-switch.js';
import type { ReceivedSummary } from './reconcile.js';
import { SelectedAgent } from './selected-agent.js';
import type { SessionLink, StoreEvents } from './session-link.js';
import type {
  AgentOutcome,
  Forgotten,
  ForgottenCause,
  PlanOutcome,
  SessionView,
  ToggleOutcome,
  UndoOutcome,
} from './session-view.js';
import { type FetchedState, StateSync } from './state-sync.js';
import { Switcher } from './switcher.js';

const missingReason = 'the host no longer has this session';
const removedReason = 'the session was closed elsewhere';

/**
 * The live state of one session and its switches. `subscribe` and `getSnapshot` fit `useSyncExternalStore`.
 *
 * @example ```ts
 * const unsubscribe = session.subscribe(() => render(session.getSnapshot().state));
 * const { kind } = await session.toggle('skill-id', false, 'workspace');
 * ```
 */
export class SessionStore {
  readonly uri: URI;
  readonly #link: SessionLink;
  readonly #events: StoreEvents;
  /** Starts with an infinite sequence number, so that nothing counts as new before the first snapshot. */
  readonly #ledger: Ledger;
  readonly #switcher: Switcher;
  readonly #sync: StateSync;
  readonly #own: OwnRequests;
  readonly #actions: ActionRequests;
  /** Which agent is selected, for the reader of notifications. */
  readonly agent: SelectedAgent;
  readonly #listeners = new Listeners();
  readonly #forgottenListeners = new Listeners<[forgotten: Forgotten]>();
  #view: SessionView | undefined;
  /** The state that a reconnect brought, until `resume` has used it to decide the switches under way. */
  #restored: SessionState | undefined;
  /** True if the host restarted before it sent that state. */
  #isRestarted = false;
  /** Set while the connection is back but this state is not. */
  #unresumed: { isNewHost: boolean } | undefined;
  /** Why the store has ended. */
  #over: string | undefined;

  constructor(uri: URI, link: SessionLink, events: StoreEvents) {
    this.uri = uri;
    this.#link = link;
    this.#events = events;
    this.#ledger = new Ledger(link.clientId, { lifecycle: 'creating' }, Number.POSITIVE_INFINITY);
    this.#sync = new StateSync(uri, link, {
      asking: () => this.#ledger.pending.verifying,
      fetched: (fetched, verifying) => this.#fetched(fetched, verifying),
      failed: (error) => this.#fetchFailed(error),
    });
    this.#switcher = new Switcher(uri, link, this.#ledger, {
      refresh: () => this.#sync.refresh(),
      changed: () => this.#changed(),
    });
    this.#own = new OwnRequests(uri, link, () => this.#sync.refresh());
    this.#actions = new ActionRequests(uri, link, () => this.#sync.refresh());
    this.agent = new SelectedAgent(uri, link, {
      state: () => this.confirmed,
      refresh: () => this.#sync.refresh(),
      changed: () => this.#changed(),
    });
  }

  /** Fetches the first snapshot. Pass the channel's envelopes to `receive` already before this call. */
  async open(): Promise<void> {
    this.#adopt(await this.#sync.open());
  }

  /** The state as the host has it. */
  get confirmed(): SessionState {
    return this.#ledger.confirmed;
  }

  /** True once the store has ended. */
  get isOver(): boolean {
    return this.#over !== undefined;
  }

  /** The channels that are followed: its own, and its default chat if somebody wants to know the agent. */
  get channels(): URI[] {
    return [this.uri, ...this.agent.channels];
  }

  /** Calls back after changes, once for all changes of a turn; returns how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  readonly getSnapshot = (): SessionView => {
    if (this.#view === undefined) {
      const isRemoved = this.#over === removedReason;
      this.#view = {
        ...this.#ledger.view(),
        ...this.agent.view,
        isMissing: isRemoved || this.#over === missingReason,
        isRemoved,
      };
    }
    return this.#view;
  };

  /** Calls back when the host drops switches that were made and confirmed here. */
  onForgotten(listener: (forgotten: Forgotten) => void): () => void {
    return this.#forgottenListeners.add(listener);
  }

  /**
   * Switches a batch. The next view shows all of it, and it is sent in slices. Returns one promise for each request, in
   * the same order: it resolves to the outcome, or rejects with `entry-unknown` if there is no such entry. A request
   * replaces an earlier one for the same decision that is not sent yet. Skillpick's own host can take the batch back.
   */
  switch(batch: readonly SwitchRequest[]): Promise<ToggleOutcome>[] {
    const setting = switchSetting(this.#link, this.confirmed);
    const outcomes = batch.map((request) => this.#queue(request, setting));
    this.#switcher.sendQueued();
    this.#changed();
    return outcomes;
  }

  /** Switches one entry on or off. */
  toggle(id: string, enabled: boolean, scope: SetScope = 'session'): Promise<ToggleOutcome> {
    return this.switch([{ id, enabled, scope }])[0]!;
  }

  /** Removes the decision of one scope, or of all. */
  reset(id: string, scope?: SetScope): Promise<ToggleOutcome> {
    return this.switch([{ id, enabled: null, scope }])[0]!;
  }

  /**
   * Sends an action that is not a switch. `holds` returns true for a state that shows its effect: the outcome is
   * confirmed only if the host's own state passes that afterwards.
   */
  act(action: SessionAction, holds: (state: SessionState) => boolean): Promise<ActionOutcome> {
    if (this.#over !== undefined) return Promise.resolve({ kind: 'unconfirmed', reason: this.#over });
    return this.#actions.send(action, holds);
  }

  /** Takes back a batch from the history of skillpick's own host. Rejects with `bad-usage` for hosts without one. */
  undo(batch: string): Promise<UndoOutcome> {
    if (this.#over !== undefined) return Promise.resolve({ kind: 'unconfirmed', reason: this.#over });
    return this.#own.undo(batch);
  }

  /**
   * Asks skillpick's own host what the undo of the last of these batches would do, after the others were taken back in
   * their order. Rejects with `bad-usage` for hosts without a history.
   */
  planUndo(batches: readonly string[]): Promise<UndoOutcome> {
    if (this.#over !== undefined) return Promise.resolve({ kind: 'unconfirmed', reason: this.#over });
    return this.#own.planUndo(batches);
  }

  /** Asks skillpick's own host what a batch would do. Rejects with `bad-usage` for hosts that do not plan. */
  plan(batch: readonly SwitchRequest[]): Promise<PlanOutcome> {
    if (this.#over !== undefined) return Promise.resolve({ kind: 'unconfirmed', reason: this.#over });
    return this.#own.plan(batch);
  }

  /** Starts to follow which agent is selected. Resolves once that is known, or known to be unknown. */
  followAgent(): Promise<void> {
    return this.#over === undefined ? this.agent.follow() : Promise.resolve();
  }

  /** Selects an agent by its uri, or the default. Rejects with `entry-unknown` if the session has no such agent. */
  selectAgent(uri: URI | null): Promise<AgentOutcome> {
    if (this.#over === undefined) return this.agent.select(uri);
    return Promise.resolve({ kind: 'unconfirmed', agent: undefined, reason: this.#over });
  }

  /** Asks the host for the whole state again. Resolves to true if it replied. */
  async refresh(): Promise<boolean> {
    const [state] = await Promise.all([this.#sync.refresh(), this.agent.refresh()]);
    return state !== undefined;
  }

  /** Asks for the state soon, because something may have been missed. */
  doubt(): void {
    this.#sync.doubt();
  }

  /** The host reports that the session was removed: asks for it at once before it counts as gone. */
  removed(): void {
    this.#sync.reportGone();
    void this.refresh();
  }

  /**
   * Takes the place of a session that the host has lost: reports the switches that were confirmed or under way there and
   * that this one does not have, and selects the agent that was selected there.
   */
  inherit(lost: SessionStore): void {
    this.#ledger.memory.inherit(lost.#ledger.memory);
    this.#reportForgotten('restart');
    this.agent.inherit(lost.agent);
  }

  /** Takes envelopes of this channel. */
  receive(envelopes: readonly ActionEnvelope[]): void {
    this.#sync.note(envelopes);
    this.#own.receive(envelopes);
    this.#actions.receive(envelopes);
    const received = this.#ledger.receive(envelopes);
    this.#followUp(received);
    if (received.isNewList) this.#noteNewList();
    this.agent.receive(envelopes);
    this.#changed();
  }

  /** Takes over a snapshot after a drop. One that cannot be read leaves the state as it was. */
  restore(snapshot: Snapshot, isNewHost: boolean): void {
    const cause = this.#distrustIfRestarted(snapshot, isNewHost);
    try {
      const fetched = this.#sync.read(snapshot);
      this.#adopt(fetched);
      this.#restored = fetched.state;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#unreadable(error);
    }
    this.#reportForgotten(cause);
  }

  /** The connection is back and the state is up to date. */
  resume(): void {
    this.#unresumed = undefined;
    this.#sync.wasAway = false;
    const host = { isRestarted: this.#isRestarted, isOwnHost: this.#link.isOwnHost() };
    this.#ledger.resume(this.#restored, host);
    this.#restored = undefined;
    this.#isRestarted = false;
    this.#switcher.sendQueued(true);
    this.#own.resume();
    this.#actions.resume();
    void this.agent.resume();
    this.#events.resumed(this.uri);
    if (this.#sync.isInDoubt || this.#ledger.pending.verifying.length > 0) void this.refresh();
    this.#changed();
  }

  /** The connection is back, but the host did not send this state. Asks for it before the session counts as gone. */
  resumeLater(isNewHost: boolean): void {
    this.#unresumed = { isNewHost };
    this.#sync.wasAway = true;
    this.#sync.isInDoubt = true;
    void this.refresh();
  }

  /** Ends the store: every switch, under way or requested later, ends unconfirmed. */
  end(reason: string): void {
    this.#over ??= reason;
    if (reason === missingReason) this.#ledger.lose();
    this.#sync.stop();
    this.agent.stop(reason);
    this.#giveUp(reason);
    this.#events.ended(this.uri, reason);
  }

  /** A host may empty the list of a session that it ends, and say nothing else. */
  #noteNewList(): void {
    if (this.confirmed.customizations?.length === 0) this.doubt();
    else this.#reportForgotten('list');
  }

  #queue(request: SwitchRequest, setting: SwitchSetting): Promise<ToggleOutcome> {
    if (this.#over !== undefined)
      return Promise.resolve({ kind: 'unconfirmed', enabled: undefined, reason: this.#over });
    const prepared = prepareSwitch(request, setting);
    return new Promise((settle, reject) => this.#ledger.request(prepared, { settle, reject }));
  }

  #followUp({ echoedSeq, mustAsk }: ReceivedSummary): void {
    if (echoedSeq > 0) this.#switcher.noteEcho(echoedSeq);
    if (mustAsk) void this.refresh();
  }

  #fetched(fetched: FetchedState, verifying: readonly PendingSwitch[]): void {
    this.#ledger.verify(verifying, fetched.state);
    const back = this.#unresumed;
    const cause = back ? this.#distrustIfRestarted(fetched, back.isNewHost) : 'unknown';
    this.#adopt(fetched);
    this.#reportForgotten(cause);
    if (back === undefined) return;
    this.#restored = fetched.state;
    this.resume();
  }

  #fetchFailed(error: SkillpickError): void {
    if (error instanceof ProtocolError) this.#unreadable(error);
    else if (this.#sync.isReportedGone && error.code === 'request-failed') this.end(removedReason);
    else if (error.code === 'session-unknown')
      this.end(this.#sync.isReportedGone ? removedReason : missingReason);
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

  /** Ends every switch under way; later ones have another chance. */
  #giveUp(reason: string): void {
    this.#switcher.stop();
    this.#ledger.abandon(reason);
    this.#own.abandon(reason);
    this.#actions.abandon(reason);
    this.agent.abandon(reason);
    this.#changed();
  }

  /** A host whose sequence numbers start again has restarted. */
  #distrustIfRestarted({ fromSeq }: { fromSeq: number }, isNewHost: boolean): ForgottenCause {
    this.#isRestarted = isNewHost || fromSeq < this.#ledger.seq;
    if (this.#isRestarted) this.#ledger.memory.distrust();
    return this.#isRestarted ? 'restart' : 'unknown';
  }

  #adopt({ state, fromSeq, missed }: FetchedState): void {
    this.#followUp(this.#ledger.adopt(state, fromSeq, missed));
    this.#changed();
  }

  #reportForgotten(cause: ForgottenCause): void {
    const switches = this.#ledger.takeForgotten();
    if (switches.length > 0) this.#forgottenListeners.notify({ cause, switches });
  }

  #changed(): void {
    this.agent.sync();
    this.#view = undefined;
    this.#listeners.notifySoon();
  }
}

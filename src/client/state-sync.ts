/**
 * Keeps a session's state up to date. Asks for it at first and whenever something may have been missed, and keeps the
 * envelopes that come before the reply. The store decides what follows from the state.
 */

import { SkillpickError } from '../errors.js';
import { readSessionState } from '../protocol/read-state.js';
import type { ActionEnvelope, SessionState, Snapshot, URI } from '../protocol/types.js';
import { Backlog } from './backlog.js';
import { isInternalError } from './connection.js';
import { FreshRequest } from './fresh-request.js';
import { clientLimits } from './limits.js';
import type { PendingSwitch } from './pending-switches.js';
import { Recheck } from './recheck.js';
import type { SessionLink } from './session-link.js';

const isUnknown = (error: unknown): boolean =>
  error instanceof SkillpickError && error.code === 'session-unknown';

/** After a drop, any internal error may mean that the host has not loaded the session yet; at first, it has to say so. */
const isNotYet = (error: unknown, wasAway: boolean): boolean =>
  isInternalError(error) && (wasAway || /\byet\b/i.test(error.message));

/** A state of the host, and the envelopes that came after it. */
export interface FetchedState {
  readonly state: SessionState;
  readonly fromSeq: number;
  readonly missed: readonly ActionEnvelope[];
}

export interface StateEvents {
  /** Called before a state is asked for; returns the switches that it will verify. */
  asking(): readonly PendingSwitch[];
  fetched(fetched: FetchedState, verifying: readonly PendingSwitch[]): void;
  failed(error: SkillpickError): void;
}

export class StateSync {
  readonly #uri: URI;
  readonly #link: SessionLink;
  readonly #events: StateEvents;
  readonly #backlog = new Backlog();
  readonly #refreshing = new FreshRequest(() => this.#refresh());
  readonly #recheck: Recheck;
  /** The number of "not loaded yet" replies since the last state. */
  #notYet = 0;
  readonly #pauses = new Set<() => void>();
  #isOpen = false;
  #isStopped = false;
  /** True if something may have been missed since the last state. */
  isInDoubt = false;
  /** True while the connection is back but this state is not. */
  wasAway = false;
  #isReportedGone = false;

  constructor(uri: URI, link: SessionLink, events: StateEvents) {
    this.#uri = uri;
    this.#link = link;
    this.#events = events;
    this.#recheck = new Recheck(link.clock, async () => (await this.refresh()) !== undefined);
  }

  /** True from when the host reports that the session was removed, until it sends a state again. */
  get isReportedGone(): boolean {
    return this.#isReportedGone;
  }

  /** Fetches the first state. Pass the channel's envelopes to `note` already before this call. */
  async open(): Promise<FetchedState> {
    this.#backlog.start();
    const snapshot = await this.#ask(false);
    const wasInDoubt = this.isInDoubt;
    const fetched = this.read(snapshot);
    this.#isOpen = true;
    if (wasInDoubt) this.doubt();
    return fetched;
  }

  /** Asks for the state; resolves to undefined if the host did not reply. */
  refresh(): Promise<SessionState | undefined> {
    return this.#refreshing.run();
  }

  /** Asks soon, because something may have been missed. */
  doubt(): void {
    if (this.#isStopped) return;
    this.isInDoubt = true;
    if (this.#isOpen) this.#recheck.request();
  }

  note(envelopes: readonly ActionEnvelope[]): void {
    this.#backlog.note(envelopes);
  }

  /** Reads a snapshot. Throws ProtocolError if it is unreadable, or if the envelopes after it are too large to keep. */
  read({ state, fromSeq }: Snapshot): FetchedState {
    const read = readSessionState(state, this.#link.trouble);
    const missed = this.#backlog.takeAfter(fromSeq);
    this.isInDoubt = false;
    this.#isReportedGone = false;
    return { state: read, fromSeq, missed };
  }

  /** The host reports that the session was removed: nobody waits any longer for it to appear. */
  reportGone(): void {
    this.#isReportedGone = true;
    this.#endPauses();
  }

  /** Never asks again. */
  stop(): void {
    this.#isStopped = true;
    this.#endPauses();
    this.#recheck.stop();
  }

  /**
   * Asks for the state; rejects with the last error. A host that has just started may report that there is no such
   * session, or fail because it has not loaded it yet. It is asked again.
   */
  async #ask(wasAway: boolean): Promise<Snapshot> {
    let wasUnknown = false;
    for (;;) {
      try {
        const snapshot = await this.#link.subscribe(this.#uri);
        this.#notYet = 0;
        return snapshot;
      } catch (error) {
        if (this.#isReportedGone) throw error;
        if (isUnknown(error) && !wasUnknown) {
          wasUnknown = true;
          await this.#pause(clientLimits.missingCheckMs);
        } else if (isNotYet(error, wasAway) && this.#notYet < clientLimits.notYetAttempts) {
          await this.#pause(clientLimits.reconnectFirstDelayMs * 2 ** this.#notYet);
          this.#notYet += 1;
        } else throw error;
        if (this.#isStopped) throw error;
      }
    }
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        stopTimer();
        this.#pauses.delete(end);
        resolve();
      };
      const stopTimer = this.#link.clock.after(delayMs, end);
      this.#pauses.add(end);
    });
  }

  #endPauses(): void {
    for (const end of this.#pauses) end();
  }

  async #refresh(): Promise<SessionState | undefined> {
    if (this.#isStopped) return undefined;
    const verifying = this.#events.asking();
    this.#backlog.start();
    this.isInDoubt = true;
    try {
      const fetched = this.read(await this.#ask(this.wasAway));
      this.#events.fetched(fetched, verifying);
      return fetched.state;
    } catch (error) {
      if (!(error instanceof SkillpickError)) throw error;
      this.#backlog.stop();
      if (!this.#isStopped) this.#events.failed(error);
      return undefined;
    }
  }
}

/**
 * Sends the ledger's queued switches in slices, and asks the host for its state when an echo does not come in time.
 * It owns the timers and nothing else: every outcome is decided in the ledger.
 */

import type { SessionState, URI } from '../protocol/types.js';
import type { Ledger } from './ledger.js';
import { clientLimits } from './limits.js';
import type { PendingSwitch } from './pending-switches.js';
import type { SessionLink } from './session-link.js';

export interface SwitcherEvents {
  /** Asks the host for its state; resolves to undefined if it did not reply. */
  refresh(): Promise<SessionState | undefined>;
  /** Called when switches have ended. */
  changed(): void;
}

export class Switcher {
  readonly #uri: URI;
  readonly #link: SessionLink;
  readonly #ledger: Ledger;
  readonly #events: SwitcherEvents;
  #sentThisTurn = 0;
  #nextTurn: NodeJS.Immediate | undefined;
  #stopTimer: () => void = () => {};
  /** The number of the newest switch that was echoed, and when the last echo came. */
  #lastEcho = { clientSeq: 0, atMs: 0 };
  #isAsking = false;

  constructor(uri: URI, link: SessionLink, ledger: Ledger, events: SwitcherEvents) {
    this.#uri = uri;
    this.#link = link;
    this.#ledger = ledger;
    this.#events = events;
  }

  /** Sends queued switches, up to a limit for each turn of the event loop and a limit for those without an echo. */
  sendQueued(isLive: boolean = this.#link.isLive()): void {
    if (!isLive) return;
    const { switchesPerTurn, switchesInFlight } = clientLimits;
    for (const item of this.#ledger.pending.queued) {
      if (this.#sentThisTurn >= switchesPerTurn || this.#ledger.pending.sent.size >= switchesInFlight) break;
      this.#send(item);
    }
    this.#startTimer();
  }

  /** After an echo there is room to send more, and later switches have more time. */
  noteEcho(clientSeq: number): void {
    const newest = Math.max(this.#lastEcho.clientSeq, clientSeq);
    this.#lastEcho = { clientSeq: newest, atMs: this.#link.clock.now() };
    this.sendQueued();
  }

  /** Stops the timers. */
  stop(): void {
    clearImmediate(this.#nextTurn);
    this.#nextTurn = undefined;
    this.#sentThisTurn = 0;
    this.#stopTimer();
  }

  #send(item: PendingSwitch): void {
    const clientSeq = this.#link.nextClientSeq();
    const action = this.#ledger.send(item, clientSeq, this.#link.clock.now());
    if (action === undefined) {
      this.#events.changed();
      return;
    }
    this.#link.dispatch(this.#uri, clientSeq, action);
    this.#sentThisTurn += 1;
    this.#nextTurn ??= setImmediate(() => {
      this.#nextTurn = undefined;
      this.#sentThisTurn = 0;
      this.sendQueued();
    });
  }

  /**
   * Returns when the host has to be asked about a switch. Hosts reply in order: the echo of an earlier switch shows
   * that the host is still at work, the echo of a later one does not.
   */
  #dueAtMs({ clientSeq, sentAtMs }: PendingSwitch): number {
    const echoAtMs = clientSeq > this.#lastEcho.clientSeq ? this.#lastEcho.atMs : 0;
    return Math.max(sentAtMs, echoAtMs) + this.#link.echoTimeoutMs;
  }

  /** Starts the only timer, for the switch that has waited longest. */
  #startTimer(): void {
    this.#stopTimer();
    const oldest = this.#ledger.pending.sent.values().next().value;
    if (oldest === undefined || this.#isAsking) return;
    const { clock } = this.#link;
    const delayMs = Math.max(0, this.#dueAtMs(oldest) - clock.now());
    this.#stopTimer = clock.after(delayMs, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const now = this.#link.clock.now();
    const late = [...this.#ledger.pending.sent.values()].filter((item) => this.#dueAtMs(item) <= now);
    // Timers may fire a part of a millisecond too early.
    if (late.length === 0) return this.#startTimer();
    this.#isAsking = true;
    const state = await this.#events.refresh();
    this.#isAsking = false;
    // Without a reply, the reconnect decides those that have not ended yet.
    if (state !== undefined) {
      const unechoed = late.filter(({ stage }) => stage === 'sent');
      this.#ledger.judge(unechoed, state, 'there was no response to the switch');
      this.#events.changed();
    }
    this.sendQueued();
  }
}

/**
 * Sends switches, waits for their echoes, asks the host what is true when none comes, and sends once more after
 * a reconnect where the host still differs. Outcomes are decided in the book; state lives in the store.
 */

import { SkillpickError } from '../errors.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import type { SessionState, URI } from '../protocol/types.js';
import type { Clock } from './clock.js';
import { Draft, indexed } from './draft.js';
import { clientLimits } from './limits.js';
import {
  expect,
  findConfirmed,
  findExpected,
  type Ledger,
  type Receipt,
  renumber,
  withdraw,
} from './reconcile.js';
import { type Flags, type Switch, SwitchBook, type ToggleOutcome } from './switches.js';
import type { SwitchWish } from './wishes.js';

export interface SwitchLink {
  readonly isLive: boolean;
  /** True if the host is skillpick's own: it keeps every switch that is not for one session. */
  readonly isOwnHost: boolean;
  readonly clock: Clock;
  readonly echoTimeoutMs: number;
  nextClientSeq(): number;
  dispatch(channel: URI, clientSeq: number, action: CustomizationToggledAction): void;
}

/** The state the switches act on. */
export interface SwitchedState {
  readonly uri: URI;
  read(): Ledger;
  write(ledger: Ledger): void;
  /** Asks the host for its state; undefined if it cannot be had. */
  refresh(): Promise<SessionState | undefined>;
}

/** The own flags of a state's entries. */
export function flagsOf(state: SessionState): Flags {
  const draft = new Draft(indexed(state));
  return (id) => draft.flag(id);
}

export class Switcher {
  readonly book = new SwitchBook();
  readonly #link: SwitchLink;
  readonly #target: SwitchedState;
  #stopWatch: () => void = () => {};
  /** The echo of the newest switch there was one of. */
  #heard = { clientSeq: 0, atMs: 0 };
  #isAsking = false;

  constructor(link: SwitchLink, target: SwitchedState) {
    this.#link = link;
    this.#target = target;
  }

  make({ id, scope, wanted, build }: SwitchWish): Promise<ToggleOutcome> {
    const ledger = this.#target.read();
    const found = this.book.isWaiting(id) ? findExpected(ledger, id) : findConfirmed(ledger, id);
    if (found === undefined) {
      const hint = 'It may have been removed or renamed meanwhile: list the entries again.';
      const message = 'The session has no such entry; nothing was sent.';
      return Promise.reject(new SkillpickError('entry-unknown', message, { hint }));
    }
    return new Promise((settle) => {
      const kind = `${found.container?.type ?? 'top'}:${found.node.type}`;
      const clientSeq = this.#link.nextClientSeq();
      const action = build(found.node);
      const item: Switch = {
        id,
        wanted,
        scope,
        kind,
        action,
        clientSeq,
        isTelling: !this.book.isBusy(id),
        isKept: this.#link.isOwnHost && scope !== 'session',
        isReplaced: false,
        sends: 0,
        sentAtMs: 0,
        settle,
      };
      this.book.add(item);
      this.#target.write(expect(ledger, { clientSeq, action }));
      if (this.#link.isLive) this.#send(item);
    });
  }

  /** An own echo came. True if the host's state has to be asked for. */
  echoed(receipt: Receipt): boolean {
    const mustAsk = this.book.echoed(receipt);
    const clientSeq = Math.max(this.#heard.clientSeq, receipt.envelope.origin?.clientSeq ?? 0);
    this.#heard = { clientSeq, atMs: this.#link.clock.now() };
    this.#watch();
    return mustAsk;
  }

  /**
   * The connection is back: what is still open is decided by the state the host gave, or sent once more. Where it
   * only told what had happened, we know less: an echo may have had no effect, and an earlier switch of the same
   * entry may have arrived without one. A host that was killed may have made a part of a switch, which its flag does
   * not tell: what the host before it was asked for is sent once more in any case.
   */
  resume(given: SessionState | undefined, isRestarted: boolean): void {
    const flags = flagsOf(given ?? this.#target.read().confirmed);
    const [decided, again]: [Switch[], Switch[]] = [[], []];
    const doubtful = new Set<string>();
    for (const item of this.book.open) {
      const isWhole = !(isRestarted && item.sends > 0);
      const isTold = given !== undefined || (this.book.isTrusted(item) && !doubtful.has(item.id));
      const isSure = isWhole && isTold;
      (this.#isDecided(item, flags, isSure) ? decided : again).push(item);
      if (item.sends > 0) doubtful.add(item.id);
    }
    this.#judge(decided, flags, 'the connection was lost and the switch did not arrive');
    this.#renumber(again);
    for (const item of again) this.#send(item);
    this.#watch();
  }

  /** Ends every open switch as unconfirmed. */
  abandon(reason: string): void {
    this.#stopWatch();
    this.#withdraw(this.book.open);
    this.book.abandon(reason);
  }

  #send(item: Switch): void {
    item.sends += 1;
    item.sentAtMs = this.#link.clock.now();
    this.#link.dispatch(this.#target.uri, item.clientSeq, item.action);
    this.#watch();
  }

  #isDecided(item: Switch, flags: Flags, isSure: boolean): boolean {
    if (item.isReplaced || item.sends >= clientLimits.togglesSentAtMost) return true;
    const enabled = flags(item.id);
    return enabled === undefined || (isSure && enabled === item.wanted);
  }

  /** Also what was never sent gets a new number, for numbers have to go up in the order of sending. */
  #renumber(items: readonly Switch[]): void {
    const numbers = new Map<number, number>();
    for (const item of items) {
      const clientSeq = this.#link.nextClientSeq();
      numbers.set(item.clientSeq, clientSeq);
      this.book.renumber(item, clientSeq);
    }
    this.#target.write(renumber(this.#target.read(), numbers));
  }

  /**
   * When the host has to be asked about a switch. It answers in order: an echo of an earlier one is a sign of life,
   * one of a later one is none.
   */
  #dueAtMs({ clientSeq, sentAtMs }: Switch): number {
    const heardAtMs = clientSeq > this.#heard.clientSeq ? this.#heard.atMs : 0;
    return Math.max(sentAtMs, heardAtMs) + this.#link.echoTimeoutMs;
  }

  /** One timer for all: that of the switch that has waited longest. */
  #watch(): void {
    this.#stopWatch();
    const { oldest } = this.book;
    if (oldest === undefined || this.#isAsking) return;
    const { clock } = this.#link;
    const delayMs = Math.max(0, this.#dueAtMs(oldest) - clock.now());
    this.#stopWatch = clock.after(delayMs, () => void this.#ask());
  }

  /** Asks the host what is true of the switches it did not echo. */
  async #ask(): Promise<void> {
    const now = this.#link.clock.now();
    const late = this.book.open.filter((item) => this.#dueAtMs(item) <= now);
    this.#isAsking = true;
    const state = await this.#target.refresh();
    this.#isAsking = false;
    // Without an answer they are decided after the reconnect, if they are not over already.
    const unanswered = state === undefined ? [] : late.filter((item) => this.book.isOpen(item));
    if (state !== undefined) this.#judge(unanswered, flagsOf(state), 'the host did not answer to the switch');
    if (this.#link.isLive) this.#watch();
  }

  #judge(items: Switch[], flags: Flags, reason: string): void {
    this.#withdraw(items);
    this.book.judge(items, flags, reason);
  }

  #withdraw(items: readonly Switch[]): void {
    this.#target.write(withdraw(this.#target.read(), new Set(items.map(({ clientSeq }) => clientSeq))));
  }
}

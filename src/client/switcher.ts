/**
 * Sends switches, waits for their echoes, asks the host what is true when none comes, and sends once more after
 * a reconnect where the host still differs. Outcomes are decided in the book; state lives in the store.
 */

import { SkillpickError } from '../errors.js';
import { limits } from '../limits.js';
import type { Scope } from '../protocol/actions.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import { findCustomization } from '../protocol/tree.js';
import type { AnyCustomization, URI } from '../protocol/types.js';
import type { Clock } from './clock.js';
import { expect, type Ledger, renumber, withdraw } from './reconcile.js';
import { flagOf, type Switch, SwitchBook, type ToggleOutcome } from './switches.js';

export interface SwitchLink {
  readonly isLive: boolean;
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
  /** Asks the host for its state; resolves when it is in, or cannot be had. */
  refresh(): Promise<void>;
}

export interface Wish {
  id: string;
  scope: Scope;
  wanted: boolean | null;
  build(node: AnyCustomization): CustomizationToggledAction;
}

export class Switcher {
  readonly book = new SwitchBook();
  readonly #link: SwitchLink;
  readonly #target: SwitchedState;
  #stopWatch: () => void = () => {};

  constructor(link: SwitchLink, target: SwitchedState) {
    this.#link = link;
    this.#target = target;
  }

  make({ id, scope, wanted, build }: Wish): Promise<ToggleOutcome> {
    const found = findCustomization(this.#target.read().optimistic.customizations, id);
    if (found === undefined) {
      const hint = 'It may have been removed or renamed meanwhile: list the entries again.';
      const message = 'The session has no such entry; nothing was sent.';
      return Promise.reject(new SkillpickError('entry-unknown', message, { hint }));
    }
    return new Promise((settle) => {
      const kind = `${found.container === undefined ? 'top' : 'child'}:${found.node.type}`;
      const clientSeq = this.#link.nextClientSeq();
      const item = { id, wanted, scope, kind, clientSeq, sends: 0, action: build(found.node), settle };
      this.book.add(item);
      this.#target.write(expect(this.#target.read(), { clientSeq, action: item.action }));
      if (this.#link.isLive) this.#send(item);
    });
  }

  /** An own echo came. True if the host's state has to be asked for. */
  echoed(clientSeq: number, rejectionReason: string | undefined): boolean {
    const mustVerify = this.book.echoed(clientSeq, this.#target.read().confirmed, rejectionReason);
    this.#watch();
    return mustVerify;
  }

  /** The connection is back and the state is up to date: what is still open is decided, or sent once more. */
  resume(): void {
    for (const item of this.book.open) {
      const enabled = flagOf(this.#target.read().confirmed, item.id);
      const isDecided = item.wanted !== null && (enabled === item.wanted || enabled === undefined);
      if (isDecided || this.book.isSuperseded(item) || item.sends >= limits.togglesSentAtMost) {
        this.#judge([item], 'the connection was lost and the switch did not arrive');
      } else {
        this.#sendAgain(item);
      }
    }
  }

  /** Ends every open switch as unconfirmed. */
  abandon(reason: string): void {
    this.#stopWatch();
    this.#withdraw(this.book.open);
    this.book.abandon(reason);
  }

  #send(item: Switch): void {
    item.sends += 1;
    this.#link.dispatch(this.#target.uri, item.clientSeq, item.action);
    this.#watch();
  }

  #sendAgain(item: Switch): void {
    if (item.sends > 0) {
      const clientSeq = this.#link.nextClientSeq();
      this.#target.write(renumber(this.#target.read(), item.clientSeq, clientSeq));
      this.book.renumber(item, clientSeq);
    }
    this.#send(item);
  }

  /** One timer for all: it runs out when neither a switch was sent nor an echo came for a while. */
  #watch(): void {
    this.#stopWatch();
    if (!this.book.hasOpen) return;
    this.#stopWatch = this.#link.clock.after(this.#link.echoTimeoutMs, () => void this.#ask());
  }

  /** Asks the host what is true of the switches it did not echo. */
  async #ask(): Promise<void> {
    const late = this.book.open;
    await this.#target.refresh();
    if (!this.#link.isLive) return;
    this.#judge(
      late.filter((item) => this.book.isOpen(item)),
      'the host did not answer to the switch',
    );
    this.#watch();
  }

  #judge(items: Switch[], reason: string): void {
    this.#withdraw(items);
    this.book.judge(items, this.#target.read().confirmed, reason);
  }

  #withdraw(items: readonly Switch[]): void {
    this.#target.write(withdraw(this.#target.read(), new Set(items.map(({ clientSeq }) => clientSeq))));
  }
}

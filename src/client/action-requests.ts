/**
 * Actions on a session other than switches: each is sent once, and the host's own state decides how it ended. An echo
 * is no proof, because hosts echo actions that they ignore. So the state is asked for after the echo, when no echo
 * comes in time, and after a drop.
 */

import type { SessionAction } from '../protocol/session-actions.js';
import type { ActionEnvelope, SessionState, URI } from '../protocol/types.js';
import { oneLine } from './host-message.js';
import type { SessionLink } from './session-link.js';

/** How an action ended. */
export type ActionOutcome =
  | { kind: 'confirmed' }
  | { kind: 'rejected'; reason: string }
  /** Echoed, but the host's state does not show it. */
  | { kind: 'ineffective' }
  /** Not echoed, and the host's state does not show it; or never sent. */
  | { kind: 'unconfirmed'; reason: string };

interface PendingAction {
  readonly clientSeq: number;
  /** Returns true for a state that shows the effect. */
  readonly holds: (state: SessionState) => boolean;
  readonly settle: (outcome: ActionOutcome) => void;
  stopTimer(): void;
}

const unconfirmed = (reason: string): ActionOutcome => ({ kind: 'unconfirmed', reason });

export class ActionRequests {
  readonly #uri: URI;
  readonly #link: SessionLink;
  /** Asks the host for its state; resolves to undefined if it did not reply. */
  readonly #refresh: () => Promise<SessionState | undefined>;
  readonly #pending = new Set<PendingAction>();

  constructor(uri: URI, link: SessionLink, refresh: () => Promise<SessionState | undefined>) {
    this.#uri = uri;
    this.#link = link;
    this.#refresh = refresh;
  }

  /** Sends an action, unless there is no connection. */
  send(action: SessionAction, holds: PendingAction['holds']): Promise<ActionOutcome> {
    const { clock, echoTimeoutMs } = this.#link;
    if (!this.#link.isLive()) return Promise.resolve(unconfirmed('there is no connection to the host'));
    return new Promise((settle) => {
      const clientSeq = this.#link.nextClientSeq();
      const late = () => void this.#judge(pending, unconfirmed('the host did not respond'));
      const pending = { clientSeq, holds, settle, stopTimer: clock.after(echoTimeoutMs, late) };
      this.#pending.add(pending);
      this.#link.dispatch(this.#uri, clientSeq, action);
    });
  }

  receive(envelopes: readonly ActionEnvelope[]): void {
    if (this.#pending.size === 0) return;
    for (const { origin, rejectionReason } of envelopes) {
      if (origin?.clientId !== this.#link.clientId) continue;
      const pending = [...this.#pending].find(({ clientSeq }) => clientSeq === origin.clientSeq);
      if (pending === undefined) continue;
      if (rejectionReason === undefined) void this.#judge(pending, { kind: 'ineffective' });
      else this.#end(pending, { kind: 'rejected', reason: oneLine(rejectionReason) });
    }
  }

  /** The connection is back: what was under way is decided by the host's state. */
  resume(): void {
    for (const pending of this.#pending)
      void this.#judge(pending, unconfirmed('the connection was lost before the host responded'));
  }

  /** Ends everything, because the host cannot be asked. */
  abandon(reason: string): void {
    for (const pending of this.#pending) this.#end(pending, unconfirmed(reason));
  }

  async #judge(pending: PendingAction, otherwise: ActionOutcome): Promise<void> {
    pending.stopTimer();
    const state = await this.#refresh();
    // Without a reply, the reconnect decides.
    if (state !== undefined) this.#end(pending, pending.holds(state) ? { kind: 'confirmed' } : otherwise);
  }

  #end(pending: PendingAction, outcome: ActionOutcome): void {
    pending.stopTimer();
    if (this.#pending.delete(pending)) pending.settle(outcome);
  }
}

/**
 * Requests that only skillpick's own host understands: to take back a batch, and to plan switches. Each is sent once, and
 * once more after a drop if its echo did not come. Repeating one is safe: an undo changes only what is still as the batch
 * left it, and a plan changes nothing. If the echo does not come in time, the host is asked for its state. It sends that
 * only after it has handled all earlier requests.
 */

import { SkillpickError } from '../errors.js';
import { metaOf } from '../protocol/actions.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import { buildPlan, buildUndo, planResultOf, undoResultOf } from '../protocol/skillpick-meta.js';
import type { PlanResult, UndoResult } from '../protocol/switch-result.js';
import type { ActionEnvelope, Meta, URI } from '../protocol/types.js';
import { oneLine } from './host-message.js';
import { clientLimits } from './limits.js';
import { otherHostReason, planItem, type SwitchRequest } from './prepare-switch.js';
import type { SessionLink } from './session-link.js';
import type { OwnOutcome } from './session-view.js';

/** A request, and how its result is read from the echo. */
interface OwnRequest<T> {
  readonly action: CustomizationToggledAction;
  readonly read: (meta: Meta | undefined) => T | undefined;
  /** What is requested, for messages. */
  readonly what: string;
}

interface PendingRequest {
  readonly request: OwnRequest<unknown>;
  readonly settle: (outcome: OwnOutcome<never>) => void;
  clientSeq: number;
  sends: number;
  stopTimer(): void;
}

const noResponse = ({ what }: OwnRequest<unknown>) => unconfirmed(`there was no response to the ${what}`);

export class OwnRequests {
  readonly #uri: URI;
  readonly #link: SessionLink;
  /** Asks the host for its state. */
  readonly #refresh: () => Promise<unknown>;
  readonly #pending = new Set<PendingRequest>();

  constructor(uri: URI, link: SessionLink, refresh: () => Promise<unknown>) {
    this.#uri = uri;
    this.#link = link;
    this.#refresh = refresh;
  }

  /** Takes back a batch. Rejects if the host is not skillpick's own. */
  undo(batch: string): Promise<OwnOutcome<UndoResult>> {
    return this.#request({ action: buildUndo(batch), read: undoResultOf, what: 'undo' });
  }

  /** Asks what switches would do. Rejects if the host is not skillpick's own. */
  plan(batch: readonly SwitchRequest[]): Promise<OwnOutcome<PlanResult>> {
    return this.#request({ action: buildPlan(batch.map(planItem)), read: planResultOf, what: 'plan' });
  }

  /** Asks what the undo of the last batch would do, after the others were taken back. Rejects as the others do. */
  planUndo(batches: readonly string[]): Promise<OwnOutcome<UndoResult>> {
    return this.#request({ action: buildPlan({ undo: batches }), read: undoResultOf, what: 'plan' });
  }

  #request<T>(request: OwnRequest<T>): Promise<OwnOutcome<T>> {
    if (!this.#link.isOwnHost()) return Promise.reject(notOwnHost());
    return new Promise((settle) => {
      const pending: PendingRequest = { request, settle, clientSeq: 0, sends: 0, stopTimer: () => {} };
      this.#pending.add(pending);
      if (this.#link.isLive()) this.#send(pending);
    });
  }

  receive(envelopes: readonly ActionEnvelope[]): void {
    if (this.#pending.size === 0) return;
    for (const envelope of envelopes) {
      if (envelope.origin?.clientId !== this.#link.clientId) continue;
      const { clientSeq } = envelope.origin;
      const pending = [...this.#pending].find((one) => one.clientSeq === clientSeq);
      if (pending !== undefined) this.#end(pending, outcomeOf(envelope, pending.request));
    }
  }

  /** The connection is back, and everything that was missed has been received. */
  resume(): void {
    if (!this.#link.isOwnHost()) this.abandon(otherHostReason);
    for (const pending of this.#pending) {
      if (pending.sends >= clientLimits.togglesSentAtMost) this.#end(pending, noResponse(pending.request));
      else this.#send(pending);
    }
  }

  /** Ends everything, because the host cannot be asked. */
  abandon(reason: string): void {
    for (const pending of this.#pending) this.#end(pending, unconfirmed(reason));
  }

  #send(pending: PendingRequest): void {
    const { clock, echoTimeoutMs } = this.#link;
    pending.stopTimer();
    pending.clientSeq = this.#link.nextClientSeq();
    pending.sends += 1;
    pending.stopTimer = clock.after(echoTimeoutMs, () => void this.#ask(pending, pending.clientSeq));
    this.#link.dispatch(this.#uri, pending.clientSeq, pending.request.action);
  }

  async #ask(pending: PendingRequest, clientSeq: number): Promise<void> {
    const state = await this.#refresh();
    // Without a reply, the reconnect decides.
    if (state !== undefined && pending.clientSeq === clientSeq)
      this.#end(pending, noResponse(pending.request));
  }

  #end(pending: PendingRequest, outcome: OwnOutcome<unknown>): void {
    pending.stopTimer();
    // The result was read by the request's own reader.
    if (this.#pending.delete(pending)) pending.settle(outcome as OwnOutcome<never>);
  }
}

const unconfirmed = (reason: string): OwnOutcome<never> => ({ kind: 'unconfirmed', reason });

function outcomeOf<T>(
  { action, rejectionReason }: ActionEnvelope,
  { read, what }: OwnRequest<T>,
): OwnOutcome<T> {
  if (rejectionReason !== undefined) return { kind: 'rejected', reason: oneLine(rejectionReason) };
  const result = read(metaOf(action));
  return result === undefined
    ? unconfirmed(`the result of the ${what} was not reported`)
    : { kind: 'confirmed', result };
}

function notOwnHost(): SkillpickError {
  const hint = 'Only the embedded host, and hosts started with serve, keep a history and plan switches.';
  return new SkillpickError('bad-usage', 'This host keeps no history of switches.', { hint });
}

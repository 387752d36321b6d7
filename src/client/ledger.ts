/**
 * The ledger of a session: the state that the host has confirmed, and our switches from request to outcome. A switch is
 * queued, sent, perhaps verified, and settled exactly once. An echo shows that the host saw a switch, not that it took
 * effect. So the first switch of every kind of entry is compared with the host's own state, and so is every switch
 * without an echo. Sending and timers belong to the switcher.
 */

import { metaOf } from '../protocol/actions.js';
import { ownEnabled } from '../protocol/effective.js';
import { valueIn } from '../protocol/enablement.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import { switchResultOf } from '../protocol/skillpick-meta.js';
import type { ActionEnvelope, AnyCustomization, SessionState } from '../protocol/types.js';
import { decidedBy, type ResumedHost } from './decided-switches.js';
import { Draft, nodesOf } from './draft.js';
import { oneLine } from './host-message.js';
import { type PendingSwitch, PendingSwitches, type SwitchEnd, withBatch } from './pending-switches.js';
import {
  type OwnEcho,
  otherDecision,
  otherHostReason,
  type PreparedSwitch,
  unknownEntry,
} from './prepare-switch.js';
import {
  applyEnvelopes,
  type ConfirmedState,
  confirmedFrom,
  type Receipt,
  type ReceivedSummary,
} from './reconcile.js';
import type { ForgottenSwitch, SessionView, ToggleOutcome } from './session-view.js';
import { SwitchMemory } from './switch-memory.js';

const replacedReason = 'it was switched again since';
/** The outcome of a switch that is never sent, because another request for its entry made it needless. */
const notSent = { kind: 'unconfirmed', enabled: undefined, isReplaced: true } as const;

const flagOf = (node: AnyCustomization | undefined): boolean | undefined => node && ownEnabled(node);

export class Ledger {
  readonly pending = new PendingSwitches();
  readonly #clientId: string;
  readonly memory = new SwitchMemory();
  #state: ConfirmedState;

  constructor(clientId: string, confirmed: SessionState, seq: number) {
    this.#clientId = clientId;
    this.#state = confirmedFrom(confirmed, seq);
  }

  get confirmed(): SessionState {
    return this.#state.confirmed;
  }

  get seq(): number {
    return this.#state.seq;
  }

  /** Returns the confirmed state with every switch on top that is queued or sent. */
  optimistic(): SessionState {
    return this.pending.applyTo(new Draft(this.#state)).finish().confirmed;
  }

  view(): Pick<SessionView, 'state' | 'confirmed' | 'pending'> {
    return { state: this.optimistic(), confirmed: this.confirmed, pending: this.pending.wanted };
  }

  /** Takes over a snapshot and the envelopes after it, which may have been received before. Keeps pending switches. */
  adopt(confirmed: SessionState, seq: number, missed: readonly ActionEnvelope[] = []): ReceivedSummary {
    this.#state = confirmedFrom(confirmed, seq);
    return this.receive(missed, true);
  }

  receive(envelopes: readonly ActionEnvelope[], isRepeated = false): ReceivedSummary {
    const before = this.confirmed.customizations;
    const { state, receipts } = applyEnvelopes(this.#state, envelopes);
    this.#state = state;
    const isFromHost = ({ kind, envelope }: Receipt) => kind === 'new' && envelope.origin === undefined;
    const isNewList = state.confirmed.customizations !== before && receipts.some(isFromHost);
    const summary = { echoedSeq: 0, mustAsk: false, isNewList };
    for (const receipt of receipts) {
      const item = this.#echoedBy(receipt);
      summary.echoedSeq = Math.max(summary.echoedSeq, item?.clientSeq ?? 0);
      if (item === undefined && isRepeated) continue;
      const mustAsk = item === undefined ? this.#noteForeign(receipt) : this.#noteEcho(item, receipt);
      summary.mustAsk ||= mustAsk;
    }
    return summary;
  }

  /**
   * Queues a switch. It replaces a queued one for the same decision. If it only takes that one back, neither is sent.
   * Rejects if there is no such entry.
   */
  request(prepared: PreparedSwitch, end: SwitchEnd): void {
    const { id, decision } = prepared;
    const found = this.pending.applyTo(new Draft(this.#state), id).find(id);
    if (found === undefined) {
      end.reject(unknownEntry());
      return;
    }
    const reason = prepared.refusal(found.node);
    if (reason !== undefined) {
      end.settle({ kind: 'rejected', enabled: flagOf(found.node), reason });
      return;
    }
    const earlier = this.pending.ofEntry(id);
    const unsent = earlier.find((item) => item.decision === decision && item.sends === 0);
    const others = earlier.filter((item) => item !== unsent);
    const isConclusive = others.length === 0;
    if (unsent !== undefined) this.#end(unsent, { ...notSent, reason: replacedReason });
    if (unsent?.isReversible && isConclusive && prepared.isMet(new Draft(this.#state).find(id)!.node)) {
      end.settle({ ...notSent, reason: 'it takes back a switch that was not sent' });
      return;
    }
    for (const other of others) this.#replace(other);
    const entryKind = `${found.container?.type ?? 'top'}:${found.node.type}:${prepared.scope}`;
    const isReversible = unsent?.isReversible ?? !prepared.isMet(found.node);
    this.pending.add(prepared, end, { entryKind, isReversible, isConclusive });
  }

  /** Marks a queued switch as sent under this number; returns its action, or undefined if its entry is gone. */
  send(item: PendingSwitch, clientSeq: number, nowMs: number): CustomizationToggledAction | undefined {
    const found = this.pending.applyTo(new Draft(this.#state), item.id, item).find(item.id);
    if (found === undefined && item.action === undefined) {
      this.pending.delete(item);
      item.reject(unknownEntry());
      return undefined;
    }
    item.action ??= item.build(found!.node);
    item.sends += 1;
    item.sentAtMs = nowMs;
    this.pending.markSent(item, clientSeq);
    this.memory.forget(item.id);
    return item.action;
  }

  /** Compares echoed switches with the host's own state, which was asked for after the echo. */
  verify(items: readonly PendingSwitch[], state: SessionState): void {
    const find = nodesOf(state);
    for (const item of items) {
      if (!this.pending.has(item)) continue;
      const node = find(item.id);
      if (item.isConclusive && node !== undefined && item.isMet(node)) this.memory.trust(item);
      this.#compare(item, node);
    }
  }

  /** Ends switches without an echo: compares them with the host's own state. */
  judge(items: readonly PendingSwitch[], state: SessionState | undefined, reason: string): void {
    const find = state && nodesOf(state);
    for (const item of items) {
      const node = find?.(item.id);
      if (!this.pending.has(item)) continue;
      if (node !== undefined && item.isMet(node) && !item.isReplaced) this.#confirm(item, node);
      else {
        const why = item.isReplaced ? replacedReason : reason;
        this.#end(item, { kind: 'unconfirmed', enabled: flagOf(node), reason: why });
      }
    }
  }

  /** The host has lost the session: the one that takes its place knows nothing of the switches under way either. */
  lose(): void {
    for (const item of this.pending) this.memory.remember(item);
  }

  /** Ends everything, because the host cannot be asked. */
  abandon(reason: string): void {
    this.judge([...this.pending], undefined, reason);
  }

  /**
   * The connection is back: ends the switches that the state decides, and queues the others again. Without a snapshot
   * there was a replay. Another host gets none of the switches that were meant for skillpick's own.
   */
  resume(snapshot: SessionState | undefined, { isRestarted, isOwnHost }: ResumedHost): void {
    const state = snapshot ?? this.confirmed;
    const misdirected = [...this.pending].filter(({ batch }) => batch !== null && !isOwnHost);
    this.judge(misdirected, undefined, otherHostReason);
    const decided = decidedBy(state, this.pending, {
      isReplay: snapshot === undefined,
      isRestarted,
      isTrusted: (item) => this.memory.isTrusted(item),
    });
    this.judge(decided, state, 'the connection was lost and the switch did not arrive');
    this.pending.requeue();
  }

  /** Returns the confirmed switches that the host no longer holds, each once. */
  takeForgotten(): ForgottenSwitch[] {
    const draft = new Draft(this.#state);
    return this.memory.takeForgotten(({ id, scope }) => {
      const node = draft.find(id)?.node;
      return node && valueIn(node, scope);
    });
  }

  /** A later request came for the entry: from now on the host's state may be the result of that one. */
  #replace(item: PendingSwitch): void {
    if (item.stage !== 'verifying') item.isReplaced = true;
    else this.#end(item, { kind: 'confirmed', enabled: item.wanted ?? undefined });
  }

  #isOwn({ origin }: ActionEnvelope): boolean {
    return origin?.clientId === this.#clientId;
  }

  #echoedBy({ kind, envelope }: Receipt): PendingSwitch | undefined {
    // Duplicates count: a snapshot that includes the action may come before its echo.
    if (kind === 'out-of-order' || !this.#isOwn(envelope)) return undefined;
    return this.pending.sent.get(envelope.origin!.clientSeq);
  }

  /** Returns true if the host's state has to be asked for, to see whether the switch took effect. */
  #noteEcho(item: PendingSwitch, { envelope, before, after }: Receipt): boolean {
    const { rejectionReason, action } = envelope;
    if (rejectionReason !== undefined) {
      this.#end(item, { kind: 'rejected', enabled: flagOf(after), reason: oneLine(rejectionReason) });
      return false;
    }
    const result = item.batch === null ? undefined : switchResultOf(metaOf(action));
    if (result !== undefined) {
      const { enablement = [] } = action as CustomizationToggledAction;
      this.#confirm(item, after, { result, enablement });
      return false;
    }
    if (before !== undefined && item.isMet(before)) item.isConclusive = false;
    const isTrusted = this.memory.isTrusted(item);
    if (isTrusted || item.isReplaced) this.#compare(item, after);
    else this.pending.markVerifying(item);
    return !isTrusted;
  }

  /** Returns true if the host's state has to be asked for. */
  #noteForeign({ kind, envelope, after }: Receipt): boolean {
    if (kind !== 'new') return kind === 'out-of-order';
    const { action, origin } = envelope;
    // A late echo of our own switch shows only that the host saw it.
    if (this.#isOwn(envelope)) return action.type === 'session/customizationToggled';
    if (origin !== undefined && action.type === 'session/customizationToggled') {
      const { id } = action as CustomizationToggledAction;
      this.memory.forget(id);
      const verifying = this.pending.ofEntry(id).find(({ stage }) => stage === 'verifying');
      if (verifying !== undefined) this.#end(verifying, { kind: 'confirmed', enabled: flagOf(after) });
    }
    return false;
  }

  /** Ends an echoed switch by what the entry shows. */
  #compare(item: PendingSwitch, node: AnyCustomization | undefined): void {
    const isDone = node === undefined ? item.wanted === null : item.hasWorked(node);
    if (isDone || item.isReplaced) this.#confirm(item, node);
    else this.#end(item, { kind: 'ineffective', enabled: flagOf(node) });
  }

  #confirm(item: PendingSwitch, node: AnyCustomization | undefined, echo?: OwnEcho): void {
    const { result } = echo ?? {};
    if (result?.own?.forSession) this.memory.remember({ ...item, scope: 'session' });
    else if (node === undefined || !item.isPersistent(node)) this.memory.remember(item);
    const enabled = flagOf(node);
    const decidedIn = item.isReplaced ? undefined : otherDecision(item, node, echo);
    this.#end(item, {
      ...{ kind: 'confirmed', enabled },
      ...(result && { result }),
      ...(decidedIn !== undefined && { decidedIn }),
    });
  }

  #end(item: PendingSwitch, outcome: ToggleOutcome): void {
    this.pending.delete(item);
    item.settle(withBatch(item, outcome));
  }
}

/**
 * A ledger is what the host has confirmed plus what we have asked for and not heard back about. All of it is
 * pure: an envelope or a snapshot in, a new ledger out. Own echoes are known by `clientId` and `clientSeq`.
 */

import { limits } from '../limits.js';
import { sessionReducer } from '../protocol/reducer.js';
import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import type { ActionEnvelope, SessionState } from '../protocol/types.js';

export interface Pending {
  clientSeq: number;
  action: CustomizationToggledAction;
}

export interface Ledger {
  confirmed: SessionState;
  /** Sequence number of the newest action in `confirmed`. */
  seq: number;
  /** Everything up to this number is in `confirmed`; after it, `recent` lists the numbers that are. */
  base: number;
  recent: readonly number[];
  pending: readonly Pending[];
  /** `confirmed` with everything pending on top. */
  optimistic: SessionState;
}

/** What an envelope turned out to be. */
export type Receipt =
  | { kind: 'foreign' }
  | { kind: 'echo'; clientSeq: number; rejectionReason?: string }
  | { kind: 'duplicate' }
  /** Older than what we have, yet never seen: our state can no longer be trusted. */
  | { kind: 'out-of-order' };

const fold = (confirmed: SessionState, pending: readonly Pending[]): SessionState =>
  pending.reduce((state, { action }) => sessionReducer(state, action), confirmed);

/** A ledger that starts from a snapshot. */
export function openLedger(confirmed: SessionState, seq: number): Ledger {
  return { confirmed, seq, base: seq, recent: [], pending: [], optimistic: confirmed };
}

/** Takes over a snapshot; what is pending stays pending on top of it. */
export function adopt(ledger: Ledger, confirmed: SessionState, seq: number): Ledger {
  return { ...ledger, confirmed, seq, base: seq, recent: [], optimistic: fold(confirmed, ledger.pending) };
}

/** Adds a toggle that is about to be sent. */
export function expect(ledger: Ledger, pending: Pending): Ledger {
  const optimistic = sessionReducer(ledger.optimistic, pending.action);
  return { ...ledger, pending: [...ledger.pending, pending], optimistic };
}

/** Takes pending toggles back: they were judged without an echo. */
export function withdraw(ledger: Ledger, clientSeqs: ReadonlySet<number>): Ledger {
  const pending = ledger.pending.filter(({ clientSeq }) => !clientSeqs.has(clientSeq));
  if (pending.length === ledger.pending.length) return ledger;
  return { ...ledger, pending, optimistic: fold(ledger.confirmed, pending) };
}

/** Gives a pending toggle the number it is sent under again. */
export function renumber(ledger: Ledger, from: number, to: number): Ledger {
  const pending = ledger.pending.map((item) => (item.clientSeq === from ? { ...item, clientSeq: to } : item));
  return { ...ledger, pending };
}

function settleEcho(ledger: Ledger, envelope: ActionEnvelope, index: number): Ledger {
  const rejected = envelope.rejectionReason !== undefined;
  const confirmed = rejected ? ledger.confirmed : sessionReducer(ledger.confirmed, envelope.action);
  const pending = ledger.pending.toSpliced(index, 1);
  const optimistic = pending.length === 0 ? confirmed : fold(confirmed, pending);
  return { ...ledger, confirmed, pending, optimistic };
}

/**
 * The echo of the oldest pending toggle moves it from the pending pile to the confirmed one, and what is shown
 * stays as it was: this keeps a batch of thousands from folding thousands of actions for each echo.
 */
function advance(ledger: Ledger, envelope: ActionEnvelope): Ledger {
  const confirmed = sessionReducer(ledger.confirmed, envelope.action);
  const pending = ledger.pending.slice(1);
  return { ...ledger, confirmed, pending, optimistic: pending.length === 0 ? confirmed : ledger.optimistic };
}

function isSameToggle(action: CustomizationToggledAction, echoed: ActionEnvelope['action']): boolean {
  return JSON.stringify(action) === JSON.stringify(echoed);
}

function apply(
  ledger: Ledger,
  envelope: ActionEnvelope,
  clientId: string,
): { ledger: Ledger; receipt: Receipt } {
  const { origin, rejectionReason } = envelope;
  const own = origin?.clientId === clientId ? origin.clientSeq : undefined;
  const index = ledger.pending.findIndex(({ clientSeq }) => clientSeq === own);
  const head = ledger.pending[0];
  if (own !== undefined && index !== -1) {
    const isHead = index === 0 && head !== undefined && isSameToggle(head.action, envelope.action);
    const settled =
      isHead && rejectionReason === undefined
        ? advance(ledger, envelope)
        : settleEcho(ledger, envelope, index);
    const reason = rejectionReason === undefined ? {} : { rejectionReason };
    return { ledger: settled, receipt: { kind: 'echo', clientSeq: own, ...reason } };
  }
  if (rejectionReason !== undefined) return { ledger, receipt: { kind: 'foreign' } };
  const confirmed = sessionReducer(ledger.confirmed, envelope.action);
  if (confirmed === ledger.confirmed) return { ledger, receipt: { kind: 'foreign' } };
  return {
    ledger: { ...ledger, confirmed, optimistic: fold(confirmed, ledger.pending) },
    receipt: { kind: 'foreign' },
  };
}

/** Notes a sequence number; the oldest ones are only remembered as "up to here". */
function numbered(ledger: Ledger, serverSeq: number): Ledger {
  const recent = [...ledger.recent, serverSeq];
  const base = recent.length > limits.rememberedSequenceNumbers ? recent.shift() : undefined;
  return { ...ledger, seq: serverSeq, base: base ?? ledger.base, recent };
}

/** The ledger after an envelope of its channel, and what the envelope was. */
export function receive(
  ledger: Ledger,
  envelope: ActionEnvelope,
  clientId: string,
): { ledger: Ledger; receipt: Receipt } {
  const { serverSeq } = envelope;
  if (serverSeq > ledger.seq) return apply(numbered(ledger, serverSeq), envelope, clientId);
  const isKnown = serverSeq <= ledger.base || ledger.recent.includes(serverSeq);
  return { ledger, receipt: { kind: isKnown ? 'duplicate' : 'out-of-order' } };
}

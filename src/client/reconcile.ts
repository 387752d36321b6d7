/**
 * A ledger is what the host has confirmed plus what we have asked for and not heard back about. All of it is
 * pure: envelopes or a snapshot in, a new ledger out. Own echoes are known by `clientId` and `clientSeq`.
 */

import type { CustomizationToggledAction } from '../protocol/session-actions.js';
import type { LocatedNode } from '../protocol/tree.js';
import type { ActionEnvelope, SessionState } from '../protocol/types.js';
import { Draft, type Indexed, indexed } from './draft.js';
import { clientLimits } from './limits.js';
import { SharedList } from './shared-list.js';

export interface PendingAction {
  clientSeq: number;
  action: CustomizationToggledAction;
}

/** Which sequence numbers were seen. */
interface Numbers {
  /** The newest of them. */
  seq: number;
  /** Everything up to this one is in `confirmed`; after it, `recent` lists the numbers that are. */
  base: number;
  recent: readonly number[];
}

export interface Ledger extends Indexed, Numbers {
  pending: SharedList<PendingAction>;
}

/** What an envelope turned out to be. */
export interface Receipt {
  kind:
    | 'foreign'
    /** Of a toggle that was pending. */
    | 'echo'
    | 'duplicate'
    /** Older than what we have, yet never seen: our state can no longer be trusted. */
    | 'out-of-order';
  envelope: ActionEnvelope;
  /** The own flag of the entry it is about, right before and right after it. */
  before: boolean | undefined;
  enabled: boolean | undefined;
}

/** A ledger that starts from a snapshot. */
export function openLedger(confirmed: SessionState, seq: number): Ledger {
  return { ...indexed(confirmed), seq, base: seq, recent: [], pending: new SharedList() };
}

/** Takes over a snapshot; what is pending stays pending on top of it. */
export function adopt({ pending }: Ledger, confirmed: SessionState, seq: number): Ledger {
  return { ...openLedger(confirmed, seq), pending };
}

/** Adds a toggle that is about to be sent. */
export function expect(ledger: Ledger, pending: PendingAction): Ledger {
  return { ...ledger, pending: ledger.pending.add(pending) };
}

/** Takes pending toggles back: they were judged without an echo. */
export function withdraw(ledger: Ledger, clientSeqs: ReadonlySet<number>): Ledger {
  if (clientSeqs.size === 0) return ledger;
  return { ...ledger, pending: ledger.pending.filter(({ clientSeq }) => !clientSeqs.has(clientSeq)) };
}

/** Gives pending toggles the numbers they are sent under again. */
export function renumber(ledger: Ledger, numbers: ReadonlyMap<number, number>): Ledger {
  const pending = ledger.pending.map(({ clientSeq, action }) => ({
    clientSeq: numbers.get(clientSeq) ?? clientSeq,
    action,
  }));
  return { ...ledger, pending };
}

/** `confirmed` with everything pending on top. */
export function optimistic(ledger: Ledger): SessionState {
  const draft = new Draft(ledger);
  for (const { action } of ledger.pending) draft.toggle(action);
  return draft.finish().confirmed;
}

/** The entry an action with this id reaches. */
export function findConfirmed(ledger: Ledger, id: string): LocatedNode | undefined {
  return new Draft(ledger).find(id);
}

/** The same with what is pending for it on top. */
export function findExpected(ledger: Ledger, id: string): LocatedNode | undefined {
  const draft = new Draft(ledger);
  for (const { action } of ledger.pending) if (action.id === id) draft.toggle(action);
  return draft.find(id);
}

function isKnown({ base, recent }: Numbers, serverSeq: number): boolean {
  return serverSeq <= base || recent.includes(serverSeq);
}

/** Notes a sequence number; the oldest ones are only remembered as "up to here". */
function noted({ base, recent }: Numbers, serverSeq: number): Numbers {
  const all = [...recent, serverSeq];
  const oldest = all.length > clientLimits.rememberedSequenceNumbers ? all.shift() : undefined;
  return { seq: serverSeq, base: oldest ?? base, recent: all };
}

/** The ledger after envelopes of its channel, and what each of them was. */
export function receive(
  ledger: Ledger,
  envelopes: readonly ActionEnvelope[],
  clientId: string,
): { ledger: Ledger; receipts: Receipt[] } {
  const draft = new Draft(ledger);
  const waiting = new Set([...ledger.pending].map(({ clientSeq }) => clientSeq));
  const settled = new Set<number>();
  let numbers: Numbers = { seq: ledger.seq, base: ledger.base, recent: ledger.recent };

  const receipts = envelopes.map((envelope): Receipt => {
    const { serverSeq, action, origin, rejectionReason } = envelope;
    const isNew = serverSeq > numbers.seq;
    const flag = () => ('id' in action ? draft.flag(String(action.id)) : undefined);
    const before = flag();
    const tell = (kind: Receipt['kind']): Receipt => ({ kind, envelope, before, enabled: flag() });
    if (!isNew && !isKnown(numbers, serverSeq)) return tell('out-of-order');
    if (isNew) numbers = noted(numbers, serverSeq);
    if (isNew && rejectionReason === undefined) draft.apply(action);
    // A snapshot that holds the action already may come before its echo.
    if (origin?.clientId !== clientId || !waiting.delete(origin.clientSeq))
      return tell(isNew ? 'foreign' : 'duplicate');
    settled.add(origin.clientSeq);
    return tell('echo');
  });
  return { ledger: { ...withdraw(ledger, settled), ...draft.finish(), ...numbers }, receipts };
}

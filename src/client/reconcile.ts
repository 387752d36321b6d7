/**
 * The host's state as far as it is known: a snapshot and the envelopes after it. Pure functions turn envelopes into a
 * new state, with a receipt for each envelope.
 */

import type { ActionEnvelope, AnyCustomization, SessionState } from '../protocol/types.js';
import { Draft, type Indexed, indexed } from './draft.js';
import { clientLimits } from './limits.js';

/** Which sequence numbers were seen. */
interface SeenNumbers {
  /** The newest one. */
  readonly seq: number;
  /** Everything up to this one is in `confirmed`; `recent` lists the numbers after it that are. */
  readonly base: number;
  readonly recent: readonly number[];
}

export interface ConfirmedState extends Indexed, SeenNumbers {}

export interface Receipt {
  readonly kind:
    | 'new'
    | 'duplicate'
    /** Older than what we have, but never seen: our state can no longer be trusted. */
    | 'out-of-order';
  readonly envelope: ActionEnvelope;
  /** The action's entry, right before and right after it; undefined if there is none. */
  readonly before: AnyCustomization | undefined;
  readonly after: AnyCustomization | undefined;
}

/** What the store has to do after envelopes. */
export interface ReceivedSummary {
  /** The newest of our switches that was echoed; 0 if none was. */
  readonly echoedSeq: number;
  /** True if the host's state has to be asked for. */
  readonly mustAsk: boolean;
  /** True if the host itself changed the list. */
  readonly isNewList: boolean;
}

export function confirmedFrom(confirmed: SessionState, seq: number): ConfirmedState {
  return { ...indexed(confirmed), seq, base: seq, recent: [] };
}

function isKnown({ base, recent }: SeenNumbers, serverSeq: number): boolean {
  return serverSeq <= base || recent.includes(serverSeq);
}

/** Adds a sequence number. The oldest ones are not listed: `base` covers them. */
function withNumber({ base, recent }: SeenNumbers, serverSeq: number): SeenNumbers {
  const all = [...recent, serverSeq];
  const oldest = all.length > clientLimits.rememberedSequenceNumbers ? all.shift() : undefined;
  return { seq: serverSeq, base: oldest ?? base, recent: all };
}

/** Returns the state after envelopes of its channel, and a receipt for each of them. */
export function applyEnvelopes(
  state: ConfirmedState,
  envelopes: readonly ActionEnvelope[],
): { state: ConfirmedState; receipts: Receipt[] } {
  const draft = new Draft(state);
  let numbers: SeenNumbers = { seq: state.seq, base: state.base, recent: state.recent };
  const receipts = envelopes.map((envelope): Receipt => {
    const { serverSeq, action, rejectionReason } = envelope;
    const isNew = serverSeq > numbers.seq;
    const node = () => ('id' in action ? draft.find(String(action.id))?.node : undefined);
    const before = node();
    const kind = isNew ? 'new' : isKnown(numbers, serverSeq) ? 'duplicate' : 'out-of-order';
    if (isNew) numbers = withNumber(numbers, serverSeq);
    if (isNew && rejectionReason === undefined) draft.apply(action);
    return { kind, envelope, before, after: node() };
  });
  return { state: { ...draft.finish(), ...numbers }, receipts };
}

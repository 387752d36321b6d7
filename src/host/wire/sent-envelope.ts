/**
 * Who gets an action. What the host refused, planned or took back concerns its sender alone: other clients would apply a
 * refused action, and cannot read the rest. Sequence numbers have gaps for them, which the protocol allows.
 */

import type { CustomizationToggledAction } from '../../protocol/session-actions.js';
import type { ActionEnvelope } from '../../protocol/types.js';
import type { Dialect } from './dialect.js';

/** A client that may get an action. */
export interface Recipient {
  readonly clientId: string;
  readonly dialect: Dialect;
}

export class SentEnvelope {
  readonly envelope: ActionEnvelope;
  /** As clients other than the sender get it; undefined if they do not. */
  readonly #shared: ActionEnvelope | undefined;
  readonly #isForOlder: boolean;

  /** `isForOlder` limits it to clients of versions whose toggles do not reach children. */
  constructor(envelope: ActionEnvelope, isForOlder: boolean) {
    this.envelope = envelope;
    this.#shared = shared(envelope);
    this.#isForOlder = isForOlder;
  }

  /** Returns what a client gets; undefined if nothing. */
  for({ clientId, dialect }: Recipient): ActionEnvelope | undefined {
    if (this.#isForOlder && dialect.hasChildToggles) return undefined;
    return this.envelope.origin?.clientId === clientId ? this.envelope : this.#shared;
  }
}

function shared(envelope: ActionEnvelope): ActionEnvelope | undefined {
  const { action, rejectionReason } = envelope;
  if (rejectionReason !== undefined) return undefined;
  if (action.type !== 'session/customizationToggled') return envelope;
  const { _meta, ...toggle } = action as CustomizationToggledAction;
  if (toggle.enablement === undefined) return undefined;
  return _meta === undefined ? envelope : { ...envelope, action: toggle };
}

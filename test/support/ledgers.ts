/** Ledgers, toggles and envelopes for the tests of how they come together. */

import { expect as expectToggle, type Ledger, openLedger } from '../../src/client/reconcile.js';
import type { ActionEnvelope, CustomizationToggledAction } from '../../src/protocol/index.js';
import { readSessionState } from '../../src/protocol/index.js';
import { type ModelNode, ModelSession } from './scripted-session.js';

export const me = 'me';
export const stateOf = (nodes: ModelNode[]) =>
  readSessionState(new ModelSession(nodes).state(), { count: 0 });
export const toggle = (id: string, enabled: boolean): CustomizationToggledAction => ({
  type: 'session/customizationToggled',
  id,
  enabled,
  enablement: [{ kind: 'session', enabled }],
});

/** An envelope of this session, from `me` if it has a `clientSeq`. */
export function envelope(serverSeq: number, action: object, clientSeq?: number, rejectionReason?: string) {
  return {
    channel: 'c:/1',
    serverSeq,
    action,
    ...(clientSeq !== undefined && { origin: { clientId: me, clientSeq } }),
    ...(rejectionReason !== undefined && { rejectionReason }),
  } as ActionEnvelope;
}

export const withPending = (nodes: ModelNode[], ...toggles: CustomizationToggledAction[]): Ledger =>
  toggles.reduce(
    (ledger, action, index) => expectToggle(ledger, { clientSeq: index + 1, action }),
    openLedger(stateOf(nodes), 10),
  );

/** Ledgers, and the toggles and envelopes that go into them. */

import { Ledger } from '../../src/client/ledger.js';
import { prepareSwitch } from '../../src/client/prepare-switch.js';
import type { ToggleOutcome } from '../../src/client/session-view.js';
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

/** A ledger that counts how its switches ended. */
export class ObservedLedger extends Ledger {
  readonly outcomes: (ToggleOutcome | Error)[] = [];
  clientSeq = 0;

  /** Queues a switch whose action is given. */
  queue(action: CustomizationToggledAction): void {
    const { id, enabled } = action;
    const wanted = enabled ?? null;
    const setting = { isOwnHost: false, workspace: undefined, batch: '' };
    const prepared = prepareSwitch({ id, enabled: wanted, scope: 'session' }, setting);
    const end = (outcome: ToggleOutcome | Error) => void this.outcomes.push(outcome);
    this.request({ ...prepared, build: () => action }, { settle: end, reject: end });
  }

  /** Sends everything that is queued. */
  sendAll(): void {
    for (const item of this.pending.queued) this.send(item, ++this.clientSeq, 0);
  }

  /** The actions that wait for their echo. */
  get actions(): CustomizationToggledAction[] {
    return [...this.pending.sent.values()].flatMap(({ action }) => action ?? []);
  }
}

export const openLedger = (nodes: ModelNode[], seq = 10) => new ObservedLedger(me, stateOf(nodes), seq);

/** A ledger in which these toggles are sent, numbered from 1. */
export function withSent(nodes: ModelNode[], ...toggles: CustomizationToggledAction[]): ObservedLedger {
  const ledger = openLedger(nodes);
  for (const action of toggles) {
    ledger.queue(action);
    ledger.sendAll();
  }
  return ledger;
}

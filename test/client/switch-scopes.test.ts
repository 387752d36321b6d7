import { expect, it } from 'vitest';
import { prepareSwitch, type SwitchRequest } from '../../src/client/prepare-switch.js';
import { envelope, type ObservedLedger, openLedger } from '../support/ledgers.js';
import { type ModelNode, plugin, skill } from '../support/scripted-session.js';

const overruled = [{ kind: 'session', enabled: true }];

/** Switches on another host than our own, whose state shows it. */
function switched(node: ModelNode, request: Omit<SwitchRequest, 'id'>, workspace?: string): ObservedLedger {
  const ledger = openLedger([node]);
  const setting = { isOwnHost: false, workspace, batch: '' };
  const end = (outcome: unknown) => void ledger.outcomes.push(outcome as never);
  ledger.request(prepareSwitch({ id: node.id, ...request }, setting), { settle: end, reject: end });
  ledger.sendAll();
  const [action] = ledger.actions;
  if (action !== undefined) ledger.receive([envelope(11, action, 1)]);
  ledger.verify(ledger.pending.verifying, ledger.confirmed);
  return ledger;
}

it.each<[string, ModelNode, Omit<SwitchRequest, 'id'>, object]>([
  [
    'is confirmed although the session overrules it',
    plugin('p', [], { enablement: overruled }),
    { enabled: false, scope: 'workspace' },
    { kind: 'confirmed', enabled: true, decidedIn: 'session' },
  ],
  [
    'is confirmed alone if nothing overrules it',
    plugin('p', []),
    { enabled: false, scope: 'workspace' },
    { kind: 'confirmed', enabled: false },
  ],
  [
    'of one flag is confirmed by that',
    plugin('p', [], { enabled: true }),
    { enabled: false, scope: 'global' },
    { kind: 'confirmed', enabled: false },
  ],
  [
    'removed from the workspace leaves the session to decide',
    plugin('p', [], { enablement: [...overruled, { kind: 'workspace', enabled: false }] }),
    { enabled: null, scope: 'workspace' },
    { kind: 'confirmed', enabled: true, decidedIn: 'session' },
  ],
])('a switch %s', (_what, node, request, expected) => {
  expect(switched(node, request, 'file:///w').outcomes).toEqual([expected]);
});

it('is not sent for a workspace that the session does not have', () => {
  const ledger = switched(plugin('p', []), { enabled: false, scope: 'workspace' });
  const reason = 'the session has no workspace to keep it for';
  expect(ledger.outcomes).toEqual([{ kind: 'rejected', enabled: true, reason }]);
  expect(ledger.clientSeq).toBe(0);
});

it('is not taken for forgotten while the session overrules it, nor when others change what the host saves', () => {
  const node = plugin('p', [], { enablement: overruled });
  const ledger = switched(node, { enabled: false, scope: 'workspace' }, 'file:///w');
  expect(ledger.takeForgotten()).toEqual([]);
  ledger.receive([
    envelope(12, { type: 'session/customizationsChanged', customizations: [plugin('p', [])] }),
  ]);
  expect(ledger.takeForgotten()).toEqual([]);
});

it('is forgotten if the host has only the flag of a session for it', () => {
  const ledger = switched(skill('s'), { enabled: false, scope: 'session' });
  ledger.receive([envelope(12, { type: 'session/customizationsChanged', customizations: [skill('s')] })]);
  expect(ledger.takeForgotten()).toEqual([{ id: 's', enabled: false, scope: 'session' }]);
});

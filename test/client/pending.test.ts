import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adopt,
  expect as expectToggle,
  findExpected,
  type Ledger,
  openLedger,
  optimistic,
  receive,
  renumber,
  withdraw,
} from '../../src/client/reconcile.js';
import type { SessionState } from '../../src/protocol/index.js';
import { sessionReducer } from '../../src/protocol/index.js';
import { envelope, me, stateOf, toggle, withPending } from '../support/ledgers.js';
import { directory, type ModelNode, plugin, skill, skills } from '../support/scripted-session.js';
import { flagsIn } from '../support/shown.js';

const nodes = [plugin('p', [skill('s')])];
const off = toggle('s', false);

/** The definition that the quick way has to agree with. */
const fold = ({ confirmed, pending }: Ledger): SessionState =>
  [...pending].reduce((state, { action }) => sessionReducer(state, action), confirmed);

describe('what is pending', () => {
  it('stays on top of a new snapshot', () => {
    const ledger = adopt(withPending(nodes, off), stateOf([plugin('p', [skill('s'), skill('t')])]), 99);
    expect(flagsIn(optimistic(ledger))).toEqual({ p: true, s: false, t: true });
    expect(receive(ledger, [envelope(50, off, 1)], me).receipts).toMatchObject([{ kind: 'echo' }]);
  });

  it('can be withdrawn and renumbered', () => {
    const ledger = withPending(skills(3), toggle('s0', false), toggle('s1', false), toggle('s2', false));
    const fewer = withdraw(ledger, new Set([2]));
    expect(flagsIn(optimistic(fewer))).toEqual({ d: true, s0: false, s1: true, s2: false });
    const again = renumber(fewer, new Map([[3, 8]]));
    expect([...again.pending].map(({ clientSeq }) => clientSeq)).toEqual([1, 8]);
  });

  it('reaches the first node of an id, top level first, and no other', () => {
    const twins = [
      directory('d', [skill('x'), skill('y')]),
      plugin('x', [skill('y')]),
      directory('e', [skill('y')]),
    ];
    const ledger = withPending(twins, toggle('x', false), toggle('y', false), toggle('nope', false));
    const [first, second, third] = optimistic(ledger).customizations as ModelNode[];
    expect(first?.children?.map(({ enabled }) => enabled)).toEqual([undefined, false]);
    expect(second?.enablement).toEqual([{ kind: 'session', enabled: false }]);
    expect([second?.children?.[0]?.enabled, third?.children?.[0]?.enabled]).toEqual([undefined, undefined]);
    expect(findExpected(ledger, 'x')?.node.type).toBe('plugin');
    expect(findExpected(ledger, 'nope')).toBeUndefined();
  });

  it('leaves what it does not touch as it is', () => {
    const state = stateOf([directory('d', [skill('a'), skill('b')]), directory('e', [skill('c')])]);
    const ledger = expectToggle(openLedger(state, 1), { clientSeq: 1, action: toggle('a', false) });
    const shown = optimistic(ledger);
    expect(shown.customizations?.[1]).toBe(state.customizations?.[1]);
    expect((shown.customizations as ModelNode[])[0]?.children?.[1]).toBe(
      (state.customizations as ModelNode[])[0]?.children?.[1],
    );
  });

  it('looks the same in one pass as one by one', () => {
    const ids = ['d', 'p', 'm', 'x', 's0', 's1', 'nope'];
    const list = [
      directory('d', [skill('x'), skill('s0')]),
      plugin('p', [skill('s0'), skill('s1', { enabled: false }), { ...skill('m'), type: 'mcpServer' }], {
        enablement: [{ kind: 'global', enabled: false }],
      }),
      { ...skill('m'), type: 'mcpServer', enabled: true },
      plugin('x', []),
      plugin('p', [skill('s2')]),
    ];
    const anyToggle = fc.record({
      type: fc.constant('session/customizationToggled' as const),
      id: fc.constantFrom(...ids),
      enabled: fc.boolean(),
      enablement: fc.array(fc.record({ kind: fc.constantFrom('session', 'global'), enabled: fc.boolean() })),
    });
    fc.assert(
      fc.property(fc.array(anyToggle), (toggles) => {
        const ledger = withPending(list, ...toggles);
        expect(optimistic(ledger)).toEqual(fold(ledger));
        const entries = fold(ledger).customizations as ModelNode[];
        const all = [...entries, ...entries.flatMap(({ children = [] }) => children)];
        for (const id of ids) {
          const { enabled, enablement } = all.find((node) => node.id === id) ?? {};
          const found = findExpected(ledger, id)?.node;
          expect([found?.enabled, found?.enablement]).toEqual([enabled, enablement]);
        }
      }),
    );
  });
});

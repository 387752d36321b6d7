import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/protocol/index.js';
import { sessionReducer } from '../../src/protocol/index.js';
import { flagsOf } from '../support/flags.js';
import { envelope, type ObservedLedger, openLedger, stateOf, toggle, withSent } from '../support/ledgers.js';
import { directory, type ModelNode, plugin, skill, skills } from '../support/scripted-session.js';

const nodes = [plugin('p', [skill('s')])];
const off = toggle('s', false);

/** The plain definition, which the fast code has to agree with. */
const fold = ({ confirmed, actions }: ObservedLedger): SessionState =>
  actions.reduce((state, action) => sessionReducer(state, action), confirmed);

describe('a pending switch', () => {
  it('stays on top of a new snapshot', () => {
    const ledger = withSent(nodes, off);
    ledger.adopt(stateOf([plugin('p', [skill('s'), skill('t')])]), 99);
    expect(flagsOf(ledger.optimistic())).toEqual({ p: true, s: false, t: true });
    expect(ledger.receive([envelope(50, off, 1)])).toMatchObject({ echoedSeq: 1 });
  });

  it('can be ended without an echo, and sent again under another number', () => {
    const ledger = withSent(skills(3), toggle('s0', false), toggle('s1', false), toggle('s2', false));
    ledger.judge([ledger.pending.sent.get(2)!], ledger.confirmed, 'no echo');
    expect(flagsOf(ledger.optimistic())).toEqual({ d: true, s0: false, s1: true, s2: false });
    expect(ledger.outcomes).toEqual([{ kind: 'unconfirmed', enabled: true, reason: 'no echo' }]);
    ledger.resume(undefined, { isRestarted: false, isOwnHost: false });
    expect(ledger.pending.sent.size).toBe(0);
    ledger.sendAll();
    expect([...ledger.pending.sent].map(([clientSeq, { id }]) => [clientSeq, id])).toEqual([
      [4, 's0'],
      [5, 's2'],
    ]);
  });

  it('reaches the first node of an id, top level first, and no other', () => {
    const twins = [
      directory('d', [skill('x'), skill('y')]),
      plugin('x', [skill('y')]),
      directory('e', [skill('y')]),
    ];
    const ledger = withSent(twins, toggle('x', false), toggle('y', false), toggle('nope', false));
    const [first, second, third] = ledger.optimistic().customizations as ModelNode[];
    expect(first?.children?.map(({ enabled }) => enabled)).toEqual([undefined, false]);
    expect(second?.enablement).toEqual([{ kind: 'session', enabled: false }]);
    expect([second?.children?.[0]?.enabled, third?.children?.[0]?.enabled]).toEqual([undefined, undefined]);
    expect([...ledger.pending.sent.values()].map(({ entryKind }) => entryKind)).toEqual([
      'top:plugin:session',
      'directory:skill:session',
    ]);
    expect(ledger.outcomes).toMatchObject([{ code: 'entry-unknown' }]);
  });

  it('leaves all other entries as they are', () => {
    const list = [directory('d', [skill('a'), skill('b')]), directory('e', [skill('c')])];
    const ledger = withSent(list, toggle('a', false));
    const [shown, confirmed] = [ledger.optimistic(), ledger.confirmed];
    expect(shown.customizations?.[1]).toBe(confirmed.customizations?.[1]);
    expect((shown.customizations as ModelNode[])[0]?.children?.[1]).toBe(
      (confirmed.customizations as ModelNode[])[0]?.children?.[1],
    );
  });

  it('shows before it is sent', () => {
    const ledger = openLedger(nodes);
    ledger.queue(off);
    expect(flagsOf(ledger.optimistic())).toEqual({ p: true, s: false });
    expect([...ledger.pending.wanted]).toEqual([['s', false]]);
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
        const ledger = withSent(list, ...toggles);
        expect(ledger.optimistic()).toEqual(fold(ledger));
      }),
    );
  });
});

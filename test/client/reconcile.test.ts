import { describe, expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { applyEnvelopes, confirmedFrom } from '../../src/client/reconcile.js';
import type { ActionEnvelope } from '../../src/protocol/index.js';
import { flagsOf } from '../support/flags.js';
import { envelope, type ObservedLedger, openLedger, stateOf, toggle, withSent } from '../support/ledgers.js';
import { plugin, skill } from '../support/scripted-session.js';

const updated = {
  type: 'session/customizationUpdated',
  customization: plugin('p', [skill('s'), skill('t')]),
};
const nodes = [plugin('p', [skill('s')])];
const off = toggle('s', false);

interface Case {
  what: string;
  start: () => ObservedLedger;
  receives: ActionEnvelope[];
  receipts: string[];
  confirmed: Record<string, boolean>;
  shown: Record<string, boolean>;
  pending: number;
  /** The outcomes of the switches that have ended. */
  ended?: string[];
}

describe('an envelope', () => {
  it.each<Case>([
    {
      what: 'of our own confirms the pending toggle',
      start: () => withSent(nodes, off),
      receives: [envelope(11, off, 1)],
      receipts: ['new'],
      confirmed: { p: true, s: false },
      shown: { p: true, s: false },
      pending: 0,
    },
    {
      what: 'of our own that is rejected takes the pending toggle back',
      start: () => withSent(nodes, off),
      receives: [envelope(11, off, 1, 'no')],
      receipts: ['new'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
      ended: ['rejected'],
    },
    {
      what: 'of the host leaves what is pending on top, until it is echoed',
      start: () => withSent(nodes, off),
      receives: [envelope(11, updated)],
      receipts: ['new'],
      confirmed: { p: true, s: true, t: true },
      shown: { p: true, s: false, t: true },
      pending: 1,
    },
    {
      what: 'of the host and then of our own apply both',
      start: () => withSent(nodes, off),
      receives: [envelope(11, updated), envelope(12, off, 1)],
      receipts: ['new', 'new'],
      confirmed: { p: true, s: false, t: true },
      shown: { p: true, s: false, t: true },
      pending: 0,
    },
    {
      what: 'of our own for the second of two toggles leaves the first pending',
      start: () => withSent(nodes, off, toggle('p', false)),
      receives: [envelope(11, toggle('p', false), 2)],
      receipts: ['new'],
      confirmed: { p: false, s: true },
      shown: { p: false, s: false },
      pending: 1,
    },
    {
      what: 'that comes twice has one effect',
      start: () => openLedger(nodes),
      receives: [envelope(11, off), envelope(12, toggle('s', true)), envelope(11, off)],
      receipts: ['new', 'new', 'duplicate'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
    {
      what: 'from before the snapshot has no effect',
      start: () => openLedger(nodes),
      receives: [envelope(10, off), envelope(3, off)],
      receipts: ['duplicate', 'duplicate'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
    {
      what: 'of our own that the snapshot holds already ends the toggle without doing it twice',
      start: () => withSent(nodes, toggle('s', true)),
      receives: [envelope(9, toggle('s', true), 1)],
      receipts: ['duplicate'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
    {
      what: 'that comes late and was never seen is out of order',
      start: () => openLedger(nodes),
      receives: [envelope(13, off), envelope(12, toggle('s', true))],
      receipts: ['new', 'out-of-order'],
      confirmed: { p: true, s: false },
      shown: { p: true, s: false },
      pending: 0,
    },
    {
      what: 'of an unknown type changes only the sequence number',
      start: () => openLedger(nodes),
      receives: [envelope(11, { type: 'session/zzz' }), envelope(11, off)],
      receipts: ['new', 'duplicate'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
    {
      what: 'of our own without a pending switch is applied like any other',
      start: () => openLedger(nodes),
      receives: [envelope(11, off, 7)],
      receipts: ['new'],
      confirmed: { p: true, s: false },
      shown: { p: true, s: false },
      pending: 0,
    },
    {
      what: 'of another client with our number is not ours',
      start: () => withSent(nodes, off),
      receives: [{ ...envelope(11, toggle('s', true)), origin: { clientId: 'another', clientSeq: 1 } }],
      receipts: ['new'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: false },
      pending: 1,
    },
    {
      what: 'of another client that was rejected changes nothing',
      start: () => openLedger(nodes),
      receives: [{ ...envelope(11, off, undefined, 'no'), origin: { clientId: 'another', clientSeq: 1 } }],
      receipts: ['new'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
  ])('$what', ({ start, receives, receipts, confirmed, shown, pending, ended = [] }) => {
    const [oneByOne, together] = [start(), start()];
    const kinds = applyEnvelopes(confirmedFrom(together.confirmed, together.seq), receives).receipts;
    expect(kinds.map(({ kind }) => kind)).toEqual(receipts);
    for (const received of receives) oneByOne.receive([received]);
    together.receive(receives);
    for (const ledger of [oneByOne, together]) {
      expect(flagsOf(ledger.confirmed)).toEqual(confirmed);
      expect(flagsOf(ledger.optimistic())).toEqual(shown);
      expect(ledger.pending.sent.size).toBe(pending);
      expect(ledger.outcomes.map((outcome) => 'kind' in outcome && outcome.kind)).toEqual(ended);
    }
  });

  it('returns a receipt with its entry before and after it', () => {
    const on = toggle('s', true);
    const envelopes = [envelope(11, off, 1), envelope(12, on), envelope(13, off, 2, 'no'), envelope(14, off)];
    const { receipts } = applyEnvelopes(confirmedFrom(stateOf(nodes), 10), envelopes);
    expect(receipts.map(({ before, after }) => [before?.enabled ?? true, after?.enabled])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, false],
    ]);
  });

  it('is remembered only for a while, and counts as known after that', () => {
    const last = 2 * clientLimits.rememberedSequenceNumbers;
    const even = Array.from({ length: last }, (_, index) => envelope(2 * index + 2, off));
    const { state } = applyEnvelopes(confirmedFrom(stateOf(nodes), 0), even);
    expect(state.recent.length).toBe(clientLimits.rememberedSequenceNumbers);
    const { receipts } = applyEnvelopes(state, [envelope(1, off), envelope(2 * last - 1, off)]);
    expect(receipts.map(({ kind }) => kind)).toEqual(['duplicate', 'out-of-order']);
  });
});

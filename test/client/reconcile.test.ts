import { describe, expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { type Ledger, openLedger, optimistic, receive } from '../../src/client/reconcile.js';
import type { ActionEnvelope } from '../../src/protocol/index.js';
import { envelope, me, stateOf, toggle, withPending } from '../support/ledgers.js';
import { plugin, skill } from '../support/scripted-session.js';
import { flagsIn } from '../support/shown.js';

const updated = {
  type: 'session/customizationUpdated',
  customization: plugin('p', [skill('s'), skill('t')]),
};
const nodes = [plugin('p', [skill('s')])];
const off = toggle('s', false);

interface Case {
  what: string;
  start: Ledger;
  receives: ActionEnvelope[];
  receipts: string[];
  confirmed: Record<string, boolean>;
  shown: Record<string, boolean>;
  pending: number;
}

describe('an envelope', () => {
  it.each<Case>([
    {
      what: 'of our own takes the pending toggle over',
      start: withPending(nodes, off),
      receives: [envelope(11, off, 1)],
      receipts: ['echo'],
      confirmed: { p: true, s: false },
      shown: { p: true, s: false },
      pending: 0,
    },
    {
      what: 'of our own that is rejected takes it back',
      start: withPending(nodes, off),
      receives: [envelope(11, off, 1, 'no')],
      receipts: ['echo'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
    {
      what: 'of the host leaves what is pending on top, until it is echoed',
      start: withPending(nodes, off),
      receives: [envelope(11, updated)],
      receipts: ['foreign'],
      confirmed: { p: true, s: true, t: true },
      shown: { p: true, s: false, t: true },
      pending: 1,
    },
    {
      what: 'of the host and then of our own ends in both',
      start: withPending(nodes, off),
      receives: [envelope(11, updated), envelope(12, off, 1)],
      receipts: ['foreign', 'echo'],
      confirmed: { p: true, s: false, t: true },
      shown: { p: true, s: false, t: true },
      pending: 0,
    },
    {
      what: 'of our own for the second of two comes first: the first stays on top',
      start: withPending(nodes, off, toggle('p', false)),
      receives: [envelope(11, toggle('p', false), 2)],
      receipts: ['echo'],
      confirmed: { p: false, s: true },
      shown: { p: false, s: false },
      pending: 1,
    },
    {
      what: 'twice has one effect',
      start: openLedger(stateOf(nodes), 10),
      receives: [envelope(11, off), envelope(12, toggle('s', true)), envelope(11, off)],
      receipts: ['foreign', 'foreign', 'duplicate'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
    {
      what: 'from before the snapshot has none',
      start: openLedger(stateOf(nodes), 10),
      receives: [envelope(10, off), envelope(3, off)],
      receipts: ['duplicate', 'duplicate'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
    {
      what: 'of our own that the snapshot holds already ends the toggle without doing it twice',
      start: withPending(nodes, toggle('s', true)),
      receives: [envelope(9, toggle('s', true), 1)],
      receipts: ['echo'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
    {
      what: 'that comes late and was never seen is told apart',
      start: openLedger(stateOf(nodes), 10),
      receives: [envelope(13, off), envelope(12, toggle('s', true))],
      receipts: ['foreign', 'out-of-order'],
      confirmed: { p: true, s: false },
      shown: { p: true, s: false },
      pending: 0,
    },
    {
      what: 'of an unknown type moves the number on and nothing else',
      start: openLedger(stateOf(nodes), 10),
      receives: [envelope(11, { type: 'session/zzz' }), envelope(11, off)],
      receipts: ['foreign', 'duplicate'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
    {
      what: 'of our own that nobody waits for any more is applied like any other',
      start: openLedger(stateOf(nodes), 10),
      receives: [envelope(11, off, 7)],
      receipts: ['foreign'],
      confirmed: { p: true, s: false },
      shown: { p: true, s: false },
      pending: 0,
    },
    {
      what: 'of another client with our number is not ours',
      start: withPending(nodes, off),
      receives: [{ ...envelope(11, toggle('s', true)), origin: { clientId: 'another', clientSeq: 1 } }],
      receipts: ['foreign'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: false },
      pending: 1,
    },
    {
      what: 'of another client that was rejected changes nothing',
      start: openLedger(stateOf(nodes), 10),
      receives: [{ ...envelope(11, off, undefined, 'no'), origin: { clientId: 'another', clientSeq: 1 } }],
      receipts: ['foreign'],
      confirmed: { p: true, s: true },
      shown: { p: true, s: true },
      pending: 0,
    },
  ])('$what', ({ start, receives, receipts, confirmed, shown, pending }) => {
    let oneByOne = start;
    const kinds = receives.map((received) => {
      const { ledger, receipts: told } = receive(oneByOne, [received], me);
      oneByOne = ledger;
      return told.map(({ kind }) => kind);
    });
    const together = receive(start, receives, me);
    expect(kinds.flat()).toEqual(receipts);
    expect(together.receipts.map(({ kind }) => kind)).toEqual(receipts);
    for (const ledger of [oneByOne, together.ledger]) {
      expect(flagsIn(ledger.confirmed)).toEqual(confirmed);
      expect(flagsIn(optimistic(ledger))).toEqual(shown);
      expect(ledger.pending).toHaveLength(pending);
    }
  });

  it('tells the flag of its entry as it was right after it', () => {
    const on = toggle('s', true);
    const envelopes = [envelope(11, off, 1), envelope(12, on), envelope(13, off, 2, 'no'), envelope(14, off)];
    const { receipts } = receive(withPending(nodes, off, off), envelopes, me);
    expect(receipts.map(({ kind, enabled }) => [kind, enabled])).toEqual([
      ['echo', false],
      ['foreign', true],
      ['echo', true],
      ['foreign', false],
    ]);
  });

  it('is remembered only for a while, and counts as known after that', () => {
    const last = 2 * clientLimits.rememberedSequenceNumbers;
    const even = Array.from({ length: last }, (_, index) => envelope(2 * index + 2, off));
    const { ledger } = receive(openLedger(stateOf(nodes), 0), even, me);
    expect(ledger.recent.length).toBe(clientLimits.rememberedSequenceNumbers);
    const kinds = receive(ledger, [envelope(1, off), envelope(2 * last - 1, off)], me).receipts;
    expect(kinds.map(({ kind }) => kind)).toEqual(['duplicate', 'out-of-order']);
  });
});

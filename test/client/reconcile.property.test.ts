import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  adopt,
  expect as expectToggle,
  type Ledger,
  openLedger,
  optimistic,
  type PendingAction,
  receive,
  renumber,
  withdraw,
} from '../../src/client/reconcile.js';
import { type ActionEnvelope, readSessionState, sessionReducer } from '../../src/protocol/index.js';
import { directory, ModelSession, type ModelToggle, plugin, skill } from '../support/scripted-session.js';
import { flagsIn } from '../support/shown.js';

const me = 'me';
const ids = ['d', 'p', 'a', 'b', 'c'];
const catalog = [directory('d', [skill('a'), skill('b')]), plugin('p', [skill('c', { enabled: false })])];

const toggle = (id: string, enabled: boolean): ModelToggle & { enabled: boolean } => ({
  type: 'session/customizationToggled',
  id,
  enabled,
  enablement: [{ kind: 'session', enabled }],
});

/** Both ends of a connection that loses and repeats things; the host's side is its own little model. */
class World {
  readonly session = new ModelSession(catalog);
  readonly log: ActionEnvelope[] = [];
  toHost: PendingAction[] = [];
  toClient: ActionEnvelope[] = [];
  seen: ActionEnvelope[] = [];
  serverSeq = 0;
  clientSeq = 0;
  ledger: Ledger = openLedger(this.state(), 0);

  state() {
    return readSessionState(this.session.state(), { count: 0 });
  }

  emit(action: object, clientSeq?: number, rejectionReason?: string): void {
    // Other channels use up numbers too.
    this.serverSeq += 1 + (this.serverSeq % 3);
    const envelope = {
      channel: 'c:/1',
      serverSeq: this.serverSeq,
      action: structuredClone(action),
      ...(clientSeq !== undefined && { origin: { clientId: me, clientSeq } }),
      ...(rejectionReason !== undefined && { rejectionReason }),
    } as ActionEnvelope;
    this.log.push(envelope);
    this.toClient.push(envelope);
  }

  send(id: string, enabled: boolean): void {
    this.clientSeq += 1;
    const pending = { clientSeq: this.clientSeq, action: toggle(id, enabled) };
    this.ledger = expectToggle(this.ledger, pending);
    this.toHost.push(pending);
  }

  answer(how: 'accept' | 'reject' | 'ignore'): void {
    const next = this.toHost.shift();
    if (next === undefined || how === 'ignore') return;
    if (how === 'accept') this.session.toggle(next.action as ModelToggle);
    this.emit(next.action, next.clientSeq, how === 'reject' ? 'no' : undefined);
  }

  foreign(id: string, enabled: boolean): void {
    this.session.toggle(toggle(id, enabled));
    this.emit(toggle(id, enabled));
  }

  rescan(): void {
    this.session.forget();
    this.emit({
      type: 'session/customizationsChanged',
      customizations: this.session.state()['customizations'],
    });
  }

  deliver(count = 1): void {
    const envelopes = this.toClient.splice(0, count);
    this.ledger = receive(this.ledger, envelopes, me).ledger;
    this.seen.push(...envelopes);
  }

  repeat(index: number): void {
    const envelope = this.seen[index % Math.max(1, this.seen.length)];
    if (envelope) this.ledger = receive(this.ledger, [envelope], me).ledger;
  }

  /** The connection breaks: what was under way is lost, then everything is brought up to date. */
  reconnect(how: 'replay' | 'snapshot'): void {
    this.toHost = [];
    this.toClient = [];
    if (how === 'snapshot') this.ledger = adopt(this.ledger, this.state(), this.serverSeq);
    else {
      const { seq } = this.ledger;
      this.toClient = this.log.filter(({ serverSeq }) => serverSeq > seq);
      this.deliver(this.toClient.length);
    }
    this.resend();
  }

  /** Every other one is given up, the rest is sent again under new numbers. */
  resend(): void {
    const given = [...this.ledger.pending].filter((_pending, index) => index % 2 === 1);
    this.ledger = withdraw(this.ledger, new Set(given.map(({ clientSeq }) => clientSeq)));
    const numbers = new Map([...this.ledger.pending].map(({ clientSeq }) => [clientSeq, ++this.clientSeq]));
    this.ledger = renumber(this.ledger, numbers);
    this.toHost = [...this.ledger.pending];
  }

  /** Everything that is under way arrives, and what was ignored is withdrawn in the end. */
  settle(): void {
    while (this.toHost.length > 0) this.answer('accept');
    this.deliver(this.toClient.length);
    this.ledger = withdraw(this.ledger, new Set([...this.ledger.pending].map(({ clientSeq }) => clientSeq)));
  }
}

type Step = (world: World) => void;

const anyId = fc.constantFrom(...ids);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyId, fc.boolean()).map(
    ([id, enabled]): Step =>
      (world) =>
        world.send(id, enabled),
  ),
  fc.constantFrom('accept', 'accept', 'reject', 'ignore').map(
    (how): Step =>
      (world) =>
        world.answer(how as 'accept'),
  ),
  fc.tuple(anyId, fc.boolean()).map(
    ([id, enabled]): Step =>
      (world) =>
        world.foreign(id, enabled),
  ),
  fc.constant<Step>((world) => world.rescan()),
  fc.nat(4).map(
    (count): Step =>
      (world) =>
        world.deliver(count + 1),
  ),
  fc.nat(50).map(
    (index): Step =>
      (world) =>
        world.repeat(index),
  ),
  fc.constantFrom('replay', 'snapshot').map(
    (how): Step =>
      (world) =>
        world.reconnect(how as 'replay'),
  ),
);

it('ends where the host does, whatever happens on the way', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = new World();
      for (const take of steps) {
        take(world);
        const { confirmed, pending } = world.ledger;
        expect(optimistic(world.ledger)).toEqual(
          [...pending].reduce((state, { action }) => sessionReducer(state, action), confirmed),
        );
      }
      world.settle();
      expect(optimistic(world.ledger)).toBe(world.ledger.confirmed);
      expect(flagsIn(world.ledger.confirmed)).toEqual(world.session.flags());
    }),
    { numRuns: 500 },
  );
});

it('has nothing of its own to show once every toggle is echoed or rejected', () => {
  const toggles = fc.array(fc.tuple(anyId, fc.boolean(), fc.constantFrom('accept', 'reject')), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(toggles, (list) => {
      const world = new World();
      for (const [id, enabled] of list) world.send(id, enabled);
      for (const [, , how] of list) world.answer(how as 'accept');
      world.deliver(list.length);
      expect(world.ledger.pending).toHaveLength(0);
      expect(optimistic(world.ledger)).toBe(world.ledger.confirmed);
      expect(flagsIn(world.ledger.confirmed)).toEqual(world.session.flags());
    }),
  );
});

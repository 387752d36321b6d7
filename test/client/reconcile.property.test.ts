import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ActionEnvelope, readSessionState, sessionReducer } from '../../src/protocol/index.js';
import { flagsOf } from '../support/flags.js';
import { me, ObservedLedger, toggle } from '../support/ledgers.js';
import { directory, ModelSession, type ModelToggle, plugin, skill } from '../support/scripted-session.js';

const ids = ['d', 'p', 'a', 'b', 'c'];
const catalog = [directory('d', [skill('a'), skill('b')]), plugin('p', [skill('c', { enabled: false })])];

/** Both ends of a connection that loses and repeats messages; the host's end is a small model of its own. */
class World {
  readonly session = new ModelSession(catalog);
  readonly log: ActionEnvelope[] = [];
  toHost: { clientSeq: number; action: object }[] = [];
  toClient: ActionEnvelope[] = [];
  seen: ActionEnvelope[] = [];
  serverSeq = 0;
  readonly ledger = new ObservedLedger(me, this.state(), 0);
  requests = 0;

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
    this.requests += 1;
    this.ledger.queue(toggle(id, enabled));
    this.sendQueued();
  }

  sendQueued(): void {
    for (const item of this.ledger.pending.queued) {
      const clientSeq = ++this.ledger.clientSeq;
      this.toHost.push({ clientSeq, action: this.ledger.send(item, clientSeq, 0)! });
    }
  }

  answer(how: 'accept' | 'reject' | 'ignore'): void {
    const next = this.toHost.shift();
    if (next === undefined || how === 'ignore') return;
    if (how === 'accept') this.session.toggle(next.action as ModelToggle);
    this.emit(next.action, next.clientSeq, how === 'reject' ? 'no' : undefined);
  }

  foreign(id: string, enabled: boolean): void {
    this.session.toggle(toggle(id, enabled) as ModelToggle);
    this.emit(toggle(id, enabled));
  }

  rescan(): void {
    this.session.forget();
    this.emit({
      type: 'session/customizationsChanged',
      customizations: this.session.state()['customizations'],
    });
  }

  /** If the host has to be asked for its state, it replies at once. */
  receive(envelopes: readonly ActionEnvelope[]): void {
    this.ledger.receive(envelopes);
    const { verifying } = this.ledger.pending;
    if (verifying.length > 0) this.ledger.verify(verifying, this.state());
  }

  deliver(count = 1): void {
    const envelopes = this.toClient.splice(0, count);
    this.receive(envelopes);
    this.seen.push(...envelopes);
  }

  repeat(index: number): void {
    const envelope = this.seen[index % Math.max(1, this.seen.length)];
    if (envelope) this.receive([envelope]);
  }

  /** The connection breaks: what was under way is lost, then everything is brought up to date. */
  reconnect(how: 'replay' | 'snapshot'): void {
    this.toHost = [];
    this.toClient = [];
    if (how === 'snapshot') this.ledger.adopt(this.state(), this.serverSeq);
    else {
      const { seq } = this.ledger;
      this.toClient = this.log.filter(({ serverSeq }) => serverSeq > seq);
      this.deliver(this.toClient.length);
    }
    this.resend();
  }

  /** Every other one is given up, the rest is sent again under new numbers. */
  resend(): void {
    const given = [...this.ledger.pending.sent.values()].filter((_pending, index) => index % 2 === 1);
    this.ledger.judge(given, this.state(), 'given up');
    this.ledger.resume(undefined, { isRestarted: false, isOwnHost: false });
    this.sendQueued();
  }

  /** Everything that is under way arrives, and what was ignored is given up in the end. */
  settle(): void {
    while (this.toHost.length > 0) this.answer('accept');
    this.deliver(this.toClient.length);
    this.ledger.abandon('the end');
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

it('ends in the state of the host after any sequence of events', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = new World();
      for (const take of steps) {
        take(world);
        const { confirmed, actions } = world.ledger;
        expect(world.ledger.optimistic()).toEqual(
          actions.reduce((state, action) => sessionReducer(state, action), confirmed),
        );
      }
      world.settle();
      expect(world.ledger.optimistic()).toBe(world.ledger.confirmed);
      expect(world.ledger.outcomes).toHaveLength(world.requests);
      expect(flagsOf(world.ledger.confirmed)).toEqual(world.session.flags());
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
      expect([world.ledger.pending.wanted.size, world.ledger.outcomes.length]).toEqual([0, list.length]);
      expect(world.ledger.optimistic()).toBe(world.ledger.confirmed);
      expect(flagsOf(world.ledger.confirmed)).toEqual(world.session.flags());
    }),
  );
});

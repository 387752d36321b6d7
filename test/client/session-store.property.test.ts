import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SessionStore, ToggleOutcome } from '../../src/client/index.js';
import { type FakeClock, quiet } from '../support/fake-clock.js';
import { connectInMemory } from '../support/in-memory.js';
import { ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, plugin, skill } from '../support/scripted-session.js';
import { flagsIn, shown } from '../support/shown.js';

const ids = ['d', 'p', 'a', 'b', 'c'];
const catalog = [directory('d', [skill('a'), skill('b')]), plugin('p', [skill('c')])];

/** What the host does with the toggles that reach it. */
type Mood = 'accept' | 'reject' | 'ignore' | 'unsaid';

/** Kinds of entries whose switches a host may echo and never act on. */
const unswitchable: string[][] = [[], ['d'], ['a', 'b'], ['p'], ['c'], ['a', 'b', 'c']];

interface Wish {
  id: string;
  enabled: boolean;
  /** How often others had a hand in the entry when it was made. */
  othersBefore: number;
  outcomes: ToggleOutcome[];
}

class World {
  readonly host = new ScriptedHost(new ModelSession(catalog));
  readonly wishes: Wish[] = [];
  readonly others = new Map<string, number>();
  mood: Mood = 'accept';
  store!: SessionStore;
  clock!: FakeClock;

  constructor(fixed: string[]) {
    this.host.script = (call, peer, proceed) => {
      const { id = '' } = (call.params['action'] ?? {}) as { id?: string };
      if (this.mood === 'reject' && id !== '') this.host.echo(call, peer, 'no');
      else if (fixed.includes(id)) this.host.echo(call, peer);
      else if (id === '' || this.mood === 'accept') proceed();
      else if (this.mood === 'unsaid') this.host.session.toggle(call.params['action'] as never);
    };
  }

  toggle(id: string, enabled: boolean): void {
    const wish: Wish = { id, enabled, othersBefore: this.others.get(id) ?? 0, outcomes: [] };
    this.wishes.push(wish);
    void this.store.toggle(id, enabled).then((outcome) => wish.outcomes.push(outcome));
  }

  byOthers(touched: readonly string[]): void {
    for (const id of touched) this.others.set(id, (this.others.get(id) ?? 0) + 1);
  }

  foreign(id: string, enabled: boolean): void {
    this.byOthers([id]);
    this.host.toggleByAnother(id, enabled);
  }

  rescan(): void {
    this.byOthers(ids);
    this.host.rescan();
  }

  restart(): void {
    this.byOthers(ids);
    this.host.session.forget();
    this.host.restart(1);
  }

  /** True if the wish is the last one of its entry and nobody else touched the entry since. */
  isLastWord(wish: Wish): boolean {
    const last = this.wishes.findLast(({ id }) => id === wish.id);
    return last === wish && (this.others.get(wish.id) ?? 0) === wish.othersBefore;
  }
}

type Step = (world: World) => unknown;

const aToggle = fc.tuple(fc.constantFrom(...ids), fc.boolean());
const moods = fc.constantFrom<Mood>('accept', 'accept', 'reject', 'ignore', 'unsaid');
const named = (name: string, step: Step): Step => Object.assign(step, { toString: () => name });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: aToggle.map(([id, on]) => named(`toggle ${id} ${on}`, (w) => w.toggle(id, on))) },
  { weight: 2, arbitrary: aToggle.map(([id, on]) => named(`foreign ${id} ${on}`, (w) => w.foreign(id, on))) },
  {
    weight: 3,
    arbitrary: moods.map((mood) =>
      named(mood, (w) => {
        w.mood = mood;
      }),
    ),
  },
  fc.constant(named('rescan', (w) => w.rescan())),
  fc.constant(named('list', (w) => w.host.sendList())),
  { weight: 2, arbitrary: fc.constant(named('drop', (w) => w.host.drop())) },
  fc.constant(named('restart', (w) => w.restart())),
  fc.constantFrom('replay' as const, 'snapshot' as const).map((how) =>
    named(how, (w) => {
      w.host.resumesWith = how;
    }),
  ),
  fc.constant(named('refresh', (w) => void w.store.refresh())),
  { weight: 3, arbitrary: fc.constant(named('quiet', () => quiet())) },
  { weight: 2, arbitrary: fc.constant(named('turn', () => Promise.resolve())) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(100, 500, 2_500).map((ms) => named(`${ms} ms`, (w) => w.clock.advance(ms))),
  },
);

it('every switch ends once, and the store ends where the host does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...unswitchable),
      fc.array(step, { maxLength: 50 }),
      async (fixed, steps) => {
        const world = new World(fixed);
        const { client, clock } = await connectInMemory(world.host, { keepAliveIntervalMs: 1_000_000_000 });
        world.clock = clock;
        world.store = await client.openSession(SESSION);
        for (const take of steps) await take(world);
        world.mood = 'accept';
        await quiet();
        for (let round = 0; round < 20; round += 1) await clock.advance(5_000);

        const { host, store, wishes } = world;
        for (const wish of wishes) expect(wish.outcomes).toHaveLength(1);
        expect(store.getSnapshot().pending.size).toBe(0);
        expect(shown(store)).toEqual(host.session.flags());
        expect(flagsIn(store.getSnapshot().confirmed)).toEqual(host.session.flags());
        const confirmed = wishes.filter(({ outcomes }) => outcomes[0]?.kind === 'confirmed');
        for (const wish of confirmed.filter((one) => world.isLastWord(one))) {
          expect([wish.id, host.session.flag(wish.id)]).toEqual([wish.id, wish.enabled]);
        }
        await client.close();
        await quiet();
        expect(clock.pending).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { SessionStore, SwitchRequest, ToggleOutcome } from '../../src/client/index.js';
import { connectInMemory } from '../support/client-in-memory.js';
import { type FakeClock, quiet } from '../support/fake-clock.js';
import { flagsOf, shownFlags } from '../support/flags.js';
import { ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, plugin, skill } from '../support/scripted-session.js';

// Slices so small that a handful of switches is sent in several of them.
vi.mock('../../src/client/limits.js', async (original) => {
  const { clientLimits } = await original<typeof import('../../src/client/limits.js')>();
  return { clientLimits: { ...clientLimits, switchesPerTurn: 2, switchesInFlight: 3 } };
});

const ids = ['d', 'p', 'a', 'b', 'c'];
const catalog = [directory('d', [skill('a'), skill('b')]), plugin('p', [skill('c')])];

/** What the host does with the toggles that it receives; `hold` delays every response. */
type Mood = 'accept' | 'reject' | 'ignore' | 'unsaid' | 'hold';

/** Kinds of entries whose switches a host may echo and never act on. */
const unswitchable: string[][] = [[], ['d'], ['a', 'b'], ['p'], ['c'], ['a', 'b', 'c']];

interface Followed extends SwitchRequest {
  /** How often others had changed the entry when it was requested. */
  othersBefore: number;
  outcomes: (ToggleOutcome | Error)[];
}

class World {
  readonly host = new ScriptedHost(new ModelSession(catalog));
  readonly followed: Followed[] = [];
  readonly others = new Map<string, number>();
  mood: Mood = 'accept';
  store!: SessionStore;
  clock!: FakeClock;
  #held: (() => void)[] = [];

  constructor(fixed: string[]) {
    this.host.script = (call, peer, proceed) => {
      const { id = '' } = (call.params['action'] ?? {}) as { id?: string };
      const answer = () => {
        if (this.mood === 'reject' && id !== '') this.host.echo(call, peer, 'no');
        else if (fixed.includes(id)) this.host.echo(call, peer);
        else if (id === '' || this.mood === 'accept') proceed();
        else if (this.mood === 'unsaid') this.host.session.toggle(call.params['action'] as never);
      };
      const isGreeting = call.method === 'initialize' || call.method === 'reconnect';
      const isHeld = this.mood === 'hold' || this.#held.length > 0;
      if (isHeld && !isGreeting) this.#held.push(answer);
      else if (isGreeting) proceed();
      else answer();
    };
  }

  switch(batch: readonly SwitchRequest[]): void {
    const outcomes = this.store.switch(batch);
    for (const [index, request] of batch.entries()) {
      const followed: Followed = { ...request, othersBefore: this.others.get(request.id) ?? 0, outcomes: [] };
      this.followed.push(followed);
      const note = (outcome: ToggleOutcome | Error) => void followed.outcomes.push(outcome);
      outcomes[index]!.then(note, note);
    }
  }

  /** Sends the delayed responses. */
  release(mood: Mood): void {
    this.mood = mood;
    for (const answer of this.#held.splice(0)) answer();
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

  drop(): void {
    this.#held = [];
    this.host.drop();
  }

  restart(): void {
    this.#held = [];
    this.byOthers(ids);
    this.host.session.forget();
    this.host.restart(1);
  }

  /** True if the request is the last one of its entry and nobody else touched the entry since. */
  isLastWord(request: Followed): boolean {
    const last = this.followed.findLast(({ id }) => id === request.id);
    return last === request && (this.others.get(request.id) ?? 0) === request.othersBefore;
  }
}

type Step = (world: World) => unknown;

const aToggle = fc.tuple(fc.constantFrom(...ids), fc.boolean());
const aRequest: fc.Arbitrary<SwitchRequest> = fc.record({
  id: fc.constantFrom(...ids),
  enabled: fc.oneof({ weight: 8, arbitrary: fc.boolean() }, fc.constant(null)),
  scope: fc.constantFrom('session' as const, 'session' as const, 'global' as const),
});
const moods = fc.constantFrom<Mood>('accept', 'accept', 'reject', 'ignore', 'unsaid', 'hold');
const named = (name: string, step: Step): Step => Object.assign(step, { toString: () => name });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(aRequest, { minLength: 1, maxLength: 7 })
      .map((batch) => named(`switch ${JSON.stringify(batch)}`, (w) => w.switch(batch))),
  },
  { weight: 2, arbitrary: aToggle.map(([id, on]) => named(`foreign ${id} ${on}`, (w) => w.foreign(id, on))) },
  { weight: 3, arbitrary: moods.map((mood) => named(mood, (w) => w.release(mood))) },
  fc.constant(named('rescan', (w) => w.rescan())),
  fc.constant(named('list', (w) => w.host.sendList())),
  { weight: 2, arbitrary: fc.constant(named('drop', (w) => w.drop())) },
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
    arbitrary: fc
      .constantFrom(100, 500, 2_500, 11_000)
      .map((ms) => named(`${ms} ms`, (w) => w.clock.advance(ms))),
  },
);

async function play(fixed: string[], steps: readonly Step[]) {
  const world = new World(fixed);
  const { client, clock } = await connectInMemory(world.host, { keepAliveIntervalMs: 1_000_000_000 });
  world.clock = clock;
  world.store = await client.openSession(SESSION);
  for (const take of steps) {
    await take(world);
    const { pending } = world.store.getSnapshot();
    const open = new Set(world.followed.filter(({ outcomes }) => outcomes.length === 0).map(({ id }) => id));
    // Outcomes are known a moment later than they are decided.
    for (const id of pending.keys()) expect(open).toContain(id);
  }
  return { world, client, clock };
}

/** What holds in the scope of the request while a narrower one decides: without a decision there, the default. */
function valueBehind({ session }: ScriptedHost, { id, scope }: SwitchRequest): boolean {
  const decisions = session.find(id)?.enablement ?? [];
  const behind = scope === 'global' ? decisions.filter(({ kind }) => kind === 'global') : decisions;
  return behind[0]?.enabled ?? true;
}

/** Every switch has one outcome, and nothing of ours is left on top of the host's state. */
function expectSettled({ followed, store }: World): void {
  for (const { outcomes } of followed) expect(outcomes).toHaveLength(1);
  const { pending, state, confirmed } = store.getSnapshot();
  expect(pending.size).toBe(0);
  expect(state).toBe(confirmed);
}

it('every switch ends once, and the store ends where the host does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...unswitchable),
      fc.array(step, { maxLength: 50 }),
      async (fixed, steps) => {
        const { world, client, clock } = await play(fixed, steps);
        world.release('accept');
        await quiet();
        for (let round = 0; round < 20; round += 1) await clock.advance(5_000);

        expectSettled(world);
        const { host, store, followed } = world;
        expect(shownFlags(store)).toEqual(host.session.flags());
        expect(flagsOf(store.getSnapshot().confirmed)).toEqual(host.session.flags());
        for (const request of followed.filter((one) => world.isLastWord(one))) {
          const [end] = request.outcomes;
          // Without a flag it was taken back before it was sent, or reset.
          if (!end || !('kind' in end) || end.kind !== 'confirmed' || end.enabled === undefined) continue;
          if (request.enabled === null) continue;
          const value =
            end.decidedIn === undefined ? host.session.flag(request.id) : valueBehind(host, request);
          expect([request.id, value]).toEqual([request.id, request.enabled]);
        }
        await client.close();
        await quiet();
        expect(clock.pending).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

it('every switch ends once when the client is closed at any time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { world, client, clock } = await play([], steps);
      await client.close();
      await quiet();
      expectSettled(world);
      expect(clock.pending).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

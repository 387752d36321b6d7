/**
 * Makes two thousand switches over a flaky connection, in a process of its own so that its memory can be measured.
 * Takes a seed, needs --expose-gc, and prints one JSON report.
 */

import { type Clock, connectToHost, systemClock, type ToggleOutcome } from '../../../src/client/index.js';
import { shownFlags } from '../flags.js';
import { listen } from '../listen.js';
import { randomFrom } from '../random.js';
import { ScriptedHost, SESSION } from '../scripted-host.js';
import { ModelSession, type ModelToggle, skills } from '../scripted-session.js';
import { until } from '../until.js';

export interface ToggleReport {
  outcomes: Record<string, number>;
  connections: number;
  /** Entries whose last switch was not confirmed, or is not what the host has. */
  lost: string[];
  differs: boolean;
  pending: number;
  unhandled: string[];
  /** Used heap after each quarter, once every switch has ended. */
  heapBytes: number[];
}

const entries = 200;
const rounds = 4;
const perRound = 500;
const inFlight = 20;

/** Runs fast enough for a connection to count as stable after a few switches, and for pauses to be short. */
const fastClock: Clock = {
  ...systemClock,
  now: () => systemClock.now() * 1_000,
  after: (ms, callback) => systemClock.after(ms / 20, callback),
};

function usedHeap(): number {
  for (let count = 0; count < 3; count += 1) (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed;
}

async function toggleRepeatedly(seed: number): Promise<ToggleReport> {
  const random = randomFrom(seed);
  const unhandled: string[] = [];
  process.on('unhandledRejection', (reason) => unhandled.push(String(reason)));
  const host = new ScriptedHost(new ModelSession(skills(entries)));
  host.script = (call, _peer, proceed) => {
    const chance = call.method === 'dispatchAction' ? random() : 1;
    if (chance < 0.03) host.drop();
    if (chance < 0.01) host.session.toggle(call.params['action'] as ModelToggle);
    else if (chance > 0.02) proceed();
  };
  const listening = await listen(host);
  const waits = { echoTimeoutMs: 60_000_000, requestTimeoutMs: 400_000, keepAliveIntervalMs: 400_000 };
  const client = await connectToHost({ url: listening.url, clock: fastClock, ...waits });
  const store = await client.openSession(SESSION);
  const outcomes: Record<string, number> = {};
  const last = new Map<string, { wanted: boolean; outcome: Promise<ToggleOutcome> }>();
  const heapBytes: number[] = [];
  const differs: boolean[] = [];

  for (let round = 0; round < rounds; round += 1) {
    const open = new Set<Promise<ToggleOutcome>>();
    for (let count = 0; count < perRound; count += 1) {
      const id = `s${Math.floor(random() * entries)}`;
      const wanted = random() < 0.5;
      const outcome = store.toggle(id, wanted);
      last.set(id, { wanted, outcome });
      open.add(outcome);
      void outcome.then(({ kind }) => {
        outcomes[kind] = (outcomes[kind] ?? 0) + 1;
        open.delete(outcome);
      });
      if (random() < 0.01) host.drop();
      while (open.size >= inFlight) await Promise.race(open);
    }
    await Promise.all(open);
    await until(
      (listener) => client.onStatus(listener),
      () => client.status.kind === 'live',
    );
    await store.refresh();
    differs.push(JSON.stringify(shownFlags(store)) !== JSON.stringify(host.session.flags()));
    host.frames.length = 0;
    host.log.length = 0;
    heapBytes.push(usedHeap());
  }

  const lost: string[] = [];
  for (const [id, { wanted, outcome }] of last) {
    const { kind } = await outcome;
    if (kind !== 'confirmed' || host.session.flag(id) !== wanted) lost.push(id);
  }
  const pending = store.getSnapshot().pending.size;
  await client.close();
  await listening.close();
  const { connections } = host;
  return { outcomes, connections, lost, differs: differs.includes(true), pending, unhandled, heapBytes };
}

const report = await toggleRepeatedly(Number(process.argv[2]));
process.stdout.write(JSON.stringify(report));

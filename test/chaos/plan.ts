/** Plans a round from the seed before it starts: who switches what, who is killed, and when. */

import { oneOf } from '../support/random.js';
import type { Verb } from './attempts.js';
import { type ChaosEntry, entries, type Scope } from './entries.js';
import type { Rates } from './faults.js';

export interface Step {
  readonly verb: Verb;
  readonly entry: ChaosEntry;
  readonly scope: Scope;
}

/** A client makes these at once, then waits for all of them. */
export type Burst = readonly Step[];

export interface CommandStep extends Step {
  /** The proxy that it uses; undefined for an embedded host. */
  readonly via: number | undefined;
  readonly killAfterMs: number | undefined;
}

export interface Round {
  /** One list for each client that stays. */
  readonly bursts: readonly (readonly Burst[])[];
  readonly commands: readonly CommandStep[];
  /** The host is killed after this many commands; undefined for never. */
  readonly killHostAfter: number | undefined;
  readonly killHostDelayMs: number;
  /** One for each proxy. */
  readonly rates: readonly Rates[];
}

const verbs: readonly Verb[] = ['enable', 'disable', 'disable', 'toggle', 'reset'];

const counts = { bursts: 4, burst: 4, commands: 6, hot: 6 };

/** The generator, and the entries that the round switches repeatedly. */
interface Dice {
  readonly random: () => number;
  readonly hot: readonly ChaosEntry[];
}

function planStep({ random, hot }: Dice): Step {
  const entry = oneOf(random, random() < 0.6 ? hot : entries);
  return { verb: oneOf(random, verbs), entry, scope: oneOf(random, entry.scopes) };
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

const planBurst = (dice: Dice): Burst =>
  times(1 + Math.floor(dice.random() * counts.burst), () => planStep(dice));

function planCommand(dice: Dice): CommandStep {
  const { random } = dice;
  const [where, isKilled, delay] = [random(), random() < 0.35, random()];
  return {
    ...planStep(dice),
    via: where < 0.5 ? undefined : where < 0.75 ? 0 : 1,
    killAfterMs: isKilled ? Math.floor(delay * 300) : undefined,
  };
}

/** The first client's connection is mostly slow and cut, the second one's mostly garbled. */
const planRates = (random: () => number): Rates[] => [
  { cut: 0.5, delay: 0.2 * random(), duplicate: 0.02, reorder: 0.05 * random(), corrupt: 0.01 },
  { cut: 0.2, delay: 0.05, duplicate: 0.1 * random(), reorder: 0.1 * random(), corrupt: 0.06 * random() },
];

export function planRound(random: () => number): Round {
  const [isHostKilled, when, delay] = [random() < 0.5, random(), random()];
  const dice = { random, hot: times(counts.hot, () => oneOf(random, entries)) };
  return {
    bursts: times(2, () => times(counts.bursts, () => planBurst(dice))),
    commands: times(counts.commands, () => planCommand(dice)),
    killHostAfter: isHostKilled ? Math.floor(when * counts.commands) : undefined,
    killHostDelayMs: Math.floor(delay * 200),
    rates: planRates(random),
  };
}

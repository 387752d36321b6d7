/**
 * Every switch that was tried, when, and how it is said to have ended. From these follows what an entry may be: the
 * last switch that was made decides, and of two that overlap either may have been the last.
 */

import type { ChaosEntry, Scope, ToolId } from './entries.js';
import type { Standing } from './readers.js';

export type Verb = 'enable' | 'disable' | 'toggle' | 'reset';

/** Who switches: the two clients that stay, or a command with a host elsewhere or in its own process. */
export type Actor = 'client a' | 'client b' | 'remote command' | 'local command';

/** How it is said to have ended. `seen`: nothing had to be done. */
export type Ending = 'made' | 'not made' | 'seen' | 'unknown';

export interface Attempt {
  readonly actor: Actor;
  readonly entry: ChaosEntry;
  readonly verb: Verb;
  readonly scope: Scope;
  readonly startedAt: number;
  /** The last moment at which it can have had an effect; infinite while unknown. */
  endedAt: number;
  ending: Ending;
  /** True until it is said how it ended. */
  isRunning: boolean;
  /** What it makes of the entry, as far as that is known. */
  values: readonly boolean[];
}

const valuesOf: Record<Verb, readonly boolean[]> = {
  enable: [true],
  disable: [false],
  toggle: [true, false],
  // Nothing in the files at the start is about these entries, so that the default is all that is left.
  reset: [true],
};

export class Attempts {
  /** Those of this round. */
  #all: Attempt[] = [];
  /** Order is all that counts, so that moments are numbered. */
  #moment = 0;
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  get all(): readonly Attempt[] {
    return this.#all;
  }

  start(actor: Actor, verb: Verb, entry: ChaosEntry, scope: Scope): Attempt {
    const startedAt = ++this.#moment;
    const attempt: Attempt = {
      ...{ actor, entry, verb, scope, startedAt },
      ...{ endedAt: Number.POSITIVE_INFINITY, ending: 'unknown', isRunning: true, values: valuesOf[verb] },
    };
    this.#all.push(attempt);
    this.#log(`${startedAt}: ${actor} starts to ${verb} ${entry.name} (${scope})`);
    return attempt;
  }

  /** Notes what was said. One of unknown ending may have an effect later, unless its process did the writing. */
  end(attempt: Attempt, ending: Ending, said: string, enabled?: boolean): void {
    attempt.ending = ending;
    attempt.isRunning = false;
    if (attempt.verb === 'toggle' && enabled !== undefined) attempt.values = [enabled];
    const moment = ++this.#moment;
    if (ending !== 'unknown' || attempt.actor === 'local command') attempt.endedAt = moment;
    this.#log(`${moment}: of ${attempt.startedAt} (${attempt.entry.name}): ${said}`);
  }

  /** The host is dead: what it had been asked for and has not done, it will not do. */
  hostDied(): void {
    const moment = ++this.#moment;
    for (const attempt of this.#all) {
      if (!attempt.isRunning) attempt.endedAt = Math.min(attempt.endedAt, moment);
    }
    this.#log(`${moment}: the host is killed`);
  }

  /** What the entry may be in a tool, given what it was there when the round began. */
  mayBe({ name }: ChaosEntry, tool: ToolId | 'kept', before: Standing): Set<boolean> {
    const ofEntry = this.#all.filter(({ entry, ending }) => entry.name === name && ending !== 'not made');
    // What a command read may be out of date as soon as another client switches.
    const tried = ofEntry.filter(({ ending }) => ending !== 'seen');
    if (tried.length === 0 && ofEntry.length > 0) return new Set(ofEntry.flatMap(({ values }) => values));
    const made = tried.filter(({ ending }) => ending === 'made');
    const isOver = ({ endedAt }: Attempt) => made.some(({ startedAt }) => startedAt > endedAt);
    const values = tried.filter((attempt) => !isOver(attempt)).flatMap((attempt) => attempt.values);
    return new Set(made.length === 0 ? [...values, before[tool] ?? true] : values);
  }

  /** True if anybody else can have switched the entry since this one did. */
  isSharedSince(actor: Actor, name: string): boolean {
    const ofEntry = this.#all.filter(({ entry, ending }) => entry.name === name && ending !== 'not made');
    const own = ofEntry.findLast((attempt) => attempt.actor === actor && attempt.ending === 'made');
    const others = ofEntry.filter((attempt) => attempt.actor !== actor);
    return others.some(({ endedAt, isRunning }) => isRunning || endedAt >= (own?.startedAt ?? 0));
  }

  /** The next round starts: everything has settled. */
  clear(): void {
    this.#all = [];
  }
}

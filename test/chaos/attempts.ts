/**
 * Records every switch, when it was made and its reported outcome. They decide which states an entry may have: the
 * last switch counts. If two overlap, either may be the last.
 */

import type { ChaosEntry, Scope, ToolId } from './entries.js';
import type { ToolStates } from './readers.js';

export type Verb = 'enable' | 'disable' | 'toggle' | 'reset';

/** Who switches: the two clients that stay, or a command with a host elsewhere or in its own process. */
export type Actor = 'client a' | 'client b' | 'remote command' | 'local command';

/** The reported outcome. `seen`: there was nothing to do. */
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
  /** True until its outcome is reported. */
  isRunning: boolean;
  /** The state that it gives the entry, if known. */
  values: readonly boolean[];
}

const valuesOf: Record<Verb, readonly boolean[]> = {
  enable: [true],
  disable: [false],
  toggle: [true, false],
  // The initial files do not mention these entries, so they start with the default.
  reset: [true],
};

export class Attempts {
  /** Those of this round. */
  #all: Attempt[] = [];
  /** Moments are numbers, because only their order counts. */
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

  /** Records the outcome. A switch with an unknown outcome may take effect later, unless its own process wrote it. */
  end(attempt: Attempt, ending: Ending, said: string, wanted?: boolean): void {
    attempt.ending = ending;
    attempt.isRunning = false;
    if (attempt.verb === 'toggle' && wanted !== undefined) attempt.values = [wanted];
    const moment = ++this.#moment;
    if (ending !== 'unknown' || attempt.actor === 'local command') attempt.endedAt = moment;
    this.#log(`${moment}: of ${attempt.startedAt} (${attempt.entry.name}): ${said}`);
  }

  /** The host is dead: open requests will never take effect. */
  hostDied(): void {
    const moment = ++this.#moment;
    for (const attempt of this.#all) {
      if (!attempt.isRunning) attempt.endedAt = Math.min(attempt.endedAt, moment);
    }
    this.#log(`${moment}: the host is killed`);
  }

  /**
   * Returns the states that the entry may have in a tool, given its state when the round began. A tool is left out of
   * a switch for the workspace if it switches the entry only for all repositories.
   */
  mayBe({ name, globalOnly }: ChaosEntry, tool: ToolId | 'kept', before: ToolStates): Set<boolean> {
    const isLeftOut = (scope: Scope) => scope === 'workspace' && globalOnly.some((one) => one === tool);
    const ofEntry = this.#all.filter(
      ({ entry, ending, scope }) => entry.name === name && ending !== 'not made' && !isLeftOut(scope),
    );
    // What a command read may be out of date as soon as another client switches.
    const tried = ofEntry.filter(({ ending }) => ending !== 'seen');
    if (tried.length === 0 && ofEntry.length > 0) return new Set(ofEntry.flatMap(({ values }) => values));
    const made = tried.filter(({ ending }) => ending === 'made');
    const isOver = ({ endedAt }: Attempt) => made.some(({ startedAt }) => startedAt > endedAt);
    const values = tried.filter((attempt) => !isOver(attempt)).flatMap((attempt) => attempt.values);
    return new Set(made.length === 0 ? [...values, before[tool] ?? true] : values);
  }

  /** True if another client can have switched the entry since then. */
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

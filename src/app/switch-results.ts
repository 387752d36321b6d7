/**
 * Collects how switches ended and reports them together, once a frame: thousands may end in one turn. It decides
 * nothing: a switch under way lives in the session alone.
 */

import { SkillpickError } from '../errors.js';
import type { NamedSwitch, Settled, SwitchOutcome } from '../picker/made-switches.js';
import { appLimits } from './limits.js';

export interface ResultEvents {
  settled(results: readonly Settled[]): void;
  /** An unexpected error. */
  failed(error: unknown): void;
}

export class SwitchResults {
  readonly #events: ResultEvents;
  #results: Settled[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(events: ResultEvents) {
    this.#events = events;
  }

  /** `key` is that of its batch in the journal; null if it cannot be taken back. */
  follow(
    { id, name, enabled }: NamedSwitch,
    switching: Promise<SwitchOutcome>,
    key: number | null = null,
  ): void {
    const add = (outcome: SwitchOutcome) => {
      // The switch that replaced it has an outcome of its own.
      if ('isReplaced' in outcome) return;
      this.#add({ id, name, wanted: enabled, outcome, ...(key !== null && { key }) });
    };
    switching.then(add, (error) => {
      // An expected error means that nothing was sent, which is an outcome too.
      if (!(error instanceof SkillpickError)) this.#events.failed(error);
      else add({ kind: 'rejected', enabled: undefined, reason: error.message });
    });
  }

  /** Reports nothing more; returns the results that were not reported yet. */
  stop(): readonly Settled[] {
    this.#isOver = true;
    clearTimeout(this.#timer);
    return this.#results.splice(0);
  }

  #add(result: Settled): void {
    if (this.#isOver) return;
    this.#results.push(result);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#events.settled(this.#results.splice(0));
    }, 1_000 / appLimits.framesPerSecond);
  }
}

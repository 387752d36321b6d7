/**
 * Thousands of switches without a frozen screen: so many are sent in one turn and the rest in the next ones, and what
 * became of them is told together, once a frame.
 */

import { limits } from '../limits.js';
import type { Effect } from '../picker/intents.js';
import type { Outcome, Settled } from '../picker/state.js';

export type SwitchEffect = Extract<Effect, { type: 'switch' }>;

export interface SwitchEvents {
  /** Sends it; resolves to how it ended. */
  send(effect: SwitchEffect): Promise<Outcome>;
  settled(results: readonly Settled[]): void;
  /** Something that should not happen did. */
  failed(error: unknown): void;
}

export class SwitchQueue {
  readonly #events: SwitchEvents;
  readonly #waiting: SwitchEffect[] = [];
  #sentThisTurn = 0;
  #nextTurn: NodeJS.Immediate | undefined;
  #results: Settled[] = [];
  #telling: NodeJS.Timeout | undefined;

  constructor(events: SwitchEvents) {
    this.#events = events;
  }

  add(effect: SwitchEffect): void {
    this.#waiting.push(effect);
    this.#send();
  }

  /** Forgets what is not sent and not told yet. */
  clear(): void {
    clearImmediate(this.#nextTurn);
    clearTimeout(this.#telling);
    this.#nextTurn = undefined;
    this.#telling = undefined;
    this.#waiting.length = 0;
    this.#results = [];
    this.#sentThisTurn = 0;
  }

  #send(): void {
    while (this.#sentThisTurn < limits.switchesPerTurn) {
      const effect = this.#waiting.shift();
      if (effect === undefined) break;
      this.#sentThisTurn += 1;
      this.#follow(effect);
    }
    this.#nextTurn ??= setImmediate(() => {
      this.#nextTurn = undefined;
      this.#sentThisTurn = 0;
      if (this.#waiting.length > 0) this.#send();
    });
  }

  #follow(effect: SwitchEffect): void {
    const { id, name, enabled } = effect;
    this.#events.send(effect).then(
      (outcome) => this.#tell({ id, name, wanted: enabled, outcome }),
      (error) => this.#events.failed(error),
    );
  }

  #tell(result: Settled): void {
    this.#results.push(result);
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#events.settled(this.#results.splice(0));
    }, 1_000 / limits.framesPerSecond);
  }
}

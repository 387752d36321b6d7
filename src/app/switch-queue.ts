/**
 * Thousands of switches without a frozen screen: so many are sent in one turn and the rest in the next ones, and what
 * became of them is told together, once a frame. What is taken back before it was sent never is.
 */

import type { Effect } from '../picker/intents.js';
import type { Settled, SwitchOutcome } from '../picker/state.js';
import { appLimits } from './limits.js';

export type SwitchEffect = Extract<Effect, { type: 'switch' }>;

export interface SwitchEvents {
  /** Sends it; resolves to how it ended. */
  send(effect: SwitchEffect): Promise<SwitchOutcome>;
  settled(results: readonly Settled[]): void;
  /** Something that should not happen did. */
  failed(error: unknown): void;
}

/** Nothing was sent, so nothing can have failed. */
const spared: SwitchOutcome = { kind: 'confirmed', enabled: undefined };

/** The decision a switch is about: an entry has one in every scope. */
const decisionOf = ({ id, scope }: SwitchEffect): string => `${scope}\n${id}`;

export class SwitchQueue {
  readonly #events: SwitchEvents;
  /** Not sent yet, in their order, one for every decision. */
  readonly #waiting = new Map<string, SwitchEffect>();
  #sentThisTurn = 0;
  #nextTurn: NodeJS.Immediate | undefined;
  #results: Settled[] = [];
  #telling: NodeJS.Timeout | undefined;
  #tellingNow: NodeJS.Immediate | undefined;
  #isOver = false;

  constructor(events: SwitchEvents) {
    this.#events = events;
  }

  add(effect: SwitchEffect): void {
    const decision = decisionOf(effect);
    const unsent = this.#waiting.get(decision);
    if (unsent === undefined) this.#waiting.set(decision, effect);
    else this.#replace(decision, unsent, effect);
    this.#send();
  }

  /** Sends and tells no more; answers what nobody was told yet. */
  stop(): readonly Settled[] {
    this.#isOver = true;
    clearImmediate(this.#nextTurn);
    clearTimeout(this.#telling);
    clearImmediate(this.#tellingNow);
    this.#waiting.clear();
    return this.#results.splice(0);
  }

  /** The newer wish counts, and where it leads back to how things stood, neither has to be sent. */
  #replace(decision: string, unsent: SwitchEffect, effect: SwitchEffect): void {
    this.#waiting.delete(decision);
    this.#tell(unsent, spared);
    if (effect.enabled === unsent.before) this.#tell(effect, spared);
    else this.#waiting.set(decision, { ...effect, before: unsent.before });
  }

  #send(): void {
    while (this.#sentThisTurn < appLimits.switchesPerTurn) {
      const [first] = this.#waiting;
      if (first === undefined) break;
      const [decision, effect] = first;
      this.#waiting.delete(decision);
      this.#sentThisTurn += 1;
      this.#follow(effect);
    }
    this.#nextTurn ??= setImmediate(() => {
      this.#nextTurn = undefined;
      this.#sentThisTurn = 0;
      if (this.#waiting.size > 0) this.#send();
    });
  }

  #follow(effect: SwitchEffect): void {
    this.#events.send(effect).then(
      (outcome) => this.#tell(effect, outcome),
      (error) => this.#events.failed(error),
    );
  }

  #tell({ id, name, enabled }: SwitchEffect, outcome: SwitchOutcome): void {
    if (this.#isOver) return;
    this.#results.push({ id, name, wanted: enabled, outcome });
    this.#telling ??= setTimeout(() => this.#tellAll(), 1_000 / appLimits.framesPerSecond);
  }

  /** After the list has changed, which it does at the end of a turn: until then our wish is all that is known. */
  #tellAll(): void {
    this.#tellingNow = setImmediate(() => {
      this.#telling = undefined;
      this.#events.settled(this.#results.splice(0));
    });
  }
}

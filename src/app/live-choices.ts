/**
 * Lists what the chooser offers, and lists it again while the chooser is open: when the host reports a change of its
 * sessions, and now and then, because other hosts start and end without a word.
 */

import { SkillpickError } from '../errors.js';
import type { SessionSource } from '../source/session-source.js';
import { appLimits } from './limits.js';
import type { Offer } from './session-choices.js';

export interface ChoiceParts {
  /** Lists the offers: of the given host, or of the open one. */
  list(host: Offer | undefined): Promise<Offer[]>;
  current(): SessionSource | undefined;
  /** True while the chooser is open. */
  isChoosing(): boolean;
  show(offers: readonly Offer[]): void;
  failed(error: unknown): void;
}

export class LiveChoices {
  readonly #parts: ChoiceParts;
  #offers: readonly Offer[] = [];
  #stopSession: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  /** Counts the openings: a list that was asked for earlier is not shown any more. */
  #opening = 0;
  /** Counts the lists: one that comes late does not replace a newer one. */
  #asked = 0;
  #shown = 0;

  constructor(parts: ChoiceParts) {
    this.#parts = parts;
  }

  find(key: string): Offer | undefined {
    return this.#offers.find((offer) => offer.key === key);
  }

  /** Shows the offers of a host, or of the open one, and keeps them up to date. */
  async open(host: Offer | undefined): Promise<void> {
    this.stop();
    const opening = this.#opening;
    await this.#list(host, opening);
    if (opening !== this.#opening) return;
    const again = () => {
      this.#list(host, opening).catch((error: unknown) => {
        // The last list stays; the host may answer the next time.
        if (!(error instanceof SkillpickError)) this.#parts.failed(error);
      });
    };
    // Another host is asked over a connection that lasts only for its list.
    if (host === undefined) this.#stopSession = this.#parts.current()?.onSessions(again) ?? (() => {});
    this.#timer = setInterval(again, appLimits.choicesRefreshMs);
    this.#timer.unref();
  }

  stop(): void {
    this.#opening += 1;
    this.#stopSession();
    this.#stopSession = () => {};
    clearInterval(this.#timer);
  }

  async #list(host: Offer | undefined, opening: number): Promise<void> {
    if (opening === this.#opening && !this.#parts.isChoosing()) this.stop();
    if (opening !== this.#opening) return;
    this.#asked += 1;
    const number = this.#asked;
    const offers = await this.#parts.list(host);
    if (opening !== this.#opening || number < this.#shown || !this.#parts.isChoosing()) return;
    this.#shown = number;
    this.#offers = offers;
    this.#parts.show(offers);
  }
}

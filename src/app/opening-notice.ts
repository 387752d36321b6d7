/** What the picker says while its first session is being opened: how long the host has left, then what comes next. */

import { clientLimits } from '../client/limits.js';
import { monotonicMs } from '../monotonic.js';
import type { Model } from '../picker/state.js';
import { acpLimits } from '../source/acp/limits.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { whileOpening, withSecondsLeft } from './initial-state.js';

/** Returns how long a host, or an agent, may take to respond. */
export function startTimeoutMs({ acp, timeoutMs }: Pick<ConnectOptions, 'acp' | 'timeoutMs'>): number {
  return timeoutMs ?? (acp === undefined ? clientLimits.connectTimeoutMs : acpLimits.requestTimeoutMs);
}

interface OpeningContext {
  model(): Model;
  show(model: Model): void;
  /** How long a host may take to respond. */
  waitMs: number;
}

export class OpeningNotice {
  readonly #context: OpeningContext;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: OpeningContext) {
    this.#context = context;
  }

  /** Counts down until the host has responded. */
  countDown(): void {
    const { model, show, waitMs } = this.#context;
    const endsAtMs = monotonicMs() + waitMs;
    const count = () => show(withSecondsLeft(model(), endsAtMs - monotonicMs()));
    this.#timer = setInterval(count, 1_000);
    count();
  }

  /** The host has responded. */
  connected(): void {
    this.stop();
    this.#context.show(whileOpening(this.#context.model()));
  }

  /** The host has several sessions, of which the user has to choose one. */
  choose(): void {
    this.stop();
    this.#context.show({ ...this.#context.model(), waitingFor: 'Choose a session.' });
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/**
 * Asks the host for a session's state. A host that has just started may not have loaded the session, or report that
 * there is none: both are asked again after a pause.
 */

import { SkillpickError } from '../errors.js';
import { ErrorCodes } from '../protocol/messages.js';
import type { Snapshot, URI } from '../protocol/types.js';
import type { Clock } from './clock.js';
import { RequestError } from './connection.js';
import { clientLimits } from './limits.js';

export interface StateLink {
  readonly clock: Clock;
  subscribe(channel: URI): Promise<Snapshot>;
}

const isUnknown = (error: unknown): boolean =>
  error instanceof SkillpickError && error.code === 'session-unknown';

const isNotYet = (error: unknown): boolean =>
  error instanceof RequestError && error.rpcCode === ErrorCodes.InternalError;

export class StateRequest {
  readonly #link: StateLink;
  readonly #uri: URI;
  /** The number of "not yet" replies since the last state. */
  #notYet = 0;
  #isStopped = false;
  #endPause: () => void = () => {};

  constructor(link: StateLink, uri: URI) {
    this.#link = link;
    this.#uri = uri;
  }

  /**
   * Resolves to the state, or rejects with the last error. Only a host that was away gets time to load the
   * session.
   */
  async ask(wasAway: boolean): Promise<Snapshot> {
    let unknown = 0;
    for (;;) {
      try {
        const snapshot = await this.#link.subscribe(this.#uri);
        this.#notYet = 0;
        return snapshot;
      } catch (error) {
        if (isUnknown(error) && unknown < 1) {
          unknown += 1;
          await this.#pause(clientLimits.missingCheckMs);
        } else if (wasAway && isNotYet(error) && this.#notYet < clientLimits.notYetAttempts) {
          await this.#pause(clientLimits.reconnectFirstDelayMs * 2 ** this.#notYet);
          this.#notYet += 1;
        } else throw error;
        if (this.#isStopped) throw error;
      }
    }
  }

  /** Ends a pause and never asks again. */
  stop(): void {
    this.#isStopped = true;
    this.#endPause();
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stopTimer = this.#link.clock.after(delayMs, resolve);
      this.#endPause = () => {
        stopTimer();
        resolve();
      };
    });
  }
}

/** Knows which clients are there: one that was cut off may come back for a while before it counts as gone. */

import { hostLimits } from '../limits.js';

export class ClientPresence {
  readonly #gone: (clientId: string) => void;
  readonly #cutOff = new Map<string, NodeJS.Timeout>();

  /** `gone` is called when a client has left for good. */
  constructor(gone: (clientId: string) => void) {
    this.#gone = gone;
  }

  /** Returns true if the client was cut off before. */
  joined(clientId: string): boolean {
    clearTimeout(this.#cutOff.get(clientId));
    return this.#cutOff.delete(clientId);
  }

  left(clientId: string, isCutOff: boolean): void {
    this.joined(clientId);
    if (!isCutOff) {
      this.#gone(clientId);
      return;
    }
    const timer = setTimeout(() => {
      this.#cutOff.delete(clientId);
      this.#gone(clientId);
    }, hostLimits.clientGraceMs);
    timer.unref();
    this.#cutOff.set(clientId, timer);
  }

  close(): void {
    for (const timer of this.#cutOff.values()) clearTimeout(timer);
    this.#cutOff.clear();
  }
}

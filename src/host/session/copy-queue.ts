/** Bounds the copies of plugins that are made at the same time: few in the whole host, and one for each client. */

import { hostLimits } from '../limits.js';

interface WaitingCopy {
  readonly clientId: string;
  start(): void;
}

export class CopyQueue {
  readonly #running = new Set<string>();
  readonly #waiting = new Set<WaitingCopy>();

  /** Runs `copy` when it is its turn. Rejects if the signal is aborted before. */
  async run<T>(clientId: string, signal: AbortSignal, copy: () => Promise<T>): Promise<T> {
    await this.#turn(clientId, signal);
    try {
      return await copy();
    } finally {
      this.#running.delete(clientId);
      this.#startNext();
    }
  }

  #turn(clientId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { clientId, start };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', leave, { once: true });
      this.#startNext();
    });
  }

  #startNext(): void {
    for (const waiting of this.#waiting) {
      if (this.#running.size >= hostLimits.clientPluginsAtOnce) return;
      if (this.#running.has(waiting.clientId)) continue;
      this.#waiting.delete(waiting);
      this.#running.add(waiting.clientId);
      waiting.start();
    }
  }
}

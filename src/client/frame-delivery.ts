/** Delivers the frames of a socket, and its end, once the transport is opened. Keeps frames that arrive before that. */

import type { TransportEvents } from '../protocol/transport.js';

export class FrameDelivery {
  #events: TransportEvents | undefined;
  #early: string[] = [];
  #failure: Error | undefined;
  #hasEnded = false;

  /** Delivers from the next microtask on, never from within this call. */
  open(events: TransportEvents): void {
    queueMicrotask(() => {
      this.#events = events;
      for (const text of this.#early.splice(0)) events.frame(text);
      if (this.#hasEnded) events.end(this.#failure);
    });
  }

  frame(text: string): void {
    if (this.#events === undefined) this.#early.push(text);
    else this.#events.frame(text);
  }

  /** Notes why the transport will end; the first reason counts. */
  fail(error: Error): void {
    this.#failure ??= error;
  }

  /** The same for a close code. */
  failByCode(code: number): void {
    this.fail(new Error(`the host closed the connection (${code})`));
  }

  end(): void {
    this.#hasEnded = true;
    this.#events?.end(this.#failure);
  }
}

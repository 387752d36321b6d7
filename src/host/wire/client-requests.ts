/** Requests of this host to one client, each with a timeout. */

import type { JsonObject } from '../../protocol/checks.js';
import { encodeMessage, type Message } from '../../protocol/messages.js';
import { hostLimits } from '../limits.js';

/** The request got no result: the client refused it, did not answer, or is gone. */
export class RequestFailed extends Error {}

interface SentRequest {
  resolve(result: unknown): void;
  reject(error: RequestFailed): void;
  readonly timer: NodeJS.Timeout;
}

export class ClientRequests {
  readonly #send: (text: string) => void;
  readonly #waiting = new Map<unknown, SentRequest>();
  #nextId = 1;
  #isOver = false;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  /** Resolves to the result, which is unread JSON. Rejects with RequestFailed. */
  ask(method: string, params: JsonObject): Promise<unknown> {
    if (this.#isOver) return Promise.reject(new RequestFailed('its client is gone'));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        const seconds = hostLimits.clientRequestTimeoutMs / 1000;
        reject(new RequestFailed(`its client did not answer ${method} within ${seconds} s`));
      }, hostLimits.clientRequestTimeoutMs);
      timer.unref();
      this.#waiting.set(id, { resolve, reject, timer });
      this.#send(encodeMessage({ kind: 'request', id, method, params }));
    });
  }

  /** Takes a response of the client. Ignores one to a request that nobody waits for. */
  settle(message: Extract<Message, { kind: 'result' | 'error' }>): void {
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    this.#waiting.delete(message.id);
    clearTimeout(waiting.timer);
    if (message.kind === 'result') waiting.resolve(message.result);
    else
      waiting.reject(new RequestFailed(`its client refused a file: ${message.error.message.slice(0, 200)}`));
  }

  /** The client is gone. */
  end(): void {
    this.#isOver = true;
    for (const { timer, reject } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new RequestFailed('its client is gone'));
    }
    this.#waiting.clear();
  }
}

/**
 * Runs one request at a time and shares its reply. A caller never gets the reply to a request that was under way before
 * the call, because that reply may be too old.
 */

export class FreshRequest<Reply> {
  readonly #send: () => Promise<Reply>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Reply> | undefined;

  constructor(send: () => Promise<Reply>) {
    this.#send = send;
  }

  /** Returns the reply to the next request. All calls before that request starts share it. */
  run(): Promise<Reply> {
    this.#next ??= this.#afterRunning();
    return this.#next;
  }

  async #afterRunning(): Promise<Reply> {
    await this.#running;
    this.#next = undefined;
    const reply = this.#send();
    this.#running = reply.catch(() => {});
    return reply;
  }
}

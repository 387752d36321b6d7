/**
 * One question at a time. Whoever asks gets an answer to a question put after he asked: never to one that was
 * already under way, for that may have missed what he asks about.
 */

export class FreshRun<Answer> {
  readonly #ask: () => Promise<Answer>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Answer> | undefined;

  constructor(ask: () => Promise<Answer>) {
    this.#ask = ask;
  }

  /** The answer of the next run; all who ask before it starts share it. */
  run(): Promise<Answer> {
    this.#next ??= this.#afterRunning();
    return this.#next;
  }

  async #afterRunning(): Promise<Answer> {
    await this.#running;
    this.#next = undefined;
    const answer = this.#ask();
    this.#running = answer.catch(() => {});
    return answer;
  }
}

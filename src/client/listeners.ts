/** A set of listeners. During a notification a listener may remove itself or others, or add new ones. */

export class Listeners<Args extends unknown[] = []> {
  readonly #entries = new Set<{ listener: (...args: Args) => void }>();
  #isDue = false;

  /** Adds a listener; returns how to remove it. */
  add(listener: (...args: Args) => void): () => void {
    const entry = { listener };
    this.#entries.add(entry);
    return () => {
      this.#entries.delete(entry);
    };
  }

  /** Calls every listener that was there at the start, unless it was removed meanwhile. */
  notify(...args: Args): void {
    for (const entry of [...this.#entries]) if (this.#entries.has(entry)) entry.listener(...args);
  }

  /** Calls the listeners at the end of this turn of the event loop, once for all calls in the turn. */
  notifySoon(...args: Args): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.notify(...args);
    });
  }
}

/** Who wants to be told. While being told, a listener may stop itself or others, or add new ones. */

export class Listeners<Args extends unknown[] = []> {
  readonly #entries = new Set<{ listener: (...args: Args) => void }>();
  #isDue = false;

  /** Adds one; answers how to stop. */
  add(listener: (...args: Args) => void): () => void {
    const entry = { listener };
    this.#entries.add(entry);
    return () => {
      this.#entries.delete(entry);
    };
  }

  /** Tells everybody who was there at the start and still is. */
  tell(...args: Args): void {
    for (const entry of [...this.#entries]) if (this.#entries.has(entry)) entry.listener(...args);
  }

  /** Tells everybody once at the end of this turn of the event loop, however often it is asked to in it. */
  tellSoon(...args: Args): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.tell(...args);
    });
  }
}

/** A list with a bound on its memory, for JSON that is kept for later. A host may send any amount of it. */

/** The approximate memory of an empty object or list, and of one value in it. */
const containerBytes = 56;
const valueBytes = 16;

/**
 * Returns about how many bytes the value takes; stops counting beyond `most`.
 * @internal
 */
export function estimateBytes(value: unknown, most: number): number {
  if (typeof value === 'string') return valueBytes + value.length;
  if (typeof value !== 'object' || value === null) return valueBytes;
  let bytes = containerBytes;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && bytes <= most; index += 1)
      bytes += estimateBytes(value[index], most - bytes);
    return bytes;
  }
  for (const key in value) {
    if (bytes > most) break;
    bytes += valueBytes + key.length + estimateBytes((value as Record<string, unknown>)[key], most - bytes);
  }
  return bytes;
}

/** Keeps items until they are too large together; then it keeps none of them. */
export class BoundedList<Item> {
  readonly #mostBytes: number;
  #items: Item[] = [];
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The items in order; undefined if they were too large to keep. */
  get items(): Item[] | undefined {
    return this.#bytes > this.#mostBytes ? undefined : this.#items;
  }

  add(item: Item): void {
    if (this.#bytes > this.#mostBytes) return;
    this.#bytes += estimateBytes(item, this.#mostBytes);
    if (this.#bytes > this.#mostBytes) this.#items = [];
    else this.#items.push(item);
  }
}

/** About how much memory JSON takes that is kept for later; a host decides how much it sends, not how much we keep. */

/** Of an object or a list without what is in it, and of one value in it. */
const containerBytes = 56;
const valueBytes = 16;

/** The bytes, counted until they are more than `most`. */
export function weigh(value: unknown, most: number): number {
  if (typeof value === 'string') return valueBytes + value.length;
  if (typeof value !== 'object' || value === null) return valueBytes;
  let bytes = containerBytes;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && bytes <= most; index += 1)
      bytes += weigh(value[index], most - bytes);
    return bytes;
  }
  for (const key in value) {
    if (bytes > most) break;
    bytes += valueBytes + key.length + weigh((value as Record<string, unknown>)[key], most - bytes);
  }
  return bytes;
}

/** Keeps items until they are too heavy; then it keeps none of them. */
export class BoundedList<Item> {
  readonly #mostBytes: number;
  #items: Item[] = [];
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The items in order; undefined if there were too many to keep. */
  get items(): Item[] | undefined {
    return this.#bytes > this.#mostBytes ? undefined : this.#items;
  }

  add(item: Item): void {
    if (this.#bytes > this.#mostBytes) return;
    this.#bytes += weigh(item, this.#mostBytes);
    if (this.#bytes > this.#mostBytes) this.#items = [];
    else this.#items.push(item);
  }
}

/** A list that never changes and to which adding is cheap: piles that grew out of each other share their items. */

export class SharedList<Item> implements Iterable<Item> {
  readonly #items: Item[];
  readonly length: number;

  constructor(items: Item[] = [], length: number = items.length) {
    this.#items = items;
    this.length = length;
  }

  /** The pile with one more on top. */
  add(item: Item): SharedList<Item> {
    // Another pile may have grown out of this one already.
    const items = this.#items.length === this.length ? this.#items : [...this];
    items.push(item);
    return new SharedList(items);
  }

  filter(keep: (item: Item) => boolean): SharedList<Item> {
    return new SharedList([...this].filter(keep));
  }

  map<Result>(change: (item: Item) => Result): SharedList<Result> {
    return new SharedList([...this].map(change));
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (let index = 0; index < this.length; index += 1) yield this.#items[index] as Item;
  }
}

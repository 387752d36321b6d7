/** A list that never changes and to which adding is cheap: piles that grew out of each other share their items. */

export class Pile<Item> implements Iterable<Item> {
  readonly #items: Item[];
  readonly length: number;

  constructor(items: Item[] = [], length: number = items.length) {
    this.#items = items;
    this.length = length;
  }

  /** The pile with one more on top. */
  add(item: Item): Pile<Item> {
    // Another pile may have grown out of this one already.
    const items = this.#items.length === this.length ? this.#items : [...this];
    items.push(item);
    return new Pile(items);
  }

  filter(keep: (item: Item) => boolean): Pile<Item> {
    return new Pile([...this].filter(keep));
  }

  map<Result>(change: (item: Item) => Result): Pile<Result> {
    return new Pile([...this].map(change));
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (let index = 0; index < this.length; index += 1) yield this.#items[index] as Item;
  }
}

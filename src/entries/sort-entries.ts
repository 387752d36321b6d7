/** Sorts entries by name, in the same order on every machine. */

import type { Entry } from './entries.js';
import type { SortOrder } from './query-values.js';
import { fold } from './words.js';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the items by the name of their entry in any case, then by its uri. */
export function sortedByName<T>(items: readonly T[], entryOf: (item: T) => Entry): T[] {
  const keyed = items.map((item) => ({ item, name: fold(entryOf(item).name), uri: entryOf(item).uri }));
  return keyed.sort((a, b) => compare(a.name, b.name) || compare(a.uri, b.uri)).map(({ item }) => item);
}

/** Returns the entries in this order; by place, they keep the host's order. */
export function sortEntries(entries: readonly Entry[], order: SortOrder): readonly Entry[] {
  return order === 'name' ? sortedByName(entries, (entry) => entry) : entries;
}

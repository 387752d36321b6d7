/**
 * Where each entry is in a list, so that thousands can be looked up without searching the list thousands of times.
 * It holds for every list of the same structure: switching an entry moves nothing.
 */

import { childrenOf, type Located } from '../protocol/tree.js';
import type { AnyCustomization, ChildCustomization, Customization } from '../protocol/types.js';

interface Place {
  top: number;
  /** Position among the container's children; undefined for a top-level entry. */
  child?: number;
}

type List = readonly Customization[];

/** Two entries may share an id: top level comes first, then the first child. */
function placesOf(list: List): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const [top, { id }] of list.entries()) if (!places.has(id)) places.set(id, { top });
  for (const [top, entry] of list.entries()) {
    for (const [child, { id }] of childrenOf(entry)?.entries() ?? []) {
      if (!places.has(id)) places.set(id, { top, child });
    }
  }
  return places;
}

export class EntryIndex {
  #list: List;
  #places: Map<string, Place> | undefined;

  constructor(list: List = []) {
    this.#list = list;
  }

  /** The entry an action with this id reaches, in a list of the same structure. */
  find(list: List | undefined, id: string): Located | undefined {
    const place = this.#place(id);
    const entry = place && list?.[place.top];
    if (place === undefined || entry === undefined) return undefined;
    if (place.child === undefined) return { node: entry };
    const node = childrenOf(entry)?.[place.child];
    return node && { node, container: entry };
  }

  /** The list with these entries in the places of those with their ids; every list in it is copied once. */
  replace(list: List, entries: ReadonlyMap<string, AnyCustomization>): Customization[] {
    const result = [...list];
    const children = new Map<number, ChildCustomization[]>();
    for (const [id, node] of entries) {
      const { top, child } = this.#place(id) ?? { top: -1 };
      const entry = list[top];
      if (entry === undefined) continue;
      if (child === undefined) result[top] = node as Customization;
      else {
        const copy = children.get(top) ?? [...(childrenOf(entry) ?? [])];
        copy[child] = node as ChildCustomization;
        children.set(top, copy);
      }
    }
    for (const [top, copy] of children) result[top] = { ...result[top], children: copy } as Customization;
    return result;
  }

  #place(id: string): Place | undefined {
    if (this.#places === undefined) {
      this.#places = placesOf(this.#list);
      this.#list = [];
    }
    return this.#places.get(id);
  }
}

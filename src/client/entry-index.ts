/**
 * Where each entry is in a list, so that thousands can be looked up without searching the list thousands of times.
 * It holds for every list of the same structure: switching an entry moves nothing.
 */

import { childrenOf, type LocatedNode } from '../protocol/tree.js';
import type { AnyCustomization, ChildCustomization, Customization } from '../protocol/types.js';

interface NodePosition {
  top: number;
  /** Position among the container's children; undefined for a top-level entry. */
  child?: number;
}

type NodeList = readonly Customization[];

/** Two entries may share an id: top level comes first, then the first child. */
function placesOf(list: NodeList): Map<string, NodePosition> {
  const places = new Map<string, NodePosition>();
  for (const [top, { id }] of list.entries()) if (!places.has(id)) places.set(id, { top });
  for (const [top, entry] of list.entries()) {
    for (const [child, { id }] of childrenOf(entry)?.entries() ?? []) {
      if (!places.has(id)) places.set(id, { top, child });
    }
  }
  return places;
}

export class EntryIndex {
  #list: NodeList;
  #places: Map<string, NodePosition> | undefined;

  constructor(list: NodeList = []) {
    this.#list = list;
  }

  /** The entry an action with this id reaches, in a list of the same structure. */
  find(list: NodeList | undefined, id: string): LocatedNode | undefined {
    const place = this.#place(id);
    const entry = place && list?.[place.top];
    if (place === undefined || entry === undefined) return undefined;
    if (place.child === undefined) return { node: entry };
    const node = childrenOf(entry)?.[place.child];
    return node && { node, container: entry };
  }

  /** The list with these entries in the places of those with their ids; every list in it is copied once. */
  replace(list: NodeList, entries: ReadonlyMap<string, AnyCustomization>): Customization[] {
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

  #place(id: string): NodePosition | undefined {
    if (this.#places === undefined) {
      this.#places = placesOf(this.#list);
      this.#list = [];
    }
    return this.#places.get(id);
  }
}

/**
 * The position of each entry in a list, so that thousands can be looked up without searching the list each time. It
 * is valid for every list of the same structure: switching an entry moves nothing.
 */

import { childrenOf, type LocatedNode } from '../protocol/tree.js';
import type { AnyCustomization, ChildCustomization, Customization } from '../protocol/types.js';

interface NodePosition {
  top: number;
  /** Position among the container's children; undefined for a top-level entry. */
  child?: number;
}

type NodeList = readonly Customization[];

/** If entries share an id, the top-level one is indexed, else the first child. */
function positionsOf(list: NodeList): Map<string, NodePosition> {
  const positions = new Map<string, NodePosition>();
  for (const [top, { id }] of list.entries()) if (!positions.has(id)) positions.set(id, { top });
  for (const [top, entry] of list.entries()) {
    for (const [child, { id }] of childrenOf(entry)?.entries() ?? []) {
      if (!positions.has(id)) positions.set(id, { top, child });
    }
  }
  return positions;
}

export class EntryIndex {
  #list: NodeList;
  #positions: Map<string, NodePosition> | undefined;

  constructor(list: NodeList = []) {
    this.#list = list;
  }

  /** Returns the entry that an action with this id reaches, in a list of the same structure. */
  find(list: NodeList | undefined, id: string): LocatedNode | undefined {
    const position = this.#position(id);
    const entry = position && list?.[position.top];
    if (position === undefined || entry === undefined) return undefined;
    if (position.child === undefined) return { node: entry };
    const node = childrenOf(entry)?.[position.child];
    return node && { node, container: entry };
  }

  /** Returns the list with these entries in place of those with their ids; every list in it is copied once. */
  replace(list: NodeList, entries: ReadonlyMap<string, AnyCustomization>): Customization[] {
    const result = [...list];
    const children = new Map<number, ChildCustomization[]>();
    for (const [id, node] of entries) {
      const { top, child } = this.#position(id) ?? { top: -1 };
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

  #position(id: string): NodePosition | undefined {
    if (this.#positions === undefined) {
      this.#positions = positionsOf(this.#list);
      this.#list = [];
    }
    return this.#positions.get(id);
  }
}

/**
 * A state, and actions on top of it that are not written into it yet. Toggles often come by the thousand, and copying
 * the list for each of them would take quadratic time.
 */

import { sessionReducer } from '../protocol/reducer.js';
import { childrenOf, type LocatedNode } from '../protocol/tree.js';
import type {
  Action,
  AnyCustomization,
  ChildCustomization,
  Customization,
  SessionState,
} from '../protocol/types.js';

interface NodePosition {
  top: number;
  /** Position among the container's children; undefined for a top-level entry. */
  child?: number;
}

type NodeList = readonly Customization[];

/** Of entries that share an id, indexes the top-level one, or else the first child. */
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

/**
 * The position of each entry in a list, so that thousands can be looked up without searching the list each time. It
 * is valid for every list of the same structure: switching an entry does not move any.
 */
class EntryIndex {
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

  /** Returns the list with these entries replaced; all of them must be in it. Copies every changed list once. */
  replace(list: NodeList, entries: ReadonlyMap<string, AnyCustomization>): Customization[] {
    const result = [...list];
    const children = new Map<number, ChildCustomization[]>();
    for (const [id, node] of entries) {
      const { top, child } = this.#position(id)!;
      if (child === undefined) result[top] = node as Customization;
      else {
        const copy = children.get(top) ?? [...(childrenOf(list[top]!) ?? [])];
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

/** A state with an index of its entries. */
export interface Indexed {
  confirmed: SessionState;
  index: EntryIndex;
}

export function indexed(confirmed: SessionState): Indexed {
  return { confirmed, index: new EntryIndex(confirmed.customizations) };
}

function toggled(node: AnyCustomization, action: Action): AnyCustomization {
  const alone: SessionState = { lifecycle: 'ready', customizations: [node as Customization] };
  return sessionReducer(alone, action).customizations?.[0] ?? node;
}

export class Draft {
  #base: Indexed;
  readonly #changed = new Map<string, AnyCustomization>();

  constructor({ confirmed, index }: Indexed) {
    this.#base = { confirmed, index };
  }

  apply(action: Action): void {
    if (action.type === 'session/customizationToggled') this.toggle(action as Action & { id: string });
    else {
      const { confirmed, index } = this.finish();
      const next = sessionReducer(confirmed, action);
      const isSameList = next.customizations === confirmed.customizations;
      this.#base = isSameList ? { confirmed: next, index } : indexed(next);
    }
  }

  toggle(action: Action & { id: string }): void {
    const { node } = this.find(action.id) ?? {};
    const changed = node && toggled(node, action);
    if (changed !== undefined && changed !== node) this.#changed.set(action.id, changed);
  }

  /** Replaces an entry by what is shown of it. */
  show(id: string, change: (node: AnyCustomization) => AnyCustomization): void {
    const { node } = this.find(id) ?? {};
    const shown = node && change(node);
    if (shown !== undefined && shown !== node) this.#changed.set(id, shown);
  }

  /** Returns the entry that an action with this id reaches, with the actions so far. */
  find(id: string): LocatedNode | undefined {
    const { confirmed, index } = this.#base;
    const found = index.find(confirmed.customizations, id);
    const node = this.#changed.get(id);
    return found && node ? { ...found, node } : found;
  }

  /** Returns the state with all actions written into it. */
  finish(): Indexed {
    const { confirmed, index } = this.#base;
    if (this.#changed.size > 0 && confirmed.customizations !== undefined) {
      const customizations = index.replace(confirmed.customizations, this.#changed);
      this.#base = { confirmed: { ...confirmed, customizations }, index };
      this.#changed.clear();
    }
    return this.#base;
  }
}

/** Returns a function that finds an entry; it returns undefined if the entry is not in the list. */
export function nodesOf(state: SessionState): (id: string) => AnyCustomization | undefined {
  const draft = new Draft(indexed(state));
  return (id) => draft.find(id)?.node;
}

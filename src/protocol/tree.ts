/**
 * Finds and replaces nodes of the customization tree. If a top-level entry and a child share an id, the top-level entry
 * is found, because hosts act on that one.
 */

import type { AnyCustomization, ChildCustomization, Customization } from './types.js';

/** A node and, for a child, its container. */
export interface LocatedNode {
  node: AnyCustomization;
  container?: Customization;
}

/** Returns the children of a top-level entry; undefined if it cannot have any or has not been read yet. */
export function childrenOf(entry: Customization): ChildCustomization[] | undefined {
  return 'children' in entry ? entry.children : undefined;
}

/** Returns the client that published the node, or the plugin that it is in; undefined for those of the host itself. */
export function publisherOf({ node, container }: LocatedNode): string | undefined {
  const plugin = container ?? node;
  return 'clientId' in plugin ? plugin.clientId : undefined;
}

/** Yields every node, each container before its children. */
export function* walk(list: readonly Customization[] = []): Generator<LocatedNode> {
  for (const entry of list) {
    yield { node: entry };
    for (const child of childrenOf(entry) ?? []) yield { node: child, container: entry };
  }
}

/** Returns every node by its id, for lists in which ids are unique. */
export function indexById(list: readonly Customization[] | undefined): Map<string, LocatedNode> {
  const index = new Map<string, LocatedNode>();
  for (const located of walk(list)) index.set(located.node.id, located);
  return index;
}

/** Returns the node that an action with this id acts on. */
export function findCustomization(
  list: readonly Customization[] | undefined,
  id: string,
): LocatedNode | undefined {
  if (list === undefined) return undefined;
  const top = list.find((entry) => entry.id === id);
  if (top !== undefined) return { node: top };
  for (const container of list) {
    const child = childrenOf(container)?.find((candidate) => candidate.id === id);
    if (child !== undefined) return { node: child, container };
  }
  return undefined;
}

type NodeChange = (node: AnyCustomization) => AnyCustomization | undefined;

function changeOne<T extends AnyCustomization>(list: T[], id: string, change: NodeChange): T[] | undefined {
  const index = list.findIndex((node) => node.id === id);
  const node = list[index];
  if (node === undefined) return undefined;
  const changed = change(node);
  if (changed === node) return list;
  return changed === undefined ? list.toSpliced(index, 1) : list.with(index, changed as T);
}

/**
 * Returns the list with the node of this id replaced, or removed if `change` returns undefined; the same list if there
 * is no such node or it does not change.
 */
export function changeCustomization(list: Customization[], id: string, change: NodeChange): Customization[] {
  const top = changeOne(list, id, change);
  if (top !== undefined) return top;
  for (const [index, container] of list.entries()) {
    const children = childrenOf(container);
    const changed = children && changeOne(children, id, change);
    if (changed === undefined) continue;
    return changed === children
      ? list
      : list.with(index, { ...container, children: changed } as Customization);
  }
  return list;
}

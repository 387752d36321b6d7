/** Entries of one name, and which of them each tool uses. */

import type { Entry } from './entries.js';

/** The entries that a tool uses of several with the same name. */
export interface UsedEntries {
  readonly id: string;
  readonly uses: readonly string[];
  /** True if the tool uses one of them, and which one cannot be predicted. */
  readonly either: boolean;
}

/** Entries that share a name, or that a tool takes for each other. */
export interface SameNames {
  readonly type: string;
  readonly name: string;
  /** In the order in which they are listed. */
  readonly uris: readonly string[];
  /** The tools that read more than one of them. */
  readonly tools: readonly UsedEntries[];
}

/** Returns the ids of other entries that an entry is linked with. */
function linksOf({ duplicateOf, tools }: Entry): string[] {
  return [duplicateOf, ...tools.map(({ shadowedBy }) => shadowedBy)].filter((id) => id !== null);
}

/** Joins linked entries into groups, in the order in which they are listed. */
function groupsOf(byId: ReadonlyMap<string, Entry>): Entry[][] {
  const entries = [...byId.values()];
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    return root;
  };
  for (const entry of entries) {
    for (const link of linksOf(entry)) {
      const [from, to] = [rootOf(entry.id), rootOf(link)];
      if (from !== to && byId.has(link)) parents.set(from, to);
    }
  }
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const root = rootOf(entry.id);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Returns the uris of the entries that the tool uses: those that are not shadowed, and those that shadow others. */
function usesOf(id: string, group: readonly Entry[], byId: ReadonlyMap<string, Entry>): string[] {
  const used = group.flatMap((entry) => {
    const standing = entry.tools.find((tool) => tool.id === id);
    if (standing === undefined || standing.isRefused) return [];
    const { shadowedBy, inEffect } = standing;
    const winner = shadowedBy === null ? undefined : byId.get(shadowedBy);
    return [...(shadowedBy === null || inEffect ? [entry.uri] : []), ...(winner ? [winner.uri] : [])];
  });
  return [...new Set(used)];
}

/** Returns true if the tool may use another entry instead of one that is in effect. */
const isEither = (id: string, group: readonly Entry[]): boolean =>
  group.some(({ tools }) =>
    tools.some((tool) => tool.id === id && tool.inEffect && tool.shadowedBy !== null),
  );

/** Returns the groups of entries that share a name. */
export function findSameNames(entries: readonly Entry[]): SameNames[] {
  const byId = new Map<string, Entry>();
  for (const entry of entries) if (!byId.has(entry.id)) byId.set(entry.id, entry);
  return groupsOf(byId).map((group) => {
    const counts = new Map<string, number>();
    for (const { tools } of group) for (const { id } of tools) counts.set(id, (counts.get(id) ?? 0) + 1);
    const readers = [...counts].filter(([, count]) => count > 1).map(([id]) => id);
    return {
      type: group[0]!.type,
      name: group[0]!.name,
      uris: group.map(({ uri }) => uri),
      tools: readers.map((id) => ({ id, uses: usesOf(id, group, byId), either: isEither(id, group) })),
    };
  });
}

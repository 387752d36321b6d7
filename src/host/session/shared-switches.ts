/**
 * Finds entries that a tool switches together: skills of one name, or of names that the tool does not distinguish. Each
 * of them gets a note that names the others.
 */

import { basename, dirname, sep } from 'node:path';
import { getOrMake, groupBy } from '../collections.js';
import type { EntryRef, Tool } from '../tools/tool.js';
import type { ToolContext } from '../tools/tool-context.js';

/** An entry with its id. */
export type ListedEntry = readonly [id: string, ref: EntryRef];

const plainName = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Makes names equal that some tool may not distinguish. */
const looseName = (name: string): string =>
  plainName.test(name) ? name : name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Returns the key of a skill under the name of its folder, if that is not the skill's own name. */
function folderKey({ kind, name, aliases }: EntryRef): string | undefined {
  const path = aliases[0]?.path ?? '';
  // Called for every entry. The folder of nearly every skill has the skill's name.
  if (kind !== 'skill' || !path.endsWith('SKILL.md') || path.endsWith(`${sep}${name}${sep}SKILL.md`))
    return undefined;
  return `skill ${looseName(basename(dirname(path)))}`;
}

/** Groups of two or more entries for which a tool may use the same name. */
interface NameGroups {
  /** By the entries' own names. */
  readonly byName: readonly ListedEntry[][];
  /** By the name of a folder, which some tools use, if an entry in it has another name. */
  readonly byFolder: readonly ListedEntry[][];
}

export function groupByNames(refs: ReadonlyMap<string, EntryRef>): NameGroups {
  const named = groupBy(refs, ([, { kind, name }]) => `${kind} ${looseName(name)}`);
  const inFolders = groupBy(refs, ([, ref]) => folderKey(ref));
  inFolders.delete(undefined);
  const byFolder = [...inFolders].map(([key = '', odd]) => [...new Set([...(named.get(key) ?? []), ...odd])]);
  const hasSeveral = ({ length }: readonly ListedEntry[]) => length > 1;
  return { byName: [...named.values()].filter(hasSeveral), byFolder: byFolder.filter(hasSeveral) };
}

/**
 * Returns, for each entry of a group that the tool switches, the files of all entries that it switches together with it,
 * its own included. `K` identifies an entry.
 */
export function switchedTogether<K>(
  tool: Tool,
  group: readonly (readonly [K, EntryRef])[],
  context: ToolContext,
): Map<K, readonly string[]> {
  const files = new Map<string, string[]>();
  const written = new Map<K, string>();
  for (const [key, ref] of group) {
    const rule = tool.ruleFor(ref, context);
    if (typeof rule === 'string') continue;
    for (const name of rule.names) getOrMake(files, name, () => []).push(ref.canonicalPath);
    if (rule.fixed === undefined && rule.names[0] !== undefined) written.set(key, rule.names[0]);
  }
  return new Map([...written].map(([key, name]) => [key, files.get(name) ?? []]));
}

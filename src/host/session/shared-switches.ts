/**
 * Finds entries that a tool switches together: skills of one name, or of names that it does not tell apart. Each of
 * them gets a note that names the others.
 */

import { basename, dirname, sep } from 'node:path';
import type { EntryRef, Tool } from '../tools/tool.js';
import type { ToolContext } from '../tools/tool-context.js';

/** An entry with its id. */
export type ListedEntry = readonly [id: string, ref: EntryRef];

const plainName = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Makes names equal that some tool may not tell apart. */
const looseName = (name: string): string =>
  plainName.test(name) ? name : name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Returns the name of a skill's folder, made comparable, if it is not the skill's own name. */
function otherName({ kind, name, aliases }: EntryRef): string | undefined {
  const path = aliases[0]?.path ?? '';
  // Called for every entry, and the folder of nearly every skill has its name.
  if (kind !== 'skill' || !path.endsWith('SKILL.md') || path.endsWith(`${sep}${name}${sep}SKILL.md`))
    return undefined;
  return looseName(basename(dirname(path)));
}

/** Groups of two or more entries that a tool might know by one name. */
interface Alike {
  /** By the names they have themselves. */
  readonly byName: readonly ListedEntry[][];
  /** By the name of a folder, which some tools use, where an entry in it has another name. */
  readonly byFolder: readonly ListedEntry[][];
}

export function findAlike(refs: Iterable<ListedEntry>): Alike {
  // Most names are unique and need no group.
  const firsts = new Map<string, ListedEntry>();
  const groups = new Map<string, ListedEntry[]>();
  const folders = new Map<string, ListedEntry[]>();
  for (const listed of refs) {
    const [, ref] = listed;
    const key = `${ref.kind} ${looseName(ref.name)}`;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, listed);
    else
      groups
        .set(key, groups.get(key) ?? [first])
        .get(key)
        ?.push(listed);
    const folder = otherName(ref);
    if (folder === undefined) continue;
    const inFolder = `${ref.kind} ${folder}`;
    folders
      .set(inFolder, folders.get(inFolder) ?? [])
      .get(inFolder)
      ?.push(listed);
  }
  const byFolder = [...folders].map(([key, odd]) => {
    const first = firsts.get(key);
    const named = groups.get(key) ?? (first === undefined ? [] : [first]);
    return [...new Set([...named, ...odd])];
  });
  return { byName: [...groups.values()], byFolder: byFolder.filter(({ length }) => length > 1) };
}

/** Returns, for each entry of a group that the tool switches, the files of all that switch with it, its own included. */
export function switchedTogether(
  tool: Tool,
  group: readonly ListedEntry[],
  context: ToolContext,
): Map<string, readonly string[]> {
  const files = new Map<string, string[]>();
  const written = new Map<string, string>();
  for (const [id, ref] of group) {
    const rule = tool.ruleFor(ref, context);
    if (typeof rule === 'string') continue;
    for (const name of rule.names) {
      const known = files.get(name);
      if (known === undefined) files.set(name, [ref.canonicalPath]);
      else known.push(ref.canonicalPath);
    }
    if (rule.fixed === undefined && rule.names[0] !== undefined) written.set(id, rule.names[0]);
  }
  return new Map([...written].map(([id, name]) => [id, files.get(name) ?? []]));
}

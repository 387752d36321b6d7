/**
 * Every entry that one tool reads, with all that the tool does with it: whether it loads the file, what its settings say,
 * which entry of the same name it uses instead, and which entries it switches together. The table is computed once for
 * each discovery and each reading of the settings.
 */

import { getOrMake, groupBy } from '../collections.js';
import type { PlaceAlias } from '../discovery/catalog.js';
import { isBeside, waysOf, winnerOf } from '../tools/readers.js';
import type { SwitchState } from '../tools/switch-state.js';
import type { EntryRef, Tool } from '../tools/tool.js';
import type { ToolSwitches } from '../tools/tool-switches.js';
import type { EntryRefs } from './entry-refs.js';

/** An entry in one tool that reads it. */
export interface EntryInTool {
  readonly id: string;
  readonly tool: Tool;
  readonly switches: ToolSwitches;
  readonly ref: EntryRef;
  /** The tool's name for it. */
  readonly name: string;
  /** The paths by which the tool loads it; none if it is refused. */
  readonly ways: readonly PlaceAlias[];
  /** Why the tool does not load its file. */
  readonly refused: string | undefined;
  readonly state: SwitchState;
  /** The plugin that it came with, if the tool has a switch for the plugin. */
  readonly plugin: EntryInTool | undefined;
  /** The entry of the same name that the tool uses instead, or may use instead. */
  shadowedBy?: EntryInTool;
  /** True if the tool uses any of the entries of this name, and which one cannot be known. */
  isEither?: true;
  /** Another entry of the same name that is on as well, if the name alone then invokes neither. */
  homonym?: EntryInTool;
  /** The other entries that the tool switches with the same setting. */
  together: readonly EntryInTool[];
}

/** True if the plugin that the entry came with is on, according to this part of its state. */
export function isPluginOn({ plugin }: EntryInTool, part: 'enabled' | 'obeyed'): boolean {
  return plugin === undefined || plugin.state[part];
}

function readEntry(
  switches: ToolSwitches,
  [id, ref]: readonly [string, EntryRef],
  plugin: EntryInTool | undefined,
): EntryInTool | undefined {
  const { tool } = switches;
  const { context } = switches.reading;
  const all = waysOf(tool, ref, context);
  if (all.length === 0) return undefined;
  const broken = ref.kind === 'plugin' && ref.facts.flaw ? 'it cannot be read' : undefined;
  const reasons = all.map((way) => broken ?? tool.refuses?.(ref, way, context));
  const ways = all.filter((_, at) => reasons[at] === undefined);
  const refused = ways.length === 0 ? reasons[0] : undefined;
  const name = tool.nameOf(ref, context);
  return { id, tool, switches, ref, name, ways, refused, state: switches.read(ref), plugin, together: [] };
}

/** Marks entries that are in use together, if the tool invokes only what has a name of its own. */
function noteHomonyms({ tool, reading }: ToolSwitches, group: readonly EntryInTool[]): void {
  const [first] = group;
  if (first === undefined || !tool.reads(first.ref.kind, reading.context)?.needsUniqueName) return;
  const used = group.filter(({ state }) => state.obeyed);
  for (const entry of used) {
    const other = used.find((one) => one !== entry);
    if (other !== undefined) entry.homonym = other;
  }
}

/** Marks the entries that the tool does not use, or may not use, because of another one of the same name. */
function noteShadows(switches: ToolSwitches, entries: Iterable<EntryInTool>): void {
  const rivals = [...entries].filter((entry) => entry.refused === undefined && isPluginOn(entry, 'obeyed'));
  for (const group of groupBy(rivals, ({ ref, name }) => `${ref.kind}\n${name}`).values()) {
    if (group.length < 2) continue;
    const winner = winnerOf(switches.tool, group, switches.reading.context);
    if (winner === 'all') {
      noteHomonyms(switches, group);
      continue;
    }
    for (const entry of group) {
      if (winner === entry) continue;
      if (winner !== 'any' && isBeside(switches.tool, winner, entry, switches.reading.context)) continue;
      if (winner === 'any') entry.isEither = true;
      entry.shadowedBy = winner === 'any' ? group.find((other) => other !== entry)! : winner;
    }
  }
}

/** Returns the names of an entry in the settings, with its kind. Only the first is written. */
export function settingKeys({ ref, switches }: EntryInTool): string[] {
  return [...new Set(switches.namesOf(ref))].map((name) => `${ref.kind}\n${name}`);
}

/** Finds the entries that share a setting. */
function noteShared(entries: Iterable<EntryInTool>): void {
  const named = new Map<string, EntryInTool[]>();
  const written = new Map<EntryInTool, string>();
  for (const entry of entries) {
    const keys = settingKeys(entry);
    for (const key of keys) getOrMake(named, key, () => []).push(entry);
    if (entry.state.fixed === undefined && keys[0] !== undefined) written.set(entry, keys[0]);
  }
  for (const [entry, name] of written) {
    const group = named.get(name) ?? [];
    if (group.length > 1) entry.together = group.filter((other) => other !== entry);
  }
}

export type ToolTable = ReadonlyMap<string, EntryInTool>;

/** Computes the table of one tool. */
export function makeTable(switches: ToolSwitches, { refs, pluginOf }: EntryRefs): ToolTable {
  const table = new Map<string, EntryInTool>();
  const add = (item: readonly [string, EntryRef]) => {
    const entry = readEntry(switches, item, table.get(pluginOf.get(item[0]) ?? ''));
    if (entry !== undefined) table.set(item[0], entry);
  };
  // Plugins come first, because their entries depend on them.
  for (const item of refs) if (item[1].kind === 'plugin') add(item);
  for (const item of refs) if (item[1].kind !== 'plugin') add(item);
  noteShadows(switches, table.values());
  noteShared(table.values());
  return table;
}

/** The skills, agents and plugins of a workspace: which tools read each, and which entry a tool uses instead. */

import { childrenOf } from '../../protocol/tree.js';
import type { AnyCustomization, Customization } from '../../protocol/types.js';
import { groupBy } from '../collections.js';
import type { Catalog } from '../discovery/catalog.js';
import { isRead, winnerOf } from '../tools/readers.js';
import type { EntryRef, Tool } from '../tools/tool.js';
import type { ToolContext } from '../tools/tool-context.js';
import { groupByNames, type ListedEntry, switchedTogether } from './shared-switches.js';
import type { Workspace } from './workspace.js';

/** A tool that reads an entry. */
export interface ToolReading {
  tool: Tool;
  /** The file of the entry of the same name that it uses instead. */
  shadowedBy?: string;
  /** Files of all entries that it switches together, this one included. */
  together?: readonly string[];
}

function refOf(node: AnyCustomization, container: Customization, { sources }: Catalog): EntryRef | undefined {
  const source = sources.get(node.id);
  if (source === undefined || (node.type !== 'skill' && node.type !== 'agent')) return undefined;
  const { place, path, canonicalPath, ownName, aliases = [] } = source;
  return {
    kind: node.type,
    name: ownName ?? node.name,
    aliases: [{ place, path }, ...aliases],
    canonicalPath,
    ...(container.type === 'plugin' && { plugin: container.name }),
  };
}

/** Returns a plugin as an entry; undefined for one that no tool has installed, and for any other container. */
function pluginRef({ id }: Customization, { sources }: Catalog): EntryRef | undefined {
  const source = sources.get(id);
  if (source?.plugin === undefined) return undefined;
  const { place, path, canonicalPath, plugin } = source;
  return { kind: 'plugin', name: plugin, aliases: [{ place, path }], canonicalPath };
}

/** Entries and plugins by id, and the plugin each entry came with. */
interface Refs {
  readonly refs: Map<string, EntryRef>;
  readonly plugins: Map<string, string>;
}

function allRefs(catalog: Catalog): Refs {
  const refs = new Map<string, EntryRef>();
  const plugins = new Map<string, string>();
  for (const container of catalog.containers) {
    const plugin = pluginRef(container, catalog);
    if (plugin !== undefined) refs.set(container.id, plugin);
    for (const child of childrenOf(container) ?? []) {
      const ref = refOf(child, container, catalog);
      if (ref !== undefined) refs.set(child.id, ref);
      if (plugin !== undefined) plugins.set(child.id, container.id);
    }
  }
  return { refs, plugins };
}

/** An entry that a tool reads, among others for which the tool may use the same name. */
type Rival = readonly [reading: ToolReading, ref: EntryRef];

/** Marks the entries that the tool does not use because it uses another one of the same name. */
function noteShadows(tool: Tool, rivals: readonly Rival[], context: ToolContext): void {
  for (const group of groupBy(rivals, ([, { name }]) => name).values()) {
    if (group.length < 2) continue;
    // Computed once for the whole group: there may be thousands of one name.
    const refs = group.map(([, ref]) => ref);
    const winner = winnerOf(tool, refs, context);
    if (winner === undefined) continue;
    for (const [reading, ref] of group) if (ref !== winner) reading.shadowedBy = winner.canonicalPath;
  }
}

function noteShared(tool: Tool, rivals: readonly Rival[], context: ToolContext): void {
  for (const [reading, together] of switchedTogether(tool, rivals, context))
    if (together.length > (reading.together?.length ?? 1)) reading.together = together;
}

function readersOf(refs: ReadonlyMap<string, EntryRef>, tools: readonly Tool[], context: ToolContext) {
  const readers = new Map<string, ToolReading[]>();
  for (const [id, ref] of refs) {
    const readings = tools.filter((tool) => isRead(tool, ref, context)).map((tool) => ({ tool }));
    readers.set(id, readings);
  }
  const { byName, byFolder } = groupByNames(refs);
  for (const tool of tools) {
    const rivalsIn = (group: readonly ListedEntry[]) =>
      group.flatMap(([id, ref]): Rival[] => {
        const reading = readers.get(id)?.find((one) => one.tool === tool);
        return reading === undefined ? [] : [[reading, ref]];
      });
    for (const rivals of byName.map(rivalsIn)) {
      noteShadows(tool, rivals, context);
      noteShared(tool, rivals, context);
    }
    for (const rivals of byFolder.map(rivalsIn)) noteShared(tool, rivals, context);
  }
  return readers;
}

/** The entries, computed once for each discovery. */
export class ToolEntries {
  readonly #workspace: Workspace;
  readonly #tools: readonly Tool[];
  #catalog: Catalog | undefined;
  #refs: Refs = { refs: new Map(), plugins: new Map() };
  #readers = new Map<string, ToolReading[]>();

  constructor(workspace: Workspace, tools: readonly Tool[]) {
    this.#workspace = workspace;
    this.#tools = tools;
  }

  ref(id: string): EntryRef | undefined {
    this.#refresh();
    return this.#refs.refs.get(id);
  }

  /** Id of the installed plugin that the entry came with. */
  pluginOf(id: string): string | undefined {
    this.#refresh();
    return this.#refs.plugins.get(id);
  }

  /** The tools that read the entry; none for anything but a skill, agent or plugin. */
  readers(id: string): readonly ToolReading[] {
    this.#refresh();
    return this.#readers.get(id) ?? [];
  }

  #refresh(): void {
    const { catalog } = this.#workspace;
    if (catalog === this.#catalog) return;
    this.#catalog = catalog;
    this.#refs = allRefs(catalog);
    this.#readers = readersOf(this.#refs.refs, this.#tools, this.#workspace.context);
  }
}

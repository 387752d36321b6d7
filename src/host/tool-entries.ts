/** The skills, agents and plugins of a workspace as the tools know them: who reads which, and who is used instead. */

import { childrenOf } from '../protocol/tree.js';
import type { AnyCustomization, Customization } from '../protocol/types.js';
import type { Catalog } from './discovery/catalog.js';
import { type EntryRef, isRead, lookAround, type Surroundings, type Tool, winnerOf } from './tools/index.js';
import type { Workspace } from './workspace.js';

/** A tool that reads an entry, and the entry it uses instead where that is another. */
export interface Reader {
  tool: Tool;
  /** The file of the entry of the same name that it uses. */
  shadowedBy?: string;
}

function refOf(node: AnyCustomization, container: Customization, { sources }: Catalog): EntryRef | undefined {
  const source = sources.get(node.id);
  if (source === undefined || (node.type !== 'skill' && node.type !== 'agent')) return undefined;
  const { place, path, canonicalPath, also = [] } = source;
  return {
    kind: node.type,
    name: node.name,
    ways: [{ place, path }, ...also],
    canonicalPath,
    ...(container.type === 'plugin' && { plugin: container.name }),
  };
}

/** A plugin as a whole; undefined for one that no tool has installed, and for any other container. */
function pluginRef({ id }: Customization, { sources }: Catalog): EntryRef | undefined {
  const source = sources.get(id);
  if (source?.plugin === undefined) return undefined;
  const { place, path, canonicalPath, plugin } = source;
  return { kind: 'plugin', name: plugin, ways: [{ place, path }], canonicalPath };
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

/** An entry with its id. */
type Listed = readonly [id: string, ref: EntryRef];

/** Entries that have their kind and name in common. */
function namesakes(refs: ReadonlyMap<string, EntryRef>): Listed[][] {
  const groups = new Map<string, Listed[]>();
  for (const listed of refs) {
    const [, { kind, name }] = listed;
    const key = `${kind}\n${name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [listed]);
    else group.push(listed);
  }
  return [...groups.values()];
}

function readersOf(refs: ReadonlyMap<string, EntryRef>, tools: readonly Tool[], around: Surroundings) {
  const readers = new Map<string, Reader[]>([...refs.keys()].map((id) => [id, []]));
  for (const group of namesakes(refs)) {
    for (const tool of tools) {
      const rivals = group.filter(([, ref]) => isRead(tool, ref, around));
      // Asked for once for all of them: there may be thousands of one name.
      const winner =
        rivals.length < 2
          ? undefined
          : winnerOf(
              tool,
              rivals.map(([, ref]) => ref),
              around,
            );
      for (const [id, ref] of rivals) {
        const isUsed = winner === undefined || winner === ref;
        readers.get(id)?.push(isUsed ? { tool } : { tool, shadowedBy: winner.canonicalPath });
      }
    }
  }
  return readers;
}

/** Worked out once for each reading of the disk. */
export class ToolEntries {
  readonly #workspace: Workspace;
  readonly #tools: readonly Tool[];
  readonly #around: Surroundings;
  #catalog: Catalog | undefined;
  #refs: Refs = { refs: new Map(), plugins: new Map() };
  #readers = new Map<string, Reader[]>();

  constructor(workspace: Workspace, tools: readonly Tool[]) {
    this.#workspace = workspace;
    this.#tools = tools;
    this.#around = lookAround(workspace.environment);
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

  /** The tools that read the entry; none for what is no skill, agent or plugin. */
  readers(id: string): readonly Reader[] {
    this.#refresh();
    return this.#readers.get(id) ?? [];
  }

  #refresh(): void {
    const { catalog } = this.#workspace;
    if (catalog === this.#catalog) return;
    this.#catalog = catalog;
    this.#refs = allRefs(catalog);
    this.#readers = readersOf(this.#refs.refs, this.#tools, this.#around);
  }
}

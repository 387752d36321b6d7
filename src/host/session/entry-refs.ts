/** The entries of a catalog as the tools need them, and the plugin that each came with. */

import { childrenOf } from '../../protocol/tree.js';
import type { AnyCustomization, Customization } from '../../protocol/types.js';
import type { Catalog } from '../discovery/catalog.js';
import { type FileFacts, noFacts } from '../discovery/file-facts.js';
import { type EntryKind, type EntryRef, entryKinds } from '../tools/tool.js';

/** Entries and plugins by id. */
export interface EntryRefs {
  readonly refs: ReadonlyMap<string, EntryRef>;
  /** Id of the installed plugin that an entry came with. */
  readonly pluginOf: ReadonlyMap<string, string>;
}

const isEntryKind = (type: string): type is EntryKind => entryKinds.some((kind) => kind === type);

function refOf(
  node: AnyCustomization,
  { sources }: Catalog,
  container: Customization | undefined,
): EntryRef | undefined {
  const source = sources.get(node.id);
  if (source === undefined || !isEntryKind(node.type) || node.type === 'plugin') return undefined;
  const { place, path, canonicalPath, ownName, aliases = [], facts = noFacts } = source;
  return {
    kind: node.type,
    name: ownName ?? node.name,
    aliases: [{ place, path }, ...aliases],
    canonicalPath,
    facts,
    ...(container?.type === 'plugin' && {
      plugin: container.name,
      pluginDirectory: sources.get(container.id)?.path ?? '',
    }),
  };
}

/** The facts of a plugin that cannot be read. */
const brokenPlugin: FileFacts = { ...noFacts, flaw: 'manifest-invalid' };

/** Returns a plugin as an entry; undefined for one that no tool has installed, and for any other container. */
function pluginRef(node: Customization, { sources }: Catalog): EntryRef | undefined {
  const source = sources.get(node.id);
  if (source?.plugin === undefined) return undefined;
  const { place, path, canonicalPath, plugin, aliases = [] } = source;
  const ways = [{ place, path }, ...aliases];
  const isBroken = node.type === 'plugin' && node.load?.kind === 'error';
  const facts = isBroken ? brokenPlugin : noFacts;
  return { kind: 'plugin', name: plugin, aliases: ways, canonicalPath, facts };
}

export function findRefs(catalog: Catalog): EntryRefs {
  const refs = new Map<string, EntryRef>();
  const pluginOf = new Map<string, string>();
  for (const node of catalog.containers) {
    const own = pluginRef(node, catalog) ?? refOf(node, catalog, undefined);
    if (own !== undefined) refs.set(node.id, own);
    for (const child of childrenOf(node) ?? []) {
      const ref = refOf(child, catalog, node);
      if (ref !== undefined) refs.set(child.id, ref);
      if (own?.kind === 'plugin') pluginOf.set(child.id, node.id);
    }
  }
  return { refs, pluginOf };
}

/**
 * Finds the files of what an agent lists, among those that the agent's tool reads on this machine. ACP has no files, so a
 * link is by name; where the agent names a path, that decides.
 */

import { realpathSync } from 'node:fs';
import { pathOf } from '../../paths.js';
import { detailsOf, type From, fromOf, problemsOf, toolsOf } from '../../protocol/skillpick-meta.js';
import type { ToolStanding } from '../../protocol/tool-standing.js';
import { walk } from '../../protocol/tree.js';
import type { AnyCustomization, Customization } from '../../protocol/types.js';
import type { AgentRow } from './agent-rows.js';

/** An entry that the tool reads, with its standing there. */
export interface LinkedEntry {
  readonly node: AnyCustomization;
  readonly standing: ToolStanding;
  readonly from: From | null;
}

export type FileLink =
  | ({ readonly kind: 'one' } & LinkedEntry)
  | { readonly kind: 'several'; readonly entries: readonly LinkedEntry[] }
  | { readonly kind: 'none' };

/** The types of entries that a row of each type can be. Agents list skills as commands, too. */
const typesOf: Readonly<Record<AgentRow['type'], readonly string[]>> = {
  skill: ['skill'],
  command: ['skill', 'prompt'],
  agent: ['agent'],
};

const bare = (name: string): string => name.replace(/^[/$]/, '');

function resolved(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

export class FileLinks {
  readonly #byName = new Map<string, LinkedEntry[]>();
  /** Paths with links resolved, each once. */
  readonly #realPaths = new Map<string, string>();

  /** Takes what the embedded host lists, and the id of the tool. */
  constructor(list: readonly Customization[], tool: string) {
    for (const { node, container } of walk(list)) {
      const standing = toolsOf(node._meta).find(({ id }) => id === tool);
      if (standing === undefined) continue;
      const from = fromOf(node._meta) ?? fromOf(container?._meta);
      const names = new Set([node.name, standing.invoke ?? node.name].map(bare));
      for (const name of names) this.#add(name, { node, standing, from });
    }
  }

  find({ type, name, path }: AgentRow): FileLink {
    const named = (this.#byName.get(name) ?? []).filter(({ node }) => typesOf[type].includes(node.type));
    const found = path === null ? named : named.filter((entry) => this.#isAt(entry, path));
    const [first, ...others] = found;
    if (first === undefined) return { kind: 'none' };
    return others.length === 0 ? { kind: 'one', ...first } : { kind: 'several', entries: found };
  }

  #isAt({ node }: LinkedEntry, path: string): boolean {
    const own = pathOf(node.uri);
    return own !== undefined && (own === path || this.#realPath(own) === this.#realPath(path));
  }

  #realPath(path: string): string {
    const known = this.#realPaths.get(path);
    if (known !== undefined) return known;
    const real = resolved(path);
    this.#realPaths.set(path, real);
    return real;
  }

  #add(name: string, entry: LinkedEntry): void {
    const known = this.#byName.get(name);
    if (known === undefined) this.#byName.set(name, [entry]);
    else known.push(entry);
  }
}

/** What a linked entry brings along. */
export const factsOf = ({ node }: LinkedEntry) => ({
  details: detailsOf(node._meta),
  problems: problemsOf(node._meta, node.uri),
});

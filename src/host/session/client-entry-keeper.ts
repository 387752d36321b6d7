/**
 * Keeps the switches of plugins that clients publish: in memory, for the session, in whichever scope they are asked for,
 * because such a plugin ends with the connection of its client. All other switches go to the session's own keeper.
 */

import type { AnyCustomization } from '../../protocol/types.js';
import { getOrMake } from '../collections.js';
import { type EntryState, type EntrySwitch, emptyResult, type Keeper, type KeeperResults } from './keeper.js';

export class ClientEntryKeeper implements Keeper {
  /** By the id of the plugin, then by that of the entry. */
  readonly #flags = new Map<string, Map<string, boolean>>();

  /** `pluginOf` returns the id of the plugin that an entry is, or is in; undefined if no client published it. */
  constructor(
    private readonly others: Keeper,
    private readonly pluginOf: (node: AnyCustomization) => string | undefined,
  ) {}

  get workspace(): Keeper['workspace'] {
    return this.others.workspace;
  }

  get problems(): Keeper['problems'] {
    return this.others.problems;
  }

  stateOf(node: AnyCustomization): EntryState {
    const plugin = this.pluginOf(node);
    if (plugin === undefined) return this.others.stateOf(node);
    const enabled = this.#flags.get(plugin)?.get(node.id);
    return { decisions: enabled === undefined ? [] : [{ kind: 'session', enabled }] };
  }

  /** The plugin is gone; another one may have its id. */
  forget(plugin: string): void {
    this.#flags.delete(plugin);
  }

  async change(changes: readonly EntrySwitch[], deadline?: number): Promise<KeeperResults> {
    const [published, rest] = this.#split(changes);
    const results = published.map((change) => [change, this.#change(change, true)] as const);
    return new Map([...results, ...(await this.others.change(rest, deadline))]);
  }

  plan(changes: readonly EntrySwitch[]): KeeperResults {
    const [published, rest] = this.#split(changes);
    const results = published.map((change) => [change, this.#change(change, false)] as const);
    return new Map([...results, ...this.others.plan(rest)]);
  }

  #split(changes: readonly EntrySwitch[]): [published: EntrySwitch[], rest: EntrySwitch[]] {
    const published = changes.filter(({ node }) => this.pluginOf(node) !== undefined);
    return [published, changes.filter((change) => !published.includes(change))];
  }

  /** Makes a switch, or only says what it would do. */
  #change({ node, set }: EntrySwitch, isReal: boolean) {
    const named = set.find(({ tool }) => tool !== undefined)?.tool;
    if (named !== undefined) return `no tool "${named.slice(0, 40)}" reads it here`;
    // The wish comes with the scopes it replaces; a set of removals alone is a reset.
    const wanted = set.findLast(({ enabled }) => enabled !== null)?.enabled ?? undefined;
    const flags = getOrMake(this.#flags, this.pluginOf(node)!, () => new Map<string, boolean>());
    const isNew = wanted !== flags.get(node.id);
    if (isReal && wanted === undefined) flags.delete(node.id);
    else if (isReal && wanted !== undefined) flags.set(node.id, wanted);
    const outcome = !isNew ? 'unchanged' : isReal ? 'changed' : 'planned';
    return { ...emptyResult, own: { outcome, removed: [], forSession: true } } as const;
  }
}

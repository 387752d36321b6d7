/**
 * Keeps the switches of plugins that clients publish: in memory, for the session, in whichever scope they are asked for,
 * because such a plugin ends with the connection of its client. All other switches go to the session's own keeper.
 */

import type { AnyCustomization } from '../../protocol/types.js';
import { type EntryState, type EntrySwitch, emptyResult, type Keeper, type KeeperResults } from './keeper.js';

export class ClientEntryKeeper implements Keeper {
  readonly #flags = new Map<string, boolean>();

  /** `isPublished` returns true for what a client published. */
  constructor(
    private readonly others: Keeper,
    private readonly isPublished: (node: AnyCustomization) => boolean,
  ) {}

  get workspace(): Keeper['workspace'] {
    return this.others.workspace;
  }

  get problems(): Keeper['problems'] {
    return this.others.problems;
  }

  stateOf(node: AnyCustomization): EntryState {
    if (!this.isPublished(node)) return this.others.stateOf(node);
    const enabled = this.#flags.get(node.id);
    return { decisions: enabled === undefined ? [] : [{ kind: 'session', enabled }] };
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
    const published = changes.filter(({ node }) => this.isPublished(node));
    return [published, changes.filter((change) => !published.includes(change))];
  }

  /** Makes a switch, or only says what it would do. */
  #change({ node, set }: EntrySwitch, isReal: boolean) {
    const named = set.find(({ tool }) => tool !== undefined)?.tool;
    if (named !== undefined) return `no tool "${named.slice(0, 40)}" reads it here`;
    // The wish comes with the scopes it replaces; a set of removals alone is a reset.
    const wanted = set.findLast(({ enabled }) => enabled !== null)?.enabled ?? undefined;
    const isNew = wanted !== this.#flags.get(node.id);
    if (isReal && wanted === undefined) this.#flags.delete(node.id);
    else if (isReal && wanted !== undefined) this.#flags.set(node.id, wanted);
    const outcome = !isNew ? 'unchanged' : isReal ? 'changed' : 'planned';
    return { ...emptyResult, own: { outcome, removed: [], forSession: true } } as const;
  }
}

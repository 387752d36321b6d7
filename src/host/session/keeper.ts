/**
 * The interface for storing the switches of a session, and its implementation for switches that skillpick stores
 * itself. Decisions for the session end with it; those for the workspace and for everywhere count once they are on disk.
 */

import type { Problem } from '../../protocol/problem-codes.js';
import type { SetItem, SkillpickMeta } from '../../protocol/skillpick-meta.js';
import type { AnyCustomization, CustomizationEnablement, URI } from '../../protocol/types.js';
import { problemAt } from '../discovery/problems.js';
import { decisionsFor } from './decisions.js';
import type { SwitchEdit, SwitchesFile } from './switches-file.js';

/** A switch to make for an entry. Scopes that are not in `set` stay as they are. */
export interface EntrySwitch {
  node: AnyCustomization;
  set: readonly SetItem[];
}

/** The state of an entry. */
export interface EntryState {
  /** Whether it is on, if that may differ from the first decision. */
  enabled?: boolean;
  /** Most specific first; none means on by default. */
  decisions: CustomizationEnablement[];
  /** Only the user can invoke it. */
  disableModelInvocation?: true;
  /** Metadata that the host adds to the node. */
  meta?: SkillpickMeta | undefined;
}

/** Why each switch was refused; absent or undefined for a switch that is stored. */
export type RefusedSwitches = ReadonlyMap<EntrySwitch, string | undefined>;

export interface Keeper {
  /** What is wrong with the files that hold the switches. */
  readonly problems: readonly Problem[];
  stateOf(node: AnyCustomization): EntryState;
  /** Makes the switches. Waits for the locks of other processes up to the deadline. */
  change(changes: readonly EntrySwitch[], deadline?: number): Promise<RefusedSwitches>;
}

/** Returns the key of a stored decision. It stays the same when ids change or lines move within a file. */
function switchKey(node: AnyCustomization): string {
  return node.range === undefined ? node.uri : `${node.uri}#${node.name}`;
}

export class OwnKeeper implements Keeper {
  readonly #file: SwitchesFile;
  readonly #workspace: URI;
  readonly #session = new Map<string, boolean>();

  constructor(file: SwitchesFile, workspace: URI) {
    this.#file = file;
    this.#workspace = workspace;
  }

  get problems(): readonly Problem[] {
    const { finding, path } = this.#file;
    return finding === undefined ? [] : [problemAt(path, finding, 'warning')];
  }

  stateOf(node: AnyCustomization): EntryState {
    const key = switchKey(node);
    const { workspaces, global } = this.#file.switches;
    const workspace = workspaces[this.#workspace]?.[key];
    const flags = { session: this.#session.get(key), workspace, global: global[key] };
    return { decisions: decisionsFor(flags, this.#workspace) };
  }

  async change(changes: readonly EntrySwitch[], deadline?: number): Promise<RefusedSwitches> {
    const edits = changes.flatMap((change) => this.#edits(change));
    try {
      if (edits.length > 0) await this.#file.change(edits, deadline);
    } catch (error) {
      const reason = `the switch could not be saved: ${(error as Error).message}`;
      return new Map(changes.map((change) => [change, reason]));
    }
    for (const { node, set } of changes) {
      const item = set.find(({ scope }) => scope === 'session');
      if (item?.enabled === null) this.#session.delete(switchKey(node));
      else if (item !== undefined) this.#session.set(switchKey(node), item.enabled);
    }
    return new Map();
  }

  #edits({ node, set }: EntrySwitch): SwitchEdit[] {
    const key = switchKey(node);
    return set.flatMap(({ scope, enabled }) => {
      if (scope === 'session') return [];
      const workspace = scope === 'workspace' ? this.#workspace : undefined;
      return [{ workspace, key, enabled: enabled ?? undefined }];
    });
  }
}

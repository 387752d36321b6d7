/**
 * The interface of what keeps the switches of a session, and the keeper for switches that skillpick keeps itself.
 * Decisions for the session live as long as it does; those for the workspace and for everywhere are on disk before they
 * count.
 */

import type { Problem } from '../../protocol/problem-codes.js';
import type { SetItem, SkillpickMeta } from '../../protocol/skillpick-meta.js';
import type { AnyCustomization, CustomizationEnablement, URI } from '../../protocol/types.js';
import { problemAt } from '../discovery/problems.js';
import { decisionsFor } from './decisions.js';
import type { SwitchEdit, SwitchesFile } from './kept-switches.js';

/** A switch to make: what is asked for, and nothing else is changed. */
export interface KeptChange {
  node: AnyCustomization;
  set: readonly SetItem[];
}

/** The state of an entry. */
export interface KeptStanding {
  /** Whether it is on, where that is not just what the first decision says. */
  enabled?: boolean;
  /** Most specific first; none means on by default. */
  decisions: CustomizationEnablement[];
  /** Its keeper leaves it to the user alone. */
  disableModelInvocation?: true;
  /** What the host adds to the node. */
  meta?: SkillpickMeta;
}

export interface Keeper {
  /** What is wrong with the files that hold the switches. */
  readonly problems: readonly Problem[];
  standing(node: AnyCustomization): KeptStanding;
  /**
   * Makes the switches; returns, for each, why it was refused, or undefined when it is done and safe. Waits for locks
   * of others up to the deadline.
   */
  change(changes: readonly KeptChange[], deadline?: number): Promise<(string | undefined)[]>;
}

/** Returns the key a decision is stored under: it has to outlive ids, and lines that move within a file. */
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

  standing(node: AnyCustomization): KeptStanding {
    const key = switchKey(node);
    const { workspaces, global } = this.#file.kept;
    const workspace = workspaces[this.#workspace]?.[key];
    const flags = { session: this.#session.get(key), workspace, global: global[key] };
    return { decisions: decisionsFor(flags, this.#workspace) };
  }

  async change(changes: readonly KeptChange[], deadline?: number): Promise<(string | undefined)[]> {
    const edits = changes.flatMap((change) => this.#edits(change));
    try {
      if (edits.length > 0) await this.#file.change(edits, deadline);
    } catch (error) {
      const reason = `the switch could not be saved: ${(error as Error).message}`;
      return changes.map(() => reason);
    }
    for (const { node, set } of changes) {
      const item = set.find(({ scope }) => scope === 'session');
      if (item?.enabled === null) this.#session.delete(switchKey(node));
      else if (item !== undefined) this.#session.set(switchKey(node), item.enabled);
    }
    return changes.map(() => undefined);
  }

  #edits({ node, set }: KeptChange): SwitchEdit[] {
    const key = switchKey(node);
    return set.flatMap(({ scope, enabled }) => {
      if (scope === 'session') return [];
      const workspace = scope === 'workspace' ? this.#workspace : undefined;
      return [{ workspace, key, enabled: enabled ?? undefined }];
    });
  }
}

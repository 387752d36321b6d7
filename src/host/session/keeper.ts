/**
 * The interface for storing the switches of a session, and its implementation for switches that skillpick stores
 * itself. Decisions for the session end with it; those for the workspace and for everywhere count once they are on disk.
 */

import type { Problem } from '../../protocol/problem-codes.js';
import type { ToolScope } from '../../protocol/scopes.js';
import type { SetItem, SkillpickMeta } from '../../protocol/skillpick-meta.js';
import type { RemovedSetting, SwitchResult } from '../../protocol/switch-result.js';
import type { AnyCustomization, CustomizationEnablement, URI } from '../../protocol/types.js';
import { problemAt } from '../discovery/problems.js';
import { decisionsFor } from './decisions.js';
import { ownSetting } from './own-setting.js';
import { historyEntry, type Recorder } from './recorder.js';
import type { SwitchEdit, SwitchesFile } from './switches-file.js';

/** A switch to make for an entry. Scopes that are not in `set` stay as they are. */
export interface EntrySwitch {
  node: AnyCustomization;
  set: readonly SetItem[];
  /** The name of its batch in the history. */
  batch: string;
}

/** The state of an entry. */
export interface EntryState {
  /** Whether it is on, if that may differ from the first decision. */
  enabled?: boolean;
  /** Most specific first; none means on by default. */
  decisions: CustomizationEnablement[];
  /** Metadata that the host adds to the node. */
  meta?: SkillpickMeta | undefined;
}

/** What each switch did, or why it was refused. */
export type KeeperResults = ReadonlyMap<EntrySwitch, SwitchResult | string>;

/** The result of a switch without tools. */
export const emptyResult: SwitchResult = { batch: null, tools: [], also: [] };

export interface Keeper {
  /** The working directory that decisions for the workspace apply to. */
  readonly workspace: URI;
  /** What is wrong with the files that hold the switches. */
  readonly problems: readonly Problem[];
  stateOf(node: AnyCustomization): EntryState;
  /** Makes the switches. Waits for the locks of other processes up to the deadline. */
  change(changes: readonly EntrySwitch[], deadline?: number): Promise<KeeperResults>;
  /** Returns what the switches would do. Writes nothing. */
  plan(changes: readonly EntrySwitch[]): KeeperResults;
}

/** Returns the key of a stored decision. It stays the same when ids change or lines move within a file. */
function switchKey(node: AnyCustomization): string {
  return node.range === undefined ? node.uri : `${node.uri}#${node.name}`;
}

/** An edit for one scope of a switch. */
interface OwnEdit extends SwitchEdit {
  readonly change: EntrySwitch;
  readonly scope: ToolScope;
}

/** An edit that changed something. */
interface MadeEdit extends OwnEdit {
  readonly before: boolean | undefined;
}

export class OwnKeeper implements Keeper {
  readonly workspace: URI;
  readonly #file: SwitchesFile;
  readonly #recorder: Recorder | undefined;
  readonly #session = new Map<string, boolean>();

  constructor(file: SwitchesFile, workspace: URI, recorder?: Recorder) {
    this.#file = file;
    this.workspace = workspace;
    this.#recorder = recorder;
  }

  get problems(): readonly Problem[] {
    const { finding, path } = this.#file;
    return finding === undefined ? [] : [problemAt(path, finding, 'warning')];
  }

  stateOf(node: AnyCustomization): EntryState {
    const key = switchKey(node);
    const { workspaces, global } = this.#file.switches;
    const workspace = workspaces[this.workspace]?.[key];
    const flags = { session: this.#session.get(key), workspace, global: global[key] };
    return { decisions: decisionsFor(flags, this.workspace) };
  }

  async change(changes: readonly EntrySwitch[], deadline?: number): Promise<KeeperResults> {
    const edits = changes.flatMap((change) => this.#edits(change));
    let made: readonly MadeEdit[] = [];
    try {
      if (edits.length > 0) made = await this.#save(edits, deadline);
    } catch (error) {
      const reason = `the switch could not be saved: ${(error as Error).message}`;
      return new Map(changes.map((change) => [change, reason]));
    }
    const forSession = new Set(changes.filter((change) => this.#isNewForSession(change)));
    for (const { node, set } of forSession) {
      const { enabled } = set.find(({ scope }) => scope === 'session')!;
      if (enabled === null) this.#session.delete(switchKey(node));
      else this.#session.set(switchKey(node), enabled);
    }
    const recorded = await this.#record(made);
    return new Map(
      changes.map((change) => {
        const edited = made.filter((edit) => edit.change === change);
        const outcome = edited.length > 0 || forSession.has(change) ? 'changed' : 'unchanged';
        const batch = recorded.has(change) ? change.batch : null;
        return [change, { ...emptyResult, batch, own: { outcome, removed: this.#removed(edited) } }];
      }),
    );
  }

  plan(changes: readonly EntrySwitch[]): KeeperResults {
    return new Map(
      changes.map((change) => {
        const edits = this.#edits(change).map((edit) => ({ ...edit, before: this.#file.decisionFor(edit) }));
        const made = edits.filter(({ enabled, before }) => enabled !== before);
        const outcome = made.length > 0 || this.#isNewForSession(change) ? 'planned' : 'unchanged';
        return [change, { ...emptyResult, own: { outcome, removed: this.#removed(made) } }];
      }),
    );
  }

  /** True if the switch changes the decision for the session. */
  #isNewForSession({ node, set }: EntrySwitch): boolean {
    const item = set.find(({ scope }) => scope === 'session');
    return item !== undefined && (item.enabled ?? undefined) !== this.#session.get(switchKey(node));
  }

  /** Returns the decisions that edits remove. */
  #removed(made: readonly MadeEdit[]): RemovedSetting[] {
    return made.flatMap(({ enabled, key, before }) => {
      const setting = enabled === undefined ? ownSetting(key, before) : undefined;
      return setting === undefined ? [] : [{ file: this.#file.path, text: setting.text }];
    });
  }

  #edits(change: EntrySwitch): OwnEdit[] {
    const key = switchKey(change.node);
    return change.set.flatMap(({ scope, enabled }) => {
      // Skillpick keeps nothing for everyone in a repository, so there is nothing to reset either.
      if (scope === 'session' || scope === 'shared') return [];
      const workspace = scope === 'global' ? undefined : this.workspace;
      return [{ change, scope, workspace, key, enabled: enabled ?? undefined }];
    });
  }

  /** Saves the edits; returns those that changed something. */
  async #save(edits: readonly OwnEdit[], deadline: number | undefined): Promise<MadeEdit[]> {
    const before = await this.#file.change(edits, deadline);
    return edits
      .map((edit) => ({ ...edit, before: before.get(edit) }))
      .filter((edit) => edit.enabled !== edit.before);
  }

  /** Returns the switches that are in the history now. */
  async #record(made: readonly MadeEdit[]): Promise<Set<EntrySwitch>> {
    const settings = made.map(({ change: { node, batch }, scope, key, enabled, before }) => ({
      batch,
      entry: historyEntry(node),
      tool: null,
      scope,
      file: this.#file.path,
      before: ownSetting(key, before),
      after: ownSetting(key, enabled),
    }));
    const unrecorded = await this.#recorder?.record(settings);
    const recorded = made.filter((_, at) => unrecorded?.has(settings[at]!) === false);
    return new Set(recorded.map(({ change }) => change));
  }
}

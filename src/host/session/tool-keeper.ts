/**
 * Stores switches in the tools' own settings. The session of one tool switches entries in that tool; the session of all
 * tools switches an entry in every tool that reads it and can keep the switch. Only entries that no tool reads are
 * switched by skillpick itself. A directory, or a plugin without a switch of its own, is switched through its entries. A
 * switch that an older version stored for a directory does not count, and a reset removes it.
 */

import type { Problem } from '../../protocol/problem-codes.js';
import type { ToolScope } from '../../protocol/scopes.js';
import type { SetItem } from '../../protocol/skillpick-meta.js';
import { childrenOf } from '../../protocol/tree.js';
import type { AnyCustomization, CustomizationEnablement, URI } from '../../protocol/types.js';
import { problemAt } from '../discovery/problems.js';
import type { Tool } from '../tools/tool.js';
import type { ToolSwitches } from '../tools/tool-switches.js';
import { decisionsFor } from './decisions.js';
import { type EntryState, type EntrySwitch, type Keeper, type KeeperResults, OwnKeeper } from './keeper.js';
import { isOnAnywhere, standingOf } from './standings.js';
import { combineResults, makeSwitches, planSwitches } from './tool-switching.js';
import type { EntryInTool } from './tool-table.js';
import type { Workspace } from './workspace.js';

const isSwitchable = ({ state }: EntryInTool): boolean => state.fixed === undefined;

/** True if the switch only removes decisions. */
const isForgetting = (set: readonly SetItem[]): boolean => set.every(({ enabled }) => enabled === null);

export class ToolKeeper implements Keeper {
  readonly #workspace: Workspace;
  readonly #switches: readonly ToolSwitches[];
  readonly #own: OwnKeeper;
  /** The only tool, in the session of one tool: entries that it cannot switch are not switched at all. */
  readonly #only: Tool | undefined;

  constructor(workspace: Workspace, tools: readonly Tool[], only?: Tool) {
    this.#workspace = workspace;
    this.#switches = [...workspace.switchesOf(tools).values()];
    this.#own = new OwnKeeper(workspace.switchesFile, workspace.root, workspace.recorder);
    this.#only = only;
  }

  get workspace(): URI {
    return this.#workspace.root;
  }

  get problems(): readonly Problem[] {
    // Two tools may read one file.
    const theirs = new Map(
      this.#switches
        .flatMap(({ problems }) => problems)
        .map((problem) => [`${problem.file}\n${problem.line}\n${problem.message}`, problem]),
    );
    const found = [...theirs.values()].map((problem) => problemAt(problem.file, problem, problem.severity));
    return [...this.#own.problems, ...found];
  }

  stateOf(node: AnyCustomization): EntryState {
    const inTools = this.#inTools(node);
    if (inTools.length > 0) {
      return {
        enabled: isOnAnywhere(inTools),
        decisions: this.#decisions(inTools.filter(isSwitchable)),
        meta: { tools: inTools.map(standingOf) },
      };
    }
    const parts = this.#parts(node);
    const enabled = parts.length === 0 || parts.some((part) => this.#isOn(part));
    if (this.#only !== undefined) return { ...(parts.length > 0 && { enabled }), decisions: [] };
    if (node.type === 'directory') return { ...this.#own.stateOf(node), enabled };
    if (parts.length > 0) return { enabled, decisions: [] };
    return { ...this.#own.stateOf(node), meta: { kept: true } };
  }

  async change(changes: readonly EntrySwitch[], deadline?: number): Promise<KeeperResults> {
    const { own, inTools, combine } = this.#split(changes);
    const kept = await this.#own.change(own.able, deadline);
    const made = await makeSwitches(inTools, this.#workspace, deadline);
    return combine([kept, own.refused, made]);
  }

  plan(changes: readonly EntrySwitch[]): KeeperResults {
    const { own, inTools, combine } = this.#split(changes);
    return combine([this.#own.plan(own.able), own.refused, planSwitches(inTools, this.#workspace)]);
  }

  /** Splits the switches into those of tools and those that skillpick stores, each for a container's entries. */
  #split(changes: readonly EntrySwitch[]) {
    const leaves = changes.map((change) => this.#leavesOf(change));
    const all = leaves.flat().map((change) => ({ change, entries: this.#inTools(change.node) }));
    const own = all.filter(({ entries }) => entries.length === 0).map(({ change }) => change);
    const refused = new Map(own.map((change) => [change, this.#whyNotOwn(change)]));
    const combine = (results: readonly KeeperResults[]): KeeperResults => {
      const byLeaf = new Map(results.flatMap((some) => [...some]));
      return new Map(
        changes.map((change, at) => [change, combineResults(leaves[at]!.map((leaf) => byLeaf.get(leaf)!))]),
      );
    };
    return {
      own: {
        able: own.filter((change) => refused.get(change) === undefined),
        refused: new Map([...refused].flatMap(([change, reason]) => (reason ? [[change, reason]] : []))),
      },
      inTools: all.filter(({ entries }) => entries.length > 0),
      combine,
    };
  }

  #inTools({ id }: AnyCustomization): EntryInTool[] {
    return this.#switches.flatMap((switches) => this.#workspace.tableOf(switches).get(id) ?? []);
  }

  /** True if an entry is on: in any tool that reads it, else by skillpick's own switch. */
  #isOn(node: AnyCustomization): boolean {
    const inTools = this.#inTools(node);
    if (inTools.length > 0) return isOnAnywhere(inTools);
    return this.#own.stateOf(node).decisions[0]?.enabled ?? true;
  }

  /**
   * The entries through which a container is switched: all of a directory, and those of a plugin that tools read, unless
   * it has a switch of its own. In the session of one tool, only those that it reads.
   */
  #parts(node: AnyCustomization): readonly AnyCustomization[] {
    if (node.type !== 'directory' && node.type !== 'plugin') return [];
    if (this.#inTools(node).some(isSwitchable)) return [];
    const children = childrenOf(node) ?? [];
    const isWhole = node.type === 'directory' && this.#only === undefined;
    return isWhole ? children : children.filter((child) => this.#inTools(child).length > 0);
  }

  /** True for a reset of a directory for which an older version stored a switch. */
  #isOldSwitch({ node, set }: EntrySwitch): boolean {
    const isReset = node.type === 'directory' && isForgetting(set);
    return isReset && this.#only === undefined && this.#own.stateOf(node).decisions.length > 0;
  }

  #leavesOf(change: EntrySwitch): EntrySwitch[] {
    const parts = this.#isOldSwitch(change) ? [] : this.#parts(change.node);
    return parts.length === 0 ? [change] : parts.map((node) => ({ ...change, node }));
  }

  /** Returns a decision for each scope that is the same in every tool with a file for the scope. */
  #decisions(inTools: readonly EntryInTool[]): CustomizationEnablement[] {
    const decided = (...scopes: readonly ToolScope[]) => {
      const able = inTools.filter(({ switches, ref }) => switches.hasFileFor(ref, scopes[0]!));
      const flags = new Set(
        able.map(({ state }) =>
          scopes.map((scope) => state.decisions[scope]).find((flag) => flag !== undefined),
        ),
      );
      return flags.size === 1 ? [...flags][0] : undefined;
    };
    const flags = { workspace: decided('workspace', 'shared'), global: decided('global') };
    return decisionsFor(flags, this.#workspace.root);
  }

  /** Returns why skillpick does not store a switch itself. */
  #whyNotOwn({ node, set }: EntrySwitch): string | undefined {
    if (this.#only !== undefined) return `${this.#only.title} has no switch for this`;
    if (node.type === 'directory' && !isForgetting(set)) return 'it holds nothing to switch';
    const named = set.find(({ tool }) => tool !== undefined)?.tool;
    if (named !== undefined) return `no tool "${named.slice(0, 40)}" reads it here`;
    const isShared = set.some(({ scope, enabled }) => scope === 'shared' && enabled !== null);
    return isShared ? 'no tool reads it, and skillpick keeps its own switches for you alone' : undefined;
  }
}

/**
 * Stores switches in the tools' own settings. The session of one tool switches entries in that tool; the session of all
 * tools switches an entry in every tool that reads it, and stores the switches of entries that no tool can switch.
 */

import type { Problem } from '../../protocol/problem-codes.js';
import { scopes } from '../../protocol/scopes.js';
import type { SetItem } from '../../protocol/skillpick-meta.js';
import type { AnyCustomization } from '../../protocol/types.js';
import { getOrMake } from '../collections.js';
import { problemAt } from '../discovery/problems.js';
import type { ToolRequest } from '../tools/plan.js';
import type { EntryRef, Tool, ToolScope } from '../tools/tool.js';
import type { ToolSwitches } from '../tools/tool-switches.js';
import { type EntryState, type EntrySwitch, type Keeper, OwnKeeper, type RefusedSwitches } from './keeper.js';
import { changeTools, type ToolBatch } from './tool-changes.js';
import { type EntryInTool, isSwitchable, ToolStates } from './tool-states.js';
import type { Workspace } from './workspace.js';

const forgetAll: readonly SetItem[] = scopes.map((scope) => ({ scope, enabled: null }));

const notForSession = 'the tools keep switches for the workspace or everywhere, not for one session';

/** For a decision that was stored before the tools that read the entry were installed. */
const strandedNote = 'off by an earlier switch of skillpick, which no tool obeys: switch it on or reset it';

/**
 * Returns the requests of a toggle to one tool, by scope. For a tool with a single scope, the most specific one counts.
 * @internal
 */
export function requestsFor(entry: EntryRef, switches: ToolSwitches, set: readonly SetItem[]): ToolRequest[] {
  const able = switches.scopesOf(entry.kind);
  const nearest = (scope: ToolScope) => (able.includes(scope) ? scope : (able[0] ?? scope));
  const itemFor = (scope: ToolScope, tool: string | undefined) =>
    set.find((item) => item.scope === scope && item.tool === tool);
  const requests = new Map<ToolScope, boolean | undefined>();
  for (const scope of ['global', 'workspace'] as const) {
    const item = itemFor(scope, switches.tool.id) ?? itemFor(scope, undefined);
    if (item === undefined) continue;
    // A reset of a scope that the tool does not have must not undo the request for the scope that replaces it.
    const isPointless = item.enabled === null && !able.includes(scope) && requests.has(nearest(scope));
    if (!isPointless) requests.set(nearest(scope), item.enabled ?? undefined);
  }
  return [...requests].map(([scope, enabled]) => ({ entry, scope, enabled }));
}

export class ToolKeeper implements Keeper {
  readonly #states: ToolStates;
  readonly #own: OwnKeeper;
  /** The only tool, in the session of one tool: entries that it cannot switch are not switched at all. */
  readonly #only: Tool | undefined;

  constructor(workspace: Workspace, tools: readonly Tool[], only?: Tool) {
    this.#states = new ToolStates(workspace, tools);
    this.#own = new OwnKeeper(workspace.switchesFile, workspace.root);
    this.#only = only;
  }

  get problems(): readonly Problem[] {
    const theirs = [...this.#states.switches].flatMap(({ problems }) => problems);
    return [...this.#own.problems, ...theirs.map((problem) => problemAt(problem.file, problem, 'warning'))];
  }

  stateOf(node: AnyCustomization): EntryState {
    const inTools = this.#states.of(node);
    const switchable = inTools.filter(isSwitchable);
    if (switchable.length === 0) return this.#ownState(node, inTools);
    const isForUserOnly = switchable.every(({ state }) => state.modelInvocable === false);
    return {
      enabled: switchable.some(({ state }) => state.enabled),
      decisions: this.#states.decisions(switchable),
      ...(isForUserOnly && { disableModelInvocation: true }),
      meta: this.#states.meta(node, inTools),
    };
  }

  async change(changes: readonly EntrySwitch[], deadline?: number): Promise<RefusedSwitches> {
    const own = new Set(changes.filter(({ node }) => !this.#states.of(node).some(isSwitchable)));
    const toTools = changes.filter((change) => !own.has(change));
    const refused = await this.#keepOwn([...own], deadline);
    return new Map([...refused, ...(await this.#changeTools(toTools, deadline))]);
  }

  /** The state of an entry that no tool can switch. In the session of one tool, skillpick does not switch it either. */
  #ownState(node: AnyCustomization, inTools: readonly EntryInTool[]): EntryState {
    const isOff = inTools.length > 0 && inTools.every(({ state }) => !state.enabled);
    const off = isOff ? { enabled: false } : {};
    if (this.#only !== undefined) return { decisions: [], ...off, meta: this.#states.meta(node, inTools) };
    const kept = this.#own.stateOf(node);
    const isKept = this.#whyNotOwn(node) === undefined;
    const isStranded = !isKept && kept.decisions[0]?.enabled === false;
    const meta = this.#states.meta(node, inTools, isStranded ? [strandedNote] : []);
    return {
      ...kept,
      ...off,
      // A flag instead of a note, because there may be thousands: clients add the wording.
      ...((isKept || meta) && { meta: { ...meta, ...(isKept && { kept: true }) } }),
    };
  }

  async #keepOwn(changes: readonly EntrySwitch[], deadline?: number): Promise<RefusedSwitches> {
    const found = changes.map((change) => this.#ownChange(change));
    const allowed = found.filter((change) => typeof change !== 'string');
    const refused = await this.#own.change(allowed, deadline);
    return new Map(
      found.map((change, at) => [changes[at]!, typeof change === 'string' ? change : refused.get(change)]),
    );
  }

  /** Returns the change that skillpick can store, or why it cannot. A stored decision can always be removed. */
  #ownChange(change: EntrySwitch): EntrySwitch | string {
    const { node, set } = change;
    const named = set.find(({ tool }) => tool !== undefined)?.tool;
    if (named !== undefined) return this.#whyNotIn(named, node);
    const reason = this.#whyNotOwn(node);
    if (reason === undefined) return change;
    const before = this.#only === undefined ? this.#own.stateOf(node).decisions : [];
    if (before.length > 0 && set.every(({ enabled }) => enabled === null)) return change;
    const isOn = set.some(({ enabled }) => enabled === true);
    return isOn && before[0]?.enabled === false ? { node, set: forgetAll } : reason;
  }

  /** Returns why the entry cannot be switched in a tool that was asked for by name. */
  #whyNotIn(id: string, node: AnyCustomization): string {
    const inTool = this.#states.of(node).find(({ tool }) => tool.id === id);
    return inTool?.state.fixed ?? `no tool "${id.slice(0, 40)}" reads it here`;
  }

  /** Returns why skillpick does not store a switch for the entry: it would have no effect anywhere. */
  #whyNotOwn(node: AnyCustomization): string | undefined {
    const fixed = this.#states.of(node).flatMap(({ state }) => state.fixed ?? []);
    if (fixed.length > 0) return fixed.join('; ');
    if (this.#only !== undefined) return `${this.#only.title} has no switch for this`;
    const children = 'children' in node ? (node.children ?? []) : [];
    return children.some(({ id }) => this.#states.isRead(id))
      ? 'the tools that read it have no switch for all of it at once: switch its entries'
      : undefined;
  }

  async #changeTools(changes: readonly EntrySwitch[], deadline?: number): Promise<RefusedSwitches> {
    const impossible = changes.map((change) => this.#whyNotInTools(change));
    const batches = new Map<Tool, ToolBatch>();
    changes.forEach(({ node, set }, at) => {
      if (impossible[at] !== undefined) return;
      for (const { ref, tool, switches } of this.#states.of(node).filter(isSwitchable)) {
        const batch = getOrMake(batches, tool, () => ({ tool, switches, requests: [] }));
        batch.requests.push(...requestsFor(ref, switches, set).map((request) => ({ ...request, at })));
      }
    });
    const refused = await changeTools([...batches.values()], deadline);
    return new Map(changes.map((change, at) => [change, impossible[at] ?? refused.get(at)]));
  }

  /** Returns why a change cannot be requested from the tools at all. */
  #whyNotInTools({ node, set }: EntrySwitch): string | undefined {
    if (set.some(({ scope, enabled }) => scope === 'session' && enabled !== null)) return notForSession;
    const able = this.#states.of(node).filter(isSwitchable);
    const unable = set.find(
      (item) => item.tool !== undefined && !able.some(({ tool }) => tool.id === item.tool),
    )?.tool;
    return unable === undefined ? undefined : this.#whyNotIn(unable, node);
  }
}

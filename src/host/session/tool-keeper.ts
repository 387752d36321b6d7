/**
 * Keeps switches where the tools keep theirs. In the session of one tool, that tool alone counts; over several, an entry
 * is switched in all that read it. What no tool can switch is kept by skillpick.
 */

import type { Problem } from '../../protocol/problem-codes.js';
import type { SetItem } from '../../protocol/skillpick-meta.js';
import type { AnyCustomization } from '../../protocol/types.js';
import { getOrMake } from '../collections.js';
import { problemAt } from '../discovery/problems.js';
import type { ToolRequest } from '../tools/plan.js';
import type { EntryRef, Tool, ToolScope } from '../tools/tool.js';
import type { ToolSwitches } from '../tools/tool-switches.js';
import { type Keeper, type KeptChange, type KeptStanding, OwnKeeper } from './keeper.js';
import { changeTools, type ToolBatch } from './tool-changes.js';
import { isOffInAll, isSwitchable, type ToolStanding, ToolStandings } from './tool-standings.js';
import type { Workspace } from './workspace.js';

const forgetAll: readonly SetItem[] = (['session', 'workspace', 'global'] as const).map((scope) => ({
  scope,
  enabled: null,
}));

const notForSession = 'the tools keep switches for the workspace or everywhere, not for one session';

/** For a decision from a time when no present tool read the entry. */
const strandedNote = 'off by an earlier switch of skillpick, which no tool obeys: switch it on or reset it';

/**
 * Returns what a toggle asks of one tool, scope by scope. For a tool with a single scope, the most specific one counts.
 * @internal
 */
export function requestsFor(entry: EntryRef, switches: ToolSwitches, set: readonly SetItem[]): ToolRequest[] {
  const scopes = switches.scopesOf(entry.kind);
  const nearest = (scope: ToolScope) => (scopes.includes(scope) ? scope : (scopes[0] ?? scope));
  const itemFor = (scope: ToolScope, tool: string | undefined) =>
    set.find((item) => item.scope === scope && item.tool === tool);
  const requests = new Map<ToolScope, boolean | undefined>();
  for (const scope of ['global', 'workspace'] as const) {
    const item = itemFor(scope, switches.tool.id) ?? itemFor(scope, undefined);
    if (item === undefined) continue;
    // To forget a scope that the tool does not have must not undo what is asked of the scope that takes its place.
    const isPointless = item.enabled === null && !scopes.includes(scope) && requests.has(nearest(scope));
    if (!isPointless) requests.set(nearest(scope), item.enabled ?? undefined);
  }
  return [...requests].map(([scope, enabled]) => ({ entry, scope, enabled }));
}

export class ToolKeeper implements Keeper {
  readonly #standings: ToolStandings;
  readonly #own: OwnKeeper;
  /** With one tool alone, what it cannot switch is not switched at all. */
  readonly #only: Tool | undefined;

  constructor(workspace: Workspace, tools: readonly Tool[], only?: Tool) {
    this.#standings = new ToolStandings(workspace, tools);
    this.#own = new OwnKeeper(workspace.kept, workspace.root);
    this.#only = only;
  }

  get problems(): readonly Problem[] {
    const theirs = [...this.#standings.switches].flatMap(({ problems }) => problems);
    return [...this.#own.problems, ...theirs.map((problem) => problemAt(problem.file, problem, 'warning'))];
  }

  standing(node: AnyCustomization): KeptStanding {
    const standings = this.#standings.of(node);
    const switchable = standings.filter(isSwitchable);
    if (switchable.length === 0) return this.#keptStanding(node, standings);
    const isForUserOnly = switchable.every(({ state }) => state.modelInvocable === false);
    return {
      enabled: switchable.some(({ state }) => state.enabled),
      decisions: this.#standings.decisions(switchable),
      ...(isForUserOnly && { disableModelInvocation: true }),
      ...this.#standings.meta(node, standings),
    };
  }

  async change(changes: readonly KeptChange[], deadline?: number): Promise<(string | undefined)[]> {
    const own = new Set(changes.filter(({ node }) => !this.#standings.of(node).some(isSwitchable)));
    const toTools = changes.filter((change) => !own.has(change));
    const reasons = new Map([
      ...(await this.#keepOwn([...own], deadline)),
      ...(await this.#changeTools(toTools, deadline)),
    ]);
    return changes.map((change) => reasons.get(change));
  }

  /** What no tool switches; in the session of one tool, skillpick does not either. */
  #keptStanding(node: AnyCustomization, standings: readonly ToolStanding[]): KeptStanding {
    const off = isOffInAll(standings) ? { enabled: false } : {};
    if (this.#only !== undefined) {
      return { decisions: [], ...off, ...this.#standings.meta(node, standings) };
    }
    const kept = this.#own.standing(node);
    const isKept = this.#whyNotOwn(node) === undefined;
    const isStranded = !isKept && kept.decisions[0]?.enabled === false;
    const { meta } = this.#standings.meta(node, standings, isStranded ? [strandedNote] : []);
    return {
      ...kept,
      ...off,
      // There may be thousands of them: the wording is left to the display.
      ...((isKept || meta) && { meta: { ...meta, ...(isKept && { kept: true }) } }),
    };
  }

  async #keepOwn(
    changes: readonly KeptChange[],
    deadline: number | undefined,
  ): Promise<Map<KeptChange, string | undefined>> {
    const found = changes.map((change) => this.#ownChange(change));
    const allowed = found.filter((change) => typeof change !== 'string');
    const reasons = allowed.length === 0 ? [] : await this.#own.change(allowed, deadline);
    const refused = new Map(allowed.map((change, at) => [change, reasons[at]]));
    return new Map(
      found.map((change, at) => [changes[at]!, typeof change === 'string' ? change : refused.get(change)]),
    );
  }

  /** The change as skillpick can keep it, or why not. What it kept before can always be taken back. */
  #ownChange(change: KeptChange): KeptChange | string {
    const { node, set } = change;
    const named = set.find(({ tool }) => tool !== undefined)?.tool;
    if (named !== undefined) return this.#whyNotIn(named, node);
    const reason = this.#whyNotOwn(node);
    if (reason === undefined) return change;
    const before = this.#only === undefined ? this.#own.standing(node).decisions : [];
    if (before.length > 0 && set.every(({ enabled }) => enabled === null)) return change;
    const isOn = set.some(({ enabled }) => enabled === true);
    return isOn && before[0]?.enabled === false ? { node, set: forgetAll } : reason;
  }

  /** Returns why the entry cannot be switched in a tool that was asked for by name. */
  #whyNotIn(id: string, node: AnyCustomization): string {
    const standing = this.#standings.of(node).find(({ tool }) => tool.id === id);
    return standing?.state.fixed ?? `no tool "${id.slice(0, 40)}" reads it here`;
  }

  /** A switch that would not count anywhere is refused rather than kept. */
  #whyNotOwn(node: AnyCustomization): string | undefined {
    const fixed = this.#standings.of(node).flatMap(({ state }) => state.fixed ?? []);
    if (fixed.length > 0) return fixed.join('; ');
    if (this.#only !== undefined) return `${this.#only.title} has no switch for this`;
    const children = 'children' in node ? (node.children ?? []) : [];
    return children.some(({ id }) => this.#standings.isRead(id))
      ? 'the tools that read it have no switch for all of it at once: switch its entries'
      : undefined;
  }

  async #changeTools(
    changes: readonly KeptChange[],
    deadline: number | undefined,
  ): Promise<Map<KeptChange, string | undefined>> {
    const impossible = new Map(changes.map((change, at) => [at, this.#whyNotInTools(change)]));
    const batches = new Map<Tool, ToolBatch>();
    changes.forEach(({ node, set }, at) => {
      if (impossible.get(at) !== undefined) return;
      for (const { ref, tool, switches } of this.#standings.of(node).filter(isSwitchable)) {
        const batch = getOrMake(batches, tool, () => ({ tool, switches, requests: [] }));
        batch.requests.push(...requestsFor(ref, switches, set).map((request) => ({ ...request, at })));
      }
    });
    const refused = await changeTools([...batches.values()], deadline);
    return new Map(changes.map((change, at) => [change, impossible.get(at) ?? refused.get(at)]));
  }

  /** Returns why a change cannot even be asked of the tools. */
  #whyNotInTools({ node, set }: KeptChange): string | undefined {
    if (set.some(({ scope, enabled }) => scope === 'session' && enabled !== null)) return notForSession;
    const able: readonly ToolStanding[] = this.#standings.of(node).filter(isSwitchable);
    const unable = set.find((item) => item.tool && !able.some(({ tool }) => tool.id === item.tool))?.tool;
    return unable === undefined ? undefined : this.#whyNotIn(unable, node);
  }
}

/**
 * Keeps switches where the tools keep theirs. For one tool that is its own truth; over several, an entry is
 * switched in all that read it, and how it stands in each is told. What no tool can switch is left to skillpick.
 */

import type { Problem } from '../../protocol/problem-codes.js';
import { detailsOf, type SetItem } from '../../protocol/skillpick-meta.js';
import type { AnyCustomization, CustomizationEnablement } from '../../protocol/types.js';
import { problemAt } from '../discovery/problems.js';
import { type EntryRef, type SwitchState, type Tool, type ToolScope, ToolSwitches } from '../tools/index.js';
import { decisionsFor } from './decisions.js';
import { type Keeper, type KeptChange, type KeptStanding, OwnKeeper } from './keeper.js';
import { changeTools, type Order } from './tool-changes.js';
import { ToolEntries, type ToolReading } from './tool-entries.js';
import { notesOn, strandedNote } from './tool-notes.js';
import { wishesFor } from './tool-wishes.js';
import type { Workspace } from './workspace.js';

/** How an entry stands in one tool that reads it. */
interface ToolStanding extends ToolReading {
  ref: EntryRef;
  switches: ToolSwitches;
  state: SwitchState;
}

const forgetAll: readonly SetItem[] = ['session', 'workspace', 'global'].map((scope) => ({
  scope: scope as SetItem['scope'],
  enabled: null,
}));

/** True if tools read the entry and all of them have it off, whether or not it can be switched. */
const isOffInAll = (standings: readonly ToolStanding[]): boolean =>
  standings.length > 0 && standings.every(({ state }) => !state.enabled);

const notForSession = 'the tools keep switches for the workspace or everywhere, not for one session';

export class ToolKeeper implements Keeper {
  readonly #workspace: Workspace;
  readonly #entries: ToolEntries;
  readonly #own: OwnKeeper;
  readonly #switches: ReadonlyMap<Tool, ToolSwitches>;
  /** With one tool alone, what it cannot switch is not switched at all. */
  readonly #only: Tool | undefined;

  constructor(workspace: Workspace, tools: readonly Tool[], only?: Tool) {
    this.#workspace = workspace;
    this.#entries = new ToolEntries(workspace, tools);
    this.#own = new OwnKeeper(workspace.environment, workspace.root);
    this.#switches = new Map(tools.map((tool) => [tool, new ToolSwitches(tool, workspace.environment)]));
    this.#only = only;
  }

  get files(): readonly string[] {
    return [...this.#own.files, ...[...this.#switches.values()].flatMap(({ files }) => files)];
  }

  get problems(): readonly Problem[] {
    const theirs = [...this.#switches.values()].flatMap(({ problems }) => problems);
    return [...this.#own.problems, ...theirs.map((problem) => problemAt(problem.file, problem, 'warning'))];
  }

  reload(): void {
    this.#own.reload();
    for (const switches of this.#switches.values()) switches.reload();
  }

  standing(node: AnyCustomization): KeptStanding {
    const standings = this.#standings(node);
    const switchable = standings.filter(({ state }) => state.fixed === undefined);
    if (switchable.length === 0) return this.#keptStanding(node, standings);
    const enabled = switchable.some(({ state }) => state.enabled);
    const isForUserOnly = switchable.every(({ state }) => state.modelInvocable === false);
    return {
      enabled,
      decisions: this.#decisions(switchable),
      ...(isForUserOnly && { disableModelInvocation: true }),
      ...this.#extras(node, standings, []),
    };
  }

  async change(changes: readonly KeptChange[], deadline?: number): Promise<(string | undefined)[]> {
    const answers = new Map<KeptChange, string | undefined>();
    const own = new Set(changes.filter(({ node }) => this.#isOwn(node)));
    for (const [change, answer] of await this.#keepOwn([...own], deadline)) answers.set(change, answer);
    const toTools = changes.filter((change) => !own.has(change));
    for (const [change, answer] of await this.#changeTools(toTools, deadline)) answers.set(change, answer);
    return changes.map((change) => answers.get(change));
  }

  #standings(node: AnyCustomization): ToolStanding[] {
    const ref = this.#entries.ref(node.id);
    if (ref === undefined) return [];
    return this.#entries.readers(node.id).map((reader) => {
      const switches = this.#switches.get(reader.tool)!;
      return { ...reader, ref, switches, state: switches.read(ref) };
    });
  }

  /** The tools that have a switch for the entry. */
  #switchable(node: AnyCustomization): ToolStanding[] {
    return this.#standings(node).filter(({ state }) => state.fixed === undefined);
  }

  #decisions(standings: readonly ToolStanding[]): CustomizationEnablement[] {
    // A scope says something only if it does in every tool that has it: on or off for some is not so for all.
    const decided = (scope: ToolScope) => {
      const able = standings.filter(({ ref, switches }) => switches.scopesOf(ref.kind).includes(scope));
      const flags = new Set(able.map(({ state }) => state.decisions[scope]));
      return flags.size === 1 ? [...flags][0] : undefined;
    };
    return decisionsFor({
      session: undefined,
      workspace: decided('workspace'),
      global: decided('global'),
      workspaceUri: this.#workspace.root,
    });
  }

  #extras(
    node: AnyCustomization,
    standings: readonly ToolStanding[],
    more: readonly string[],
  ): Pick<KeptStanding, 'extras'> {
    const notes = [...notesOn(node, standings), ...more];
    const tools = standings.map((standing) => ({
      id: standing.tool.id,
      enabled: standing.state.enabled && !this.#isOffWithPlugin(node.id, standing),
      ...(standing.state.isUnread && standing.state.caveat !== undefined && { note: standing.state.caveat }),
    }));
    if (notes.length === 0 && tools.length === 0) return {};
    return {
      extras: {
        ...(tools.length > 0 && { tools }),
        ...(notes.length > 0 && { details: { ...detailsOf(node._meta), notes } }),
      },
    };
  }

  /** What a plugin brings is off for the tool as long as the plugin is. */
  #isOffWithPlugin(id: string, { tool, switches }: ToolStanding): boolean {
    const plugin = this.#entries.pluginOf(id);
    if (plugin === undefined) return false;
    const ref = this.#entries.ref(plugin);
    const isSwitched = this.#entries.readers(plugin).some((reader) => reader.tool === tool);
    return ref !== undefined && isSwitched && !switches.read(ref).enabled;
  }

  #isOwn(node: AnyCustomization): boolean {
    return this.#standings(node).every(({ state }) => state.fixed !== undefined);
  }

  /** What no tool switches; in the session of one tool, skillpick does not either. */
  #keptStanding(node: AnyCustomization, standings: readonly ToolStanding[]): KeptStanding {
    if (this.#only !== undefined) {
      const off = isOffInAll(standings) ? { enabled: false } : {};
      return { decisions: [], ...off, ...this.#extras(node, standings, []) };
    }
    const kept = this.#own.standing(node);
    const isKept = this.#whyNotOwn(node) === undefined;
    const isStranded = !isKept && kept.decisions[0]?.enabled === false;
    const { extras } = this.#extras(node, standings, isStranded ? [strandedNote] : []);
    return {
      ...kept,
      ...(isOffInAll(standings) && { enabled: false }),
      // There may be thousands of them: how to say it is left to whoever shows it.
      ...((isKept || extras) && { extras: { ...extras, ...(isKept && { kept: true }) } }),
    };
  }

  async #keepOwn(
    changes: readonly KeptChange[],
    deadline: number | undefined,
  ): Promise<Map<KeptChange, string | undefined>> {
    const answers = new Map<KeptChange, string | undefined>();
    const allowed = new Map<KeptChange, KeptChange>();
    for (const change of changes) {
      const found = this.#ownChange(change);
      if (typeof found === 'string') answers.set(change, found);
      else allowed.set(change, found);
    }
    const kept = allowed.size === 0 ? [] : await this.#own.change([...allowed.values()], deadline);
    [...allowed.keys()].forEach((change, at) => {
      answers.set(change, kept[at]);
    });
    return answers;
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
    const standing = this.#standings(node).find(({ tool }) => tool.id === id);
    return standing?.state.fixed ?? `no tool "${id.slice(0, 40)}" reads it here`;
  }

  /** A switch that would not count anywhere is refused rather than kept. */
  #whyNotOwn(node: AnyCustomization): string | undefined {
    const fixed = this.#standings(node).flatMap(({ state }) => state.fixed ?? []);
    if (fixed.length > 0) return fixed.join('; ');
    if (this.#only !== undefined) return `${this.#only.title} has no switch for this`;
    const children = 'children' in node ? (node.children ?? []) : [];
    const isReadBySome = children.some((child) => this.#entries.readers(child.id).length > 0);
    return isReadBySome
      ? 'the tools that read it have no switch for all of it at once: switch its entries'
      : undefined;
  }

  async #changeTools(
    changes: readonly KeptChange[],
    deadline: number | undefined,
  ): Promise<Map<KeptChange, string | undefined>> {
    const impossible = new Map(changes.map((change, at) => [at, this.#whyNotInTools(change)]));
    const orders = new Map<Tool, Order & { wishes: Order['wishes'][number][] }>();
    changes.forEach(({ node, set }, at) => {
      if (impossible.get(at) !== undefined) return;
      for (const { ref, tool, switches } of this.#switchable(node)) {
        const order = orders.get(tool) ?? { tool, switches, wishes: [] };
        orders.set(tool, order);
        order.wishes.push(...wishesFor(ref, switches, set).map((wish) => ({ ...wish, at })));
      }
    });
    const refused = await changeTools([...orders.values()], deadline);
    return new Map(changes.map((change, at) => [change, impossible.get(at) ?? refused.get(at)]));
  }

  /** Returns why a change cannot even be asked of the tools. */
  #whyNotInTools({ node, set }: KeptChange): string | undefined {
    if (set.some(({ scope, enabled }) => scope === 'session' && enabled !== null)) return notForSession;
    const able = new Set<string>(this.#switchable(node).map(({ tool }) => tool.id));
    const unable = set.find(({ tool }) => tool !== undefined && !able.has(tool))?.tool;
    return unable === undefined ? undefined : this.#whyNotIn(unable, node);
  }
}

/**
 * Keeps switches where the tools keep theirs. For one tool that is its own truth; over several, an entry is
 * switched in all that read it, and how it stands in each is told. What no tool can switch is left to skillpick.
 */

import type { AnyCustomization, CustomizationEnablement, Meta } from '../protocol/types.js';
import { decisionsFor } from './decisions.js';
import { fileUri } from './file-uri.js';
import { type Change, type Keeper, OwnKeeper, type Standing } from './keeper.js';
import type { Problem } from './problems.js';
import { type Reader, ToolEntries } from './tool-entries.js';
import { notesOn } from './tool-notes.js';
import {
  type EntryRef,
  type Outcome,
  type Scope,
  type SwitchState,
  type Tool,
  ToolSwitches,
} from './tools/index.js';
import type { Workspace } from './workspace.js';

/** How an entry stands in one tool that reads it. */
interface ToolStanding extends Reader {
  switches: ToolSwitches;
  state: SwitchState;
}

type Decisions = readonly CustomizationEnablement[];

const flagIn = (decisions: Decisions, scope: string) => decisions.find(({ kind }) => kind === scope)?.enabled;

/** A scope the tool has: the one that is meant, or the only one there is. */
function nearestScope(switches: ToolSwitches, ref: EntryRef, scope: Scope): Scope {
  const scopes = switches.scopesOf(ref.kind);
  return scopes.includes(scope) ? scope : (scopes[0] ?? scope);
}

/** The scopes a change is about: those that differ from before, else the one that counts. */
function meantScopes(before: Decisions, wanted: Decisions): Scope[] {
  const scopes: Scope[] = ['workspace', 'global'];
  const different = scopes.filter((scope) => flagIn(before, scope) !== flagIn(wanted, scope));
  if (different.length > 0) return different;
  const first = wanted[0]?.kind;
  return first === undefined ? scopes : scopes.filter((scope) => scope === first);
}

export class ToolKeeper implements Keeper {
  readonly #workspace: Workspace;
  readonly #entries: ToolEntries;
  readonly #own: OwnKeeper;
  readonly #switches: ReadonlyMap<Tool, ToolSwitches>;
  /** With one tool alone, what it cannot switch is not switched at all. */
  readonly #only: Tool | undefined;
  /** Why a switch made here may not count yet, by entry and tool. */
  readonly #caveats = new Map<string, Map<string, string>>();

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
    return [
      ...this.#own.problems,
      ...theirs.map(({ file, line, message }) => ({
        uri: fileUri(file),
        ...(line !== undefined && { line }),
        message,
      })),
    ];
  }

  reload(): void {
    this.#own.reload();
    for (const switches of this.#switches.values()) switches.reload();
  }

  standing(node: AnyCustomization): Standing {
    const standings = this.#standings(node);
    const switchable = standings.filter(({ state }) => state.fixed === undefined);
    const extras = this.#extras(node, standings);
    if (switchable.length === 0) {
      const kept = this.#only === undefined ? this.#own.standing(node) : { decisions: [] };
      return { ...kept, ...extras };
    }
    const enabled = switchable.some(({ state }) => state.enabled);
    const isForUserOnly = switchable.every(({ state }) => state.modelInvocable === false);
    return {
      enabled,
      decisions: this.#decisions(switchable),
      ...(isForUserOnly && { disableModelInvocation: true }),
      ...extras,
    };
  }

  async change(changes: readonly Change[]): Promise<(string | undefined)[]> {
    const refused = new Map<Change, string | undefined>();
    const own = changes.filter((change) => this.#isOwn(change.node));
    const toTools = changes.filter((change) => !own.includes(change));
    const kept = await this.#keepOwn(own);
    own.forEach((change, at) => {
      refused.set(change, kept[at]);
    });
    const reasons = await this.#changeTools(toTools);
    toTools.forEach((change, at) => {
      refused.set(change, reasons[at]);
    });
    return changes.map((change) => refused.get(change));
  }

  #standings(node: AnyCustomization): ToolStanding[] {
    const ref = this.#entries.ref(node.id);
    if (ref === undefined) return [];
    return this.#entries.readers(node.id).map((reader) => {
      const switches = this.#switches.get(reader.tool)!;
      return { ...reader, switches, state: switches.read(ref) };
    });
  }

  #decisions(standings: readonly ToolStanding[]): CustomizationEnablement[] {
    const decided = (scope: Scope) =>
      standings.map(({ state }) => state.decisions[scope]).find((flag) => flag !== undefined);
    return decisionsFor({
      session: undefined,
      workspace: decided('workspace'),
      global: decided('global'),
      workspaceUri: this.#workspace.root,
    });
  }

  #extras(node: AnyCustomization, standings: readonly ToolStanding[]): Pick<Standing, 'extras'> {
    const caveats = [...(this.#caveats.get(node.id) ?? [])].map(([tool, caveat]) => `${tool}: ${caveat}`);
    const isOurs = this.#switches.size > 0 && this.#only === undefined;
    const notes = [...notesOn(node, standings, isOurs), ...caveats];
    const tools = standings.map(({ tool, state }) => ({ id: tool.id, enabled: state.enabled }));
    if (notes.length === 0 && tools.length === 0) return {};
    const details = (node._meta?.['skillpick'] as { details?: Meta } | undefined)?.details;
    return {
      extras: {
        ...(tools.length > 0 && { tools }),
        ...(notes.length > 0 && { details: { ...details, notes } }),
      },
    };
  }

  #isOwn(node: AnyCustomization): boolean {
    return this.#standings(node).every(({ state }) => state.fixed !== undefined);
  }

  async #keepOwn(changes: readonly Change[]): Promise<(string | undefined)[]> {
    const reasons = changes.map(({ node }) => this.#whyNotOwn(node));
    const allowed = changes.filter((_, at) => reasons[at] === undefined);
    const kept = allowed.length === 0 ? [] : await this.#own.change(allowed);
    return changes.map((change, at) => reasons[at] ?? kept[allowed.indexOf(change)]);
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

  async #changeTools(changes: readonly Change[]): Promise<(string | undefined)[]> {
    const reasons = changes.map(({ decisions }) =>
      decisions.some(({ kind }) => kind === 'session')
        ? 'the tools keep switches for the workspace or everywhere, not for one session'
        : undefined,
    );
    const failures = changes.map((): string[] => []);
    // Worked out for all tools before the first of them is changed: what was decided before is what counts.
    const plans = [...this.#switches].map(([tool, switches]) => {
      const isAllowed = (at: number) => reasons[at] === undefined;
      return {
        tool,
        wishes: changes.flatMap((change, at) => (isAllowed(at) ? this.#wishes(change, at, switches) : [])),
      };
    });
    for (const { tool, wishes } of plans.filter((plan) => plan.wishes.length > 0)) {
      const outcomes: Outcome[] = await this.#switches.get(tool)!.change(wishes);
      outcomes.forEach((outcome, index) => {
        const { at } = wishes[index]!;
        if ('refused' in outcome) failures[at]!.push(`${tool.title}: ${outcome.refused}`);
        else this.#noteCaveat(changes[at]!.node.id, tool, outcome.caveat);
      });
    }
    return changes.map(
      (_, at) => reasons[at] ?? (failures[at]!.length === 0 ? undefined : failures[at]!.join('; ')),
    );
  }

  #noteCaveat(id: string, { id: tool }: Tool, caveat: string | undefined): void {
    const caveats = this.#caveats.get(id) ?? new Map<string, string>();
    if (caveat === undefined) caveats.delete(tool);
    else caveats.set(tool, caveat);
    this.#caveats.set(id, caveats);
  }

  #wishes({ node, decisions }: Change, at: number, switches: ToolSwitches) {
    const standing = this.#standings(node).find((candidate) => candidate.switches === switches);
    const ref = this.#entries.ref(node.id);
    if (ref === undefined || standing === undefined || standing.state.fixed !== undefined) return [];
    const before = this.#decisions(this.#standings(node).filter(({ state }) => state.fixed === undefined));
    const wishes = new Map<Scope, boolean | undefined>();
    // The most specific one comes last, so that it is the one that stays where a tool has a single scope.
    for (const scope of meantScopes(before, decisions).toReversed()) {
      wishes.set(nearestScope(switches, ref, scope), flagIn(decisions, scope));
    }
    return [...wishes].map(([scope, enabled]) => ({ entry: ref, scope, enabled, at }));
  }
}

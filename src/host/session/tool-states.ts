/** The state of an entry in each tool that reads it, and the decisions that all of them share. */

import { detailsOf, type SkillpickMeta } from '../../protocol/skillpick-meta.js';
import type { AnyCustomization, CustomizationEnablement } from '../../protocol/types.js';
import type { EntryRef, Tool, ToolScope } from '../tools/tool.js';
import type { SwitchState, ToolSwitches } from '../tools/tool-switches.js';
import { decisionsFor } from './decisions.js';
import { ToolEntries, type ToolReading } from './tool-entries.js';
import type { Workspace } from './workspace.js';

/** An entry in one tool that reads it. */
export interface EntryInTool extends ToolReading {
  ref: EntryRef;
  switches: ToolSwitches;
  state: SwitchState;
}

export const isSwitchable = ({ state }: EntryInTool): boolean => state.fixed === undefined;

/** Returns the notes on an entry that this tool reads. */
function* notesOn(node: AnyCustomization, inTool: EntryInTool): Iterable<string> {
  const { tool, ref, switches, state, shadowedBy, together = [] } = inTool;
  if (state.fixed !== undefined) yield `${tool.id}: ${state.fixed}`;
  if (shadowedBy !== undefined) yield `${tool.id} uses ${shadowedBy} instead`;
  const other = together.find((file) => file !== ref.canonicalPath);
  const rest = together.length > 2 ? ` and ${together.length - 2} more` : '';
  if (other !== undefined) yield `${tool.title} switches it together with ${other}${rest}`;
  if (isSwitchable(inTool) && !switches.scopesOf(ref.kind).includes('workspace'))
    yield `${tool.title} keeps it for all repositories`;
  // The caveat of a file that the tool does not read at all is shown with the tool instead.
  if (state.caveat !== undefined && !state.isUnread) yield `${tool.id}: ${state.caveat}`;
  if (node.type !== 'skill' && node.type !== 'agent') return;
  if (node.disableUserInvocation && !tool.honours.userGate) yield `${tool.id} ignores the user gate`;
  if (node.disableModelInvocation && !tool.honours.modelGate) yield `${tool.id} ignores the model gate`;
}

export class ToolStates {
  readonly #workspace: Workspace;
  readonly #entries: ToolEntries;
  readonly #switches: ReadonlyMap<Tool, ToolSwitches>;

  constructor(workspace: Workspace, tools: readonly Tool[]) {
    this.#workspace = workspace;
    this.#entries = new ToolEntries(workspace, tools);
    this.#switches = workspace.switchesOf(tools);
  }

  get switches(): Iterable<ToolSwitches> {
    return this.#switches.values();
  }

  /** True if a tool reads the entry. */
  isRead(id: string): boolean {
    return this.#entries.readers(id).length > 0;
  }

  of(node: AnyCustomization): EntryInTool[] {
    const ref = this.#entries.ref(node.id);
    if (ref === undefined) return [];
    return this.#entries.readers(node.id).map((reader) => {
      const switches = this.#switches.get(reader.tool)!;
      return { ...reader, ref, switches, state: switches.read(ref) };
    });
  }

  /** Returns a decision for each scope that is the same in every tool that has the scope. */
  decisions(inTools: readonly EntryInTool[]): CustomizationEnablement[] {
    const decided = (scope: ToolScope) => {
      const able = inTools.filter(({ ref, switches }) => switches.scopesOf(ref.kind).includes(scope));
      const flags = new Set(able.map(({ state }) => state.decisions[scope]));
      return flags.size === 1 ? [...flags][0] : undefined;
    };
    const flags = { workspace: decided('workspace'), global: decided('global') };
    return decisionsFor(flags, this.#workspace.root);
  }

  /** Returns the flag and the caveat of each tool, and notes on the entry, for the node. */
  meta(
    node: AnyCustomization,
    inTools: readonly EntryInTool[],
    moreNotes: readonly string[] = [],
  ): SkillpickMeta | undefined {
    const notes = [...inTools.flatMap((inTool) => [...notesOn(node, inTool)]), ...moreNotes];
    const tools = inTools.map((inTool) => ({
      id: inTool.tool.id,
      enabled: inTool.state.enabled && !this.#isOffWithPlugin(node.id, inTool),
      ...(inTool.state.isUnread && inTool.state.caveat !== undefined && { note: inTool.state.caveat }),
    }));
    if (notes.length === 0 && tools.length === 0) return undefined;
    return {
      ...(tools.length > 0 && { tools }),
      ...(notes.length > 0 && { details: { ...detailsOf(node._meta), notes } }),
    };
  }

  /** The entries of a plugin are off in the tool as long as the plugin is. */
  #isOffWithPlugin(id: string, { tool, switches }: EntryInTool): boolean {
    const plugin = this.#entries.pluginOf(id);
    if (plugin === undefined) return false;
    const ref = this.#entries.ref(plugin);
    const isSwitched = this.#entries.readers(plugin).some((reader) => reader.tool === tool);
    return ref !== undefined && isSwitched && !switches.read(ref).enabled;
  }
}

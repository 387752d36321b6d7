/** The providers of this host: which entries each shows, and where it stores their switches. */

import type { Problem } from '../../protocol/problem-codes.js';
import { childrenOf } from '../../protocol/tree.js';
import type { AgentInfo, ChildCustomization, Customization } from '../../protocol/types.js';
import { getOrMake } from '../collections.js';
import type { HostEnvironment } from '../environment.js';
import { tools } from '../tools/all-tools.js';
import { type PresentTool, presentTools } from '../tools/presence.js';
import { looksInto } from '../tools/readers.js';
import type { Tool } from '../tools/tool.js';
import type { ToolContext } from '../tools/tool-context.js';
import type { ToolSwitches } from '../tools/tool-switches.js';
import type { Keeper } from './keeper.js';
import { withFlag } from './overlay.js';
import { ToolKeeper } from './tool-keeper.js';
import type { ToolTable } from './tool-table.js';
import type { Workspace } from './workspace.js';

export interface Provider {
  id: string;
  title: string;
  description: string;
  /** The containers it looks into. */
  containers(workspace: Workspace): readonly Customization[];
  /** The containers it shows, with the entries it reads. */
  select(workspace: Workspace): readonly Customization[];
  /** Problems with files that belong to no tool. */
  problems(workspace: Workspace): readonly Problem[];
  openKeeper(workspace: Workspace): Keeper;
}

/** The default provider. */
export const everythingId = 'agents';

/** Everything on this machine, switched in every tool that reads it. */
function everything(present: readonly Tool[]): Provider {
  return {
    id: everythingId,
    title: 'All agents',
    description: 'Every skill, agent and plugin found for the working directory and the home.',
    containers: (workspace) => workspace.catalog.containers,
    select: (workspace) => workspace.catalog.containers,
    problems: (workspace) => workspace.catalog.looseProblems,
    openKeeper: (workspace) => new ToolKeeper(workspace, present),
  };
}

/** Returns the containers in the tool's places, whether or not it reads any entry in them. */
function containersOf({ catalog }: Workspace, tool: Tool, context: ToolContext): Customization[] {
  return catalog.containers.filter(({ id }) => {
    const source = catalog.sources.get(id);
    return source !== undefined && looksInto(tool, [source, ...(source.aliases ?? [])], context);
  });
}

/**
 * Returns the containers one tool looks into, empty and broken ones included, and those with a link to an entry it
 * reads, each with the entries that the tool reads.
 */
function selectRead(workspace: Workspace, switches: ToolSwitches, table: ToolTable): Customization[] {
  const own = new Set(containersOf(workspace, switches.tool, switches.reading.context));
  const named = (child: ChildCustomization): ChildCustomization => {
    const name = table.get(child.id)?.name;
    return name === undefined || name === child.name ? child : { ...child, name };
  };
  return workspace.catalog.containers.flatMap((container) => {
    const children = childrenOf(container);
    if (children === undefined) return own.has(container) || table.has(container.id) ? [container] : [];
    const read = children.filter(({ id }) => table.has(id)).map(named);
    const isShown = read.length > 0 || own.has(container);
    return isShown ? [{ ...container, children: read } as Customization] : [];
  });
}

function oneTool({ tool, reason }: PresentTool): Provider {
  const selected = new WeakMap<ToolTable, Customization[]>();
  return {
    id: tool.id,
    title: tool.title,
    description: `What ${tool.title} reads, with its own switches. Present, because ${reason}.`,
    // Must not read the settings of a tool whose session is not open.
    containers: (workspace) => containersOf(workspace, tool, workspace.context),
    select(workspace) {
      const switches = workspace.switchesOf([tool]).get(tool)!;
      const table = workspace.tableOf(switches);
      return getOrMake(selected, table, () => selectRead(workspace, switches, table));
    },
    problems: () => [],
    openKeeper: (workspace) => new ToolKeeper(workspace, [tool], tool),
  };
}

/** Returns the provider of everything, and one for each tool that is on this machine; with `ids`, for these tools. */
export function providersFor(environment: HostEnvironment, ids?: readonly string[]): Provider[] {
  const present = presentTools(tools, environment, ids);
  return [everything(present.map(({ tool }) => tool)), ...present.map(oneTool)];
}

/**
 * Returns the providers for the root state, with the containers that each looks into. Their entries and switches are left
 * to the sessions: no settings are read for a session that nobody opens.
 */
export function listAgents(providers: readonly Provider[], workspace: Workspace): AgentInfo[] {
  const bare = (entry: Customization) => {
    const { children: _, ...container } = entry as Customization & { children?: unknown };
    return withFlag(container as Customization);
  };
  return providers.map((provider) => ({
    provider: provider.id,
    displayName: provider.title,
    description: provider.description,
    models: [],
    customizations: provider.containers(workspace).map(bare),
  }));
}

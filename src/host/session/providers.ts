/** Whose sessions this host offers: what each shows of what was found, and who keeps its switches. */

import type { Problem } from '../../protocol/problem-codes.js';
import { childrenOf } from '../../protocol/tree.js';
import type { ChildCustomization, Customization } from '../../protocol/types.js';
import type { HostEnvironment } from '../environment.js';
import { lookAround, looksInto, type Tool, tools } from '../tools/index.js';
import type { Keeper } from './keeper.js';
import { ToolEntries } from './tool-entries.js';
import { ToolKeeper } from './tool-keeper.js';
import type { Workspace } from './workspace.js';

export interface Provider {
  id: string;
  title: string;
  description: string;
  /** Where it looks, without saying what is in there. */
  containers(workspace: Workspace): readonly Customization[];
  /** What it shows: containers with the entries it reads. */
  select(workspace: Workspace): readonly Customization[];
  /** What is wrong with files that are no tool's own. */
  problems(workspace: Workspace): readonly Problem[];
  keeperFor(workspace: Workspace): Keeper;
}

/** The provider that is meant where none is named. */
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
    keeperFor: (workspace) => new ToolKeeper(workspace, present),
  };
}

/** By place alone: which entries of a container the tool reads is not looked at. */
function containersOf({ catalog, environment }: Workspace, tool: Tool): Customization[] {
  const around = lookAround(environment);
  return catalog.containers.filter(({ id }) => {
    const source = catalog.sources.get(id);
    return source !== undefined && looksInto(tool, [source, ...(source.aliases ?? [])], around);
  });
}

/**
 * What one tool reads: the containers it looks into, be they empty or broken, those with a link to an entry it
 * reads, and of their entries nothing that belongs to others alone.
 */
function selectRead(workspace: Workspace, tool: Tool): Customization[] {
  const entries = new ToolEntries(workspace, [tool]);
  const own = new Set(containersOf(workspace, tool));
  const around = lookAround(workspace.environment);
  const named = (child: ChildCustomization): ChildCustomization => {
    const ref = entries.ref(child.id);
    const name = ref && tool.nameOf?.(ref, around);
    return name === undefined || name === child.name ? child : { ...child, name };
  };
  return workspace.catalog.containers.flatMap((container) => {
    const children = childrenOf(container);
    if (children === undefined) return own.has(container) ? [container] : [];
    const read = children.filter((child) => entries.readers(child.id).length > 0).map(named);
    const isShown = read.length > 0 || own.has(container);
    return isShown ? [{ ...container, children: read } as Customization] : [];
  });
}

function oneTool(tool: Tool): Provider {
  const selected = new WeakMap<object, Customization[]>();
  return {
    id: tool.id,
    title: tool.title,
    description: `What ${tool.title} reads, with its own switches.`,
    containers: (workspace) => containersOf(workspace, tool),
    select: (workspace) => {
      const known = selected.get(workspace.catalog) ?? selectRead(workspace, tool);
      selected.set(workspace.catalog, known);
      return known;
    },
    problems: () => [],
    keeperFor: (workspace) => new ToolKeeper(workspace, [tool], tool),
  };
}

/** Everything, and each tool that is on this machine. */
export function providersFor(environment: HostEnvironment): Provider[] {
  const present = tools.filter((tool) => tool.isPresent(environment));
  return [everything(present), ...present.map(oneTool)];
}

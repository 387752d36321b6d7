/** Whether an agent can be selected for a session. The host and the picker give the same reason why not. */

import type { OffBy } from './effective.js';
import type { ToolStanding } from './tool-standing.js';
import { type LocatedNode, publisherOf, walk } from './tree.js';
import type { Customization, URI } from './types.js';

/** What decides whether an entry can be selected. */
export interface Selectable {
  readonly type: string;
  readonly offBy: OffBy | null;
  readonly userInvocable: boolean | null;
  /** Its standing in each tool that reads it; none on other hosts. */
  readonly tools: readonly ToolStanding[];
  /** The type of its container; null without one. */
  readonly containerType: string | null;
  /** How many agents of the session a selection may mean, which names only the uri. */
  readonly sharers: number;
}

function unusedReason(tools: readonly ToolStanding[]): string {
  if (tools.every(({ isRefused }) => isRefused)) return 'no tool loads its file';
  const isShadowed = tools.some(({ shadowedBy }) => shadowedBy !== null);
  return isShadowed ? 'another agent of its name is used instead' : 'no tool uses it';
}

/** Returns why an entry cannot be selected as the agent of a session, as a clause; null if it can. */
export function whyUnselectable(entry: Selectable): string | null {
  const { type, offBy, userInvocable, tools, containerType, sharers } = entry;
  if (type !== 'agent') return 'it is not an agent';
  if (offBy === 'self') return 'it is off';
  if (offBy !== null) return `its ${containerType === 'plugin' ? 'plugin' : 'folder'} is off`;
  const used = tools.filter(({ inEffect }) => inEffect);
  if (tools.length > 0 && used.length === 0) return unusedReason(tools);
  const isInvocable = tools.length > 0 ? used.some((tool) => tool.userInvocable) : userInvocable !== false;
  if (!isInvocable) return 'the user may not invoke it';
  return sharers > 1 ? 'its file has several agents, and a selection names the file alone' : null;
}

/** Returns how many agents a selection of this one may mean. What another client publishes at its uri is the same file. */
export function sharersOf(agent: LocatedNode, withItsUri: readonly LocatedNode[]): number {
  const client = publisherOf(agent);
  const isSameFile = (other: string | undefined) =>
    client !== undefined && other !== undefined && client !== other;
  return withItsUri.filter((other) => !isSameFile(publisherOf(other))).length;
}

/** Returns the agents with this uri. */
export function agentsAt(list: readonly Customization[] | undefined, uri: URI): LocatedNode[] {
  return [...walk(list)].filter(({ node }) => node.type === 'agent' && node.uri === uri);
}

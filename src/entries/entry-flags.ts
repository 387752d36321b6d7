/** What the standings of an entry in its tools add up to. Each flag is derived when it is asked for, and never stored. */

import { decisionsOf } from '../protocol/actions.js';
import type { OffBy } from '../protocol/effective.js';
import { toolsOf } from '../protocol/skillpick-meta.js';
import { type ToolStanding, whereLoaded } from '../protocol/tool-standing.js';
import type { AnyCustomization, CustomizationEnablement } from '../protocol/types.js';

export type { ToolStanding };

type Standings = readonly ToolStanding[];

const none: Standings = [];

/** Returns the standing in each tool that reads the node. Only skillpick's own host is believed. */
export function standingsOf({ _meta }: AnyCustomization, { isOwn }: { readonly isOwn: boolean }): Standings {
  return isOwn ? toolsOf(_meta) : none;
}

/** Returns the decisions by scope, most specific first; null if there are none. */
export function enablementOf(node: AnyCustomization): CustomizationEnablement[] | null {
  const decisions = decisionsOf(node);
  return decisions.length === 0 ? null : decisions;
}

/** Returns true if the settings of a tool have it on. A tool that does not load the file counts only if none does. */
export const isOnAnywhere = (tools: Standings): boolean => whereLoaded(tools).some(({ enabled }) => enabled);

/** Returns true if a tool uses it. */
export const isUsedAnywhere = (tools: Standings): boolean => tools.some(({ inEffect }) => inEffect);

/** Returns true if the settings of some tools that load it have it on, and those of others have it off. */
export function areMixed(tools: Standings): boolean {
  const loading = whereLoaded(tools);
  return loading.some(({ enabled }) => enabled !== loading[0]?.enabled);
}

/** The container of an entry. A directory has no standings: its flag only sums up its entries. */
interface StandingContainer {
  readonly tools: Standings;
}

/** Returns true if the container is a plugin that is off in the tool. */
export function isContainerOff(id: string, container: StandingContainer | null): boolean {
  return container?.tools.some((tool) => tool.id === id && !tool.enabled) ?? false;
}

/**
 * Returns what keeps an entry off that some tool reads; null if it is on or in effect in a tool. The standings of an entry include
 * its container, so its own decisions show whether it is off by itself, too.
 */
export function offByIn(
  tools: Standings,
  container: StandingContainer | null,
  [decision]: readonly CustomizationEnablement[],
): OffBy | null {
  if (isOnAnywhere(tools) || isUsedAnywhere(tools)) return null;
  const loading = whereLoaded(tools);
  const held = loading.filter(({ id }) => isContainerOff(id, container)).length;
  if (held === 0) return 'self';
  return held < loading.length || decision?.enabled === false ? 'both' : 'container';
}

/**
 * Returns true if the tool does not do what its settings say, for no reason that has a state of its own. The note gives
 * the reason, such as a folder that the tool does not trust.
 */
export function isUnobeyed({ enabled, inEffect, isRefused, shadowedBy }: ToolStanding): boolean {
  return enabled !== inEffect && !isRefused && shadowedBy === null;
}

/** The gates of an entry, as they are in the tools. */
export interface EntryGates {
  readonly userInvocable: boolean | null;
  readonly modelInvocable: boolean | null;
}

/** Returns who may invoke an entry: by the rules of any tool that loads it, else by its own gates. */
export function gatesOf(
  entry: EntryGates & { readonly tools: Standings; readonly hasGates: boolean },
): EntryGates {
  const { tools, hasGates, userInvocable, modelInvocable } = entry;
  if (tools.length === 0 || !hasGates) return { userInvocable, modelInvocable };
  const loading = whereLoaded(tools);
  return {
    userInvocable: loading.some((tool) => tool.userInvocable),
    modelInvocable: loading.some((tool) => tool.modelInvocable),
  };
}

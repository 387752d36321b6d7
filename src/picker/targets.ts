/** Finds what can be switched, entries and containers, by id and in the order in which a host looks them up. */

import { type Container, isEntryToo } from '../entries/containers.js';
import type { EntryList } from '../entries/entries.js';
import { areMixed, isOnAnywhere } from '../entries/entry-flags.js';
import type { ToolStanding } from '../protocol/tool-standing.js';
import type { CustomizationEnablement } from '../protocol/types.js';
import type { Model, PickerState } from './state.js';

export interface SwitchTarget {
  id: string;
  name: string;
  type: string;
  uri: string;
  /** Null: it is not known. */
  enabled: boolean | null;
  /** The decisions by scope of another host, the most specific first. */
  enablement: readonly CustomizationEnablement[] | null;
  /** True if another host keeps decisions by scope for it. */
  isDecided: boolean;
  isMixed: boolean;
  /** Its standing in each tool that reads it. */
  tools: readonly ToolStanding[];
  container: Container | null;
}

interface Targets {
  readonly byId: Map<string, SwitchTarget>;
  /** Ids that several nodes have. */
  readonly shared: Set<string>;
}

const known = new WeakMap<EntryList, Targets>();

/** Hosts look among top-level nodes before children, and take the first that has the id. */
function build({ entries, containers }: EntryList): Targets {
  const targets: Targets = { byId: new Map(), shared: new Set() };
  const add = (target: SwitchTarget) => {
    if (targets.byId.has(target.id)) targets.shared.add(target.id);
    else targets.byId.set(target.id, target);
  };
  for (const container of containers)
    if (!isEntryToo(container)) add({ ...container, isMixed: false, container: null });
  for (const entry of entries) if (entry.container === null) add(entry);
  for (const entry of entries) if (entry.container !== null) add(entry);
  return targets;
}

function targetsOf(list: EntryList): Targets {
  const targets = known.get(list) ?? build(list);
  known.set(list, targets);
  return targets;
}

export function findTarget(list: EntryList, id: string): SwitchTarget | null {
  return targetsOf(list).byId.get(id) ?? null;
}

/** Returns true if several nodes have the id: a switch would reach the first of them. */
export function isShared(list: EntryList, id: string): boolean {
  return targetsOf(list).shared.has(id);
}

/** Returns the tools that a switch is limited to: the chosen cell, the tab, or those of the command line; null: none. */
export function chosenTools(
  { tool, tab }: Pick<PickerState, 'tool' | 'tab'>,
  { onlyTools }: Pick<Model, 'onlyTools'>,
): readonly string[] | null {
  const chosen = tool ?? tab;
  return chosen === null ? onlyTools : [chosen];
}

/** Returns the target as it is in these tools. */
function limitedTo(target: SwitchTarget, tools: readonly string[]): SwitchTarget {
  const { id, name, type, uri, container, enablement, isDecided } = target;
  const standings = target.tools.filter((standing) => tools.includes(standing.id));
  const flags = { enabled: isOnAnywhere(standings), isMixed: areMixed(standings) };
  return { id, name, type, uri, container, enablement, isDecided, tools: standings, ...flags };
}

/**
 * Returns the target as it will be once the switches under way are made, in these tools or in all. Standings and
 * decisions show these switches already; a flag takes the value wanted last.
 */
export function expectedTarget(
  id: string,
  { list, pending }: Model,
  tools: readonly string[] | null = null,
): SwitchTarget | null {
  const target = findTarget(list, id);
  if (target === null) return null;
  if (tools !== null && target.tools.length > 0) return limitedTo(target, tools);
  if (pending.size === 0) return target;
  const flagOf = <T extends boolean | null>(
    item: Pick<SwitchTarget, 'id' | 'tools' | 'isDecided'> & { enabled: T },
  ): T | boolean =>
    item.tools.length > 0 || item.isDecided ? item.enabled : (pending.get(item.id) ?? item.enabled);
  const { name, type, uri, container, enablement, isDecided, isMixed } = target;
  return {
    id,
    name,
    type,
    uri,
    tools: target.tools,
    enabled: flagOf(target),
    enablement,
    isDecided,
    isMixed,
    container: container === null ? null : { ...container, enabled: flagOf(container) },
  };
}

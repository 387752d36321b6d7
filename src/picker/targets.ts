/** Finds what can be switched, entries and containers, by id and in the order in which a host looks them up. */

import type { Container } from '../entries/containers.js';
import type { EntryList } from '../entries/entries.js';
import type { Model } from './state.js';

export interface SwitchTarget {
  id: string;
  name: string;
  type: string;
  enabled: boolean;
  isMixed: boolean;
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
  for (const container of containers) add({ ...container, isMixed: false, container: null });
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

/** Returns the target as it will be once the switches under way are made. */
export function expectedTarget(id: string, { list, pending }: Model): SwitchTarget | null {
  const target = findTarget(list, id);
  if (target === null || pending.size === 0) return target;
  const flagOf = (item: { id: string; enabled: boolean }) => pending.get(item.id) ?? item.enabled;
  const { name, type, container } = target;
  return {
    id,
    name,
    type,
    enabled: flagOf(target),
    isMixed: target.isMixed && !pending.has(id),
    container: container === null ? null : { ...container, enabled: flagOf(container) },
  };
}

/** What can be switched, by id: entries and containers alike, as a host would find them. */

import type { Container } from '../entries/containers.js';
import type { EntryList } from '../entries/entries.js';
import type { Model, PickerState } from './state.js';

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

/** Returns true if several nodes have the id: a switch reaches the first of them, whichever was meant. */
export function isShared(list: EntryList, id: string): boolean {
  return targetsOf(list).shared.has(id);
}

/**
 * What stands under this id, with our last wishes laid over it: the list shows a switch only after the keys that
 * came together with it, and one of a great batch only once it is sent.
 */
export function wishedTarget(id: string, { list }: Model, { unsettled }: PickerState): SwitchTarget | null {
  const target = findTarget(list, id);
  if (target === null || unsettled.size === 0) return target;
  const flagOf = (item: { id: string; enabled: boolean }) =>
    unsettled.get(item.id)?.wishes.at(-1) ?? item.enabled;
  const { name, type, container } = target;
  return {
    id,
    name,
    type,
    enabled: flagOf(target),
    isMixed: target.isMixed && !unsettled.has(id),
    container: container === null ? null : { ...container, enabled: flagOf(container) },
  };
}

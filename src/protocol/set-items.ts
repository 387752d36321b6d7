/** The exact changes that a toggle asks of skillpick's own host. */

import { isBatchName } from './batch-name.js';
import { isObject, isString, type JsonObject } from './checks.js';
import { protocolLimits } from './limits.js';
import { type SetScope, setScopes } from './scopes.js';

/** One part of a toggle: the decision for one scope, in one tool or in all that can keep it there. */
export interface SetItem {
  readonly tool?: string;
  readonly scope: SetScope;
  /** Null removes the decision of that scope. */
  readonly enabled: boolean | null;
}

const isScope = (value: unknown): value is SetScope => setScopes.some((scope) => scope === value);

function readItem(value: unknown): SetItem | string {
  if (!isObject(value)) return 'an item of the set is not an object';
  const { tool, scope, enabled } = value;
  if (tool !== undefined && !isString(tool)) return 'the tool of a set is not a text';
  if (!isScope(scope)) return `there is no scope "${String(scope).slice(0, 40)}"`;
  if (enabled !== null && typeof enabled !== 'boolean')
    return '"enabled" of a set is neither a flag nor null';
  return { ...(tool !== undefined && { tool }), scope, enabled };
}

/** Returns the changes, or the reason if they are not valid. */
export function readSetItems(set: unknown): SetItem[] | string {
  if (!Array.isArray(set) || set.length === 0 || set.length > protocolLimits.setItems)
    return `the set is not a list of 1 to ${protocolLimits.setItems} items`;
  const items = set.map(readItem);
  const reason = items.find((item) => typeof item === 'string');
  if (reason !== undefined) return reason;
  const wanted = items as SetItem[];
  const places = new Set(wanted.map(({ tool, scope }) => `${scope}\n${tool ?? ''}`));
  return places.size < wanted.length ? 'a scope is named twice' : wanted;
}

/** A switch of one entry to plan. */
export interface PlanItem {
  readonly id: string;
  readonly set: readonly SetItem[];
}

/** An undo to plan: what taking back the last of these batches does after the others were taken back, in their order. */
export interface UndoPlan {
  readonly undo: readonly string[];
}

function readUndoPlan({ undo }: JsonObject): UndoPlan | string {
  const isList = Array.isArray(undo) && undo.length > 0;
  return isList && undo.every(isBatchName) ? { undo } : 'the batches to take back have no valid names';
}

/** Returns what is to be planned, or the reason if it is not valid. */
export function readPlanItems(plan: unknown): PlanItem[] | UndoPlan | string {
  if (isObject(plan)) return readUndoPlan(plan);
  if (!Array.isArray(plan)) return 'the plan is not a list';
  const items: PlanItem[] = [];
  for (const value of plan) {
    if (!isObject(value) || !isString(value['id'])) return 'an item of the plan has no id';
    const set = readSetItems(value['set']);
    if (typeof set === 'string') return set;
    items.push({ id: value['id'], set });
  }
  return items;
}

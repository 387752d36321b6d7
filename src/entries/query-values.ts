/** The operators of a query that take a value, and the values that they take. */

import { kindNamed, kindSpellings, kinds } from './kind-names.js';
import { toolIds, toolsSpelled } from './tool-spellings.js';
import { fold } from './words.js';

export const operatorKeys = ['is', 'tool', 'type', 'in', 'sort'] as const;
export type OperatorKey = (typeof operatorKeys)[number];

const states = ['on', 'off', 'mixed', 'broken', 'shadowed'] as const;
export type QueryState = (typeof states)[number];

export const orders = ['place', 'name'] as const;
/** The order of a list: grouped by folder, or by name. */
export type SortOrder = (typeof orders)[number];

/** What a typed value is: the values that it names, the start of a value, or nothing that can become one. */
export type TypedValue<V extends string = string> = readonly V[] | 'unfinished' | 'unknown';

function oneOf<V extends string>(text: string, values: readonly V[]): TypedValue<V> {
  const value = values.find((candidate) => candidate === text);
  if (value !== undefined) return [value];
  return values.some((candidate) => candidate.startsWith(text)) ? 'unfinished' : 'unknown';
}

export const stateValue = (text: string): TypedValue<QueryState> => oneOf(fold(text), states);
export const orderValue = (text: string): TypedValue<SortOrder> => oneOf(fold(text), orders);

export function typeValue(text: string): TypedValue {
  const kind = kindNamed(text);
  if (kind !== undefined) return [kind];
  return oneOf(fold(text), kindSpellings);
}

/** Returns the tools that the text spells. */
export function toolValue(text: string): TypedValue {
  if (text.trim() === '') return 'unfinished';
  const found = toolsSpelled(text);
  return found.length > 0 ? found : 'unknown';
}

export const folderValue = (text: string): TypedValue => (text.trim() === '' ? 'unfinished' : [fold(text)]);

const valueWords: Readonly<Record<OperatorKey, string>> = {
  is: `is: can be ${states.join(', ')}.`,
  tool: `tool: can be ${toolIds.join(', ')}.`,
  type: `type: can be ${kinds.join(', ')}.`,
  in: 'in: takes a part of the name or path of a folder or plugin.',
  sort: `sort: can be ${orders.join(', ')}, and has no !.`,
};

/** Returns which values the operator takes, for one that has another value, such as `is:foo`. */
export function valueHint(operator: string): string {
  const key = operator.replace(/^!/, '').split(':', 1)[0]!.toLowerCase();
  return valueWords[key as OperatorKey];
}

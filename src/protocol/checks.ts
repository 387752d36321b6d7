/**
 * Checks of JSON from other programs. They are written by hand, because a schema library takes ten times as long for a
 * frame of ten thousand entries.
 */

import { ProtocolError } from '../errors.js';
import type { CustomizationEnablement } from './types.js';

export type JsonObject = Record<string, unknown>;
export type Check = (value: unknown) => boolean;

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isPositiveInt = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0;
export const isStringList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isString);
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const hasText =
  (field: string): Check =>
  (value) =>
    isObject(value) && isString(value[field]);
export const isKinded = hasText('kind');
export const isDecision = (value: unknown): value is CustomizationEnablement =>
  isObject(value) && isString(value['kind']) && isBoolean(value['enabled']);
export const isDecisionList: Check = (value) => Array.isArray(value) && value.every(isDecision);
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns true if the value nests deeper than `depth`. */
export function isDeeperThan(value: object, depth: number): boolean {
  if (depth === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isNested(item) && isDeeperThan(item, depth - 1)) return true;
    return false;
  }
  for (const key in value) {
    const item = (value as JsonObject)[key];
    if (isNested(item) && isDeeperThan(item, depth - 1)) return true;
  }
  return false;
}

/** Returns the value if it is an object, and throws a ProtocolError that names it otherwise. */
export function requireObject(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new ProtocolError(`${what} is not an object.`);
  return value;
}

/** Returns the field if it passes the check, and throws a ProtocolError that names it otherwise. */
export function requireField<T>(object: JsonObject, field: string, check: Check, what: string): T {
  const value = object[field];
  if (!check(value)) throw new ProtocolError(`${what} has no valid "${field}".`);
  return value as T;
}

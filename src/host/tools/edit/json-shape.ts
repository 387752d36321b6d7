/**
 * The shapes that a tool requires of the values in its settings. Tools ignore a whole file, or do not start, if one
 * value does not fit, so a switch in such a file would not count.
 */

import { isBoolean, isObject, isString, isStringList } from '../../../protocol/checks.js';
import { mistakeAt } from '../refusal.js';
import { propertiesAlong, valueNode } from './json-document.js';
import { type JsonDialect, parseSettings, splitMark } from './json-text.js';

/** Matches every name in a path. */
export const anyName = Symbol('any name');

export interface Shape {
  readonly path: readonly (string | typeof anyName)[];
  readonly fits: (value: unknown) => boolean;
  /** The required shape, as in "is not …". */
  readonly wanted: string;
}

const shape = (fits: Shape['fits'], wanted: string) => {
  return (...path: Shape['path']): Shape => ({ path, fits, wanted });
};

export const objectAt = shape(isObject, 'an object');
export const listAt = shape(Array.isArray, 'a list');
export const namesAt = shape(isStringList, 'a list of names');
export const textAt = shape(isString, 'a text');
export const flagAt = shape(isBoolean, 'true or false');

/** One of these words. */
export const wordAt = (words: readonly string[], ...path: Shape['path']): Shape => {
  const wanted = words.map((word) => `"${word}"`).join(' or ');
  return { path, fits: (value) => words.includes(value as string), wanted };
};

/** The values that a path matches, each with the names that lead to it. */
function* valuesAlong(
  value: unknown,
  [name, ...rest]: Shape['path'],
  names: readonly string[] = [],
): Generator<{ names: readonly string[]; value: unknown }> {
  if (name === undefined) yield { names, value };
  else if (isObject(value)) {
    const found = name === anyName ? Object.keys(value) : Object.hasOwn(value, name) ? [name] : [];
    for (const one of found) yield* valuesAlong(value[one], rest, [...names, one]);
  }
}

/** A value that does not fit its shape: the names that lead to it, and the shape in words. */
interface Misfit {
  readonly names: readonly string[];
  readonly wanted: string;
}

/** Returns the first value that does not fit its shape. */
export function findMisfit(settings: unknown, shapes: readonly Shape[]): Misfit | undefined {
  for (const { path, fits, wanted } of shapes) {
    for (const { names, value } of valuesAlong(settings, path)) if (!fits(value)) return { names, wanted };
  }
  return undefined;
}

/** Parses settings. Throws a SettingsMistake for the first value that does not fit its shape. */
export function parseShaped(
  text: string,
  dialect: JsonDialect,
  shapes: readonly Shape[],
  mayBeEmpty = true,
): unknown {
  const settings = parseSettings(text, dialect, mayBeEmpty);
  const misfit = findMisfit(settings, shapes);
  if (misfit === undefined) return settings;
  const { names, wanted } = misfit;
  const [, rest] = splitMark(text);
  const property = propertiesAlong(dialect.fileTree(text), names).at(-1);
  const offset = property === undefined ? 0 : valueNode(property).offset;
  throw mistakeAt(rest, offset, `"${names.join('.')}" is not ${wanted}`);
}

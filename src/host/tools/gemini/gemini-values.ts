/**
 * How Gemini CLI reads values in its settings: it merges the files, expands variables in texts, and takes the texts
 * "true" and "false" for flags. With a few values of the wrong type it does not start.
 */

import { isObject, isString, isStringList } from '../../../protocol/checks.js';
import type { HostEnvironment } from '../../environment.js';
import type { JsonEdit } from '../edit/json-edit.js';
import type { Blanket } from '../edit/json-rules.js';
import { anyName, parseShaped, type Shape } from '../edit/json-shape.js';
import { jsonWithComments } from '../edit/json-text.js';

/** The edits of one file for one switch. */
export type GeminiEdit = readonly JsonEdit[];

/** Settings for these names are lost when files are merged. */
export const lostNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const shapes: readonly Shape[] = [
  {
    path: ['skills', 'disabled'],
    fits: (value) => isString(value) || isStringList(value),
    wanted: 'a list of names',
  },
  { path: ['mcpServers', anyName], fits: (value) => value !== null, wanted: 'an object' },
];

/** Parses settings. Gemini CLI does not start with an empty file. */
export function parseGeminiSettings(text: string): unknown {
  return parseShaped(text, jsonWithComments, shapes, false);
}

/** A value in one of several files. */
export interface StackedSetting {
  readonly by: number;
  readonly value: unknown;
}

/**
 * Returns the values at a path, from the strongest file to the weakest. A file that has something else than an object on
 * the way hides the weaker files.
 */
export function* settingsAt(
  contents: readonly unknown[],
  path: readonly string[],
): Generator<StackedSetting> {
  for (let by = contents.length - 1; by >= 0; by -= 1) {
    let value = contents[by];
    for (const name of path) {
      if (value === undefined) break;
      if (!isObject(value)) return;
      value = Object.hasOwn(value, name) ? value[name] : undefined;
    }
    if (value !== undefined) yield { by, value };
  }
}

/** The flag that a value means; undefined for a value that counts as missing. */
export function flagOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  return isString(value) && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : Boolean(value);
}

/** Returns the setting that switches all entries off, if the strongest file that has it says so. */
export function offAt(contents: readonly unknown[], path: readonly string[]): Blanket | undefined {
  const [first] = settingsAt(contents, path);
  return first !== undefined && flagOf(first.value) === false ? { by: first.by, at: path } : undefined;
}

const variable = /\$(?:(\w+)|\{([^}]+?)(?::-([^}]*))?\})/g;

/** Replaces `$NAME`, `${NAME}` and `${NAME:-default}`; a variable that is not set stays as it is. */
export function expandVariables(text: string, { env }: HostEnvironment): string {
  if (!text.includes('$')) return text;
  return text.replace(
    variable,
    (match, plain?: string, braced?: string, byDefault?: string) =>
      env[plain ?? braced ?? ''] ?? byDefault ?? match,
  );
}

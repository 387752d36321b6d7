/**
 * The lists in Qwen Code's settings, merged from all its files as it merges them: the items of all files count together.
 * A value that is not a list joins the list of a weaker file, and counts for nothing without one. A section that is not
 * an object removes what weaker files have in that section.
 */

import { isObject } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import type { SettingPath } from '../tool.js';

/** An item with the index of its file and its position in the file. */
export interface ListedItem {
  readonly text: string;
  readonly by: number;
  readonly at: SettingPath;
}

function sectionOf(content: unknown, section: string): unknown {
  return isObject(content) && Object.hasOwn(content, section) ? content[section] : undefined;
}

function itemsOf(value: unknown, by: number, at: SettingPath): ListedItem[] {
  if (!Array.isArray(value)) return typeof value === 'string' ? [{ text: value, by, at }] : [];
  return value.flatMap((text, index) => (typeof text === 'string' ? [{ text, by, at: [...at, index] }] : []));
}

function merge(
  contents: readonly unknown[],
  section: string,
  key: string,
): readonly ListedItem[] | undefined {
  const first = contents.findLastIndex((content) => {
    const value = sectionOf(content, section);
    return value !== undefined && !isObject(value);
  });
  let merged: readonly ListedItem[] | undefined;
  for (const [by, content] of contents.entries()) {
    const value = by > first ? sectionOf(sectionOf(content, section), key) : undefined;
    if (value === undefined) continue;
    if (merged !== undefined || Array.isArray(value))
      merged = [...(merged ?? []), ...itemsOf(value, by, [section, key])];
  }
  return merged;
}

const knownLists = new WeakMap<readonly unknown[], Map<string, readonly ListedItem[] | undefined>>();

/** Returns the items of a list, weakest file first; undefined if no file has the list. */
export function findList(
  contents: readonly unknown[],
  section: string,
  key: string,
): readonly ListedItem[] | undefined {
  const lists = getOrMake(knownLists, contents, () => new Map());
  return getOrMake(lists, `${section}.${key}`, () => merge(contents, section, key));
}

/** Two texts of a list are equal if they fold to the same text. */
export type Fold = (text: string) => string;

type Folded = ReadonlyMap<string, ListedItem>;

const knownFolds = new WeakMap<readonly unknown[], Map<string, Folded>>();

/** Returns the items of a list by their folded texts. Each list is always folded in the same way. */
export function foldedList(
  contents: readonly unknown[],
  section: string,
  key: string,
  fold: Fold,
): ReadonlyMap<string, ListedItem> {
  const folds = getOrMake(knownFolds, contents, () => new Map());
  return getOrMake(
    folds,
    `${section}.${key}`,
    () => new Map((findList(contents, section, key) ?? []).map((item) => [fold(item.text), item])),
  );
}

const knownAlone = new WeakMap<object, readonly unknown[]>();

/** Returns one file as the only one, and the same array every time, because lists are cached by it. */
export function alone(content: unknown): readonly unknown[] {
  return isObject(content) ? getOrMake(knownAlone, content, () => [content]) : [];
}

/** Replaces `$NAME` and `${NAME}` in a text of the settings by variables that are set. */
export function withVariables(text: string, env: NodeJS.ProcessEnv): string {
  if (!text.includes('$')) return text;
  return text.replace(/\$(?:(\w+)|\{([^}]+)\})/g, (whole, plain, braced) => env[plain ?? braced] ?? whole);
}

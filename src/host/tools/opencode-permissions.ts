/** Applies opencode's permission rules, merged from all its files, to a skill: the last matching rule counts. */

import { isObject } from '../../protocol/checks.js';
import { getOrMake } from '../collections.js';
import { valueAt } from './edit/json-text.js';

type Rules = Record<string, unknown>;

/** Returns the action for a name, or undefined if no rule matches. */
type Lookup = (name: string) => unknown;

/** opencode does not distinguish slashes from backslashes. */
const plainSlashes = (text: string): string => text.replaceAll('\\', '/');

/**
 * True if the text matches a pattern with `*` and `?`. Backtracks only to the last star, because patterns come from
 * repositories that are not trusted, and a regular expression could backtrack almost without end.
 */
function fitsStars(pattern: string, text: string): boolean {
  let [at, star, resumeAt] = [0, -1, 0];
  for (let index = 0; index < text.length; ) {
    if (pattern[at] === '*') {
      [star, resumeAt] = [at, index];
      at += 1;
    } else if (pattern[at] === '?' || pattern[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      resumeAt += 1;
      [at, index] = [star + 1, resumeAt];
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/**
 * True if the text matches a pattern as opencode reads it. A blank and a star at the end of the pattern also match
 * nothing.
 * @internal
 */
export function fits(pattern: string, text: string): boolean {
  const [plain, whole] = [plainSlashes(pattern), plainSlashes(text)];
  return fitsStars(plain, whole) || (plain.endsWith(' *') && fitsStars(plain.slice(0, -2), whole));
}

/** The permissions of a file that apply to skills, each one word or a set of rules. */
function permissionsOf(content: unknown): Rules {
  const value = valueAt(content, ['permission']);
  if (typeof value === 'string') return { '*': value };
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([permission]) => fits(permission, 'skill')));
}

/** Merges the permissions of two files: the values of the stronger one, in the order of the weaker one. */
function merge(weaker: Rules, stronger: Rules): Rules {
  const merged = { ...weaker };
  for (const [permission, rules] of Object.entries(stronger)) {
    const old = merged[permission];
    merged[permission] = isObject(old) && isObject(rules) ? { ...old, ...rules } : rules;
  }
  return merged;
}

/** The rules as pairs of pattern and action, in the order they count. */
function pairs(permissions: Rules): [pattern: string, action: unknown][] {
  return Object.values(permissions).flatMap((rules) =>
    isObject(rules) ? Object.entries(rules) : [['*', rules] as [string, unknown]],
  );
}

function compile(permissions: Rules): Lookup {
  const exact = new Map<string, { at: number; action: unknown }>();
  const patterns: { at: number; action: unknown; pattern: string }[] = [];
  for (const [at, [pattern, action]] of pairs(permissions).entries()) {
    if (/[*?]/.test(pattern)) patterns.push({ at, action, pattern });
    else exact.set(plainSlashes(pattern), { at, action });
  }
  return (name) => {
    const named = exact.get(plainSlashes(name));
    const fitting = patterns.findLast(({ pattern }) => fits(pattern, name));
    return fitting !== undefined && fitting.at > (named?.at ?? -1) ? fitting.action : named?.action;
  };
}

const lookups = new WeakMap<object, Lookup>();

/** Returns the action that all files together have for a skill; the weakest file comes first. */
export function actionFor(contents: readonly unknown[], name: string): unknown {
  const rules = () => contents.map(permissionsOf).reduce(merge, {});
  return getOrMake(lookups, contents, () => compile(rules()))(name);
}

/** True if this file has a rule that matches the skill. */
export function hasRule(content: unknown, name: string): boolean {
  if (!isObject(content)) return false;
  return getOrMake(lookups, content, () => compile(permissionsOf(content)))(name) !== undefined;
}

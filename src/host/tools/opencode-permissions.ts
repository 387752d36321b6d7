/** What opencode's permission rules, merged over all its files, say of a skill: the last rule that fits counts. */

import { valueAt } from './json-text.js';

type Rules = Record<string, unknown>;

/** Answers with the action for a name, or undefined if no rule fits. */
type Lookup = (name: string) => unknown;

const isRules = (value: unknown): value is Rules =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rules of two files: the stronger one's values, in the order of the weaker one. */
function merge(weaker: Rules, stronger: Rules): Rules {
  const merged = { ...weaker };
  for (const [key, value] of Object.entries(stronger)) {
    const old = merged[key];
    merged[key] = isRules(old) && isRules(value) ? merge(old, value) : value;
  }
  return merged;
}

function permissionsOf(content: unknown): Rules {
  const value = valueAt(content, ['permission']);
  if (typeof value === 'string') return { '*': value };
  return isRules(value) ? value : {};
}

const isPattern = (text: string): boolean => /[*?]/.test(text);

/** The expression for a pattern with `*` and `?`. */
function expressionFor(pattern: string): RegExp {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 's');
}

/** The rules for skills as pairs of pattern and action, in the order they count. */
function rulesForSkills(permissions: Rules): [pattern: string, action: unknown][] {
  return Object.entries(permissions).flatMap(([permission, rules]) => {
    if (!expressionFor(permission).test('skill')) return [];
    return isRules(rules) ? Object.entries(rules) : [['*', rules] as [string, unknown]];
  });
}

function compile(permissions: Rules): Lookup {
  const exact = new Map<string, { at: number; action: unknown }>();
  const patterns: { at: number; action: unknown; expression: RegExp }[] = [];
  for (const [at, [pattern, action]] of rulesForSkills(permissions).entries()) {
    if (isPattern(pattern)) patterns.push({ at, action, expression: expressionFor(pattern) });
    else exact.set(pattern, { at, action });
  }
  return (name) => {
    const named = exact.get(name);
    const fitting = patterns.findLast(({ expression }) => expression.test(name));
    return fitting !== undefined && fitting.at > (named?.at ?? -1) ? fitting.action : named?.action;
  };
}

const lookups = new WeakMap<object, Lookup>();

/** The lookup for an object, made once. */
function remembered(key: object, make: () => Rules): Lookup {
  const known = lookups.get(key) ?? compile(make());
  lookups.set(key, known);
  return known;
}

/** What all files together say of a skill, weakest first. */
export function actionFor(contents: readonly unknown[], name: string): unknown {
  return remembered(contents, () => contents.map(permissionsOf).reduce(merge, {}))(name);
}

/** True if this file has a rule that fits the skill. */
export function saysAnything(content: unknown, name: string): boolean {
  return isRules(content) && remembered(content, () => permissionsOf(content))(name) !== undefined;
}

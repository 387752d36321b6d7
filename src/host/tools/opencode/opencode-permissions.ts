/**
 * Applies the permission rules of opencode and of its relatives, merged from all files: the last rule that matches
 * counts. Each rule keeps its file and its path there.
 */

import { isObject } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import { valueAt } from '../edit/json-text.js';
import { fitsStars } from '../star-pattern.js';
import type { SettingPath } from '../tool.js';

/** What a rule does, the index of its file, and where it is in that file. */
export interface PermissionRule {
  readonly action: unknown;
  readonly by: number;
  readonly at: SettingPath;
}

/** The rules of one permission by pattern; a word counts for all. */
type Rules = Map<string, PermissionRule>;
type Permissions = Map<string, { readonly isWord: boolean; readonly rules: Rules }>;

/** Returns the rule for a name, or undefined if none matches. */
type Lookup = (name: string) => PermissionRule | undefined;

/** opencode does not distinguish slashes from backslashes. */
const plainSlashes = (text: string): string => text.replaceAll('\\', '/');

/**
 * True if the text matches a pattern as opencode reads it. A blank and a star at the end of the pattern also match
 * nothing.
 * @internal
 */
export function fits(pattern: string, text: string): boolean {
  const [plain, whole] = [plainSlashes(pattern), plainSlashes(text)];
  return fitsStars(plain, whole) || (plain.endsWith(' *') && fitsStars(plain.slice(0, -2), whole));
}

/** Merges the rules of a stronger file: its values, in the order of the weaker ones. Null removes nothing but counts. */
function merge(permissions: Permissions, found: unknown, by: number, path: readonly string[]): void {
  const values = isObject(found) ? Object.entries(found) : found === undefined ? [] : [['*', found] as const];
  for (const [permission, value] of values) {
    const at = isObject(found) ? [...path, permission] : path;
    const old = permissions.get(permission);
    if (!isObject(value)) {
      permissions.set(permission, { isWord: true, rules: new Map([['*', { action: value, by, at }]]) });
      continue;
    }
    const rules: Rules = old === undefined || old.isWord ? new Map() : old.rules;
    for (const [pattern, action] of Object.entries(value))
      rules.set(pattern, { action, by, at: [...at, pattern] });
    permissions.set(permission, { isWord: false, rules });
  }
}

/** The older form: tools that are on or off. */
function mergeTools(permissions: Permissions, found: unknown, by: number, path: readonly string[]): void {
  for (const [tool, isOn] of Object.entries(isObject(found) ? found : {})) {
    const rule = { action: isOn ? 'allow' : 'deny', by, at: [...path, tool] };
    permissions.set(tool, { isWord: true, rules: new Map([['*', rule]]) });
  }
}

/** Merges the tools and permissions that are below a path of all files. */
function permissionsAt(contents: readonly unknown[], path: readonly string[]): Permissions {
  const merged: Permissions = new Map();
  for (const [at, content] of contents.entries())
    mergeTools(merged, valueAt(content, [...path, 'tools']), at, [...path, 'tools']);
  for (const [at, content] of contents.entries())
    merge(merged, valueAt(content, [...path, 'permission']), at, [...path, 'permission']);
  return merged;
}

/** The agents that a session starts with, unless the settings name another one. */
function startAgents(contents: readonly unknown[], usual: readonly string[]): readonly string[] {
  const chosen = contents.map((content) => valueAt(content, ['default_agent']));
  const last = chosen.findLast((name) => typeof name === 'string' && name !== '');
  return typeof last === 'string' ? [last] : usual;
}

function compile(all: readonly Permissions[], wanted: string): Lookup {
  const rules = all
    .flatMap((permissions) => [...permissions])
    .filter(([permission]) => fits(permission, wanted))
    .flatMap(([, { rules: own }]) => [...own])
    .filter(([, { action }]) => action !== null);
  const exact = new Map<string, { at: number; rule: PermissionRule }>();
  const patterns: { at: number; rule: PermissionRule; pattern: string }[] = [];
  for (const [at, [pattern, rule]] of rules.entries()) {
    if (/[*?]/.test(pattern)) patterns.push({ at, rule, pattern });
    else exact.set(plainSlashes(pattern), { at, rule });
  }
  return (name) => {
    const named = exact.get(plainSlashes(name));
    const fitting = patterns.findLast(({ pattern }) => fits(pattern, name));
    return fitting !== undefined && fitting.at > (named?.at ?? -1) ? fitting.rule : named?.rule;
  };
}

const lookups = new WeakMap<readonly unknown[], Map<string, Lookup>>();

/**
 * Returns the rule that all files together have for a name under this permission, in a session with the usual agent. The
 * weakest file comes first. The rules of that agent count after all others.
 */
export function ruleIn(
  contents: readonly unknown[],
  permission: 'skill' | 'task',
  name: string,
  usualAgents: readonly string[],
): PermissionRule | undefined {
  const known = getOrMake(lookups, contents, () => new Map());
  const lookup = getOrMake(known, permission, () => {
    const agents = startAgents(contents, usualAgents).map((agent) =>
      permissionsAt(contents, ['agent', agent]),
    );
    return compile([permissionsAt(contents, []), ...agents], permission);
  });
  return lookup(name);
}

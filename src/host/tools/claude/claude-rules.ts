/**
 * The switches of Claude Code: `skillOverrides` for skills, rules in `permissions.deny` for agents, `enabledPlugins` for
 * plugins. A rule may also keep the model from a skill.
 */

import { isBoolean, isString } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import { getOrMake } from '../../collections.js';
import type { JsonEdit } from '../edit/json-edit.js';
import { type Blanket, listRule, namelessReason, valueRule } from '../edit/json-rules.js';
import { valueAt } from '../edit/json-text.js';
import type { EntryRef, SwitchRule, ToolVerdict } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { fixedRule, noSwitch, verdictBy } from '../unswitched.js';
import { managedOf } from './claude-files.js';
import { claudeField } from './claude-frontmatter.js';
import { claudeName } from './claude-names.js';
import { folderPluginOf } from './claude-refusals.js';
import { serverRule } from './claude-servers.js';

const title = toolTitles.claude;
const denyPath = ['permissions', 'deny'];

const states: Readonly<Record<string, Omit<ToolVerdict, 'by' | 'at'>>> = {
  on: { enabled: true },
  'name-only': { enabled: true },
  'user-invocable-only': { enabled: true, modelInvocable: false },
  off: { enabled: false },
};

const escaped = (name: string): string => name.replace(/[()]/g, '\\$&');
const unescaped = (rule: string): string => rule.replace(/\\([()])/g, '$1');

const noRules: readonly unknown[] = [];

/** The rules of each file. An administrator may have only the managed ones count. */
function rulesIn(contents: readonly unknown[], context: ToolContext): (readonly unknown[])[] {
  const managedFrom = contents.length - managedOf(context).length;
  const isManagedOnly = contents
    .slice(managedFrom)
    .some((content) => valueAt(content, ['allowManagedPermissionRulesOnly']) === true);
  return contents.map((content, at) => {
    const rules = isManagedOnly && at < managedFrom ? undefined : valueAt(content, denyPath);
    return Array.isArray(rules) ? rules : noRules;
  });
}

/** Finds the strongest file in which a rule matches. */
function findRule(
  contents: readonly unknown[],
  context: ToolContext,
  isMatch: (rule: string) => boolean,
): Blanket | undefined {
  const all = rulesIn(contents, context);
  for (const [by, rules] of [...all.entries()].reverse()) {
    const index = rules.findIndex((rule) => isString(rule) && isMatch(rule));
    if (index !== -1) return { by, at: [...denyPath, index] };
  }
  return undefined;
}

const wholeSkills = new Set(['Skill', 'Skill(*)', '*']);
const wholeAgents = new Set(['Agent', 'Agent(*)', 'Task', 'Task(*)', '*']);

/** Returns true if a rule keeps the model from a skill with one of these names. */
function isSkillDenied(rule: string, names: readonly string[]): boolean {
  if (wholeSkills.has(rule)) return true;
  const content = /^Skill\((.+)\)$/s.exec(rule)?.[1];
  if (content === undefined) return false;
  const denied = unescaped(content).replace(/^\//, '');
  if (names.includes(denied)) return true;
  return /[: ]\*$/.test(denied) && names.some((name) => name.startsWith(denied.slice(0, -2)));
}

/** The names by which a rule may call a skill: its own, and the one in its file. */
function namesOfSkill(entry: EntryRef, context: ToolContext): string[] {
  const written = claudeField(entry.facts, 'name');
  const prefix = entry.plugin === undefined ? '' : `${entry.plugin}:`;
  return [claudeName(entry, context), ...(isString(written) ? [prefix + written] : [])];
}

const hasRules = new WeakMap<object, boolean>();

/** True if a file has rules for skills, which few have. */
function mayDenySkills(content: unknown): boolean {
  const rules = valueAt(content, denyPath);
  if (!Array.isArray(rules)) return false;
  return getOrMake(hasRules, rules, () =>
    rules.some((rule) => isString(rule) && (rule === '*' || rule.startsWith('Skill'))),
  );
}

/** Adds to a verdict that a rule keeps the model from the skill. */
function withDenials(
  entry: EntryRef,
  context: ToolContext,
  rule: SwitchRule<JsonEdit>,
): SwitchRule<JsonEdit> {
  const isDenied = (contents: readonly unknown[]) =>
    contents.some(mayDenySkills) &&
    findRule(contents, context, (one) => isSkillDenied(one, namesOfSkill(entry, context))) !== undefined;
  return {
    ...rule,
    decide: (contents) => ({
      ...rule.decide(contents),
      ...(isDenied(contents) && { modelInvocable: false as const }),
    }),
  };
}

const skillsDir = '@skills-dir';

/** Finds the setting that switches off the plugin that a skill's folder is. It takes the skill along. */
function folderSwitch(entry: EntryRef, contents: readonly unknown[]): Blanket | undefined {
  const mayBeOff = contents.some((content) =>
    Object.keys(valueAt(content, ['enabledPlugins']) ?? {}).some((ref) => ref.endsWith(skillsDir)),
  );
  const name = mayBeOff ? entry.aliases.map(folderPluginOf).find((one) => one !== undefined) : undefined;
  if (name === undefined) return undefined;
  const at = ['enabledPlugins', name + skillsDir];
  const by = contents.findLastIndex((content) => isBoolean(valueAt(content, at)));
  return valueAt(contents[by], at) === false ? { by, at } : undefined;
}

function skillRule(entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> | string {
  const key = claudeName(entry, context);
  if (key === '__proto__') return `${title} cannot keep a switch for this name`;
  const rule = valueRule({
    path: ['skillOverrides', key],
    on: 'on',
    off: 'off',
    read: (value) => (isString(value) && Object.hasOwn(states, value) ? states[value] : undefined),
    blanket: (contents) => folderSwitch(entry, contents),
  });
  return withDenials(entry, context, rule);
}

/** The skills of a plugin have no switch of their own, but rules count for them. */
function pluginSkillRule(entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> {
  const path = ['skillOverrides', claudeName(entry, context)];
  const rule = valueRule({ path, on: 'on', off: 'off', read: () => undefined });
  const fixed = `${title} switches the skills of a plugin only together, with the plugin`;
  return withDenials(entry, context, { ...rule, names: [], fixed });
}

/** Returns why a rule for this name would not match this agent alone. */
function whyNoRule(name: string): string | undefined {
  if (name.trim() === '') return namelessReason(title, 'agents');
  if (name === '*') return `${title} takes the name * for all agents`;
  return name.includes('\\') ? `${title} takes the backslash in this name for an escape` : undefined;
}

function agentRule(entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> {
  const name = claudeName(entry, context);
  const called = escaped(name);
  // Agents used to be called tasks, and rules for tasks still count.
  const spellings = [`Agent(${called})`, `Task(${called})`];
  const folded = spellings.map(unescaped);
  const rule = listRule({ path: denyPath, spellings, fold: unescaped, fixed: whyNoRule(entry.name) });
  return {
    ...rule,
    decide: (contents) => {
      const found =
        findRule(contents, context, (one) => wholeAgents.has(one)) ??
        findRule(contents, context, (one) => folded.includes(unescaped(one)));
      return found === undefined ? { enabled: true } : { enabled: false, ...found };
    },
  };
}

/** An installed plugin is off unless a file switches it on; with a list of versions it is off, too. */
function pluginRule({ name }: EntryRef): SwitchRule<JsonEdit> | string {
  if (name === '__proto__') return `${title} cannot keep a switch for this name`;
  return valueRule({
    path: ['enabledPlugins', name],
    on: true,
    off: false,
    byDefault: name.endsWith(skillsDir),
    read: (value) => {
      if (Array.isArray(value)) return { enabled: false };
      return isBoolean(value) ? { enabled: value } : undefined;
    },
  });
}

const hookRule = fixedRule(noSwitch(title, 'hook'), (contents) =>
  verdictBy(contents, ['disableAllHooks'], true),
);

/** Returns how Claude Code switches an entry, or why it does not. */
export function claudeRule(entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> | string {
  const { kind, plugin } = entry;
  if (kind === 'plugin') return pluginRule(entry);
  if (kind === 'agent') return agentRule(entry, context);
  if (kind === 'mcpServer') return serverRule(entry, context);
  if (kind === 'hook') return hookRule;
  if (kind === 'rule') return `${title} excludes rules by "claudeMdExcludes", which skillpick does not read`;
  if (kind !== 'skill') return noSwitch(title, kind);
  return plugin === undefined ? skillRule(entry, context) : pluginSkillRule(entry, context);
}

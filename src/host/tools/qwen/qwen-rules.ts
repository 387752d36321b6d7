/**
 * How Qwen Code switches skills and agents. `skills.disabled` of any file switches a skill off, in any case, and no file
 * takes that back. `skills.defaultDisabled` does it unless `skills.enabled` names the skill. Agents have no switch of
 * their own: a rule in `permissions.deny` refuses their use.
 */

import { join } from 'node:path';
import { toolTitles } from '../../../protocol/tool-titles.js';
import type { JsonEdit } from '../edit/json-edit.js';
import { captureItem } from '../edit/json-setting.js';
import { parseSettings, plainJson, valueAt } from '../edit/json-text.js';
import type { EntryRef, SwitchRule, ToolVerdict } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { extensionDirectory } from './qwen-extensions.js';
import { authoredName, extensionPlace, isCommand, qwenName } from './qwen-files.js';
import { alone, type Fold, foldedList, type ListedItem, withVariables } from './qwen-lists.js';

/** The edits of one switch. */
export type QwenEdit = readonly JsonEdit[];

type Contents = readonly unknown[];

/** Names of skills and commands are compared without regard to case. */
const foldName =
  ({ environment }: ToolContext): Fold =>
  (text) =>
    withVariables(text, environment.env).trim().toLowerCase();

/** The names that Qwen Code accepts for its tools in rules. */
const toolNames = new Map([
  ...['agent', 'Agent', 'AgentTool', 'task', 'Task', 'TaskTool'].map((name) => [name, 'agent'] as const),
  ...['skill', 'Skill', 'SkillTool'].map((name) => [name, 'skill'] as const),
]);

/** The parameter that names the entry in a call of each tool. */
const parameters = { agent: 'subagent_type', skill: 'skill' };

/**
 * A rule as `tool` or `tool(entry)`, with one name for each tool. In a rule, `key:value` is about a parameter of the call,
 * so a rule cannot name an entry with a colon after a plain word.
 */
const foldRule =
  ({ environment }: ToolContext): Fold =>
  (text) => {
    const rule = withVariables(text, environment.env).trim();
    const [, tool = rule, entry] = /^([^(]*)\((.*)\)$/s.exec(rule) ?? [];
    const known = toolNames.get(tool.trim());
    if (!entry) return known ?? tool.trim();
    const [, key, value = ''] = /^\s*([a-zA-Z_]\w*)\s*:(.*)$/s.exec(entry) ?? [];
    if (known === undefined || key === undefined) return `${known ?? tool.trim()}(${entry})`;
    return key === parameters[known] ? `${known}(${value.trim()})` : `${known}{${entry}}`;
  };

const decidedBy = ({ by, at }: ListedItem): Pick<ToolVerdict, 'by' | 'at'> => ({ by, at });

/**
 * Finds the setting that refuses the model the use of an entry: a rule for the entry, or one that takes away the tool for
 * all entries of its kind.
 */
function denied(
  contents: Contents,
  tool: 'agent' | 'skill',
  name: string,
  context: ToolContext,
): ListedItem | undefined {
  const fold = foldRule(context);
  const rules = foldedList(contents, 'permissions', 'deny', fold);
  return (
    rules.get(tool) ??
    foldedList(contents, 'tools', 'exclude', fold).get(tool) ??
    foldedList(contents, 'tools', 'disabled', (text) => text.trim()).get(tool) ??
    rules.get(`${tool}(${name})`)
  );
}

/** The part of a verdict about who may invoke a skill or a command that is on. */
function gatesIn(contents: Contents, entry: EntryRef, context: ToolContext): Partial<ToolVerdict> {
  const fold = foldName(context);
  const name = qwenName(entry, context);
  const names = [name, ...(entry.plugin === undefined ? [] : [authoredName(entry)])].map(fold);
  const hiddenNames = foldedList(contents, 'slashCommands', 'disabled', fold);
  const hidden = names.map((one) => hiddenNames.get(one)).find((one) => one !== undefined);
  const variable = context.environment.env['QWEN_DISABLED_SLASH_COMMANDS'] ?? '';
  const isHidden = hidden !== undefined || variable.split(',').some((one) => names.includes(fold(one)));
  const closed = denied(contents, 'skill', name, context);
  const by = hidden ?? closed;
  return {
    ...(by && decidedBy(by)),
    ...(isHidden && { userInvocable: false as const }),
    ...(closed !== undefined && { modelInvocable: false as const }),
  };
}

/** The levels by which Qwen Code finds a skill, as `skills.disabledLevels` calls them. */
function levelsOf({ plugin, aliases }: EntryRef): string[] {
  if (plugin !== undefined) return ['extension'];
  return aliases.map(({ place }) => (place.startsWith('.') ? 'project' : 'user'));
}

/** False if the manifest of an extension has the skill off unless the settings name it. */
function isOnByDefault(entry: EntryRef, { settings }: ToolContext): boolean {
  const path = entry.aliases.find(({ place }) => place === extensionPlace)?.path;
  if (entry.plugin === undefined || path === undefined) return true;
  const manifest = join(extensionDirectory(path), 'qwen-extension.json');
  const content = settings.readIfPossible(manifest, (text) => parseSettings(text, plainJson));
  return valueAt(content, ['skillStates', authoredName(entry).toLowerCase()]) !== false;
}

function skillRule(entry: EntryRef, context: ToolContext): SwitchRule<QwenEdit> {
  const fold = foldName(context);
  const called = qwenName(entry, context);
  const spellings = entry.plugin === undefined ? [called] : [called, authoredName(entry)];
  const names = spellings.map(fold);
  const [ownName = ''] = names;
  const levels = levelsOf(entry);
  const off = { path: ['skills', 'disabled'], spellings, fold };
  const on = { path: ['skills', 'enabled'], spellings: [called], fold };
  const listed = (contents: Contents, key: string) => foldedList(contents, 'skills', key, fold);
  /** The setting that switches it off. */
  const offBy = (contents: Contents): ListedItem | undefined => {
    const closed = foldedList(contents, 'skills', 'disabledLevels', String);
    if (levels.every((level) => closed.has(level))) return closed.get(levels[0] ?? '');
    const hard = names.find((name) => listed(contents, 'disabled').has(name));
    if (hard !== undefined) return listed(contents, 'disabled').get(hard);
    const [byDefault, granted] = [listed(contents, 'defaultDisabled'), listed(contents, 'enabled')];
    return byDefault.get(names.find((name) => byDefault.has(name) && !granted.has(name)) ?? '');
  };
  return {
    names,
    decide(contents) {
      const by = offBy(contents);
      if (by !== undefined) return { enabled: false, ...decidedBy(by) };
      const granted = listed(contents, 'enabled').get(ownName);
      if (granted === undefined && !isOnByDefault(entry, context)) return { enabled: false };
      return { enabled: true, ...(granted && decidedBy(granted)), ...gatesIn(contents, entry, context) };
    },
    own(content) {
      const only = alone(content);
      if (names.some((name) => listed(only, 'disabled').has(name))) return false;
      return listed(only, 'enabled').has(ownName) ? true : undefined;
    },
    edit: (enabled) => [
      { ...off, isListed: enabled === false },
      { ...on, isListed: enabled === true },
    ],
    capture: (text) => captureItem(text, off),
    restore: (setting) => [
      { ...off, setting },
      { ...on, isListed: false },
    ],
  };
}

/** The rule of one item in one list, for an entry that is off if any file has the item. */
function itemRule(
  [section, key]: readonly [string, string],
  item: string,
  fold: Fold,
  decide: SwitchRule['decide'],
): SwitchRule<QwenEdit> {
  const name = fold(item);
  const list = { path: [section, key], spellings: [item], fold };
  return {
    names: [name],
    decide,
    own: (content) => (foldedList(alone(content), section, key, fold).has(name) ? false : undefined),
    edit: (enabled) => [{ ...list, isListed: enabled === false }],
    capture: (text) => captureItem(text, list),
    restore: (setting) => [{ ...list, setting }],
  };
}

/** A command is off if `slashCommands.disabled` has it. Qwen Code reads that list only when it starts. */
function commandRule(entry: EntryRef, context: ToolContext): SwitchRule<QwenEdit> {
  const list = ['slashCommands', 'disabled'] as const;
  const rule = itemRule(list, qwenName(entry, context), foldName(context), (contents) => {
    const { userInvocable, ...rest } = gatesIn(contents, entry, context);
    return { enabled: userInvocable === undefined, ...rest };
  });
  // Skills and commands of one name have settings of their own.
  const names = rule.names.map((name) => `/${name}`);
  return { ...rule, names, fixed: `skillpick does not switch the commands of ${toolTitles.qwen}` };
}

export function agentRule(entry: EntryRef, context: ToolContext): SwitchRule<QwenEdit> {
  const name = authoredName(entry);
  return itemRule(['permissions', 'deny'], `Agent(${name})`, foldRule(context), (contents) => {
    const off = denied(contents, 'agent', name, context);
    return off === undefined ? { enabled: true } : { enabled: false, ...decidedBy(off) };
  });
}

/** Returns how a skill or a command is switched. */
export function skillOrCommandRule(entry: EntryRef, context: ToolContext): SwitchRule<QwenEdit> {
  return isCommand(entry) ? commandRule(entry, context) : skillRule(entry, context);
}

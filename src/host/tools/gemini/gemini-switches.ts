/** How Gemini CLI switches skills, agents and MCP servers. */

import { isString, isStringList } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import type { Path } from '../edit/json-document.js';
import { namelessReason } from '../edit/json-rules.js';
import { captureItem, captureProperty, type ListSwitch } from '../edit/json-setting.js';
import { valueAt } from '../edit/json-text.js';
import type { EntryRef, SettingPath, SwitchRule, ToolVerdict } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { ServerSwitches } from './gemini-settings.js';
import { expandVariables, flagOf, type GeminiEdit, lostNames, offAt, settingsAt } from './gemini-values.js';

const title = toolTitles.gemini;

type GeminiRule = SwitchRule<GeminiEdit>;

const on: ToolVerdict = { enabled: true };

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter(isString) : []);

/** A list of names, one of which is the entry's. */
interface NameList {
  readonly path: Path;
  readonly name: string;
  readonly fold: (item: string) => string;
}

/** Where the list in this value has the name. A text counts as a list of one. */
function placeIn(value: unknown, { path, name, fold }: NameList): SettingPath | undefined {
  const wanted = fold(name);
  const isName = (item: unknown) => isString(item) && fold(item) === wanted;
  if (!Array.isArray(value)) return isName(value) ? path : undefined;
  const index = value.findIndex(isName);
  return index === -1 ? undefined : [...path, index];
}

/** The strongest file whose list has the name. */
function listedIn(contents: readonly unknown[], list: NameList): ToolVerdict | undefined {
  for (const { by, value } of settingsAt(contents, list.path)) {
    const at = placeIn(value, list);
    if (at !== undefined) return { enabled: false, by, at };
  }
  return undefined;
}

const listOf = ({ path, name, fold }: NameList): ListSwitch => ({ path, spellings: [name], fold });

const listEdit = (list: NameList, isListed: boolean): GeminiEdit => [{ ...listOf(list), isListed }];

/** True if a tool is left out, by either of its two names. */
function isLeftOut(contents: readonly unknown[], names: readonly string[]): ToolVerdict | undefined {
  for (const { by, value } of settingsAt(contents, ['tools', 'exclude'])) {
    if (textsIn(value).some((item) => names.includes(item)))
      return { enabled: false, by, at: ['tools', 'exclude'] };
  }
  const [core] = settingsAt(contents, ['tools', 'core']);
  if (core === undefined || !isStringList(core.value)) return undefined;
  const isIn = core.value.some((item) => names.includes(item.replace(/\(.*$/s, '')));
  return isIn ? undefined : { enabled: false, by: core.by, at: ['tools', 'core'] };
}

/** Without the tool that activates skills, they are listed, but nobody can use them. */
function usableOrNot(contents: readonly unknown[]): ToolVerdict {
  const left = isLeftOut(contents, ['activate_skill', 'ActivateSkillTool']);
  return left === undefined ? on : { ...left, enabled: true, userInvocable: false, modelInvocable: false };
}

/** Why a skill of this name cannot be switched. */
function whyNoSkillSwitch(name: string, { environment }: ToolContext): string | undefined {
  if (name.trim() === '') return namelessReason(title, 'skills');
  return expandVariables(name, environment) === name
    ? undefined
    : `${title} takes a part of this name for a variable`;
}

export function skillRule(name: string, context: ToolContext): GeminiRule {
  const fold = (item: string) => expandVariables(item, context.environment).toLowerCase();
  const list: NameList = { path: ['skills', 'disabled'], name, fold };
  return {
    names: [fold(name)],
    fixed: whyNoSkillSwitch(name, context),
    decide(contents) {
      const all = offAt(contents, ['skills', 'enabled']);
      if (all !== undefined) return { enabled: false, ...all };
      return listedIn(contents, list) ?? usableOrNot(contents);
    },
    own: (content) => (placeIn(valueAt(content, list.path), list) === undefined ? undefined : false),
    edit: (enabled) => listEdit(list, enabled === false),
    capture: (text) => captureItem(text, listOf(list)),
    restore: (setting) => [{ ...listOf(list), setting }],
  };
}

export function agentRule({ name }: EntryRef): GeminiRule | string {
  if (!/^[a-z0-9_-]+$/.test(name)) return `${title} does not load an agent of this name`;
  if (lostNames.has(name)) return `${title} cannot keep a switch for this name`;
  const path = ['agents', 'overrides', name, 'enabled'];
  return {
    names: [name],
    decide(contents) {
      const all =
        offAt(contents, ['experimental', 'enableAgents']) ??
        isLeftOut(contents, ['invoke_agent', 'AgentTool']);
      if (all !== undefined) return { ...all, enabled: false };
      const [first] = settingsAt(contents, path);
      return first === undefined ? on : { enabled: flagOf(first.value) ?? false, by: first.by, at: path };
    },
    own(content) {
      const value = valueAt(content, path);
      return value === undefined ? undefined : (flagOf(value) ?? false);
    },
    edit: (enabled) => [{ path, value: enabled }],
    capture: (text) => captureProperty(text, path),
    restore: (setting) => [{ path, setting }],
  };
}

/** The lists of allowed servers, weakest file first. */
function allowedLists(contents: readonly unknown[]): { by: number; names: readonly string[] }[] {
  return contents.flatMap((content, by) => {
    const names = content instanceof ServerSwitches ? undefined : valueAt(content, ['mcp', 'allowed']);
    return isStringList(names) ? [{ by, names }] : [];
  });
}

/** A server has to be in all lists of allowed servers, in any case, and exactly in one. Without a common name, all are. */
function notAllowed(contents: readonly unknown[], name: string): ToolVerdict | undefined {
  const lists = allowedLists(contents);
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  const key = (one: string) => one.toLowerCase().trim();
  const common = first.names.filter((one) =>
    others.every(({ names }) => names.some((other) => key(other) === key(one))),
  );
  if (common.length === 0 || common.includes(name)) return undefined;
  const missing = lists.findLast(({ names }) => !names.includes(name)) ?? first;
  return { enabled: false, by: missing.by, at: ['mcp', 'allowed'] };
}

/** Settings with a flag of their own, which must not be taken for that of a server. */
const settingsWithFlag = new Set(['ide', 'skills', 'telemetry']);

/** A server is off if a list of the settings excludes it, or if its own flag is false. */
export function serverRule({ name }: EntryRef, { environment }: ToolContext): GeminiRule | string {
  const key = name.toLowerCase().trim();
  if (lostNames.has(key)) return `${title} cannot keep a switch for this name`;
  const fold = (item: string) => expandVariables(item, environment);
  const list: NameList = { path: ['mcp', 'excluded'], name, fold };
  const flagPath = [key, 'enabled'];
  /** Where a file switches the server off. */
  const offIn = (content: unknown): SettingPath | undefined => {
    if (content instanceof ServerSwitches)
      return flagOf(valueAt(content, flagPath)) === false ? flagPath : undefined;
    const value = valueAt(content, list.path);
    return Array.isArray(value) ? placeIn(value, list) : undefined;
  };
  return {
    names: [key],
    fixed: settingsWithFlag.has(key) ? `${title} has a setting of the same name` : undefined,
    decide(contents) {
      const by = contents.findLastIndex((content) => offIn(content) !== undefined);
      const excluded = by === -1 ? on : { enabled: false, by, at: offIn(contents[by])! };
      return notAllowed(contents, name) ?? excluded;
    },
    own: (content) => (offIn(content) === undefined ? undefined : false),
    edit(enabled, { scope, use }) {
      const isInSettings = scope === 'workspace' || use === 'clear';
      return isInSettings ? listEdit(list, enabled === false) : [{ path: flagPath, value: enabled }];
    },
    capture: (text) => captureItem(text, listOf(list)) ?? captureProperty(text, flagPath),
    restore(setting) {
      const [item, flag]: GeminiEdit = [
        { ...listOf(list), setting },
        { path: flagPath, setting },
      ];
      if (setting === undefined) return [item!, flag!];
      return [/^"enabled"\s*:/.test(setting.text) ? flag! : item!];
    },
  };
}

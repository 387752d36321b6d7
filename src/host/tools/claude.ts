/**
 * Claude Code. Skills are switched by `skillOverrides`, agents by a rule in `permissions.deny`, and plugins by
 * `enabledPlugins`: in the user's settings, or in the local settings at the Git root, where Claude Code itself writes.
 * It ignores a whole file that is not plain JSON, or in which one value has the wrong type.
 */

import { basename, dirname, join, sep } from 'node:path';
import { isBoolean, isString, isStringList } from '../../protocol/checks.js';
import { toolTitles } from '../../protocol/skillpick-meta.js';
import { toolHome } from '../discovery/search-places.js';
import { editJson, type JsonEdit } from './edit/json-edit.js';
import { listRule, namelessReason, valueRule } from './edit/json-rules.js';
import { anyName, listAt, objectAt, parseShaped, type Shape, textAt, wordAt } from './edit/json-shape.js';
import { strictJson, valueAt } from './edit/json-text.js';
import { pathInPlace } from './readers.js';
import type { EntryKind, EntryRef, SettingsFile, SwitchRule, Tool, ToolPlaces, ToolVerdict } from './tool.js';
import type { ToolContext } from './tool-context.js';

const title = toolTitles.claude;
const pluginPlace = '~/.claude/plugins';

const skillFolders = ['~/.claude/skills', '.claude/skills', '~/.claude/commands', '.claude/commands'];
const agentPlaces = ['.claude/agents', '~/.claude/agents', pluginPlace];

const reads: Record<EntryKind, ToolPlaces> = {
  skill: { places: [...skillFolders, pluginPlace], directories: 'all', nested: false, duplicates: 'first' },
  agent: { places: agentPlaces, directories: 'all', nested: true, duplicates: 'first' },
  plugin: { places: [pluginPlace], directories: 'all', nested: true, duplicates: 'all' },
};

const states: Record<string, Omit<ToolVerdict, 'by'> | undefined> = {
  on: { enabled: true },
  'name-only': { enabled: true },
  'user-invocable-only': { enabled: true, modelInvocable: false },
  off: { enabled: false },
};

const managedDirectories: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
};

function files(_kind: EntryKind, { environment, gitRoot }: ToolContext): SettingsFile[] {
  const { cwd, platform } = environment;
  const root = gitRoot ?? cwd;
  const managed = managedDirectories[platform] ?? '/etc/claude-code';
  return [
    { path: join(toolHome(environment, '.claude'), 'settings.json'), scope: 'global', use: 'make' },
    { path: join(cwd, '.claude', 'settings.json'), scope: 'workspace', use: 'read' },
    ...(cwd === root
      ? []
      : [{ path: join(cwd, '.claude', 'settings.local.json'), scope: 'workspace', use: 'read' } as const]),
    { path: join(root, '.claude', 'settings.local.json'), scope: 'workspace', use: 'make' },
    { path: join(managed, 'managed-settings.json'), scope: 'managed', use: 'read' },
  ];
}

const shapes: readonly Shape[] = [
  objectAt('skillOverrides'),
  wordAt(Object.keys(states), 'skillOverrides', anyName),
  objectAt('permissions'),
  ...['allow', 'ask', 'deny', 'additionalDirectories'].map((list) => listAt('permissions', list)),
  objectAt('enabledPlugins'),
  {
    path: ['enabledPlugins', anyName],
    fits: (value) => isBoolean(value) || isStringList(value),
    wanted: 'true, false or a list of versions',
  },
  objectAt('env'),
  textAt('model'),
];

/** Returns the key of a skill: the name of its folder, not its own name; for a command its path. */
function keyOf(entry: EntryRef, context: ToolContext): string {
  const alias = entry.aliases.find(({ place }) => reads.skill.places.includes(place)) ?? entry.aliases[0];
  if (alias === undefined) return entry.name;
  if (basename(alias.path) === 'SKILL.md') return basename(dirname(alias.path));
  return pathInPlace(alias, context).replace(/\.md$/, '').split(sep).join(':');
}

function skillRule(entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> | string {
  if (entry.plugin !== undefined)
    return `${title} switches the skills of a plugin only together, with the plugin`;
  const key = keyOf(entry, context);
  if (key === '__proto__') return `${title} cannot keep a switch for this name`;
  return valueRule({
    path: ['skillOverrides', key],
    on: 'on',
    off: 'off',
    read: (value) => (isString(value) ? states[value] : undefined),
  });
}

const wholeTool = new Set(['Agent', 'Agent(*)', 'Task', 'Task(*)']);

const escaped = (name: string): string => name.replace(/[()]/g, '\\$&');
const unescaped = (rule: string): string => rule.replace(/\\([()])/g, '$1');

/** Returns why a rule for this name would not match this agent alone. */
function whyNoRule(name: string): string | undefined {
  if (name.trim() === '') return namelessReason(title, 'agents');
  if (name === '*') return `${title} takes the name * for all agents`;
  return name.includes('\\') ? `${title} takes the backslash in this name for an escape` : undefined;
}

function agentRule({ name, plugin }: EntryRef): SwitchRule<JsonEdit> {
  const called = escaped(plugin === undefined ? name : `${plugin}:${name}`);
  return listRule({
    path: ['permissions', 'deny'],
    // Agents used to be called tasks, and rules for tasks still count.
    spellings: [`Agent(${called})`, `Task(${called})`],
    fold: unescaped,
    blanket: (contents) => {
      const by = contents.findLastIndex((content) => {
        const rules = valueAt(content, ['permissions', 'deny']);
        return Array.isArray(rules) && rules.some((rule) => wholeTool.has(rule));
      });
      return by === -1 ? undefined : by;
    },
    fixed: whyNoRule(name),
  });
}

/** An installed plugin is off unless a file names it. A list of versions means on. */
function pluginRule({ name }: EntryRef): SwitchRule<JsonEdit> | string {
  if (name === '__proto__') return `${title} cannot keep a switch for this name`;
  return valueRule({
    path: ['enabledPlugins', name],
    on: true,
    off: false,
    byDefault: false,
    read: (value) => {
      if (Array.isArray(value)) return { enabled: true };
      return isBoolean(value) ? { enabled: value } : undefined;
    },
  });
}

function ruleFor(entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> | string {
  if (entry.kind === 'plugin') return pluginRule(entry);
  return entry.kind === 'skill' ? skillRule(entry, context) : agentRule(entry);
}

export const claude: Tool<JsonEdit> = {
  id: 'claude',
  title,
  checkedWith: '2.1.325',
  honours: { userGate: true, modelGate: true },
  directory: '.claude',
  reads: (kind) => reads[kind],
  files,
  parse: (text) => parseShaped(text, strictJson, shapes),
  emptyText: '{}\n',
  edit: (text, edits) => editJson(text, strictJson, edits),
  nameOf: (entry, context) =>
    entry.kind === 'skill' && entry.plugin === undefined ? keyOf(entry, context) : undefined,
  ruleFor,
};

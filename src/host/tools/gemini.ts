/**
 * Gemini CLI. Skills are switched by the list `skills.disabled`, ignoring case, agents by
 * `agents.overrides.<name>.enabled`, in the user's settings or in those of the working directory. It reads no other
 * directory of the repository, and the working directory only if the user trusts it.
 */

import { dirname, join } from 'node:path';
import { isStringList } from '../../protocol/checks.js';
import { toolTitles } from '../../protocol/skillpick-meta.js';
import { toolHome } from '../discovery/search-places.js';
import type { HostEnvironment } from '../environment.js';
import { isWithin } from '../files/resolve-path.js';
import { editJson, type JsonEdit } from './edit/json-edit.js';
import { type FindBlanket, listRule, namelessReason, valueRule } from './edit/json-rules.js';
import { parseShaped, type Shape } from './edit/json-shape.js';
import { jsonWithComments, valueAt } from './edit/json-text.js';
import type { EntryKind, EntryRef, SettingsFile, SwitchRule, Tool, ToolPlaces } from './tool.js';
import { fromCwd, type ToolContext } from './tool-context.js';

const title = toolTitles.gemini;

const common = { directories: 'working', nested: false, duplicates: 'first' } as const;

const agents: ToolPlaces = {
  places: ['.gemini/agents', '~/.gemini/agents', '~/.gemini/extensions'],
  ...common,
};

const skillsWith = (shared: string): ToolPlaces => ({
  places: ['.agents/skills', '.gemini/skills', shared, '~/.gemini/skills', '~/.gemini/extensions'],
  ...common,
});
const skills = skillsWith('~/.agents/skills');
/** With another home in GEMINI_CLI_HOME, Gemini CLI does not look in the user's `.agents`. */
const skillsWithOwnHome = skillsWith('$GEMINI_CLI_HOME/.agents/skills');

function reads(kind: EntryKind, { env, home }: HostEnvironment): ToolPlaces | undefined {
  if (kind === 'plugin') return undefined;
  if (kind === 'agent') return agents;
  return (env['GEMINI_CLI_HOME'] || home) === home ? skills : skillsWithOwnHome;
}

const disabledNames: Shape = {
  path: ['skills', 'disabled'],
  fits: (value) => !Array.isArray(value) || isStringList(value),
  wanted: 'a list of names',
};

const systemFiles: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/Library/Application Support/GeminiCli/settings.json',
  win32: 'C:\\ProgramData\\gemini-cli\\settings.json',
};

/** Gemini CLI fails to start with an empty file, or with anything but names in its list. */
function parse(text: string): unknown {
  return parseShaped(text, jsonWithComments, [disabledNames], false);
}

/** True if the nearest folder that the user has trusted or distrusted is trusted. */
function isTrusted({ environment, settings }: ToolContext): boolean {
  const { cwd } = environment;
  const file =
    fromCwd(environment, 'GEMINI_CLI_TRUSTED_FOLDERS_PATH') ??
    join(toolHome(environment, '.gemini'), 'trustedFolders.json');
  const judged = Object.entries((settings.readIfPossible(file, parse) ?? {}) as Record<string, unknown>)
    .map(([folder, trust]) => ({ folder: trust === 'TRUST_PARENT' ? dirname(folder) : folder, trust }))
    .filter(({ folder }) => isWithin(folder, cwd))
    .toSorted((a, b) => b.folder.length - a.folder.length);
  return judged[0] !== undefined && judged[0].trust !== 'DO_NOT_TRUST';
}

function files(_kind: EntryKind, context: ToolContext): SettingsFile[] {
  const { cwd, platform } = context.environment;
  const user = join(toolHome(context.environment, '.gemini'), 'settings.json');
  const workspace = join(cwd, '.gemini', 'settings.json');
  const system =
    fromCwd(context.environment, 'GEMINI_CLI_SYSTEM_SETTINGS_PATH') ??
    systemFiles[platform] ??
    '/etc/gemini-cli/settings.json';
  const caveat = isTrusted(context)
    ? {}
    : { caveat: 'Gemini CLI obeys this once it is told to trust this folder', isUnread: true as const };
  return [
    { path: user, scope: 'global', use: 'make' },
    { path: workspace, scope: 'workspace', use: 'make', ...caveat },
    { path: system, scope: 'managed', use: 'read' },
  ];
}

/** Finds the file that switches off all entries: the strongest file with this setting, if it is false there. */
function deniedBy(path: readonly string[]): FindBlanket {
  return (contents) => {
    const by = contents.findLastIndex((content) => typeof valueAt(content, path) === 'boolean');
    return by !== -1 && valueAt(contents[by], path) === false ? by : undefined;
  };
}

/** Overrides of these names are lost when settings are merged. */
const lostNames = new Set(['__proto__', 'constructor', 'prototype']);

function agentRule({ name }: EntryRef): SwitchRule<JsonEdit> | string {
  if (!/^[a-z0-9_-]+$/.test(name)) return `${title} does not load an agent of this name`;
  if (lostNames.has(name)) return `${title} cannot keep a switch for this name`;
  return valueRule({
    path: ['agents', 'overrides', name, 'enabled'],
    on: true,
    off: false,
    read: (value) => (typeof value === 'boolean' ? { enabled: value } : undefined),
    blanket: deniedBy(['experimental', 'enableAgents']),
  });
}

/** Returns Gemini CLI's name for a skill. */
const skillName = ({ name }: EntryRef): string => name.replace(/[:\\/<>*?"|]/g, '-');

function skillRule(entry: EntryRef): SwitchRule<JsonEdit> {
  return listRule({
    path: ['skills', 'disabled'],
    spellings: [skillName(entry)],
    fold: (item) => item.toLowerCase(),
    blanket: deniedBy(['skills', 'enabled']),
    fixed: entry.name.trim() === '' ? namelessReason(title, 'skills') : undefined,
  });
}

export const gemini: Tool<JsonEdit> = {
  id: 'gemini',
  title,
  checkedWith: '0.61.0',
  honours: { userGate: false, modelGate: false },
  directory: '.gemini',
  reads,
  files,
  parse,
  emptyText: '{}\n',
  edit: (text, edits) => editJson(text, jsonWithComments, edits),
  ruleFor: (entry) => (entry.kind === 'agent' ? agentRule(entry) : skillRule(entry)),
};

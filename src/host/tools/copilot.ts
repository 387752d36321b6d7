/**
 * Copilot CLI. Skills are switched by the list `disabledSkills`, in the user's settings or in the repository's local
 * ones; agents by `subagents.disabledSubagents`, only in the user's. An entry that is off in any file is off. Copilot
 * CLI locks `<file>.lock` while it writes, and ignores a file with a list that has anything but names in it. The user's
 * settings may have comments; a repository's have to be plain JSON.
 */

import { join } from 'node:path';
import { toolTitles } from '../../protocol/skillpick-meta.js';
import { toolHome } from '../discovery/search-places.js';
import type { HostEnvironment } from '../environment.js';
import { isWithin } from '../files/resolve-path.js';
import { editJson, type JsonEdit } from './edit/json-edit.js';
import { listRule, namelessReason } from './edit/json-rules.js';
import { namesAt, objectAt, parseShaped, type Shape } from './edit/json-shape.js';
import { parseSettings, plainJson, relaxedJson, valueAt } from './edit/json-text.js';
import { SettingsMistake } from './refusal.js';
import type { EntryKind, EntryRef, SettingsFile, SwitchRule, Tool, ToolPlaces } from './tool.js';
import type { ToolContext } from './tool-context.js';

const title = toolTitles.copilot;
const pluginPlace = '~/.copilot/installed-plugins';

const common = { directories: 'all', nested: true, duplicates: 'first' } as const;
const agentPlaces = ['~/.copilot/agents', '.github/agents', '.claude/agents', pluginPlace];
const agents: ToolPlaces = { places: agentPlaces, ...common };

const ownSkills = ['.github/skills', '.agents/skills', '.claude/skills', '~/.copilot/skills'];
const otherSkills = [pluginPlace, '.claude/commands'];
const skills: ToolPlaces = { places: [...ownSkills, '~/.agents/skills', ...otherSkills], ...common };

/** With COPILOT_HOME set, Copilot CLI does not look in the user's `.agents`. */
const skillsWithOwnHome: ToolPlaces = { places: [...ownSkills, ...otherSkills], ...common };

function reads(kind: EntryKind, { env }: HostEnvironment): ToolPlaces | undefined {
  if (kind === 'plugin') return undefined;
  if (kind === 'agent') return agents;
  return env['COPILOT_HOME'] ? skillsWithOwnHome : skills;
}

const shapes: readonly Shape[] = [
  namesAt('disabledSkills'),
  namesAt('disabled_skills'),
  objectAt('subagents'),
  namesAt('subagents', 'disabledSubagents'),
];

function parse(text: string, { isPlain }: Pick<SettingsFile, 'isPlain'>): unknown {
  if (!isPlain) return parseShaped(text, relaxedJson, shapes);
  try {
    return parseShaped(text, plainJson, shapes);
  } catch (error) {
    if (!(error instanceof SettingsMistake)) throw error;
    const { line, column, message } = error;
    throw new SettingsMistake(line, column, `${message}, so ${title} ignores the whole file`);
  }
}

/** True if the user trusts the working directory. Otherwise Copilot CLI does not read the repository's settings. */
function isTrusted({ environment, settings }: ToolContext): boolean {
  const path = join(toolHome(environment, '.github'), 'config.json');
  const config = settings.readIfPossible(path, (text) => parseSettings(text, relaxedJson));
  const trusted = valueAt(config, ['trustedFolders']) ?? valueAt(config, ['trusted_folders']);
  const folders: unknown[] = Array.isArray(trusted) ? trusted : [];
  return folders.some((folder) => typeof folder === 'string' && isWithin(folder, environment.cwd));
}

const promptCaveat = 'Copilot CLI does not read it for `copilot -p`';
const trustCaveat = 'Copilot CLI obeys this once it is started here and told to trust this folder';

function repositoryFiles(context: ToolContext): SettingsFile[] {
  if (context.gitRoot === undefined) return [];
  const directory = join(context.gitRoot, '.github', 'copilot');
  const local = join(directory, 'settings.local.json');
  const doubt = isTrusted(context)
    ? { caveat: promptCaveat }
    : { caveat: trustCaveat, isUnread: true as const };
  return [
    { path: join(directory, 'settings.json'), scope: 'workspace', use: 'read', isPlain: true },
    { path: local, scope: 'workspace', use: 'make', lock: `${local}.lock`, isPlain: true, ...doubt },
  ];
}

function files(kind: EntryKind, context: ToolContext): SettingsFile[] {
  const path = join(toolHome(context.environment, '.github'), 'settings.json');
  const own: SettingsFile = { path, scope: 'global', use: 'make', lock: `${path}.lock` };
  return kind === 'skill' ? [own, ...repositoryFiles(context)] : [own];
}

/** Returns Copilot CLI's name for a skill. */
const skillName = ({ name }: EntryRef): string => name.trim().replace(/ +/g, '-');

function whyNoSkillSwitch({ plugin }: EntryRef, called: string): string | undefined {
  if (plugin !== undefined) return `skillpick does not switch single skills of a ${title} plugin yet`;
  if (!/^[A-Za-z0-9][\w.:-]{0,63}$/.test(called)) return `${title} does not load a skill of this name`;
  return called.includes(':') ? `${title} may take this name for a skill of a plugin` : undefined;
}

/** A plugin's skill obeys `plugin:name` and also its bare name, which other skills may have too. */
function skillRule(entry: EntryRef): SwitchRule<JsonEdit> {
  const called = skillName(entry);
  return listRule({
    path: ['disabledSkills'],
    otherPath: ['disabled_skills'],
    spellings: entry.plugin === undefined ? [called] : [`${entry.plugin}:${called}`, called],
    wholeOnly: true,
    fixed: whyNoSkillSwitch(entry, called),
  });
}

function agentRule({ name, plugin }: EntryRef): SwitchRule<JsonEdit> {
  return listRule({
    path: ['subagents', 'disabledSubagents'],
    spellings: [plugin === undefined ? name : `${plugin}:${name}`],
    wholeOnly: true,
    fixed: name.trim() === '' ? namelessReason(title, 'agents') : undefined,
  });
}

export const copilot: Tool<JsonEdit> = {
  id: 'copilot',
  title,
  checkedWith: '1.0.102',
  honours: { userGate: true, modelGate: true },
  directory: '.github',
  reads,
  files,
  parse,
  emptyText: '{}\n',
  edit: (text, edits, _around, { isPlain }) => editJson(text, isPlain ? plainJson : relaxedJson, edits),
  nameOf: (entry) => (entry.kind === 'skill' ? skillName(entry) : undefined),
  ruleFor: (entry) => (entry.kind === 'skill' ? skillRule(entry) : agentRule(entry)),
};

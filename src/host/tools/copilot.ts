/**
 * Copilot CLI. Skills are switched by the list `disabledSkills`, in the user's settings or in the repository's local
 * ones; agents by `subagents.disabledSubagents`, in the user's alone. Off in any file is off. It takes a lock on
 * `<file>.lock` for as long as it writes, and skips a list that holds anything but names.
 */

import { join } from 'node:path';
import { toolHome } from '../discovery/places.js';
import { isWithin } from '../discovery/roots.js';
import type { HostEnvironment } from '../environment.js';
import { editJson, type JsonEdit } from './json-edit.js';
import { listRule } from './json-rules.js';
import { parseSettings, relaxedJson, valueAt } from './json-text.js';
import { hasCommand, hasDirectory, type Surroundings } from './surroundings.js';
import { readIfPossible } from './switch-file.js';
import {
  type EntryKind,
  type EntryRef,
  type Reads,
  readsNone,
  type SettingsFile,
  type SwitchRule,
  type Tool,
} from './tool.js';

const pluginPlace = '~/.copilot/installed-plugins';

const agents: Reads = {
  places: ['~/.copilot/agents', '.github/agents', '.claude/agents', pluginPlace],
  directories: 'all',
  nested: true,
  duplicates: 'first',
};

const ownSkills = ['.github/skills', '.agents/skills', '.claude/skills', '~/.copilot/skills'];

const skills: Reads = {
  places: [...ownSkills, '~/.agents/skills', pluginPlace, '.claude/commands'],
  directories: 'all',
  nested: true,
  duplicates: 'first',
};

/** With a home of its own it leaves the common one alone. */
const skillsWithOwnHome: Reads = { ...skills, places: [...ownSkills, pluginPlace, '.claude/commands'] };

function reads(kind: EntryKind, { env }: HostEnvironment): Reads {
  if (kind === 'plugin') return readsNone;
  if (kind === 'agent') return agents;
  return env['COPILOT_HOME'] ? skillsWithOwnHome : skills;
}

const parse = (text: string): unknown => parseSettings(text, relaxedJson);

/** Until the user trusts the folder, the repository's settings are not read. */
function isTrusted({ environment }: Surroundings): boolean {
  const config = readIfPossible(join(toolHome(environment, '.github'), 'config.json'), parse);
  const trusted = valueAt(config, ['trustedFolders']) ?? valueAt(config, ['trusted_folders']);
  return (
    Array.isArray(trusted) &&
    trusted.some((folder) => typeof folder === 'string' && isWithin(folder, environment.cwd))
  );
}

const promptCaveat = 'Copilot CLI does not read it for `copilot -p`';
const trustCaveat = 'Copilot CLI obeys this once it is started here and told to trust this folder';

function repositoryFiles(around: Surroundings): SettingsFile[] {
  if (around.gitRoot === undefined) return [];
  const directory = join(around.gitRoot, '.github', 'copilot');
  const local = join(directory, 'settings.local.json');
  const doubt = isTrusted(around)
    ? { caveat: promptCaveat }
    : { caveat: trustCaveat, isUnread: true as const };
  return [
    { path: join(directory, 'settings.json'), scope: 'workspace', use: 'read' },
    { path: local, scope: 'workspace', use: 'make', lock: `${local}.lock`, ...doubt },
  ];
}

function files(kind: EntryKind, around: Surroundings): SettingsFile[] {
  const path = join(toolHome(around.environment, '.github'), 'settings.json');
  const own: SettingsFile = { path, scope: 'global', use: 'make', lock: `${path}.lock` };
  return kind === 'skill' ? [own, ...repositoryFiles(around)] : [own];
}

function ruleFor({ kind, name, plugin }: EntryRef): SwitchRule<JsonEdit> {
  const full = plugin === undefined ? [] : [`${plugin}:${name}`];
  const options = { wholeOnly: true } as const;
  if (kind === 'skill') return listRule({ ...options, path: ['disabledSkills'], spellings: [name, ...full] });
  const spellings = plugin === undefined ? [name] : full;
  return listRule({ ...options, path: ['subagents', 'disabledSubagents'], spellings });
}

export const copilot: Tool<JsonEdit> = {
  id: 'copilot',
  title: 'Copilot CLI',
  checkedWith: '1.0.102',
  honours: { userGate: true, modelGate: true },
  isPresent: (environment) =>
    hasDirectory(toolHome(environment, '.github')) || hasCommand(environment, 'copilot'),
  reads,
  files,
  parse,
  nothing: '{}\n',
  edit: (text, edits) => editJson(text, relaxedJson, edits),
  ruleFor,
};

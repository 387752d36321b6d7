/**
 * The directories that Copilot CLI's settings and variables name: those it reads skills and agents from, and those that
 * the user trusts. Copilot CLI's own module decides which of the settings files count.
 */

import { isAbsolute, join, resolve } from 'node:path';
import { isObject, isStringList } from '../../../protocol/checks.js';
import type { HostEnvironment } from '../../environment.js';
import { canonicalPath, isWithin } from '../../files/resolve-path.js';
import { formats, type SearchPlace, toolHome } from '../search-places.js';

/** Returns the parsed settings in a file; undefined if they do not count. */
export type SettingsAt = (path: string) => unknown;

/** The files of Copilot CLI around a working directory. */
export function copilotFiles(environment: HostEnvironment, gitRoot: string | undefined) {
  const home = toolHome(environment, '.github');
  const root = gitRoot ?? environment.cwd;
  return {
    config: join(home, 'config.json'),
    user: join(home, 'settings.json'),
    claude: join(root, '.claude', 'settings.json'),
    claudeLocal: join(root, '.claude', 'settings.local.json'),
    shared: join(root, '.github', 'copilot', 'settings.json'),
    local: join(root, '.github', 'copilot', 'settings.local.json'),
  };
}

/** Returns the value of the last of these keys. Copilot CLI knows some keys by two spellings. */
function lastOf(settings: unknown, ...keys: readonly string[]): unknown {
  if (!isObject(settings)) return undefined;
  const key = Object.keys(settings).findLast((one) => keys.includes(one));
  return key === undefined ? undefined : settings[key];
}

/** True if the user trusts the directory, according to the parsed config.json. */
export function isTrustedBy(config: unknown, directory: string): boolean {
  const folders = lastOf(config, 'trustedFolders', 'trusted_folders');
  if (!isStringList(folders)) return false;
  const real = canonicalPath(directory);
  return folders.some((folder) => isAbsolute(folder) && isWithin(canonicalPath(folder), real));
}

/** Absolute paths, by who names them. */
export interface CopilotDirectories {
  readonly repositorySkills: readonly string[];
  readonly repositoryAgents: readonly string[];
  readonly variableSkills: readonly string[];
  readonly userSkills: readonly string[];
}

const listOf = (value: unknown): readonly string[] | undefined => (isStringList(value) ? value : undefined);

/** A repository may name only directories inside of it. */
function inRepository(paths: readonly string[], root: string): string[] {
  const isInside = (path: string) => !isAbsolute(path) && !path.startsWith('~');
  return paths
    .filter(isInside)
    .map((path) => resolve(root, path))
    .filter((path) => path !== root && isWithin(root, path));
}

export function copilotDirectories(
  environment: HostEnvironment,
  gitRoot: string | undefined,
  settingsAt: SettingsAt,
): CopilotDirectories {
  const { env, cwd } = environment;
  const { user, shared, local } = copilotFiles(environment, gitRoot);
  const ofRepository = (...keys: readonly string[]) => {
    const lists = [local, shared].map((path) => listOf(lastOf(settingsAt(path), ...keys)));
    return inRepository(lists.find((list) => list !== undefined) ?? [], gitRoot ?? cwd);
  };
  const variable = (env['COPILOT_SKILLS_DIRS'] ?? '').split(',').map((path) => path.trim());
  const named = listOf(lastOf(settingsAt(user), 'skillDirectories', 'skill_directories')) ?? [];
  return {
    repositorySkills: ofRepository('skillDirectories', 'skill_directories'),
    repositoryAgents: ofRepository('agentDirectories', 'agent_directories'),
    variableSkills: variable.filter((path) => path !== '').map((path) => resolve(cwd, path)),
    userSkills: named.map((path) => resolve(cwd, path)),
  };
}

/** Returns these directories as places; the key of each is its path. */
export function copilotPlaces(directories: CopilotDirectories): SearchPlace[] {
  const placeAt = (from: SearchPlace['from'], isForAgents = false) => {
    const format = isForAgents ? formats.agent : formats.skill;
    const rest = { from, tool: '', folder: format.contents, format, recursive: true } as const;
    return (key: string): SearchPlace => ({ key, ...rest, ...(isForAgents && { joiner: '--' }) });
  };
  const { repositorySkills, repositoryAgents, variableSkills, userSkills } = directories;
  return [
    ...repositorySkills.map(placeAt('repo')),
    ...repositoryAgents.map(placeAt('repo', true)),
    ...[...variableSkills, ...userSkills].map(placeAt('user')),
  ];
}

/** Where Copilot CLI looks for entries, in which order, and which files in its places it does not look at. */

import { basename, dirname, join, sep } from 'node:path';
import { isObject, isStringList } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import {
  type CopilotDirectories,
  copilotDirectories,
  copilotFiles,
} from '../../discovery/packages/copilot-directories.js';
import { passesHome } from '../../discovery/roots.js';
import { followedStatusOf } from '../../files/path-status.js';
import { isWithin } from '../../files/resolve-path.js';
import { baseOf, pathInPlace } from '../readers.js';
import type { EntryKind, EntryRef, ToolPlaces } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { hookPlace, pluginPlace, whyNoHook } from './copilot-hooks.js';
import { userServers, workspaceServers } from './copilot-servers.js';
import { isTrusted, managedFiles, parse, settingsAt } from './copilot-settings.js';

const commandPlace = '.claude/commands';
const skillFile = 'SKILL.md';

/** True for a skill that is written as a command: a file of its own, not a folder. */
export const isCommand = ({ kind, canonicalPath }: EntryRef): boolean =>
  kind === 'skill' && basename(canonicalPath) !== skillFile;

/** The directories that settings name, as far as Copilot CLI reads these settings. */
function directoriesOf(context: ToolContext): CopilotDirectories {
  const { environment, gitRoot } = context;
  const { user } = copilotFiles(environment, gitRoot);
  const isRootTrusted = isTrusted(gitRoot ?? environment.cwd, context);
  const read = (path: string) => (path === user || isRootTrusted ? settingsAt(path, context) : undefined);
  return copilotDirectories(environment, gitRoot, read);
}

/** Without Git, Copilot CLI comes to the home on its way up, and reads its `.agents` as those on the way. */
function sharedSkills({ environment, roots }: ToolContext): { inherited: string[]; own: string[] } {
  if (environment.env['COPILOT_HOME']) return { inherited: [], own: [] };
  const place = ['~/.agents/skills'];
  return passesHome(roots, environment.cwd) ? { inherited: place, own: [] } : { inherited: [], own: place };
}

function findPlaces(context: ToolContext): Partial<Record<EntryKind, ToolPlaces>> {
  const directories = directoriesOf(context);
  const { inherited, own } = sharedSkills(context);
  const common = { directories: 'home', nested: true, duplicates: 'first' } as const;
  const skills = [
    ...['.github/skills', '.agents/skills', ...inherited, '.claude/skills', ...directories.repositorySkills],
    ...['~/.copilot/skills', ...own, pluginPlace, ...directories.variableSkills, ...directories.userSkills],
    commandPlace,
  ];
  const agents = ['~/.copilot/agents', '.github/agents', '.claude/agents', ...directories.repositoryAgents];
  return {
    skill: { places: skills, sharing: pluginPlace, ...common },
    agent: { places: [...agents, pluginPlace], ...common },
    mcpServer: {
      places: [pluginPlace, ...workspaceServers, userServers],
      ...common,
      directories: 'git',
      nearestFirst: true,
    },
    plugin: { places: [pluginPlace], ...common, duplicates: 'all' },
    rule: {
      places: ['.', '.github/instructions', '.claude/rules', '~/.copilot/instructions'],
      ...common,
      fileNames: { '.': /^(?:AGENTS|CLAUDE|GEMINI)\.md$/, '.claude/rules': /\.md$/ },
      directories: 'git',
      duplicates: 'all',
    },
    hook: {
      places: [hookPlace, '~/.copilot/hooks', pluginPlace],
      ...common,
      directories: 'git',
      duplicates: 'all',
    },
  };
}

const knownPlaces = new WeakMap<ToolContext, Partial<Record<EntryKind, ToolPlaces>>>();

/** Found once, because it is needed for every entry. */
export function reads(kind: EntryKind, context: ToolContext): ToolPlaces | undefined {
  return getOrMake(knownPlaces, context, () => findPlaces(context))[kind];
}

/** The servers of plugins come before all others, and their commands after everything else. */
export function rankOf(entry: EntryRef, { place }: PlaceAlias): number | undefined {
  if (place !== pluginPlace) return undefined;
  if (entry.kind === 'mcpServer') return Number.NEGATIVE_INFINITY;
  return isCommand(entry) ? Number.POSITIVE_INFINITY : undefined;
}

/** The names of the folders between the place, or the plugin's folder of this kind, and the file. */
function foldersOf(entry: EntryRef, way: PlaceAlias, context: ToolContext): string[] {
  if (way.place !== pluginPlace) return pathInPlace(way, context).split(sep).slice(0, -1);
  const folders = dirname(way.path).split(sep);
  const start = folders.lastIndexOf(
    entry.kind === 'agent' ? 'agents' : isCommand(entry) ? 'commands' : 'skills',
  );
  return start === -1 ? [] : folders.slice(start + 1);
}

const knownSkills = new WeakMap<ToolContext, Map<string, boolean>>();

const isSkillFolder = (directory: string, context: ToolContext): boolean => {
  const known = getOrMake(knownSkills, context, () => new Map());
  return getOrMake(known, directory, () => followedStatusOf(join(directory, skillFile))?.isFile() === true);
};

/** True if a folder above the skill's own, up to the place itself, is a skill. */
function isInsideSkill({ path }: PlaceAlias, depth: number, context: ToolContext): boolean {
  let folder = dirname(path);
  for (let level = 0; level < depth; level += 1) {
    folder = dirname(folder);
    if (isSkillFolder(folder, context)) return true;
  }
  return false;
}

const ignoredLocations = new WeakMap<ToolContext, readonly string[]>();

/** The folders in which the user wants no skills. */
function ignoredBy(context: ToolContext): readonly string[] {
  return getOrMake(ignoredLocations, context, () => {
    const { environment, gitRoot } = context;
    const settings = settingsAt(copilotFiles(environment, gitRoot).user, context);
    const list = isObject(settings) ? settings['ignoredSkillsLocations'] : undefined;
    const paths = isStringList(list) ? list.map((path) => path.trim()) : [];
    return paths
      .map((path) => (path === '~' || path.startsWith('~/') ? join(environment.home, path.slice(1)) : path))
      .filter((path) => path.startsWith(sep));
  });
}

/** The directory of a place that holds a file with so many folders in between. */
function placeDirectory({ path }: PlaceAlias, depth: number): string {
  let directory = dirname(path);
  for (let level = 0; level < depth; level += 1) directory = dirname(directory);
  return directory;
}

const locks: Partial<Record<EntryKind, string>> = { skill: 'skills', agent: 'agents', mcpServer: 'mcp' };

/** True if an administrator allows entries of this kind only in plugins. */
function isLocked({ kind }: EntryRef, context: ToolContext): boolean {
  return managedFiles(context).some((file) => {
    const managed = context.settings.readIfPossible(file.path, (text) => parse(text, file));
    const locked = isObject(managed) ? managed['strictPluginOnlyCustomization'] : undefined;
    return locked === true || (Array.isArray(locked) && locked.includes(locks[kind]));
  });
}

function skillOutOfReach(way: PlaceAlias, folders: readonly string[], context: ToolContext) {
  if (isInsideSkill(way, folders.length, context)) return 'it is inside the folder of another skill';
  const ignored = way.place === pluginPlace ? [] : ignoredBy(context);
  const directory = ignored.length === 0 ? '' : placeDirectory(way, folders.length);
  if (ignored.some((folder) => isWithin(folder, directory)))
    return 'your settings ignore its folder (ignoredSkillsLocations)';
  return undefined;
}

/** Returns why Copilot CLI does not look at a file in one of its places. */
export function outOfReach(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  if (way.place !== pluginPlace && isLocked(entry, context))
    return 'an administrator allows it only in plugins (strictPluginOnlyCustomization)';
  if (entry.kind === 'hook') return whyNoHook(entry, way, context);
  if (entry.kind !== 'skill' && entry.kind !== 'agent') return undefined;
  if (way.place.startsWith('.claude/') && baseOf(way, context) === context.roots.home)
    return 'the folder .claude of the home is not read';
  const folders = foldersOf(entry, way, context);
  const isFlat = isCommand(entry) || (entry.kind === 'agent' && way.place === pluginPlace);
  if (isFlat) return folders.length > 0 ? 'it is in a subfolder' : undefined;
  const hidden = folders.find((name) => name.startsWith('.'));
  if (hidden !== undefined) return `the folder ${hidden} is hidden`;
  if (basename(way.path).startsWith('.')) return 'its file is hidden';
  if (!way.path.endsWith('.md')) return 'the name of its file does not end with .md';
  return entry.kind === 'skill' ? skillOutOfReach(way, folders, context) : undefined;
}

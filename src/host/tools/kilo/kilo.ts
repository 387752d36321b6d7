/**
 * Kilo. It descends from opencode and keeps its switches in the same form, in files of its own, but also obeys a
 * repository's `opencode.json`. Of several skills with one name it uses the one that it reads last. It loads nothing of
 * a repository through a link that leads out of it, and ignores a repository's settings that have a mistake.
 */

import { join } from 'node:path';
import { namedFolders, toolHome } from '../../discovery/search-places.js';
import { builtInAgents } from '../../discovery/settings-agents.js';
import { fromCwd } from '../../environment.js';
import { isWithin } from '../../files/resolve-path.js';
import { makeRelative, rankIn } from '../opencode/opencode-family.js';
import {
  type Layer,
  ofAdministrator,
  ofDirectory,
  ofRepository,
  ofUser,
  upChain,
} from '../opencode/opencode-layers.js';
import { kiloAgentShapes, kiloShapes } from '../opencode/opencode-shapes.js';
import { foreignPlaces, readsProject } from '../opencode/opencode-variables.js';
import type { EntryKind, EntryRef, SettingsFile, ToolPlaces } from '../tool.js';
import type { ToolContext } from '../tool-context.js';

const prefix = 'KILO';
/** The files of a directory, the weakest first. */
const files = ['kilo.jsonc', 'kilo.json', 'opencode.jsonc', 'opencode.json'];
/** The same in the user's directory. */
const userFiles = ['config.json', 'kilo.json', 'kilo.jsonc', 'opencode.json', 'opencode.jsonc'];

/** Directories with settings and folders of their own, the strongest first; those in one list side by side. */
const directories = [
  ['$KILO_CONFIG_DIR'],
  ['~/.kilo'],
  ['~/.kilocode'],
  ['.kilo', '.kilocode'],
  ['~/.config/kilo'],
];

const groupsOf = (names: readonly string[]) =>
  directories.map((group) => ({
    places: group.flatMap((directory) => names.map((name) => `${directory}/${name}`)),
  }));

const foreign = [['.agents/skills', '.claude/skills'], ['~/.agents/skills'], ['~/.claude/skills']];
const workflows = ['.kilo', '.kilocode', '~/.kilo', '~/.kilocode'].map(
  (directory) => `${directory}/workflows`,
);

const skillGroups = [
  { places: [namedFolders] },
  ...groupsOf(['skill', 'skills', 'command', 'commands']),
  ...foreign.map((places) => ({ places })),
  { places: workflows },
];
const serverFiles = ['.kilo/mcp.json', '.kilocode/mcp.json'];
const settingsGroups = [
  ...groupsOf(files.toReversed()).slice(0, -1),
  { places: ['opencode.jsonc', 'opencode.json'], isNearestFirst: true as const },
  { places: ['kilo.jsonc', 'kilo.json'], isNearestFirst: true as const },
  { places: ['$KILO_CONFIG'] },
  { places: userFiles.toReversed().map((file) => `~/.config/kilo/${file}`) },
];
const serverGroups = [...settingsGroups, { places: serverFiles }];
const agentGroups = [...groupsOf(['agent', 'agents', 'mode', 'modes']), ...settingsGroups];

const ranks = { skill: rankIn(skillGroups), agent: rankIn(agentGroups), mcpServer: rankIn(serverGroups) };

/** Places that it looks for in fewer directories than others. */
const otherDirectories: NonNullable<ToolPlaces['otherDirectories']> = {
  '.agents/skills': 'git',
  '.claude/skills': 'git',
  '.kilo/workflows': 'working',
  '.kilocode/workflows': 'working',
  '.kilo/mcp.json': 'working',
  '.kilocode/mcp.json': 'working',
};

function placesOf(kind: 'skill' | 'agent' | 'mcpServer', context: ToolContext): string[] {
  const groups = { skill: skillGroups, agent: agentGroups, mcpServer: serverGroups }[kind];
  const outside = foreign.flat();
  const allowed = foreignPlaces(context, prefix, outside);
  const isFree = (place: string) =>
    /^[~$]/.test(place) || [...workflows, ...serverFiles, namedFolders].includes(place);
  return groups
    .flatMap(({ places }) => places)
    .filter((place) => !outside.includes(place) || allowed.includes(place))
    .filter((place) => readsProject(context, prefix) || isFree(place) || outside.includes(place));
}

function reads(kind: EntryKind, context: ToolContext): ToolPlaces | undefined {
  if (kind !== 'skill' && kind !== 'agent' && kind !== 'mcpServer') return undefined;
  const common = { directories: 'up', nested: true, duplicates: 'first', otherDirectories } as const;
  return { ...common, places: placesOf(kind, context), rank: ranks[kind] };
}

/** A repository's file must be in the repository, whatever links lead to it. */
function refuses(entry: EntryRef, base: string | undefined, context: ToolContext): string | undefined {
  const { kind, canonicalPath } = entry;
  if (kind === 'rule') return undefined;
  const { environment, gitRoot, canonical } = context;
  const root = gitRoot ?? environment.cwd;
  // Without Git, it trusts what is above the working directory.
  if (base === undefined || !isWithin(root, base)) return undefined;
  return isWithin(canonical(root), canonicalPath) ? undefined : 'its file is outside of the repository';
}

function layers(context: ToolContext): Layer[] {
  const { environment, gitRoot } = context;
  const { cwd, home } = environment;
  const config = toolHome(environment, '.kilo');
  const chosenFile = fromCwd(environment, 'KILO_CONFIG');
  const chosen = fromCwd(environment, 'KILO_CONFIG_DIR');
  const chain = readsProject(context, prefix) ? upChain(context) : [];
  const made = join(gitRoot ?? cwd, '.kilo', 'kilo.jsonc');
  const inChain = (names: readonly string[], use: SettingsFile['use']): Layer[] =>
    chain.map((directory) => ({
      files: names.map((name) => ofRepository(context, join(directory, name), use)),
    }));
  const ofFolder = (path: string) => ofRepository(context, path, path === made ? 'make' : 'write');
  return [
    { files: serverFiles.toReversed().map((file) => ofRepository(context, join(cwd, file), 'read')) },
    {
      files: [
        ...userFiles.map((file) => ofUser(join(config, file), file === 'kilo.jsonc' ? 'make' : 'write')),
        ...(chosenFile === undefined ? [] : [ofUser(chosenFile)]),
      ],
    },
    ...inChain(['kilo.json', 'kilo.jsonc'], 'write'),
    // A switch for Kilo must not change opencode.
    ...inChain(['opencode.json', 'opencode.jsonc'], 'read'),
    { directory: config, files: [] },
    ...chain
      .toReversed()
      .flatMap((directory) =>
        ['.kilocode', '.kilo'].map((name) => ofDirectory(join(directory, name), files, ofFolder)),
      ),
    ...['.kilocode', '.kilo'].map((name) => ofDirectory(join(home, name), files, ofUser)),
    ...(chosen === undefined ? [] : [ofDirectory(chosen, files, ofUser)]),
    ofAdministrator(context, 'kilo', files),
  ];
}

export const kilo = makeRelative({
  id: 'kilo',
  checkedWith: '7.7.7',
  directory: '.kilo',
  prefix,
  ruleDirectories: 'git',
  schema: 'https://app.kilo.ai/config.json',
  usualAgents: ['build', 'code'],
  builtInAgents: builtInAgents.kilo,
  settingsShapes: kiloShapes,
  agentShapes: kiloAgentShapes,
  knowsNewer: false,
  isStopped: false,
  reads,
  layers,
  refuses,
});

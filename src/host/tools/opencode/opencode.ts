/**
 * opencode. Skills are switched by rules in `permission.skill`, where the last that matches a name counts; agents
 * by `agent.<name>.disable`, MCP servers by `mcp.<name>.enabled`. Settings of many files are merged key by key. The model
 * does not see a skill that is denied; the user can still call it as a command.
 */

import { join } from 'node:path';
import { namedFolders, toolHome } from '../../discovery/search-places.js';
import { builtInAgents } from '../../discovery/settings-agents.js';
import { fromCwd } from '../../environment.js';
import type { EntryKind, ToolPlaces } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { makeRelative, rankIn } from './opencode-family.js';
import {
  type Layer,
  ofAdministrator,
  ofDirectory,
  ofRepository,
  ofUser,
  upChain,
} from './opencode-layers.js';
import { opencodeAgentShapes, opencodeShapes } from './opencode-shapes.js';
import { foreignPlaces, readsProject } from './opencode-variables.js';

const prefix = 'OPENCODE';
const files = ['opencode.json', 'opencode.jsonc'];

/** Directories with settings and folders of their own, the strongest first. */
const directories = ['$OPENCODE_CONFIG_DIR', '~/.opencode', '.opencode', '~/.config/opencode'];

const inEach = (names: readonly string[], context: ToolContext): string[] =>
  directories
    .filter((directory) => directory !== '.opencode' || readsProject(context, prefix))
    .flatMap((directory) => names.map((name) => `${directory}/${name}`));

const foreign = ['.agents/skills', '.claude/skills', '~/.agents/skills', '~/.claude/skills'];

const agentFolders = ['agent', 'agents', 'mode', 'modes'];
const serverGroups = [
  ...directories
    .slice(0, 3)
    .map((directory) => ({ places: files.toReversed().map((file) => `${directory}/${file}`) })),
  { places: files.toReversed(), isNearestFirst: true as const },
  { places: ['$OPENCODE_CONFIG'] },
  { places: [...files.toReversed(), 'config.json'].map((file) => `~/.config/opencode/${file}`) },
];
const settingsPlaces = serverGroups.flatMap(({ places }) => places);
const serverRank = rankIn(serverGroups);
const agentRank = rankIn([
  ...directories.map((directory) => ({ places: agentFolders.map((folder) => `${directory}/${folder}`) })),
  ...serverGroups,
]);

function reads(kind: EntryKind, context: ToolContext): ToolPlaces | undefined {
  const common = { directories: 'up', nested: true } as const;
  if (kind === 'skill') {
    const own = inEach(['skill', 'skills', 'command', 'commands'], context);
    const places = [...own, namedFolders, ...foreignPlaces(context, prefix, foreign)];
    return { ...common, places, duplicates: 'any' };
  }
  const settings = settingsPlaces.filter((place) => /^[~$]/.test(place) || readsProject(context, prefix));
  if (kind === 'agent') {
    const places = [...inEach(agentFolders, context), ...settings];
    return { ...common, places, duplicates: 'first', rank: agentRank };
  }
  if (kind !== 'mcpServer') return undefined;
  return { ...common, places: settings, duplicates: 'first', rank: serverRank };
}

function layers(context: ToolContext): Layer[] {
  const { environment } = context;
  const config = toolHome(environment, '.opencode');
  const chosenFile = fromCwd(environment, 'OPENCODE_CONFIG');
  const chosen = fromCwd(environment, 'OPENCODE_CONFIG_DIR');
  const chain = readsProject(context, prefix) ? upChain(context) : [];
  const root = context.gitRoot ?? environment.cwd;
  return [
    {
      files: [
        ofUser(join(config, 'config.json'), 'read'),
        ofUser(join(config, 'opencode.json'), 'make'),
        ofUser(join(config, 'opencode.jsonc')),
        ...(chosenFile === undefined ? [] : [ofUser(chosenFile)]),
      ],
    },
    ...chain.map((directory): Layer => {
      const use = (file: string) => (directory === root && file === 'opencode.json' ? 'make' : 'write');
      return { files: files.map((file) => ofRepository(context, join(directory, file), use(file))) };
    }),
    { directory: config, files: [] },
    ...chain
      .toReversed()
      .map((directory) =>
        ofDirectory(join(directory, '.opencode'), files, (path) => ofRepository(context, path)),
      ),
    ofDirectory(join(environment.home, '.opencode'), files, ofUser),
    ...(chosen === undefined ? [] : [ofDirectory(chosen, files, ofUser)]),
    ofAdministrator(context, 'opencode', files),
  ];
}

export const opencode = makeRelative({
  id: 'opencode',
  checkedWith: '1.18.33',
  directory: '.opencode',
  prefix,
  ruleDirectories: 'up',
  schema: 'https://opencode.ai/config.json',
  usualAgents: ['build'],
  builtInAgents: builtInAgents.opencode,
  settingsShapes: opencodeShapes,
  agentShapes: opencodeAgentShapes,
  knowsNewer: true,
  isStopped: true,
  reads,
  layers,
});

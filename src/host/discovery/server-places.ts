/**
 * The table of files in which tools declare MCP servers: files of their own, and settings. Such files hold commands and
 * keys, so no client may read them.
 */

import { basename, dirname, join } from 'node:path';
import type { From } from '../../protocol/skillpick-meta.js';
import { fromCwd, type HostEnvironment } from '../environment.js';
import { claudeSystem, homeName, systemPath, type ToolDirectory, toolHome } from './search-places.js';

/** Returns the text of a file; undefined if it cannot be read. */
export type ReadSettings = (path: string) => string | undefined;

/** How the servers of a file are written. */
export interface ServerFormat {
  readonly syntax: 'json' | 'toml';
  /** The names that lead to the object of servers. */
  readonly at: readonly string[];
  /** Distinguishes the servers of several objects in one file. */
  readonly part?: string;
  /** A property that every server has. Objects without it only switch a server that another file declares. */
  readonly definedBy?: string;
  /** True for settings that may also name folders of skills. */
  readonly namesFolders?: true;
  /** True for settings that may also declare agents. */
  readonly hasAgents?: true;
  /** True for settings: what is wrong with them is reported where the settings are read. */
  readonly isSettings?: true;
  /** Reads settings that are read for other purposes, too. */
  readonly read?: ReadSettings | undefined;
}

/** A file that may declare servers. */
export interface ServerPlace extends ServerFormat {
  /** Its path below the repository, in the home (beginning with `~`), or in the system (beginning with `/`). */
  readonly key: string;
  readonly from: From;
  /** True if a tool reads such files in all directories above the working directory. */
  readonly isReadAbove?: true;
  /** The file exists only if this variable is set. */
  readonly needs?: string;
  /** Its path, if it is not in the repository. */
  readonly path?: (environment: HostEnvironment) => string | undefined;
}

/** A placeholder for the root of the repository in the names that lead to servers. */
export const repositoryRoot = '<repository>';

/** A file for servers alone. */
export const plainServers: ServerFormat = { syntax: 'json', at: ['mcpServers'] };
const inSettings: ServerFormat = { ...plainServers, isSettings: true };
const codexServers: ServerFormat = { syntax: 'toml', at: ['mcp_servers'], isSettings: true };
const opencodeServers: ServerFormat = {
  ...{ syntax: 'json', at: ['mcp'], definedBy: 'type' },
  ...{ isSettings: true, namesFolders: true, hasAgents: true },
};

const opencodeFiles = ['opencode.json', 'opencode.jsonc'];
const kiloFiles = ['kilo.json', 'kilo.jsonc', ...opencodeFiles];
const kiloFolders = ['.kilo', '.kilocode'] as const;

/** Files in each directory of the repository. */
export const repositoryServers: readonly ServerPlace[] = [
  { key: '.mcp.json', from: 'repo', isReadAbove: true, ...plainServers },
  { key: '.github/mcp.json', from: 'repo', ...plainServers },
  { key: '.codex/config.toml', from: 'repo', ...codexServers },
  { key: '.gemini/settings.json', from: 'repo', ...inSettings },
  { key: '.qwen/settings.json', from: 'repo', ...inSettings },
  ...[
    ...kiloFiles,
    ...opencodeFiles.map((file) => `.opencode/${file}`),
    ...kiloFolders.flatMap((folder) => kiloFiles.map((file) => `${folder}/${file}`)),
  ].map((key): ServerPlace => ({ key, from: 'repo', ...opencodeServers })),
  ...kiloFolders.map((folder): ServerPlace => {
    return { key: `${folder}/mcp.json`, from: 'repo', ...plainServers };
  }),
];

/** The file in which Claude Code keeps what it has to remember. */
export function claudeMemory(environment: HostEnvironment): string {
  const { env, home } = environment;
  return join(env['CLAUDE_CONFIG_DIR'] ? toolHome(environment, '.claude') : home, '.claude.json');
}

/** Files in the home, and those of administrators. */
export const homeServers: readonly ServerPlace[] = [
  { key: '~/.claude.json', from: 'user', path: claudeMemory, ...inSettings },
  {
    ...{ key: '~/.claude.json#projects', from: 'user', path: claudeMemory, ...inSettings },
    at: ['projects', repositoryRoot, 'mcpServers'],
    part: 'projects',
  },
  ...claudeSystem.map((parent): ServerPlace => {
    const key = `${parent}/managed-mcp.json`;
    return { key, from: 'user', path: (environment) => systemPath(key, environment), ...plainServers };
  }),
  inHome('.codex', 'config.toml', codexServers),
  inHome('.github', 'mcp-config.json', plainServers),
  inHome('.gemini', 'settings.json', inSettings),
  inHome('.qwen', 'settings.json', inSettings),
  ...['config.json', ...opencodeFiles].map((file) => inHome('.opencode', file, opencodeServers)),
  ...opencodeFiles.map((file) => inHome('~/.opencode', file, opencodeServers)),
  ...opencodeFiles.map((file) => inChosen('OPENCODE_CONFIG_DIR', file)),
  chosenFile('OPENCODE_CONFIG'),
  ...['config.json', ...kiloFiles].map((file) => inHome('.kilo', file, opencodeServers)),
  ...(['~/.kilo', '.kilocode'] as const).flatMap((tool) =>
    kiloFiles.map((file) => inHome(tool, file, opencodeServers)),
  ),
  ...kiloFiles.map((file) => inChosen('KILO_CONFIG_DIR', file)),
  chosenFile('KILO_CONFIG'),
];

/** Files that an administrator provides. */
export const systemServers: readonly ServerPlace[] = [
  { key: '/etc/codex/config.toml', from: 'user', ...codexServers },
];

function inHome(tool: ToolDirectory, file: string, format: ServerFormat): ServerPlace {
  const path = (environment: HostEnvironment) => join(toolHome(environment, tool), file);
  return { key: `${homeName(tool)}/${file}`, from: 'user', path, ...format };
}

/** A file in the directory that a variable names. */
function inChosen(needs: 'OPENCODE_CONFIG_DIR' | 'KILO_CONFIG_DIR', file: string): ServerPlace {
  return { ...inHome(`$${needs}`, file, opencodeServers), needs };
}

/** The file that a variable names. */
function chosenFile(needs: 'OPENCODE_CONFIG' | 'KILO_CONFIG'): ServerPlace {
  const path = (environment: HostEnvironment) => fromCwd(environment, needs);
  return { key: `$${needs}`, from: 'user', needs, path, ...opencodeServers };
}

/** Returns the directory and the name of a file; `base` is the directory of the repository that it is in. */
export function serverFile(
  { key, path }: ServerPlace,
  base: string,
  environment: HostEnvironment,
): { directory: string; name: string } {
  const inRepository = key.startsWith('/') ? systemPath(key, environment) : join(base, key);
  const file = path?.(environment) ?? inRepository;
  return { directory: dirname(file), name: basename(file) };
}

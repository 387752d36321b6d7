/**
 * The config.toml files that Codex merges, and the directories of a repository that it reads. A repository's directory
 * counts for settings, agents and servers only if the user trusts it; for skills it always counts.
 */

import { dirname, join, resolve } from 'node:path';
import { isObject, isStringList } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import { systemPath, toolHome } from '../../discovery/search-places.js';
import { statusOf } from '../../files/path-status.js';
import { parseToml } from '../edit/toml-edit.js';
import type { EntryKind, SettingsFile } from '../tool.js';
import { gitChain, type ToolContext } from '../tool-context.js';
import { isDeclared } from './codex-shapes.js';

export const codexHome = ({ environment }: ToolContext): string => toolHome(environment, '.codex');

export const userConfig = (context: ToolContext): string => join(codexHome(context), 'config.toml');

const systemFile = ({ environment }: ToolContext, name: string): string =>
  systemPath(`/etc/codex/${name}`, environment);

/** Returns the settings in a file; none if it is missing or broken. */
function settingsIn(path: string, { settings }: ToolContext): Readonly<Record<string, unknown>> {
  const content = settings.readIfPossible(path, parseToml);
  return isObject(content) ? content : {};
}

interface Layers {
  /** From the project's root to the working directory. */
  readonly chain: readonly string[];
  /** True if the root is marked in a way of the user's own. */
  readonly isCustom: boolean;
  readonly trusted: ReadonlySet<string>;
}

const known = new WeakMap<ToolContext, Layers>();

/** Returns the marks of a project's root that the user or an administrator has set. */
function markersOf(context: ToolContext): readonly string[] | undefined {
  const files = [userConfig(context), systemFile(context, 'config.toml')];
  return files.map((path) => settingsIn(path, context)['project_root_markers']).find(isStringList);
}

function customChain(markers: readonly string[], cwd: string): string[] {
  const chain: string[] = [];
  for (let at = cwd; ; at = dirname(at)) {
    chain.unshift(at);
    if (markers.some((marker) => statusOf(join(at, marker)) !== undefined)) return chain;
    if (dirname(at) === at) return [cwd];
  }
}

/** Returns the main directory of the repository that a directory is a worktree of. */
function mainWorktree(root: string, { settings }: ToolContext): string | undefined {
  const read = (path: string) => settings.readIfPossible(path, (text) => text) as string | undefined;
  const gitFile = join(root, '.git');
  if (statusOf(gitFile)?.isFile() !== true) return undefined;
  const directory = /^gitdir: *(.+)$/m.exec(read(gitFile) ?? '')?.[1];
  if (directory === undefined) return undefined;
  const gitDirectory = resolve(root, directory.trim());
  const common = read(join(gitDirectory, 'commondir'))?.trim();
  return common === undefined ? undefined : dirname(resolve(gitDirectory, common));
}

/** Returns the directories that the user trusts: each by itself, by its project's root, or by the main worktree. */
function trustedIn(chain: readonly string[], context: ToolContext): Set<string> {
  const { projects } = settingsIn(userConfig(context), context);
  if (!isObject(projects)) return new Set();
  const levelOf = (directory: string | undefined): unknown => {
    const project = directory === undefined ? undefined : projects[context.canonical(directory)];
    return isObject(project) ? project['trust_level'] : undefined;
  };
  const root = chain[0]!;
  const whole = levelOf(root) ?? levelOf(mainWorktree(root, context));
  return new Set(chain.filter((directory) => (levelOf(directory) ?? whole) === 'trusted'));
}

export function layersOf(context: ToolContext): Layers {
  return getOrMake(known, context, () => {
    const markers = markersOf(context);
    const chain = markers === undefined ? gitChain(context) : customChain(markers, context.environment.cwd);
    return { chain, isCustom: markers !== undefined, trusted: trustedIn(chain, context) };
  });
}

/** The settings of the repository's trusted directories, from the root down. Only plugins and servers have switches there. */
function projectFiles(kind: EntryKind, context: ToolContext): SettingsFile[] {
  const { chain, trusted } = layersOf(context);
  const isSwitched = kind === 'plugin' || kind === 'mcpServer';
  return chain
    .filter((directory) => trusted.has(directory))
    .map((directory, index) => ({
      path: join(directory, '.codex', 'config.toml'),
      scope: 'shared',
      use: !isSwitched ? 'read' : index === 0 ? 'make' : 'write',
    }));
}

/** Position of the user's file among the settings files. */
export const usersOwn = 1;

function allFiles(kind: EntryKind, context: ToolContext): SettingsFile[] {
  return [
    { path: systemFile(context, 'config.toml'), scope: 'managed', use: 'read' },
    { path: userConfig(context), scope: 'global', use: 'make' },
    ...projectFiles(kind, context),
    { path: systemFile(context, 'managed_config.toml'), scope: 'managed', use: 'read' },
  ];
}

/** The context in which a file was listed. */
const contexts = new WeakMap<SettingsFile, ToolContext>();

/** True if another file that Codex merges with this one gives the server a command or an address. */
export function isDeclaredElsewhere(name: string, file: SettingsFile): boolean {
  const context = contexts.get(file);
  if (context === undefined) return false;
  return allFiles('mcpServer', context).some(({ path }) => {
    if (path === file.path) return false;
    const servers = settingsIn(path, context)['mcp_servers'];
    return isObject(servers) && isDeclared(servers[name]);
  });
}

/** The settings files, weakest first. */
export function codexFiles(kind: EntryKind, context: ToolContext): SettingsFile[] {
  const files = allFiles(kind, context);
  for (const file of files) contexts.set(file, context);
  return files;
}

/** The files that decide about entries in Claude Code: its settings, those of administrators, and its memory. */

import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isObject, isString, type JsonObject } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import { projectOf } from '../../discovery/roots.js';
import { claudeSystem, systemPath, toolHome } from '../../discovery/search-places.js';
import { claudeMemory } from '../../discovery/server-places.js';
import { ifPossible } from '../../files/if-possible.js';
import { parseSettings, strictJson, valueAt } from '../edit/json-text.js';
import type { EntryKind, SettingsFile } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { parseClaudeSettings } from './claude-settings.js';

/** The directory of an administrator's files. */
export function claudeSystemDirectory({ environment }: ToolContext): string {
  const { platform } = environment;
  if (platform === 'win32') return 'C:\\Program Files\\ClaudeCode';
  return systemPath(platform === 'darwin' ? claudeSystem[1] : claudeSystem[0], environment);
}

function findManaged(context: ToolContext): SettingsFile[] {
  const directory = claudeSystemDirectory(context);
  const more = join(directory, 'managed-settings.d');
  const names = ifPossible(() => readdirSync(more)) ?? [];
  const added = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
  const paths = [join(directory, 'managed-settings.json'), ...added.map((name) => join(more, name))];
  return paths.map((path) => ({ path, scope: 'managed', use: 'read' }));
}

const managedFiles = new WeakMap<ToolContext, SettingsFile[]>();

/** The settings of administrators, weakest first. */
export const managedOf = (context: ToolContext): readonly SettingsFile[] =>
  getOrMake(managedFiles, context, () => findManaged(context));

/** Returns a value that counts only in managed settings. */
export function managedValue(context: ToolContext, name: string): unknown {
  const contents = managedOf(context).map((file) =>
    context.settings.readIfPossible(file.path, (text) => parseClaudeSettings(text, file)),
  );
  const values = contents.map((content) => valueAt(content, [name]));
  return values.findLast((value) => value !== undefined);
}

const localName = join('.claude', 'settings.local.json');

/** The local settings, weakest first. Claude Code writes the last one itself, except in a worktree. */
function localFiles({ environment, roots }: ToolContext): SettingsFile[] {
  const { cwd, home } = environment;
  const { gitRoot, mainCheckout: main } = roots;
  const own = join(cwd, localName);
  // The home is not taken for a repository.
  const root = gitRoot === undefined || gitRoot === home ? cwd : (main ?? gitRoot);
  if (root === cwd) return [{ path: own, scope: 'workspace', use: 'make' }];
  const isOwnFile = main !== undefined;
  return [
    { path: own, scope: 'workspace', use: isOwnFile ? 'make' : 'read' },
    { path: join(root, localName), scope: 'workspace', use: isOwnFile ? 'read' : 'make' },
  ];
}

/** The settings files, weakest first. The memory counts for servers. */
export function claudeFiles(kind: EntryKind, context: ToolContext): SettingsFile[] {
  const { environment } = context;
  const memory: SettingsFile = { path: claudeMemory(environment), scope: 'workspace', use: 'read' };
  return [
    ...(kind === 'mcpServer' ? [memory] : []),
    { path: join(toolHome(environment, '.claude'), 'settings.json'), scope: 'global', use: 'make' },
    { path: join(environment.cwd, '.claude', 'settings.json'), scope: 'shared', use: 'make' },
    ...localFiles(context),
    ...managedOf(context),
  ];
}

const isMemory = (path: string): boolean => basename(path) === '.claude.json';

/** Parses a settings file, or the memory. Throws a SettingsMistake if Claude Code would not read it. */
export function parseClaudeFile(text: string, file: SettingsFile): unknown {
  return isMemory(file.path) ? parseSettings(text, strictJson) : parseClaudeSettings(text, file);
}

/** The path of the current repository in the memory. */
export const projectPath = ({ roots, environment }: ToolContext): readonly string[] => [
  'projects',
  projectOf(roots, environment.cwd),
];

function projectsOf({ settings, environment }: ToolContext): JsonObject {
  const memory = settings.readIfPossible(claudeMemory(environment), (text) =>
    parseSettings(text, strictJson),
  );
  const projects = valueAt(memory, ['projects']);
  return isObject(projects) ? projects : {};
}

/** True if the user trusts the working directory, or one above it. */
export function isTrusted(context: ToolContext): boolean {
  const projects = projectsOf(context);
  const isAccepted = (directory: string): boolean => {
    if (valueAt(projects, [directory, 'hasTrustDialogAccepted']) === true) return true;
    return dirname(directory) !== directory && isAccepted(dirname(directory));
  };
  return isAccepted(context.environment.cwd);
}

/** Returns a list of names that may also be written as one name. */
export function namesIn(value: unknown): readonly string[] {
  if (isString(value)) return [value];
  return Array.isArray(value) ? value.filter(isString) : [];
}

/**
 * The files in which Gemini CLI keeps its switches. Settings are in four files; the one of the working directory counts
 * only if the user trusts it, and those of the system only if nobody but root can change them. Extensions and MCP servers
 * have a file of their own in the home.
 */

import { basename, dirname, join } from 'node:path';
import { isObject, isStringList } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import { systemPath, toolHome } from '../../discovery/search-places.js';
import { fromCwd } from '../../environment.js';
import { followedStatusOf, statusOf } from '../../files/path-status.js';
import { contextFileNames } from '../context-file-names.js';
import { anyName, parseShaped, type Shape } from '../edit/json-shape.js';
import { type JsonDialect, jsonWithComments, plainJson } from '../edit/json-text.js';
import type { EntryKind, SettingsFile } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { findTrust, parseTrust } from './gemini-trust.js';
import { parseGeminiSettings } from './gemini-values.js';

const extensionSwitches = 'extension-enablement.json';
const serverSwitches = 'mcp-server-enablement.json';
const plainFiles = new Set([extensionSwitches, serverSwitches]);

const systemDirectories: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/Library/Application Support/GeminiCli',
  win32: 'C:\\ProgramData\\gemini-cli',
};

/** The path, with the directories above it. */
function upwards(path: string): string[] {
  return dirname(path) === path ? [path] : [path, ...upwards(dirname(path))];
}

/** True if only root can change the file, or if it is missing. Gemini CLI ignores other files of the system. */
function isProtected(path: string, { environment, canonical }: ToolContext): boolean {
  if (environment.platform === 'win32' || statusOf(path) === undefined) return true;
  return [...upwards(path), ...upwards(canonical(path))].every((one) => {
    const status = followedStatusOf(one);
    return statusOf(one)?.uid === 0 && status?.uid === 0 && (status.mode & 0o022) === 0;
  });
}

function systemFiles(context: ToolContext): { defaults: SettingsFile[]; settings: SettingsFile[] } {
  const { environment } = context;
  const directory = systemDirectories[environment.platform] ?? '/etc/gemini-cli';
  const settings =
    fromCwd(environment, 'GEMINI_CLI_SYSTEM_SETTINGS_PATH') ??
    systemPath(join(directory, 'settings.json'), environment);
  const defaults =
    fromCwd(environment, 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH') ??
    join(dirname(settings), 'system-defaults.json');
  const rowOf = (path: string): SettingsFile[] =>
    isProtected(path, context) ? [{ path, scope: 'managed', use: 'read' }] : [];
  return { defaults: rowOf(defaults), settings: rowOf(settings) };
}

const userSettings = ({ environment }: ToolContext): SettingsFile => ({
  path: join(toolHome(environment, '.gemini'), 'settings.json'),
  scope: 'global',
  use: 'make',
});

/** Returns whether the working directory is trusted, and the file that decides. Its own settings may not decide. */
export function trustOf(context: ToolContext): ReturnType<typeof findTrust> {
  return findTrust(context, () => {
    const { defaults, settings } = systemFiles(context);
    return [...defaults, userSettings(context), ...settings];
  });
}

function settingsFiles(context: ToolContext): SettingsFile[] {
  const { isTrusted, file: trust } = trustOf(context);
  const { defaults, settings } = systemFiles(context);
  const caveat = `${toolTitles.gemini} obeys this once it is told to trust this folder`;
  return [
    ...(trust === undefined ? [] : [{ path: trust, scope: 'global', use: 'read' } as const]),
    ...defaults,
    userSettings(context),
    {
      path: join(context.environment.cwd, '.gemini', 'settings.json'),
      scope: 'workspace',
      use: 'make',
      ...(!isTrusted && { caveat, isUnread: true }),
    },
    ...settings,
  ];
}

export function geminiFiles(kind: EntryKind, context: ToolContext): SettingsFile[] {
  const home = toolHome(context.environment, '.gemini');
  if (kind === 'plugin') {
    const path = join(home, 'extensions', extensionSwitches);
    return [
      { path, scope: 'global', use: 'make' },
      { path, scope: 'workspace', use: 'make', isUsers: true },
    ];
  }
  const files = settingsFiles(context);
  if (kind !== 'mcpServer') return files;
  const cleared = files.map((file) =>
    file.scope === 'global' && file.use === 'make' ? { ...file, use: 'clear' as const } : file,
  );
  return [...cleared, { path: join(home, serverSwitches), scope: 'global', use: 'make' }];
}

/** The names of the files of rules: GEMINI.md, and those that the strongest settings with such names add. */
export function ruleNames(context: ToolContext): string[] {
  const contents = geminiFiles('rule', context)
    .filter(({ isUnread }) => !isUnread)
    .map(({ path }) => context.settings.readIfPossible(path, parseGeminiSettings));
  return ['GEMINI.md', ...(contextFileNames(contents) ?? [])];
}

/** The switches of servers, in a class of their own, because their names may be those of settings. */
export class ServerSwitches {
  readonly [name: string]: unknown;
}

const overrides: Shape = {
  path: [anyName],
  fits: (value) => isObject(value) && isStringList(value['overrides']),
  wanted: 'an object with a list "overrides"',
};

/** True for the list of trusted folders, the only file of the user that is never written. */
const isTrustFile = ({ scope, use }: SettingsFile): boolean => scope === 'global' && use === 'read';

/** Parses a file. Gemini CLI ignores the files of extensions and servers if they have a mistake. */
export function parseGemini(text: string, file: SettingsFile): unknown {
  const name = basename(file.path);
  if (name === extensionSwitches) return parseShaped(text, plainJson, [overrides], false);
  if (name === serverSwitches)
    return Object.assign(new ServerSwitches(), parseShaped(text, plainJson, [], false));
  return isTrustFile(file) ? parseTrust(text) : parseGeminiSettings(text);
}

/** The JSON that Gemini CLI accepts in a file. */
export const dialectOf = ({ path }: SettingsFile): JsonDialect =>
  plainFiles.has(basename(path)) ? plainJson : jsonWithComments;

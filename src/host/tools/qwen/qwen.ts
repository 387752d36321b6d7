/**
 * Qwen Code. It reads the working directory and the home, and no other directory of the repository. Switches are in the
 * user's settings and in those of the working directory; those of an administrator count too. It stops if the user's
 * settings have a mistake, and empties those of a repository.
 */

import { dirname, join, resolve } from 'node:path';
import { isStringList } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { systemPath, toolHome } from '../../discovery/search-places.js';
import { fromCwd } from '../../environment.js';
import { isWithin } from '../../files/resolve-path.js';
import { contextFileNames } from '../context-file-names.js';
import { editJson } from '../edit/json-edit.js';
import { lineInJson } from '../edit/json-line.js';
import { anyName, parseShaped, type Shape } from '../edit/json-shape.js';
import { JsonDialect, jsonWithComments, parseSettings, plainJson, valueAt } from '../edit/json-text.js';
import { openGates } from '../gates.js';
import type { Edited, EntryKind, EntryRef, SettingsFile, Tool, ToolPlaces } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { anyOf, fixedRule, noSwitch, verdictBy } from '../unswitched.js';
import { extensionFiles, extensionRule, parseExtensionFile } from './qwen-extension-switch.js';
import { refusesInExtension } from './qwen-extensions.js';
import {
  commandPlaces,
  extensionPlace,
  gatesOfSkill,
  isCommand,
  qwenName,
  refusesAgent,
  refusesSkill,
  rivalName,
} from './qwen-files.js';
import { agentRule, type QwenEdit, skillOrCommandRule } from './qwen-rules.js';
import { refusesServer, serverPlaces, serverRule } from './qwen-servers.js';

const title = toolTitles.qwen;

/** Comments and a byte order mark are fine, trailing commas are not. */
const dialect = new JsonDialect({ comments: true, trailingCommas: false, byteOrderMark: true });

const common = { directories: 'working', nested: false, duplicates: 'first' } as const;
const skillPlaces = ['.qwen/skills', '.agents/skills', '~/.qwen/skills', '~/.agents/skills'];

/** Of entries in one place, it uses the first by name of the folder or file; of extensions, the last. */
function order({ plugin, kind, aliases: [one] }: EntryRef, { aliases: [other] }: EntryRef): number {
  const isEarlier = (one?.path ?? '') < (other?.path ?? '');
  const isLastUsed = plugin !== undefined || kind === 'plugin';
  return isEarlier === isLastUsed ? 1 : -1;
}

const reads: Partial<Record<EntryKind, ToolPlaces>> = {
  skill: { places: [...skillPlaces, extensionPlace, ...commandPlaces], ...common, order },
  agent: { places: ['.qwen/agents', '~/.qwen/agents', extensionPlace], ...common, order },
  plugin: { places: [extensionPlace], ...common, order },
  mcpServer: { places: serverPlaces, ...common },
  hook: { places: [extensionPlace], ...common, duplicates: 'all' },
};

const knownRules = new WeakMap<ToolContext, ToolPlaces>();

/** Rules are in files of the names in the settings, in each directory from the Git root down. */
const rulesOf = (context: ToolContext): ToolPlaces =>
  getOrMake(knownRules, context, () => {
    const contents = files('rule', context)
      .filter(({ isUnread }) => !isUnread)
      .map(({ path }) => context.settings.readIfPossible(path, (text) => parseSettings(text, dialect)));
    const name = anyOf(contextFileNames(contents) ?? ['QWEN.md', 'AGENTS.md']);
    const fileNames = { '.': name, '~/.qwen': name };
    return { places: Object.keys(fileNames), fileNames, ...common, directories: 'home', duplicates: 'all' };
  });

const systemDirectories: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/Library/Application Support/QwenCode',
  win32: 'C:\\ProgramData\\qwen-code',
};

function systemFiles({ environment }: ToolContext): { defaults: string; overrides: string } {
  const directory = systemPath(systemDirectories[environment.platform] ?? '/etc/qwen-code', environment);
  const overrides =
    fromCwd(environment, 'QWEN_CODE_SYSTEM_SETTINGS_PATH') ?? join(directory, 'settings.json');
  const defaults =
    fromCwd(environment, 'QWEN_CODE_SYSTEM_DEFAULTS_PATH') ??
    join(dirname(overrides), 'system-defaults.json');
  return { defaults, overrides };
}

const userFile = ({ environment }: ToolContext): string =>
  join(toolHome(environment, '.qwen'), 'settings.json');

/** True if the strongest file that has the setting for trust asks for trust in each folder. */
function needsTrust(context: ToolContext): boolean {
  const { defaults, overrides } = systemFiles(context);
  const flags = [overrides, userFile(context), defaults].map((path) =>
    valueAt(
      context.settings.readIfPossible(path, (text) => parseSettings(text, dialect)),
      ['security', 'folderTrust', 'enabled'],
    ),
  );
  return flags.find((flag) => flag !== undefined && flag !== null) === true;
}

/** True if the user does not use trust, or if the nearest folder with a decision is trusted. */
function isTrusted(context: ToolContext): boolean {
  if (!needsTrust(context)) return true;
  const { environment, settings } = context;
  const file =
    fromCwd(environment, 'QWEN_CODE_TRUSTED_FOLDERS_PATH') ??
    join(toolHome(environment, '.qwen'), 'trustedFolders.json');
  const rules = settings.readIfPossible(file, (text) => parseSettings(text, jsonWithComments)) ?? {};
  const [nearest] = Object.entries(rules as Record<string, unknown>)
    .map(([path, trust]) => ({ folder: resolve(trust === 'TRUST_PARENT' ? dirname(path) : path), trust }))
    .filter(({ folder }) => isWithin(folder, environment.cwd))
    .toSorted((a, b) => b.folder.length - a.folder.length);
  return nearest?.trust === 'TRUST_FOLDER' || nearest?.trust === 'TRUST_PARENT';
}

const trustCaveat = {
  caveat: `${title} obeys this once it is told to trust this folder`,
  isUnread: true,
} as const;

function files(kind: EntryKind, context: ToolContext): SettingsFile[] {
  if (kind === 'plugin') return extensionFiles(context);
  const { defaults, overrides } = systemFiles(context);
  const workspace = join(context.environment.cwd, '.qwen', 'settings.json');
  return [
    { path: defaults, scope: 'managed', use: 'read' },
    { path: userFile(context), scope: 'global', use: 'make' },
    { path: workspace, scope: 'workspace', use: 'make', ...(!isTrusted(context) && trustCaveat) },
    { path: overrides, scope: 'managed', use: 'read' },
  ];
}

const namesOrNull = (...path: string[]): Shape => ({
  path,
  fits: (value) => value === null || isStringList(value),
  wanted: 'a list of names',
});

/** Qwen Code stops if one of these does not fit. */
const shapes: readonly Shape[] = [
  namesOrNull('mcp', 'excluded'),
  namesOrNull('mcp', 'allowed'),
  { path: ['mcpServers', anyName], fits: (value) => value !== null, wanted: 'an MCP server' },
];

/** The files of extensions are plain JSON. */
const isOfExtensions = ({ path }: SettingsFile): boolean =>
  /extension-(?:enablement\.json|store.state\.json)$/.test(path);
const dialectOf = (file: SettingsFile): JsonDialect => (isOfExtensions(file) ? plainJson : dialect);

function parse(text: string, file: SettingsFile): unknown {
  return isOfExtensions(file) ? parseExtensionFile(text, file) : parseShaped(text, dialect, shapes, false);
}

function edit(
  text: string | undefined,
  edits: readonly QwenEdit[],
  _context: ToolContext,
  file: SettingsFile,
): Edited<QwenEdit> {
  const { text: edited, refused } = editJson(text, dialectOf(file), edits.flat());
  const reasons = edits.flatMap((one): [QwenEdit, string][] => {
    const reason = one.flatMap((part) => refused.get(part) ?? [])[0];
    return reason === undefined ? [] : [[one, reason]];
  });
  return { text: edited, refused: new Map(reasons) };
}

const untrusted = 'this folder is not trusted';

function refuses(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  if (way.place === extensionPlace) {
    const reason = refusesInExtension(entry, way, isCommand(entry), context);
    if (reason !== undefined) return reason;
  }
  if (entry.kind === 'rule') return way.place === '.' && !isTrusted(context) ? untrusted : undefined;
  if (entry.kind === 'mcpServer') return refusesServer(entry, way, isTrusted(context), context);
  if (entry.kind === 'agent') return refusesAgent(entry, way, context);
  return entry.kind === 'skill' && !isCommand(entry) ? refusesSkill(entry, way, context) : undefined;
}

const hookRule = fixedRule(noSwitch(title, 'hook'), (contents) =>
  verdictBy(contents, ['disableAllHooks'], true),
);

function ruleFor(entry: EntryRef, context: ToolContext) {
  if (entry.kind === 'skill') return skillOrCommandRule(entry, context);
  if (entry.kind === 'agent') return agentRule(entry, context);
  if (entry.kind === 'plugin') return extensionRule(entry, context);
  if (entry.kind === 'hook') return hookRule;
  return entry.kind === 'mcpServer' ? serverRule(entry, context) : noSwitch(title, entry.kind);
}

export const qwen: Tool<QwenEdit> = {
  id: 'qwen',
  title,
  checkedWith: '0.24.4',
  directory: '.qwen',
  obeysFrom: { skill: 'next-prompt', agent: 'restart', plugin: 'restart', mcpServer: 'restart' },
  keeps: { shared: { in: 'workspace' } },
  reads: (kind, context) => (kind === 'rule' ? rulesOf(context) : reads[kind]),
  refuses,
  nameOf: rivalName,
  gatesOf: (entry, context) => (entry.kind === 'skill' ? gatesOfSkill(entry, context) : openGates),
  invoke: (entry, context) => (entry.kind === 'skill' ? `/${qwenName(entry, context)}` : undefined),
  files,
  parse,
  lineOf: (text, at, file) => lineInJson(text, at, dialectOf(file)),
  emptyText: '{}\n',
  edit,
  ruleFor,
};

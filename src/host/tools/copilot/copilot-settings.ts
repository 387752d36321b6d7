/**
 * The settings files of Copilot CLI, and what makes it ignore one. The user's may have comments, trailing commas and a
 * byte order mark; a repository's have to be plain JSON, and count only in a folder that the user trusts. One value of
 * the wrong type makes Copilot CLI ignore the whole file.
 */

import { isObject, isString } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import { getOrMake } from '../../collections.js';
import { copilotFiles, isTrustedBy } from '../../discovery/packages/copilot-directories.js';
import { systemPath } from '../../discovery/search-places.js';
import { editJson, type JsonEdit } from '../edit/json-edit.js';
import {
  anyName,
  flagAt,
  namesAt,
  objectAt,
  parseShaped,
  type Shape,
  textAt,
  wordAt,
} from '../edit/json-shape.js';
import { type JsonDialect, parseSettings, plainJson, relaxedJson } from '../edit/json-text.js';
import { withConsequence } from '../refusal.js';
import type { Edited, EntryKind, SettingsFile } from '../tool.js';
import type { ToolContext } from '../tool-context.js';

const title = toolTitles.copilot;

const words: Readonly<Record<string, readonly string[]>> = {
  autoUpdatesChannel: ['stable', 'prerelease'],
  banner: ['always', 'once', 'never'],
  bannerStyle: ['mona', 'classic'],
  keepAlive: ['on', 'off', 'busy'],
  worktreeBaseRef: ['head', 'defaultBranch'],
  defaultMode: ['interactive', 'plan', 'autopilot'],
  defaultPermissionMode: ['manual', 'assisted', 'allow-all'],
  mergeStrategy: ['rebase', 'merge'],
  editorMode: ['normal', 'vim'],
  transcriptView: ['default', 'concise'],
  logLevel: ['none', 'error', 'warning', 'info', 'debug', 'all', 'default'],
};

const flags = [
  ...['mouse', 'askUser', 'autoUpdate', 'bashEnv', 'showTipsOnStartup', 'beep', 'beepOnSchedule'],
  ...['notifications', 'taskbarPresence', 'includeCoAuthoredBy', 'compactPaste', 'copyOnSelect'],
  ...['respectGitignore', 'memory', 'contextManagementTools', 'connectors', 'imageGeneration'],
  ...['imageGenerationWatermark', 'continueOnAutoMode', 'stayInAutopilot', 'renderMarkdown'],
  ...['renderHexColors', 'inlineImages', 'scrollbar', 'pinnedPrompts', 'remoteExport', 'screenReader'],
  ...['storeTokenPlaintext', 'stream', 'streamerMode', 'updateTerminalTitle', 'terminalProgress'],
  ...['terminalNotifications', 'enableAllGithubMcpTools', 'githubMcpInsiders', 'showReasoning'],
  ...['showTimestamps', 'showToolDurations', 'disableAllHooks', 'remoteSessions', 'experimental'],
  'shellShortcut',
];

const lists = [
  ...['powershellFlags', 'allowedUrls', 'deniedUrls', 'companyAnnouncements', 'skillDirectories'],
  ...['ignoredSkillsLocations', 'disabledSkills', 'disabledMcpServers', 'enabledMcpServers'],
  ...['githubMcpToolsets', 'githubMcpTools', 'disabledHooks'],
];

const texts = [
  ...['proxyKerberosServicePrincipal', 'proxyUrl', 'model', 'modelProviderId', 'planModel'],
  ...['planModelProviderId', 'assistedApprovalInstructions', 'copilotUrl'],
];

const objects = [
  ...['builtInAgents', 'subagents', 'workflows', 'footer', 'tabs', 'customAgents', 'ide', 'statusLine'],
  ...['feature_flags', 'dynamicRetrieval', 'sandbox', 'extensions', 'voice', 'ahpEnvironment'],
  ...['permissions', 'hooks', 'enabledPlugins', 'enabledFeatureFlags', 'extraKnownMarketplaces', 'telemetry'],
];

const hasSource = (value: unknown): boolean => isObject(value) && isObject(value['source']);

const userShapes: readonly Shape[] = [
  ...lists.map((key) => namesAt(key)),
  ...flags.map((key) => flagAt(key)),
  ...texts.map((key) => textAt(key)),
  ...objects.map((key) => objectAt(key)),
  ...Object.entries(words).map(([key, options]) => wordAt(options, key)),
  namesAt('subagents', 'disabledSubagents'),
  objectAt('subagents', 'agents'),
  flagAt('enabledPlugins', anyName),
  flagAt('enabledFeatureFlags', anyName),
  { path: ['extraKnownMarketplaces', anyName], fits: hasSource, wanted: 'an object with a source' },
];

/** The keys that count in a repository. Copilot CLI does not look at others there. */
const repositoryKeys = new Set([
  ...['skillDirectories', 'agentDirectories', 'companyAnnouncements', 'disableAllHooks', 'enabledPlugins'],
  ...['extraKnownMarketplaces', 'hooks', 'mergeStrategy', 'includeCoAuthoredBy', 'respectGitignore'],
  ...['deniedUrls', 'disabledMcpServers', 'disabledSkills', 'model', 'modelProviderId'],
]);
/** The same for Claude Code's settings. */
const claudeKeys = new Set([
  ...['companyAnnouncements', 'disableAllHooks', 'enabledPlugins', 'extraKnownMarketplaces', 'hooks'],
]);

const shapesOf = (keys: ReadonlySet<string>): Shape[] =>
  userShapes.filter(({ path: [key] }) => isString(key) && keys.has(key));

const repositoryShapes = [...shapesOf(repositoryKeys), namesAt('agentDirectories')];
const claudeShapes = shapesOf(claudeKeys);

const isClaudes = ({ path }: SettingsFile): boolean => /[\\/]\.claude[\\/][^\\/]+$/.test(path);

export const dialectOf = ({ isPlain }: SettingsFile): JsonDialect => (isPlain ? plainJson : relaxedJson);

function shapesFor(file: SettingsFile): readonly Shape[] {
  if (file.scope === 'managed') return [];
  if (!file.isPlain) return userShapes;
  return isClaudes(file) ? claudeShapes : repositoryShapes;
}

export function parse(text: string, file: SettingsFile): unknown {
  const parsed = () => parseShaped(text, dialectOf(file), shapesFor(file));
  return file.isPlain ? withConsequence(`${title} ignores the whole file`, parsed) : parsed();
}

export function edit(
  text: string | undefined,
  edits: readonly JsonEdit[],
  file: SettingsFile,
): Edited<JsonEdit> {
  return editJson(text, dialectOf(file), edits);
}

/** Returns the parsed config.json, which Copilot CLI writes itself. */
export function configOf({ environment, gitRoot, settings }: ToolContext): unknown {
  const { config } = copilotFiles(environment, gitRoot);
  return settings.readIfPossible(config, (text) => parseSettings(text, relaxedJson));
}

const trust = new WeakMap<ToolContext, Map<string, boolean>>();

/** True if the user trusts the directory, or one above it. */
export function isTrusted(directory: string, context: ToolContext): boolean {
  const known = getOrMake(trust, context, () => new Map());
  return getOrMake(known, directory, () => isTrustedBy(configOf(context), directory));
}

/** The file of an administrator. Where it is on other systems than Linux is not known. */
export function managedFiles({ environment }: ToolContext): SettingsFile[] {
  if (environment.platform !== 'linux') return [];
  const path = systemPath('/etc/github-copilot/managed-settings.json', environment);
  return [{ path, scope: 'managed', use: 'read', isPlain: true }];
}

const promptCaveat = `${title} does not read it for \`copilot -p\``;
const trustCaveat = `${title} obeys this once it is started here and told to trust this folder`;

/** The files of a repository, with those of Claude Code for plugins and hooks; weakest first. */
function repositoryFiles(kind: EntryKind, context: ToolContext): SettingsFile[] {
  const { environment, gitRoot } = context;
  const { claude, claudeLocal, shared, local } = copilotFiles(environment, gitRoot);
  const doubt = isTrusted(environment.cwd, context)
    ? { caveat: promptCaveat }
    : { caveat: trustCaveat, isUnread: true as const };
  const plain = { isPlain: true, ...doubt } as const;
  const claudes: SettingsFile[] = [
    { path: claude, scope: 'shared', use: 'read', ...plain },
    { path: claudeLocal, scope: 'workspace', use: 'read', ...plain },
  ];
  return [
    ...(kind === 'plugin' || kind === 'hook' ? claudes : []),
    { path: shared, scope: 'shared', use: 'make', lock: `${shared}.lock`, ...plain },
    { path: local, scope: 'workspace', use: 'make', lock: `${local}.lock`, ...plain },
  ];
}

/** The files that switch entries of a kind, weakest first. */
export function files(kind: EntryKind, context: ToolContext): SettingsFile[] {
  const { user: path } = copilotFiles(context.environment, context.gitRoot);
  const user: SettingsFile = { path, scope: 'global', use: 'make', lock: `${path}.lock` };
  if (kind === 'agent') return [user];
  const managed = kind === 'plugin' ? managedFiles(context) : [];
  return [user, ...repositoryFiles(kind, context), ...managed];
}

/** Returns the settings in a file as Copilot CLI reads them; undefined if it does not. */
export function settingsAt(path: string, context: ToolContext): unknown {
  const file = files('plugin', context).find((one) => one.path === path);
  if (file === undefined || file.isUnread) return undefined;
  return context.settings.readIfPossible(path, (text) => parse(text, file));
}

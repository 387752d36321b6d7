/**
 * The values that Claude Code wants in its settings files. It ignores a whole file that is not plain JSON, or in which one
 * of these values has another form; it ignores other names. In managed settings it ignores only the wrong values.
 */

import {
  isBoolean,
  isNumber,
  isObject,
  isPositiveInt,
  isString,
  isStringList,
} from '../../../protocol/checks.js';
import {
  anyName,
  findMisfit,
  flagAt,
  listAt,
  namesAt,
  objectAt,
  parseShaped,
  type Shape,
  textAt,
  wordAt,
} from '../edit/json-shape.js';
import { parseSettings, strictJson } from '../edit/json-text.js';
import type { SettingsFile } from '../tool.js';
import { guardHooks } from './claude-hooks.js';

/** The states of a skill. */
const skillStates = ['on', 'name-only', 'user-invocable-only', 'off'];

const at = (fits: Shape['fits'], wanted: string, ...path: Shape['path']): Shape => ({ path, fits, wanted });
const each = (names: string, make: (...path: Shape['path']) => Shape, ...above: string[]): Shape[] =>
  names.split(' ').map((name) => make(...above, name));

const flagOrNullAt = (...path: Shape['path']) =>
  at((value) => value === null || isBoolean(value), 'true or false', ...path);
const numberAt = (...path: Shape['path']) => at(isNumber, 'a number', ...path);
const countAt = (...path: Shape['path']) => at(isPositiveInt, 'a positive whole number', ...path);
const shareAt = (...path: Shape['path']) =>
  at((value) => isNumber(value) && value >= 0 && value <= 1, 'a number from 0 to 1', ...path);
const wordOrNullAt = (words: readonly string[], ...path: Shape['path']): Shape => {
  const word = wordAt(words, ...path);
  return { ...word, fits: (value) => value === null || word.fits(value) };
};
const nameOrNamesAt = (...path: Shape['path']) =>
  at((value) => (isString(value) && value !== '') || isStringList(value), 'a list of names', ...path);

const switches: readonly Shape[] = [
  objectAt('skillOverrides'),
  wordAt(skillStates, 'skillOverrides', anyName),
  objectAt('permissions'),
  ...each('allow ask deny', listAt, 'permissions'),
  namesAt('permissions', 'additionalDirectories'),
  wordAt(
    ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan'],
    'permissions',
    'defaultMode',
  ),
  ...each(
    'disableBypassPermissionsMode disableAutoMode',
    (...path) => wordAt(['disable'], ...path),
    'permissions',
  ),
  ...each(
    'blockReadsOutsideWorkingDirectories blockWritesOutsideWorkingDirectories denyInsteadOfPrompting',
    flagAt,
    'permissions',
  ),
  objectAt('enabledPlugins'),
  at(
    (value) => isBoolean(value) || isStringList(value),
    'true, false or a list of versions',
    'enabledPlugins',
    anyName,
  ),
  ...each('enabledMcpjsonServers disabledMcpjsonServers', nameOrNamesAt),
];

const plainValues: readonly Shape[] = [
  ...each(
    'respectGitignore wslInheritsWindowsSettings includeCoAuthoredBy includeGitInstructions disableAllHooks ' +
      'disableReplyCheck workflowKeywordTriggerEnabled bashEditDiffEnabled respondToBashCommands ' +
      'allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp forceRemoteSettingsRefresh spinnerTipsEnabled ' +
      'syntaxHighlightingDisabled terminalTitleFromRename alwaysThinkingEnabled fastMode ' +
      'promptSuggestionEnabled emojiCompletionEnabled showClearContextOnPlanAccept prefersReducedMotion ' +
      'autoMemoryEnabled autoDreamEnabled showThinkingSummaries verbose autoCompactEnabled ' +
      'precomputeCompactionEnabled idleCompaction switchModelsOnFlag autoScrollEnabled ' +
      'wheelScrollAccelerationEnabled fileCheckpointingEnabled showTurnDuration showMessageTimestamps ' +
      'terminalProgressBarEnabled todoFeatureEnabled inputNeededNotifEnabled agentPushNotifEnabled ' +
      'voiceEnabled axScreenReader',
    flagAt,
  ),
  ...each(
    'syncClaudeAiSkills syncClaudeAiPlugins enforceAvailableModels enableAllProjectMcpServers ' +
      'disableClaudeAiConnectors disableBundledSkills disableAgentView disableRemoteControl disableWorkflows ' +
      'disableArtifact enableArtifact enableWorkflows disableSkillShellExecution ' +
      'disableWindowsBashCommandSplit allowManagedHooksOnly allowManagedPermissionRulesOnly ' +
      'allowManagedMcpServersOnly disableCommandPluginSources disableSideloadFlags skipWebFetchPreflight ' +
      'fastModePerSessionOptIn channelsEnabled skipDangerousModePermissionPrompt autoContinueAtUsageLimit ' +
      'remoteControlAtStartup isolatePeerMachines autoUploadSessions skipAutoPermissionPrompt ' +
      'useAutoModeDuringPlan',
    flagOrNullAt,
  ),
  ...each(
    '$schema apiKeyHelper proxyAuthHelper awsCredentialExport awsAuthRefresh gcpAuthRefresh processWrapper ' +
      'attributionProject model prUrlTemplate otelHeadersHelper outputStyle language advisorModel agent ' +
      'minimumVersion requiredMinimumVersion requiredMaximumVersion plansDirectory timeFormat timeZone ' +
      'autoMemoryDirectory claudeMd pluginTrustMessage',
    textAt,
  ),
  ...each(
    'fallbackModel availableModels allowedHttpHookUrls httpHookAllowedEnvVars pluginSuggestionMarketplaces ' +
      'companyAnnouncements claudeMdExcludes',
    namesAt,
  ),
  ...each('cleanupPeriodDays desktopSessionCleanupPeriodDays skillListingMaxDescChars', countAt),
  ...each('skillListingBudgetFraction feedbackSurveyRate', shareAt),
  ...each('env worktree sandbox remote voice autoMode modelOverrides', objectAt),
  ...each('allowedChannelPlugins sshConfigs', listAt),
  ...each('strictKnownMarketplaces blockedMarketplaces', (...path) =>
    at(
      (value) => value === null || (Array.isArray(value) && value.every(isObject)),
      'a list of sources',
      ...path,
    ),
  ),
  at((value) => isString(value) || isStringList(value), 'a text or a list of texts', 'forceLoginOrgUUID'),
  at((value) => isBoolean(value) || isObject(value), 'true, false or an object', 'attribution'),
];

const words: Readonly<Record<string, readonly string[]>> = {
  workflowSizeGuideline: ['unrestricted', 'small', 'medium', 'large'],
  defaultShell: ['bash', 'powershell'],
  parentSettingsBehavior: ['first-wins', 'merge'],
  managedSourcesBehavior: ['first-wins', 'merge'],
  autoUpdatesChannel: ['latest', 'stable', 'rc'],
  tui: ['default', 'fullscreen'],
  daemonColdStart: ['transient', 'ask'],
  defaultView: ['chat', 'transcript'],
};

const chosenWords: readonly Shape[] = [
  ...Object.entries(words).map(([name, chosen]) => wordAt(chosen, name)),
  wordOrNullAt(['notify', 'quiet', 'off'], 'feedbackDrafts'),
  ...each('disableAutoMode disableDeepLinkRegistration', (...path) => wordOrNullAt(['disable'], ...path)),
];

const marketplaceSources = [
  ...['url', 'github', 'git', 'npm', 'file', 'directory', 'skills-dir'],
  ...['hostPattern', 'pathPattern', 'settings'],
];

const nested: readonly Shape[] = [
  ...each('commit pr', textAt, 'attribution'),
  flagAt('attribution', 'sessionUrl'),
  textAt('modelOverrides', anyName),
  ...each('symlinkDirectories sparsePaths', namesAt, 'worktree'),
  wordAt(['fresh', 'head'], 'worktree', 'baseRef'),
  textAt('remote', 'defaultEnvironmentId'),
  ...each('enabled autoSubmit', flagAt, 'voice'),
  wordAt(['hold', 'tap'], 'voice', 'mode'),
  ...each('allow soft_deny hard_deny environment', namesAt, 'autoMode'),
  flagAt('autoMode', 'classifyAllShell'),
  objectAt('pluginConfigs'),
  objectAt('pluginConfigs', anyName),
  at(
    (value) => !isString(value) || marketplaceSources.includes(value),
    'a kind of source',
    'extraKnownMarketplaces',
    anyName,
    'source',
    'source',
  ),
  ...['fileSuggestion', 'statusLine'].flatMap((name) => [
    at(
      (value) => isObject(value) && value['type'] === 'command' && isString(value['command']),
      'a command',
      name,
    ),
    numberAt(name, 'padding'),
    flagAt(name, 'hideVimModeIndicator'),
  ]),
  at(
    (value) =>
      isObject(value) &&
      (value['mode'] === 'append' || value['mode'] === 'replace') &&
      isStringList(value['verbs']),
    'a mode and a list of verbs',
    'spinnerVerbs',
  ),
];

const sandbox: readonly Shape[] = [
  ...each(
    'enabled failIfUnavailable autoAllowBashIfSandboxed allowUnsandboxedCommands enableWeakerNestedSandbox ' +
      'allowNestedUserNamespaces enableWeakerNetworkIsolation allowAppleEvents',
    flagAt,
    'sandbox',
  ),
  namesAt('sandbox', 'excludedCommands'),
  objectAt('sandbox', 'ignoreViolations'),
  namesAt('sandbox', 'ignoreViolations', anyName),
  ...each('network filesystem credentials ripgrep', objectAt, 'sandbox'),
  ...each(
    'allowedDomains deniedDomains allowUnixSockets allowMachLookup',
    namesAt,
    ...['sandbox', 'network'],
  ),
  ...each(
    'strictAllowlist allowManagedDomainsOnly allowAllUnixSockets allowLocalBinding',
    flagAt,
    ...['sandbox', 'network'],
  ),
  ...each('httpProxyPort socksProxyPort', numberAt, 'sandbox', 'network'),
  ...each('allowWrite denyWrite denyRead allowRead', namesAt, 'sandbox', 'filesystem'),
  ...each('allowManagedReadPathsOnly disabled', flagAt, 'sandbox', 'filesystem'),
  ...each('files envVars awsPairs', listAt, 'sandbox', 'credentials'),
  flagAt('sandbox', 'credentials', 'allowPlaintextInject'),
  textAt('sandbox', 'ripgrep', 'command'),
  namesAt('sandbox', 'ripgrep', 'args'),
];

const shapes = [...switches, ...plainValues, ...chosenWords, ...nested, ...sandbox, ...guardHooks];

function parseManaged(text: string): unknown {
  const settings = { ...(parseSettings(text, strictJson) as object) } as Record<string, unknown>;
  for (let wrong = findMisfit(settings, shapes); wrong !== undefined; wrong = findMisfit(settings, shapes))
    delete settings[wrong.names[0] ?? ''];
  return settings;
}

/** Parses a settings file as Claude Code does. Throws a SettingsMistake if Claude Code would not read it. */
export function parseClaudeSettings(text: string, { scope }: SettingsFile): unknown {
  return scope === 'managed' ? parseManaged(text) : parseShaped(text, strictJson, shapes);
}

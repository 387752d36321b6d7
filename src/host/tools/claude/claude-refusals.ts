/** Why Claude Code does not load an entry in one of its places. */

import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isObject, isString } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { claudeManifest, claudePluginName } from '../../discovery/packages/claude-plugins.js';
import { ifPossible } from '../../files/if-possible.js';
import { followedStatusOf } from '../../files/path-status.js';
import { isWithin } from '../../files/resolve-path.js';
import { parseSettings, strictJson } from '../edit/json-text.js';
import { baseOf, pathInPlace } from '../readers.js';
import type { EntryRef } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { isTopHooks, namesHooks, topHooksReason } from '../unswitched.js';
import { claudeSystemDirectory, isTrusted, managedValue } from './claude-files.js';
import { claudeField } from './claude-frontmatter.js';
import { isOfCommands, isSkillFile, skillKey } from './claude-names.js';
import { serverRefusal } from './claude-servers.js';

const longestName = 256;
const skillBytes = 1_000_000;
const otherBytes = 1_048_576;

/** Control characters, angle brackets, invisible characters, and blanks other than the plain one. */
const hiddenCharacters = /[\p{Cc}<>\p{Zl}\p{Zp}]|[^\P{Z} ]|(?![\u200C\u200D])[\p{Cf}\p{Co}\p{Cn}]/u;

function nameRefusal(name: string): string | undefined {
  if (name.toLowerCase() === 'synced') return 'this name is reserved';
  if (name.length > longestName) return `its name is longer than ${longestName} characters`;
  if (hiddenCharacters.test(name)) return 'its name has a character that is not allowed';
  return /(^|:) | (:|$)|^:|:$| {2}/.test(name)
    ? 'its name has a blank or a colon in the wrong place'
    : undefined;
}

/** Returns why a file is too large. Its size is looked up only if it is not short. */
function sizeRefusal({ facts, canonicalPath }: EntryRef, mostBytes: number): string | undefined {
  if (!facts.isLong) return undefined;
  const isLarge = (followedStatusOf(canonicalPath)?.size ?? 0) > mostBytes;
  return isLarge ? `its file is larger than ${mostBytes.toLocaleString('en')} bytes` : undefined;
}

/** True if another file makes the folder of a command one skill. */
function isBesideSkill(path: string): boolean {
  if (isSkillFile(path)) return false;
  return (ifPossible(() => readdirSync(dirname(path))) ?? []).some(isSkillFile);
}

function commandRefusal(entry: EntryRef, way: PlaceAlias): string | undefined {
  if (entry.facts.folder && isBesideSkill(way.path)) return 'the SKILL.md next to it counts instead';
  return sizeRefusal(entry, otherBytes);
}

function ownSkillRefusal(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  if (isOfCommands(way)) return nameRefusal(skillKey(way, context)) ?? commandRefusal(entry, way);
  if (pathInPlace(way, context) === 'SKILL.md') return 'a skill needs a folder of its own';
  return nameRefusal(skillKey(way, context)) ?? sizeRefusal(entry, skillBytes);
}

function pluginSkillRefusal(entry: EntryRef, way: PlaceAlias): string | undefined {
  if (!isSkillFile(way.path)) return commandRefusal(entry, way);
  if (entry.facts.folder?.includes('/')) return 'its folder is not directly in the folder of skills';
  return sizeRefusal(entry, otherBytes);
}

function hookRefusal(entry: EntryRef, way: PlaceAlias, { settings }: ToolContext): string | undefined {
  if (!isTopHooks(entry, way)) return undefined;
  const path = join(entry.pluginDirectory ?? '', claudeManifest);
  const manifest = settings.readIfPossible(path, (text) => parseSettings(text, strictJson));
  return namesHooks(manifest, entry, way) ? undefined : topHooksReason;
}

function agentNameRefusal(name: unknown): string | undefined {
  if (!isString(name) || name === '') return 'it has no name';
  if (name.startsWith('-')) return 'its name begins with a hyphen';
  if (name.length > longestName) return `its name is longer than ${longestName} characters`;
  return name.normalize('NFKC').includes(':') ? 'its name has a colon' : undefined;
}

function ownAgentRefusal(entry: EntryRef, way: PlaceAlias): string | undefined {
  const { facts } = entry;
  if (!way.path.endsWith('.md')) return 'its file does not end in .md';
  const name = agentNameRefusal(claudeField(facts, 'name'));
  if (name !== undefined) return name;
  const description = claudeField(facts, 'description');
  if (!isString(description) || description === '') return 'it has no description';
  const hooks = claudeField(facts, 'hooks');
  if (hooks !== undefined && hooks !== null && !isObject(hooks)) return 'its hooks are not valid';
  return sizeRefusal(entry, otherBytes);
}

/** Returns why a folder of skills in the repository is no plugin. */
function folderRefusal(directory: string, context: ToolContext): string | undefined {
  const isOurs = dirname(directory) === join(context.environment.cwd, '.claude', 'skills');
  return isOurs && !isTrusted(context) ? 'this folder is not trusted' : undefined;
}

/** True if the way up from the working directory ends below this directory: Claude Code stops at the home. */
function isAboveHome(way: PlaceAlias, context: ToolContext): boolean {
  const { cwd, home } = context.environment;
  const base = baseOf(way, context);
  return base !== undefined && base !== cwd && isWithin(base, home) && isWithin(home, cwd);
}

const strictNames: Partial<Record<EntryRef['kind'], string>> = {
  ...{ skill: 'skills', agent: 'agents', mcpServer: 'mcp' },
};
const strictKinds = new WeakMap<ToolContext, unknown>();

/** True if the administrator allows entries of this kind only in plugins. */
function isForPlugins({ kind }: EntryRef, context: ToolContext): boolean {
  const strict = getOrMake(
    strictKinds,
    context,
    () => managedValue(context, 'strictPluginOnlyCustomization') ?? false,
  );
  return strict === true || (Array.isArray(strict) && strict.includes(strictNames[kind]));
}

function ownRefusal(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const isManaged = way.path.startsWith(claudeSystemDirectory(context));
  if (!isManaged && isForPlugins(entry, context)) return 'the administrator allows only plugins';
  if (entry.kind === 'mcpServer') return serverRefusal(entry, way, context);
  if (entry.kind === 'rule') return undefined;
  if (isAboveHome(way, context)) return 'its directory is above the home directory';
  return entry.kind === 'skill' ? ownSkillRefusal(entry, way, context) : ownAgentRefusal(entry, way);
}

/** Returns why Claude Code does not load an entry that was found by this path; undefined if it does. */
export function claudeRefusal(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const { kind, plugin, pluginDirectory } = entry;
  if (kind === 'plugin') return folderRefusal(way.path, context);
  if (plugin === undefined || pluginDirectory === undefined) return ownRefusal(entry, way, context);
  const refused = folderRefusal(pluginDirectory, context);
  if (refused !== undefined) return refused;
  if (kind === 'skill') return pluginSkillRefusal(entry, way);
  if (kind === 'hook') return hookRefusal(entry, way, context);
  return kind === 'mcpServer' ? serverRefusal(entry, way, context) : undefined;
}

/** Returns the name that switches a folder of skills, if it is also a plugin. */
export function folderPluginOf({ path }: PlaceAlias): string | undefined {
  return basename(path) === 'SKILL.md' ? claudePluginName(dirname(path)) : undefined;
}

/**
 * Whether Gemini CLI trusts the working directory. In a directory that it does not trust, it reads no skills, agents,
 * commands and settings of the project, and starts no MCP servers at all.
 */

import { dirname, join, resolve } from 'node:path';
import { getOrMake } from '../../collections.js';
import { toolHome } from '../../discovery/search-places.js';
import { fromCwd } from '../../environment.js';
import { isWithin } from '../../files/resolve-path.js';
import { anyName, parseShaped, wordAt } from '../edit/json-shape.js';
import { jsonWithComments } from '../edit/json-text.js';
import type { SettingsFile } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { flagOf, parseGeminiSettings, settingsAt } from './gemini-values.js';

const levels = ['TRUST_FOLDER', 'TRUST_PARENT', 'DO_NOT_TRUST'] as const;
type Level = (typeof levels)[number];

export const untrusted = 'this folder is not trusted';

/** Parses the list of folders. With an unknown level, Gemini CLI does not start. */
export function parseTrust(text: string): unknown {
  return parseShaped(text, jsonWithComments, [wordAt(levels, anyName)], false);
}

/** The file that lists the folders which the user has trusted or distrusted. */
function trustFile({ environment }: ToolContext): string {
  const chosen = fromCwd(environment, 'GEMINI_CLI_TRUSTED_FOLDERS_PATH');
  return chosen ?? join(toolHome(environment, '.gemini'), 'trustedFolders.json');
}

/** The answer of the environment, if it has one. */
function trustedByVariable({ environment: { env } }: ToolContext): boolean | undefined {
  const { GEMINI_RESTRICTED_MODE: restricted, GEMINI_CLI_TRUST_WORKSPACE: trusted } = env;
  if (restricted === 'true' || trusted === 'false') return false;
  return trusted === 'true' ? true : undefined;
}

/** False if these files, weakest first, switch the question of trust off. */
function isAsked(files: readonly SettingsFile[], { settings }: ToolContext): boolean {
  const contents = files.map(({ path }) => settings.readIfPossible(path, parseGeminiSettings));
  const [first] = settingsAt(contents, ['security', 'folderTrust', 'enabled']);
  return flagOf(first?.value) !== false;
}

/** The rule with the longest path counts, even if it is about the directory above that path. */
function trustedByRule({ environment: { cwd }, canonical, settings }: ToolContext, file: string): boolean {
  const rules = (settings.readIfPossible(file, parseTrust) ?? {}) as Readonly<Record<string, Level>>;
  const here = canonical(cwd);
  const [longest] = Object.entries(rules)
    .map(([path, level]) => ({ path: resolve(cwd, path), level }))
    .filter(({ path, level }) => isWithin(canonical(level === 'TRUST_PARENT' ? dirname(path) : path), here))
    .toSorted((one, other) => other.path.length - one.path.length);
  return longest !== undefined && longest.level !== 'DO_NOT_TRUST';
}

export interface Trust {
  readonly isTrusted: boolean;
  /** The file that decides; absent if the environment or the settings do. */
  readonly file?: string;
}

const known = new WeakMap<ToolContext, Trust>();

/** Returns whether the working directory is trusted. `files` are the settings that may decide about it, weakest first. */
export function findTrust(context: ToolContext, files: () => readonly SettingsFile[]): Trust {
  return getOrMake(known, context, () => {
    const byVariable = trustedByVariable(context);
    if (byVariable !== undefined) return { isTrusted: byVariable };
    if (!isAsked(files(), context)) return { isTrusted: true };
    const file = trustFile(context);
    return { isTrusted: trustedByRule(context, file), file };
  });
}

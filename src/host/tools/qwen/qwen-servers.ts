/**
 * The MCP servers of Qwen Code: how they are switched, and which of them it does not start. `mcp.excluded` of any file
 * switches a server off; with `mcp.allowed` in any file, all others are off. A server that a repository declares waits
 * until the user has approved exactly this declaration.
 */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { toolHome } from '../../discovery/search-places.js';
import { fromCwd } from '../../environment.js';
import { captureItem } from '../edit/json-setting.js';
import { jsonWithComments, parseSettings, valueAt } from '../edit/json-text.js';
import { fitsStars } from '../star-pattern.js';
import type { EntryRef, SwitchRule } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { extensionPlace } from './qwen-files.js';
import { alone, findList, foldedList, type ListedItem, withVariables } from './qwen-lists.js';
import type { QwenEdit } from './qwen-rules.js';

const title = toolTitles.qwen;

export const serverPlaces = ['.qwen/settings.json', '.mcp.json', '~/.qwen/settings.json', extensionPlace];

function whyNoSwitch(name: string): string | undefined {
  if (/[*?]/.test(name)) return `${title} takes this name for a pattern`;
  return name.includes('$') ? `${title} takes the $ in this name for a variable` : undefined;
}

export function serverRule({ name }: EntryRef, { environment }: ToolContext): SwitchRule<QwenEdit> {
  const fold = (text: string) => withVariables(text, environment.env);
  const list = { path: ['mcp', 'excluded'], spellings: [name], fold };
  const matching = (items: readonly ListedItem[]) =>
    items.findLast(({ text }) => fitsStars(fold(text), name));
  return {
    names: [name],
    fixed: whyNoSwitch(name),
    decide(contents) {
      const excluded = matching(findList(contents, 'mcp', 'excluded') ?? []);
      if (excluded !== undefined) return { enabled: false, by: excluded.by, at: excluded.at };
      const allowed = findList(contents, 'mcp', 'allowed');
      if (allowed === undefined || matching(allowed) !== undefined) return { enabled: true };
      const by = contents.findLastIndex((content) => valueAt(content, ['mcp', 'allowed']) !== undefined);
      return { enabled: false, by, at: ['mcp', 'allowed'], what: 'mcp.allowed' };
    },
    own: (content) => (foldedList(alone(content), 'mcp', 'excluded', fold).has(name) ? false : undefined),
    edit: (enabled) => [{ ...list, isListed: enabled === false }],
    capture: (text) => captureItem(text, list),
    restore: (setting) => [{ ...list, setting }],
  };
}

/** Parts of a declaration that do not change what the server does. */
const cosmetic = new Set(['scope', 'extensionName', 'description']);

/** Sorts the names of all objects in a value. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

const hashOf = (server: JsonObject): string => {
  const behaviour = Object.entries(server).filter(([key]) => !cosmetic.has(key));
  return createHash('sha256')
    .update(JSON.stringify(sorted(Object.fromEntries(behaviour))))
    .digest('hex');
};

/** Rewrites a server of `.mcp.json` as Qwen Code does before it compares it with an approval. */
function normalized(server: JsonObject): JsonObject {
  const { type, url, ...rest } = server;
  const kept = type === 'sdk' ? { type } : {};
  if (server['command'] || server['httpUrl'] || server['tcp'])
    return { ...rest, ...(url !== undefined && { url }), ...kept };
  if (typeof url !== 'string') return server;
  return { ...rest, ...kept, ...(type === 'http' ? { httpUrl: url } : { url }) };
}

function filled(value: unknown, env: NodeJS.ProcessEnv): unknown {
  if (typeof value === 'string') return withVariables(value, env);
  if (Array.isArray(value)) return value.map((item) => filled(item, env));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, env)]));
}

function serverIn(path: string, name: string, { settings }: ToolContext): JsonObject | undefined {
  const content = settings.readIfPossible(path, (text) => parseSettings(text, jsonWithComments));
  const server = valueAt(content, ['mcpServers', name]);
  return isObject(server) ? server : undefined;
}

/** Returns why a server that the repository declares is not approved. */
function approvalMissing(name: string, way: PlaceAlias, context: ToolContext): string | undefined {
  const { environment, settings } = context;
  const server = serverIn(way.path, name, context);
  if (server === undefined) return undefined;
  const file =
    fromCwd(environment, 'QWEN_CODE_MCP_APPROVALS_PATH') ??
    join(toolHome(environment, '.qwen'), 'mcpApprovals.json');
  const approvals = settings.readIfPossible(file, (text) => parseSettings(text, jsonWithComments));
  const record = valueAt(approvals, [environment.cwd, name]);
  const declared = way.place === '.mcp.json' ? normalized(server) : filled(server, environment.env);
  const isKnown = isObject(record) && record['hash'] === hashOf(declared as JsonObject);
  if (isKnown && record['status'] === 'approved') return undefined;
  return isKnown ? 'you have rejected it' : 'it waits for your approval';
}

/** Returns the file of the repository that declares another server of this name, and counts before this one. */
function strongerFile(name: string, way: PlaceAlias, isTrusted: boolean, context: ToolContext) {
  const { cwd } = context.environment;
  const stronger = serverPlaces
    .slice(0, serverPlaces.indexOf(way.place))
    .filter((key) => key.startsWith('.'));
  return (
    stronger
      .filter((key) => isTrusted || key !== '.qwen/settings.json')
      .map((key) => join(cwd, key))
      // In the home, the settings of the workspace are those of the user.
      .find((path) => path !== way.path && serverIn(path, name, context) !== undefined)
  );
}

/** Returns why Qwen Code does not start a server. */
export function refusesServer(
  { name }: EntryRef,
  way: PlaceAlias,
  isTrusted: boolean,
  context: ToolContext,
): string | undefined {
  if (way.place === '.qwen/settings.json' && !isTrusted) return 'you have not trusted this folder';
  const stronger = strongerFile(name, way, isTrusted, context);
  if (stronger !== undefined) return `${stronger} has a server of this name`;
  return way.place.startsWith('.') ? approvalMissing(name, way, context) : undefined;
}

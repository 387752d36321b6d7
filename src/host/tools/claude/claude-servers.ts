/** MCP servers in Claude Code: which declarations it takes, and how it switches the servers. */

import { join } from 'node:path';
import { isObject, isString, isStringList } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { repositoryRoot } from '../../discovery/server-places.js';
import { statusOf } from '../../files/path-status.js';
import type { JsonEdit } from '../edit/json-edit.js';
import { listRule } from '../edit/json-rules.js';
import { parseSettings, strictJson, valueAt } from '../edit/json-text.js';
import type { EntryRef, SettingPath, SwitchRule, ToolVerdict } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { claudeSystemDirectory, namesIn, projectPath } from './claude-files.js';
import { claudeName, serverPlaces } from './claude-names.js';
import { denialIn, isAllowed, type ListedServer, listedServer } from './claude-server-lists.js';

const title = toolTitles.claude;
const listName = 'disabledMcpjsonServers';

/** Types of servers that are reached by an address. */
const remote = ['http', 'sse', 'ws', 'streamable-http', 'sse-ide', 'ws-ide', 'claudeai-proxy'];

/** Returns what is wrong with the declaration of a server. */
function mistakeIn(server: unknown): string | undefined {
  if (!isObject(server)) return 'its declaration is not an object';
  const { type = 'stdio', command, args = [], url } = server;
  if (type === 'stdio') {
    if (!isString(command) || command === '') return 'it has no command';
    return isStringList(args) ? undefined : 'its arguments are not a list of texts';
  }
  if (!isString(type) || !remote.includes(type)) return 'its type is not known';
  return isString(url) ? undefined : 'it has no url';
}

const namesTo: Readonly<Record<string, readonly string[]>> = {
  '~/.claude.json#projects': ['projects', repositoryRoot, 'mcpServers'],
};

/** The declaration of a server; undefined if Claude Code finds none in the file. */
function declarationOf(
  { name, canonicalPath }: EntryRef,
  { place }: PlaceAlias,
  context: ToolContext,
): unknown {
  const file = context.settings.readIfPossible(canonicalPath, (text) => parseSettings(text, strictJson));
  const root = projectPath(context)[1] ?? '';
  const names = (namesTo[place] ?? ['mcpServers']).map((part) => (part === repositoryRoot ? root : part));
  return valueAt(file, [...names, name]);
}

/** Returns why Claude Code does not take a server; undefined if it does. */
export function serverRefusal(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const managed = join(claudeSystemDirectory(context), 'managed-mcp.json');
  if (way.path !== managed && statusOf(managed) !== undefined)
    return 'the administrator allows only the managed servers';
  const declaration = declarationOf(entry, way, context);
  if (declaration !== undefined) return mistakeIn(declaration);
  // A plugin's manifest may declare servers, too.
  return entry.plugin === undefined ? 'its file is not plain JSON with the key "mcpServers"' : undefined;
}

interface ServerFinding {
  readonly by: number;
  readonly at: SettingPath;
}

/** Finds the strongest file with a setting. */
function findLast(
  contents: readonly unknown[],
  find: (content: unknown) => SettingPath | undefined,
): ServerFinding | undefined {
  const by = contents.findLastIndex((content) => find(content) !== undefined);
  return by === -1 ? undefined : { by, at: find(contents[by])! };
}

/** Finds a name in a list, or in a text in place of a list. */
function nameAt(content: unknown, path: readonly string[], name: string): SettingPath | undefined {
  const value = valueAt(content, path);
  const index = namesIn(value).indexOf(name);
  if (index === -1) return undefined;
  return Array.isArray(value) ? [...path, value.indexOf(name)] : path;
}

/** Finds a list of allowed servers, if the lists leave a server out. */
function exclusionOf(contents: readonly unknown[], server: ListedServer): ServerFinding | undefined {
  if (isAllowed(contents, server)) return undefined;
  return findLast(contents, (content) =>
    Array.isArray(valueAt(content, ['allowedMcpServers'])) ? ['allowedMcpServers'] : undefined,
  );
}

/** Returns what the lists of denied and allowed servers may call an entry. */
function serverInLists(entry: EntryRef, context: ToolContext): ListedServer {
  const way = entry.aliases.find(({ place }) => serverPlaces.includes(place));
  const declaration = way && declarationOf(entry, way, context);
  return listedServer(claudeName(entry, context), declaration, context.environment.env);
}

/** Returns how a server is switched. Only servers in `.mcp.json` have a switch in the settings. */
export function serverRule(entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> {
  const name = claudeName(entry, context);
  const isOfFile = entry.plugin === undefined && entry.aliases.some(({ place }) => place === '.mcp.json');
  const project = projectPath(context);
  const server = serverInLists(entry, context);
  const ownAt = (content: unknown) => (isOfFile ? nameAt(content, [listName], name) : undefined);
  const remembered = (content: unknown) =>
    nameAt(content, [...project, 'disabledMcpServers'], name) ??
    (isOfFile ? nameAt(content, [...project, listName], name) : undefined);
  const decide = (contents: readonly unknown[]): ToolVerdict => {
    const found =
      findLast(contents, (content) => denialIn(content, server)) ??
      exclusionOf(contents, server) ??
      findLast(contents, (content) => ownAt(content) ?? remembered(content));
    return found === undefined ? { enabled: true } : { enabled: false, ...found };
  };
  return {
    ...listRule({ path: [listName], spellings: [name] }),
    names: [`${isOfFile ? '' : 'other '}${name}`],
    ...(!isOfFile && { fixed: `${title} switches this server itself, with /mcp` }),
    decide,
    own: (content) => ((ownAt(content) ?? remembered(content)) === undefined ? undefined : false),
  };
}

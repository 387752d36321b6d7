/** Which MCP servers Copilot CLI does not start, by what is in the files that declare them. */

import { dirname, join } from 'node:path';
import { isObject, isString, isStringList } from '../../../protocol/checks.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { toolHome } from '../../discovery/search-places.js';
import { followedStatusOf } from '../../files/path-status.js';
import { lineInJson } from '../edit/json-line.js';
import { type JsonDialect, parseSettings, plainJson, relaxedJson, valueAt } from '../edit/json-text.js';
import type { EntryRef, ToolVerdict } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { isTrusted } from './copilot-settings.js';

export const userServers = '~/.copilot/mcp-config.json';
export const workspaceServers = ['.mcp.json', '.github/mcp.json'] as const;

const types = ['local', 'stdio', 'http', 'sse'];

const isOptional = (value: unknown, check: (value: unknown) => boolean): boolean =>
  value === undefined || check(value);
const areTexts = (value: unknown): boolean => isObject(value) && Object.values(value).every(isString);

/** Returns why a server is left out. */
function badServer(server: unknown): string | undefined {
  if (!isObject(server)) return 'it is not an object';
  const { type, command, url, args, env, tools } = server;
  if (!isOptional(type, (value) => isString(value) && types.includes(value)))
    return `its type is not ${types.join(', ')}`;
  if (command === undefined && url === undefined) return 'it has neither a command nor a url';
  if (!isOptional(command, isString)) return 'its command is not a text';
  if (!isOptional(url, isString)) return 'its url is not a text';
  if (!isOptional(args, isStringList)) return 'its args are not a list of texts';
  if (!isOptional(env, areTexts)) return 'its env has values that are not texts';
  return isOptional(tools, isStringList) ? undefined : 'its tools are not a list of texts';
}

function contentOf(path: string, dialect: JsonDialect, { settings }: ToolContext): unknown {
  return settings.readIfPossible(path, (text) => parseSettings(text, dialect, false));
}

const wrapped = (content: unknown): unknown => (isObject(content) ? content['mcpServers'] : undefined);

/** Without the servers of the user's file, Copilot CLI starts no server at all. */
function isUserFileBroken(context: ToolContext): boolean {
  const path = join(toolHome(context.environment, '.github'), 'mcp-config.json');
  return (
    context.settings.textOf(path) !== undefined && !isObject(wrapped(contentOf(path, relaxedJson, context)))
  );
}

const isOfWorkspace = ({ place }: PlaceAlias): boolean => workspaceServers.some((one) => one === place);

const dialectFor = (way: PlaceAlias): JsonDialect => (isOfWorkspace(way) ? plainJson : relaxedJson);

/** Returns the names that lead to a server. In a workspace, the file may be the object of servers itself. */
function pathTo(name: string, way: PlaceAlias, content: unknown): string[] {
  return isOfWorkspace(way) && wrapped(content) === undefined ? [name] : ['mcpServers', name];
}

const serverIn = (name: string, way: PlaceAlias, content: unknown): unknown =>
  valueAt(content, pathTo(name, way, content));

function refusedInWorkspace(name: string, way: PlaceAlias, context: ToolContext) {
  const { place, path } = way;
  const isMain = place === '.mcp.json';
  const directory = isMain ? dirname(path) : dirname(dirname(path));
  if (!isTrusted(directory, context)) return 'its folder is not trusted yet';
  if (!isMain && followedStatusOf(join(directory, '.mcp.json')) !== undefined)
    return 'there is a .mcp.json, which is read instead';
  const content = contentOf(path, plainJson, context);
  if (content === undefined) return 'its file is not plain JSON';
  return badServer(serverIn(name, way, content));
}

/** Returns why a server is not started. */
export function refusedServer({ name }: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  if (isUserFileBroken(context)) return 'mcp-config.json is broken, so no server is started';
  if (isOfWorkspace(way)) return refusedInWorkspace(name, way, context);
  if (way.place !== userServers) return undefined;
  return badServer(serverIn(name, way, contentOf(way.path, relaxedJson, context)));
}

/** Returns the verdict of the file that declares a server, if it disables it. The server still hides weaker ones of its name. */
export function disabledBy({ name, aliases }: EntryRef, context: ToolContext): ToolVerdict | undefined {
  const way = aliases.find((one) => isOfWorkspace(one) || one.place === userServers);
  if (way === undefined) return undefined;
  const content = contentOf(way.path, dialectFor(way), context);
  const at = [...pathTo(name, way, content), 'disabled'];
  if (valueAt(content, at) !== true) return undefined;
  const line = lineInJson(context.settings.textOf(way.path) ?? '', at, dialectFor(way));
  return { enabled: false, at, elsewhere: { file: way.path, content, line } };
}

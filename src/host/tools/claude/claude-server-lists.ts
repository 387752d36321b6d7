/** The lists of denied and allowed MCP servers of Claude Code. An item is a name, a command or an address. */

import { isDeepStrictEqual } from 'node:util';
import { isObject, isString, isStringList, type JsonObject } from '../../../protocol/checks.js';
import { valueAt } from '../edit/json-text.js';
import { fitsStars } from '../star-pattern.js';
import type { SettingPath } from '../tool.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** What the lists may call a server. Variables count as written and as they are now. */
export interface ListedServer {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
  readonly addresses: readonly string[];
}

/** Replaces `${NAME}` and `${NAME:-default}`. A variable without a value stays. */
const withVariables = (text: string, variables: Variables): string =>
  text.replace(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (whole, name: string, otherwise?: string) => variables[name] ?? otherwise ?? whole,
  );

/** Returns what the lists may call a server with this declaration. */
export function listedServer(name: string, declaration: unknown, variables: Variables): ListedServer {
  const { command, args = [], url } = isObject(declaration) ? declaration : ({} as JsonObject);
  const written = isString(command) && isStringList(args) ? [command, ...args] : undefined;
  return {
    name,
    commands: written ? [written, written.map((part) => withVariables(part, variables))] : [],
    addresses: !written && isString(url) ? [url, withVariables(url, variables)] : [],
  };
}

interface AddressParts {
  readonly scheme: string;
  /** With the port, unless that is the scheme's own. */
  readonly host: string;
  readonly path: string;
}

/** Splits an address or a pattern. Capitals count only in the path; a user is left out. */
function addressParts(address: string): AddressParts | undefined {
  const found = /^([^:/]+):\/\/(?:[^/@]*@)?([^/?#]*)([^#]*)/.exec(address);
  if (found === null) return undefined;
  const [, scheme = '', host = '', path = ''] = found;
  const named = `${scheme}:${host}`.toLowerCase().replace(/\.(?=:\d+$|$)/, '');
  const short = named.replace(/^(http:.*):80$|^(https:.*):443$/, '$1$2');
  return { scheme: scheme.toLowerCase(), host: short.slice(scheme.length + 1), path };
}

/** A question mark is no pattern in an address. */
const fits = (pattern: string, text: string): boolean =>
  fitsStars(pattern.replaceAll('?', '\0'), text.replaceAll('?', '\0'));

/** True if an address matches a pattern. A pattern without a path matches every path. */
function fitsAddress(pattern: string, address: string): boolean {
  if (pattern === '*') return true;
  const [wanted, own] = [addressParts(pattern), addressParts(address)];
  if (wanted === undefined || own === undefined) return false;
  if (wanted.scheme !== '*' && wanted.scheme !== own.scheme) return false;
  return fits(wanted.host, own.host) && fits(wanted.path || '*', own.path || '/');
}

const keys = ['serverName', 'serverCommand', 'serverUrl'] as const;
type ItemKey = (typeof keys)[number];

/** Returns the only key of an item. Claude Code ignores items with several. */
function keyOf(item: unknown): ItemKey | undefined {
  const found = isObject(item) ? keys.filter((key) => item[key] !== undefined) : [];
  return found.length === 1 ? found[0] : undefined;
}

function isItemOf(item: unknown, { name, commands, addresses }: ListedServer): boolean {
  const key = keyOf(item);
  const value = key && (item as JsonObject)[key];
  if (key === 'serverName') return value === name;
  if (key === 'serverCommand') return commands.some((command) => isDeepStrictEqual(command, value));
  return isString(value) && addresses.some((address) => fitsAddress(value, address));
}

const itemsOf = (content: unknown, list: string): readonly unknown[] => {
  const items = valueAt(content, [list]);
  return Array.isArray(items) ? items : [];
};

/** Returns where a file denies the server. */
export function denialIn(content: unknown, server: ListedServer): SettingPath | undefined {
  const index = itemsOf(content, 'deniedMcpServers').findIndex((item) => isItemOf(item, server));
  return index === -1 ? undefined : ['deniedMcpServers', index];
}

/** Returns the key by which a server has to be allowed: by its name only if no item is of its own kind. */
function allowingKey({ commands, addresses }: ListedServer, items: readonly unknown[]): ItemKey {
  const own = commands.length > 0 ? 'serverCommand' : 'serverUrl';
  const hasOwn = commands.length + addresses.length > 0 && items.some((item) => keyOf(item) === own);
  return hasOwn ? own : 'serverName';
}

/** True if the lists of allowed servers in all files include the server. */
export function isAllowed(contents: readonly unknown[], server: ListedServer): boolean {
  const items = contents.flatMap((content) => itemsOf(content, 'allowedMcpServers'));
  const key = allowingKey(server, items);
  return items.some((item) => keyOf(item) === key && isItemOf(item, server));
}

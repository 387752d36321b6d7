/**
 * Hooks and MCP servers that a JSON file or a manifest declares. Only names, events, matchers and positions leave this
 * module: commands, arguments, environment, addresses and headers stay in the file. No server is started, so each is
 * listed as stopped.
 */

import type { Node } from 'jsonc-parser';
import { isObject } from '../../protocol/checks.js';
import type { HookCustomization, McpServerCustomization, TextRange } from '../../protocol/index.js';
import { ifPossible } from '../files/if-possible.js';
import { readText } from '../files/open-file.js';
import { parseTomlText } from '../files/parse-toml.js';
import { hostLimits } from '../limits.js';
import { type JsonFile, parseJson, propertiesOf, readJson, textOf, valueAt } from './json-file.js';
import type { Finding } from './problems.js';
import type { ServerFormat } from './server-places.js';

type HookDraft = Omit<HookCustomization, 'id' | 'uri'>;
type McpServerDraft = Omit<McpServerCustomization, 'id' | 'uri'>;

interface ServerReading {
  drafts: McpServerDraft[];
  findings: Finding[];
}

/** The matcher that all hooks of an event have in common. */
function matcherOf(handlers: Node): string | undefined {
  const matchers = (handlers.children ?? []).map((handler) => textOf(valueAt(handler, 'matcher')));
  return new Set(matchers).size === 1 ? matchers[0] || undefined : undefined;
}

/** Reads the hooks of an object, one entry for each event: under `hooks`, or else its properties. */
export function readHooks(file: JsonFile, group: string, node: Node = file.root): HookDraft[] {
  const prefix = group === '' || group === 'hooks' ? '' : `${group}:`;
  return propertiesOf(valueAt(node, 'hooks') ?? node)
    .filter(({ value }) => value.type === 'array')
    .map(({ name, value, node: declaration }) => {
      const matcher = matcherOf(value);
      const range = file.rangeOf(declaration);
      const draft: HookDraft = { type: 'hook', name: prefix + name, event: name, range };
      return matcher === undefined ? draft : { ...draft, matcher };
    });
}

/** Recognises a server in a file without the usual `mcpServers` around its servers. */
function isServer(node: Node): boolean {
  return valueAt(node, 'command') !== undefined || valueAt(node, 'url') !== undefined;
}

/** Reads the servers of an object: under `mcpServers`, or else its properties. */
export function readMcpServers(file: JsonFile, node: Node = file.root): ServerReading {
  const drafts: McpServerDraft[] = [];
  const findings: Finding[] = [];
  const reject = (at: Node, what: string) =>
    findings.push({ code: 'server-invalid', line: file.lineOf(at), message: `${what} is not an object` });
  const wrapped = valueAt(node, 'mcpServers');
  for (const { name, value, node: declaration } of propertiesOf(wrapped ?? node)) {
    if (wrapped === undefined && !isServer(value)) continue;
    if (name === '' || value.type !== 'object') reject(declaration, 'MCP server');
    else {
      const range = file.rangeOf(declaration);
      drafts.push({ type: 'mcpServer', name, range, state: { kind: 'stopped' } });
    }
  }
  if (wrapped !== undefined && wrapped.type !== 'object') reject(wrapped, '"mcpServers"');
  return { drafts, findings };
}

/** The line of a table in a TOML text, by its header; the first line if it is written another way. */
function rangeOfTable(lines: readonly string[], names: readonly string[]): TextRange {
  const wanted = names.join('.');
  const isHeader = (line: string) =>
    /^\s*\[/.test(line) && line.replace(/["'\s]/g, '').startsWith(`[${wanted}]`);
  const line = Math.max(0, lines.findIndex(isHeader));
  return { start: { line, character: 0 }, end: { line, character: lines[line]?.length ?? 0 } };
}

const serverAt = (name: string, range: TextRange): McpServerDraft => ({
  type: 'mcpServer',
  name,
  range,
  state: { kind: 'stopped' },
});

/** A table in a TOML text. */
interface NamedTable {
  readonly name: string;
  readonly range: TextRange;
  readonly table: Readonly<Record<string, unknown>>;
}

/** Returns the tables below these names; none if the text is not valid. */
export function tomlTables(text: string, at: readonly string[]): NamedTable[] {
  const parsed = parseTomlText(text);
  if ('line' in parsed) return [];
  const found = at.reduce<unknown>(
    (value, name) => (isObject(value) ? value[name] : undefined),
    parsed.tables,
  );
  const lines = text.split('\n');
  return Object.entries(isObject(found) ? found : {}).flatMap(([name, table]) =>
    isObject(table) ? [{ name, range: rangeOfTable(lines, [...at, name]), table }] : [],
  );
}

function tomlServers(text: string, at: readonly string[]): McpServerDraft[] {
  // A table without both only changes a server that another file declares.
  const isDeclared = ({ table }: NamedTable) => 'command' in table || 'url' in table;
  return tomlTables(text, at)
    .filter(isDeclared)
    .map(({ name, range }) => serverAt(name, range));
}

/** True if plain JSON has nothing there, which is seen much faster than where something is. */
function isEmptyAt(text: string, at: readonly string[]): boolean {
  try {
    let value: unknown = JSON.parse(text);
    for (const name of at) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    return !isObject(value) || Object.keys(value).length === 0;
  } catch {
    return false;
  }
}

/** An object in a JSON text. */
interface NamedObject {
  readonly name: string;
  readonly range: TextRange;
  readonly value: Node;
}

/** Returns the objects below these names; none if the text is not valid. */
export function jsonObjects(text: string, at: readonly string[]): NamedObject[] {
  if (isEmptyAt(text, at)) return [];
  const json = parseJson(text);
  if ('finding' in json) return [];
  const { root, rangeOf } = json.file;
  const found = at.reduce<Node | undefined>((value, name) => valueAt(value, name), root);
  return propertiesOf(found)
    .filter(({ value }) => value.type === 'object')
    .map(({ name, value, node }) => ({ name, value, range: rangeOf(node) }));
}

function jsonServers(text: string, { at, definedBy }: ServerFormat): McpServerDraft[] {
  return jsonObjects(text, at)
    .filter(({ value }) => definedBy === undefined || valueAt(value, definedBy) !== undefined)
    .map(({ name, range }) => serverAt(name, range));
}

/** Reads the servers in settings. Most declare none, which is seen without parsing them. */
function settingsServers(path: string, format: ServerFormat): McpServerDraft[] {
  const { syntax, at, read = readSettingsText } = format;
  const text = read(path);
  if (!text?.includes(at.at(-1) ?? '')) return [];
  return syntax === 'toml' ? tomlServers(text, at) : jsonServers(text, format);
}

/** Reads the text of a settings file; undefined if there is none. */
export function readSettingsText(path: string): string | undefined {
  const read = ifPossible(() => readText(path, hostLimits.settingsFileBytes));
  return read === undefined || 'refused' in read ? undefined : read.text;
}

/** Reads the servers that a file declares in this format. */
export function readServerFile(path: string, format: ServerFormat): ServerReading {
  if (format.isSettings) return { drafts: settingsServers(path, format), findings: [] };
  const text = format.read?.(path);
  const isSmall = text !== undefined && text.length <= hostLimits.jsonFileBytes;
  const json = isSmall ? parseJson(text.replace(/^\uFEFF/, '')) : readJson(path);
  return 'finding' in json ? { drafts: [], findings: [json.finding] } : readMcpServers(json.file);
}

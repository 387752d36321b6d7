/**
 * Hooks and MCP servers that a JSON file or a manifest declares. Only names, events, matchers and positions leave this
 * module: commands, arguments, environment, addresses and headers stay in the file. No server is started, so each is
 * listed as stopped.
 */

import type { Node } from 'jsonc-parser';
import type { HookCustomization, McpServerCustomization } from '../../protocol/index.js';
import { type JsonFile, propertiesOf, textOf, valueAt } from './json-file.js';
import type { Finding } from './problems.js';

type HookDraft = Omit<HookCustomization, 'id' | 'uri'>;
type McpServerDraft = Omit<McpServerCustomization, 'id' | 'uri'>;

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
export function readMcpServers(file: JsonFile, node: Node = file.root) {
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

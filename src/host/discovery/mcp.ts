/**
 * MCP servers declared in `.mcp.json` or in a manifest. Only names and positions leave this module: command,
 * arguments, environment, address and headers stay in the file. Nothing is started, so every server is stopped.
 */

import type { Node } from 'jsonc-parser';
import type { McpServerCustomization } from '../../protocol/index.js';
import { type JsonFile, propertiesOf, valueAt } from './json-file.js';
import type { Finding } from './problems.js';

export type McpServerDraft = Omit<McpServerCustomization, 'id' | 'uri'>;

export interface McpReading {
  drafts: McpServerDraft[];
  findings: Finding[];
}

/** A file without the usual `mcpServers` around its servers: what has a way to be reached is one. */
function isServer(node: Node): boolean {
  return valueAt(node, 'command') !== undefined || valueAt(node, 'url') !== undefined;
}

/** The servers of an object, which holds them under `mcpServers` or is itself the map of them. */
export function readMcpServers(file: JsonFile, node: Node = file.root): McpReading {
  const reading: McpReading = { drafts: [], findings: [] };
  const wrapped = valueAt(node, 'mcpServers');
  for (const { name, value, node: declaration } of propertiesOf(wrapped ?? node)) {
    if (wrapped === undefined && !isServer(value)) continue;
    if (name !== '' && value.type === 'object') {
      const range = file.rangeOf(declaration);
      reading.drafts.push({ type: 'mcpServer', name, range, state: { kind: 'stopped' } });
    } else {
      const line = file.lineOf(declaration);
      reading.findings.push({ code: 'server-invalid', line, message: 'MCP server is not an object' });
    }
  }
  if (wrapped !== undefined && wrapped.type !== 'object') {
    const line = file.lineOf(wrapped);
    reading.findings.push({ code: 'server-invalid', line, message: '"mcpServers" is not an object' });
  }
  return reading;
}

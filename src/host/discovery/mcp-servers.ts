/**
 * MCP servers that `.mcp.json` or a manifest declares. Only names and positions leave this module: command, arguments,
 * environment, address and headers stay in the file. No server is started, so each is listed as stopped.
 */

import type { Node } from 'jsonc-parser';
import type { McpServerCustomization } from '../../protocol/index.js';
import { type JsonFile, propertiesOf, valueAt } from './json-file.js';
import type { Finding } from './problems.js';

type McpServerDraft = Omit<McpServerCustomization, 'id' | 'uri'>;

export interface McpReading {
  drafts: McpServerDraft[];
  findings: Finding[];
}

/** Recognizes a server in a file without the usual `mcpServers` around its servers. */
function isServer(node: Node): boolean {
  return valueAt(node, 'command') !== undefined || valueAt(node, 'url') !== undefined;
}

/** Reads the servers of an object: under `mcpServers`, or else its properties. */
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

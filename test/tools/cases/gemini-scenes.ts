/** The parts that the cases of Gemini CLI are made of. */

import { createHash } from 'node:crypto';
import type { ToolCase } from '../asker.js';

export type Files = Record<string, string | Uint8Array>;

export const user = '~/.gemini/settings.json';
export const workspace = '.gemini/settings.json';
export const trustFile = '~/.gemini/trustedFolders.json';
export const serverFile = '~/.gemini/mcp-server-enablement.json';
export const extensionFile = '~/.gemini/extensions/extension-enablement.json';
export const approvalFile = '~/.gemini/acknowledgments/agents.json';

/** A file with these lines of frontmatter. */
export const withFields = (...lines: string[]): string => `---\n${lines.join('\n')}\n---\nDo it.\n`;

export const skill = (name: string, description = 'A test.'): string =>
  withFields(`name: ${name}`, `description: ${description}`);

/** An agent whose description no other file has. */
export const agent = (name: string, from = 'there'): string =>
  withFields(`name: ${name}`, `description: ${name} from ${from}`);

export const skillsIn = (place: string, ...names: string[]): Files =>
  Object.fromEntries(names.map((name) => [`${place}/${name}/SKILL.md`, skill(name)]));

/** Texts of other types than text are written as JSON. */
export const filesOf = (files: Record<string, unknown>): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
    ]),
  );

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A server that speaks the protocol and has one tool. */
const serverText = `import { createInterface } from 'node:readline';
const tool = { name: 'ping', description: 'Answers.', inputSchema: { type: 'object', properties: {} } };
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const start = {
    protocolVersion: params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'test', version: '1' },
  };
  const result = method === 'initialize' ? start : method === 'tools/list' ? { tools: [tool] } : {};
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});
`;

export const serverProgram: Files = { '~/server.mjs': serverText };

export const servers = (...names: string[]): { mcpServers: Record<string, unknown> } => ({
  mcpServers: Object.fromEntries(
    names.map((name) => [name, { command: 'node', args: ['<home>/server.mjs'] }]),
  ),
});

/** An extension with a skill and an agent. */
export const extension = (name: string, manifest: object = {}): Files =>
  filesOf({
    [`~/.gemini/extensions/${name}/gemini-extension.json`]: { name, version: '1.0.0', ...manifest },
    [`~/.gemini/extensions/${name}/skills/${name}-skill/SKILL.md`]: skill(`${name}-skill`),
    [`~/.gemini/extensions/${name}/agents/${name}-agent.md`]: agent(`${name}-agent`),
  });

/** Makes cases about one subject, with these files in each. */
export const casesAbout =
  (about: ToolCase['about'], base: Record<string, unknown> = {}) =>
  (name: string, files: Record<string, unknown>, more: Partial<ToolCase> = {}): ToolCase => ({
    name,
    about,
    files: filesOf({ ...base, ...files }),
    ...more,
  });

/**
 * What the tests need to follow a tool: a scene with one entry of each kind, and sessions that take one prompt after
 * the other and show which of the entries they use.
 */

import type { SwitchedKind, ToolScope } from '../../../src/host/tools/tool.js';
import type { Scene } from '../../host/tools/scene.js';
import type { ToolCase } from '../asker.js';

export interface Session {
  /** Sends a prompt, and returns the kinds of the entries that the session has on. */
  prompt(): Promise<readonly SwitchedKind[]>;
  end(): Promise<void>;
}

export interface Follower {
  /** An entry of each kind that the tool has a switch for. */
  readonly files: ToolCase['files'];
  /** Commands of the tool that prepare the scene. */
  readonly commands?: readonly (readonly string[])[];
  /** The scopes of the switches that are not for the workspace. */
  readonly scopes?: { readonly [kind in SwitchedKind]?: ToolScope };
  open(scene: Scene, command: readonly string[]): Promise<Session>;
}

export const refs: Readonly<Record<SwitchedKind, string>> = {
  skill: 'skill:quartz',
  agent: 'agent:basalt',
  plugin: 'plugin:granite',
  mcpServer: 'mcpServer:marble',
};

/** Texts that reach the model with the entries. The plugin's is that of its skill. */
const marks: Readonly<Record<SwitchedKind, string>> = {
  skill: 'About quartz.',
  agent: 'About basalt.',
  plugin: 'About granite.',
  mcpServer: 'About marble.',
};

/** Returns the kinds of the entries whose texts are in this text. */
export const kindsIn = (text: string): SwitchedKind[] =>
  (Object.keys(marks) as SwitchedKind[]).filter((kind) => text.includes(marks[kind]));

const fileOf = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nYou are a test.\n`;

export const skillText = fileOf('quartz', marks.skill);
export const agentText = fileOf('basalt', marks.agent);
export const pluginSkillText = fileOf('granite-skill', marks.plugin);

/** A server that speaks the protocol and has one tool. */
const serverText = `import { createInterface } from 'node:readline';
const inputSchema = { type: 'object', properties: {} };
const tool = { name: 'ping', description: '${marks.mcpServer}', inputSchema };
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const start = {
    protocolVersion: params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'test', version: '1' },
  };
  const results = { initialize: start, 'tools/list': { tools: [tool] }, 'tools/call': { content: [] } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }) + '\\n');
});
`;

export const serverProgram = { '~/server.mjs': serverText };
export const serverArguments = ['<home>/server.mjs'];
export const declaredServers = { mcpServers: { marble: { command: 'node', args: serverArguments } } };

/** The files of a marketplace with the plugin, as Claude Code and Copilot CLI read them. */
export const marketplace = (folder: string): ToolCase['files'] => ({
  [`${folder}/.claude-plugin/marketplace.json`]: JSON.stringify({
    name: 'market',
    owner: { name: 'someone' },
    plugins: [{ name: 'granite', source: './granite', description: 'A test.', version: '1.0.0' }],
  }),
  [`${folder}/granite/.claude-plugin/plugin.json`]: '{"name": "granite", "version": "1.0.0"}',
  [`${folder}/granite/skills/granite-skill/SKILL.md`]: pluginSkillText,
});

/**
 * Texts of the files in Qwen Code's scenes. Qwen Code reports no paths of agents and commands, so their descriptions
 * name their files.
 */

import type { ToolCase } from '../asker.js';

export const workspace = '.qwen/settings.json';
export const user = '~/.qwen/settings.json';
/** The administrator's files, at paths that variables name. */
export const system = '~/system/settings.json';
export const defaults = '~/system/system-defaults.json';
export const systemEnv = { QWEN_CODE_SYSTEM_SETTINGS_PATH: '<home>/system/settings.json' };

type Files = ToolCase['files'];

/** A text with these lines of frontmatter. */
export const matter = (lines: string, body = 'You are a test agent.'): string =>
  `---\n${lines}\n---\n${body}\n`;

export const skillText = (name: string, more = ''): string =>
  matter(`name: ${name}\ndescription: A test.${more && `\n${more}`}`);

/** Skills in one place, each in the folder of its name. */
export const skills = (place: string, ...names: string[]): Files =>
  Object.fromEntries(names.map((name) => [`${place}/${name}/SKILL.md`, skillText(name)]));

export const agentText = (path: string, name: string, more = ''): string =>
  matter(`name: ${name}\ndescription: In ${path}.${more && `\n${more}`}`);

/** An agent in this file. */
export const agent = (path: string, name: string, more = ''): Files => ({
  [path]: agentText(path, name, more),
});

/** Agents in one place, each in the file of its name. */
export const agents = (place: string, ...names: string[]): Files =>
  Object.assign({}, ...names.map((name) => agent(`${place}/${name}.md`, name)));

export const command = (path: string, more = ''): Files => ({
  [path]: matter(`description: In ${path}.${more && `\n${more}`}`, 'Do it.'),
});

/** An extension with this name. */
export const extension = (name: string, manifest: object = {}, folder = name): Files => ({
  [`~/.qwen/extensions/${folder}/qwen-extension.json`]: JSON.stringify({
    name,
    version: '1.0.0',
    ...manifest,
  }),
});

/** MCP servers that end at once. */
export const servers = (...names: string[]) => ({
  mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'true' }])),
});

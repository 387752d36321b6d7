/**
 * Texts of the files in Codex's scenes. In a text, `<home>` and `<repository>` stand for the absolute paths of the
 * scene's home and repository: Codex wants them in the settings for trust, and in blocks that switch by path.
 */

import { basename } from 'node:path';
import type { ToolCase } from '../asker.js';

type Texts = Record<string, string>;

export type Files = Record<string, string | Uint8Array>;
type Rest = Partial<Omit<ToolCase, 'name' | 'about' | 'files'>>;

export function caseOf(about: ToolCase['about'], name: string, files: Files, rest: Rest = {}): ToolCase {
  return { name, about, files, ...rest };
}

/** The user's settings. */
export const config = '~/.codex/config.toml';

export const skill = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: About this skill.\n${more}---\nBody.\n`;

/** A skill in each of these folders, named after it. */
export const skills = (...folders: string[]): Texts =>
  Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, skill(basename(folder))]));

export const agent = (name: string, description = 'About this agent.'): string =>
  `name = "${name}"\ndescription = "${description}"\ndeveloper_instructions = "Work."\n`;

/** An agent of this name in each of these files. The description names the file, because Codex reports no path. */
export const agents = (name: string, ...files: string[]): Texts =>
  Object.fromEntries(files.map((file) => [file, agent(name, `In ${file}.`)]));

/** The setting that trusts a directory below the repository. */
export const trust = (below = '', level = 'trusted'): string =>
  `[projects."<repository>${below}"]\ntrust_level = "${level}"\n`;

/** A plugin's manifest in this folder. */
export const manifest = (folder: string, name: string, more: object = {}): Texts => ({
  [`${folder}/plugin.json`]: JSON.stringify({ name, ...more }),
});

/** A skill `tool`, skills in two more folders, and a server, installed as a plugin of the marketplace `market`. */
export function pluginFiles(
  name: string,
  version: string,
  folder = '.codex-plugin',
  content: object = { name },
): Texts {
  const root = `~/.codex/plugins/cache/market/${name}/${version}`;
  return {
    [`${root}/${folder}/plugin.json`]: JSON.stringify(content),
    [`${root}/skills/tool/SKILL.md`]: skill('tool'),
    [`${root}/extra/other/SKILL.md`]: skill('other'),
    [`${root}/more/third/SKILL.md`]: skill('third'),
    [`${root}/.mcp.json`]: JSON.stringify({ mcpServers: { [`${name}-server`]: { command: 'true' } } }),
    [`${root}/servers.json`]: JSON.stringify({ mcpServers: { [`${name}-file`]: { command: 'true' } } }),
  };
}

/** A skill of the repository with a file next to it that holds its policy. */
export const openai = (name: string, text: string, file = 'agents/openai.yaml'): Texts => ({
  [`.agents/skills/${name}/SKILL.md`]: skill(name),
  [`.agents/skills/${name}/${file}`]: text,
});

/** A block that switches skills. */
export const block = (lines: string, enabled = 'false'): string =>
  `[[skills.config]]\n${lines}\nenabled = ${enabled}\n`;

export const server = (name: string, lines = ''): string =>
  `[mcp_servers.${name}]\ncommand = "true"\n${lines}`;

/** Files for the scenes of Copilot CLI. */

import type { ToolCase } from '../asker.js';

export type Files = ToolCase['files'];

export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** A SKILL.md with these fields after its name and description. */
export const skill = (name: string, fields = ''): string =>
  `---\nname: ${name}\ndescription: About ${name}.\n${fields}---\nThe body.\n`;

export const agent = (fields = ''): string => `---\ndescription: An agent.\n${fields}---\nYou help.\n`;

export const command = (description: string, fields = ''): string =>
  `---\ndescription: ${description}\n${fields}---\nThe body.\n`;

/** Plain skills of these names in a place. */
export const skills = (place: string, ...names: readonly string[]): Files =>
  Object.fromEntries(names.map((name) => [`${place}/${name}/SKILL.md`, skill(name)]));

/** Skills in a place, each with fields of its own. */
export const place = (path: string, fields: Readonly<Record<string, string>>): Files =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [`${path}/${name}/SKILL.md`, skill(name, text)]),
  );

/** A file of servers that end at once. */
export const servers = (...names: readonly string[]): string =>
  json({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'true', args: [] }])) });

export const userFile = '~/.copilot/settings.json';
export const sharedFile = '.github/copilot/settings.json';
export const localFile = '.github/copilot/settings.local.json';

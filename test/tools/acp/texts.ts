/** Texts of the files in the scenes of the agents. */

import { basename } from 'node:path';
import type { ToolCase } from '../asker.js';

type Files = ToolCase['files'];

const fileOf = (name: string, description: string, body: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;

/** The text of a skill in this folder, with the name of the folder. The description names the folder. */
export const skillText = (folder: string): string => fileOf(basename(folder), `In ${folder}.`, 'Body.');

/** A skill in each of these folders. */
export const skills = (...folders: string[]): Files =>
  Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, skillText(folder)]));

/** A skill in this folder with another name than the folder. */
export const skillNamed = (name: string, folder: string): Files => ({
  [`${folder}/SKILL.md`]: fileOf(name, `In ${folder}.`, 'Body.'),
});

/** A custom agent in this file. */
export const agentIn = (file: string, fields = ''): Files => {
  const name = basename(file).replace(/(\.agent)?\.md$/, '');
  return { [file]: `---\nname: ${name}\ndescription: In ${file}.\n${fields}---\nYou are a test.\n` };
};

/** A command in this file. */
export const commandIn = (file: string): Files => ({
  [file]: `---\ndescription: In ${file}.\n---\nDo it.\n`,
});

/**
 * The file of a new skill, agent, prompt or rule: its name and its fields, as the tool wants them that reads the folder.
 * A folder is recognised by the end of its path.
 */

import { type Field, markdownText, tomlText } from './new-text.js';

export const newTypes = ['skill', 'agent', 'prompt', 'rule'] as const;

export type NewType = (typeof newTypes)[number];

/** @internal */
export interface NewEntry {
  name: string;
  /** Undefined for a file that needs none and was given none. */
  description: string | undefined;
  /** Whether the user, and the model, may invoke it. */
  user: boolean;
  model: boolean;
  /** The text below the fields. */
  body: string;
}

/** How the files of a folder are named and written. */
export interface FileForm {
  /** The path below the folder. */
  path(name: string): string;
  text(entry: NewEntry): string;
  /** True if a file can keep the user, or the model, from invoking it. */
  readonly hasGates: boolean;
  /** False if a file needs no description. */
  readonly isDescribed: boolean;
}

const descriptionOf = ({ description }: NewEntry): Field[] =>
  description === undefined ? [] : [['description', description.trim()]];

const gatesOf = ({ user, model }: NewEntry): Field[] => [
  ...(user ? [] : [['user-invocable', false] as const]),
  ...(model ? [] : [['disable-model-invocation', true] as const]),
];

const nameOf = ({ name }: NewEntry): Field => ['name', name];

const markdown =
  (fields: (entry: NewEntry) => readonly Field[]) =>
  (entry: NewEntry): string =>
    markdownText(fields(entry), entry.body);

const toml =
  (bodyKey: string, fields: (entry: NewEntry) => readonly Field[]) =>
  (entry: NewEntry): string =>
    tomlText(fields(entry), bodyKey, entry.body);

const file = (end: string) => (name: string) => `${name}${end}`;

const skillFolder: FileForm = {
  path: file('/SKILL.md'),
  text: markdown((entry) => [nameOf(entry), ...descriptionOf(entry), ...gatesOf(entry)]),
  hasGates: true,
  isDescribed: true,
};

const command: FileForm = {
  path: file('.md'),
  text: markdown(descriptionOf),
  hasGates: false,
  isDescribed: true,
};

/** Claude Code reads the gates of a command, too. */
const claudeCommand: FileForm = {
  ...command,
  text: markdown((entry) => [...descriptionOf(entry), ...gatesOf(entry)]),
  hasGates: true,
};

const agent: FileForm = {
  path: file('.md'),
  text: markdown((entry) => [nameOf(entry), ...descriptionOf(entry)]),
  hasGates: false,
  isDescribed: true,
};

const copilotAgent: FileForm = { ...skillFolder, path: file('.agent.md') };

const codexAgent: FileForm = {
  ...agent,
  path: file('.toml'),
  text: toml('developer_instructions', (entry) => [nameOf(entry), ...descriptionOf(entry)]),
};

/** Named after its file. */
const namedAgent: FileForm = { ...agent, text: markdown(descriptionOf) };

const prompt: FileForm = {
  path: file('.prompt.md'),
  text: markdown(descriptionOf),
  hasGates: false,
  isDescribed: false,
};

const geminiCommand: FileForm = { ...prompt, path: file('.toml'), text: toml('prompt', descriptionOf) };

/** For all files: without that, it would only count where it is asked for. */
const instructions: FileForm = {
  ...prompt,
  path: file('.instructions.md'),
  text: markdown((entry) => [...descriptionOf(entry), ['applyTo', '**']]),
};

const rule: FileForm = { ...prompt, path: file('.md') };

const cursorRule: FileForm = {
  ...rule,
  path: file('.mdc'),
  text: markdown((entry) => [...descriptionOf(entry), ['alwaysApply', true]]),
};

/** The directories of opencode and of its relatives, in a repository and in the home. */
const opencodeLike = '(\\.?opencode|\\.?kilo|\\.kilocode)';

const commandFolder = /\/(commands?|workflows)$/;

const folders: Readonly<Record<NewType, readonly (readonly [path: RegExp, form: FileForm])[]>> = {
  skill: [
    [/\/\.claude\/commands$/, claudeCommand],
    [commandFolder, command],
    [/./, skillFolder],
  ],
  agent: [
    [/\/\.(github|copilot)\/agents$/, copilotAgent],
    [/\/\.(claude|agents|gemini|qwen)\/agents$/, agent],
    [/\/\.?codex\/agents$/, codexAgent],
    [new RegExp(`/${opencodeLike}/(agents?|modes?)$`), namedAgent],
  ],
  prompt: [
    [/\/\.(github|copilot)\/prompts$/, prompt],
    [/\/\.gemini\/commands$/, geminiCommand],
  ],
  rule: [
    [/\/\.(github|copilot)\/instructions$/, instructions],
    [/\/\.claude\/rules$/, rule],
    [/\/\.cursor\/rules$/, cursorRule],
  ],
};

/** What the editors that speak the protocol read in any folder of these contents. */
const usual: Readonly<Record<NewType, FileForm>> = {
  skill: skillFolder,
  agent: copilotAgent,
  prompt,
  rule: instructions,
};

const withoutSlash = (uri: string): string => uri.replace(/\/+$/, '');

/** Returns true for a folder of commands: its skills are single files. */
export const isCommandFolder = (type: NewType, uri: string): boolean =>
  type === 'skill' && commandFolder.test(withoutSlash(uri));

/**
 * Returns the form of a new file in this folder. It is undefined on skillpick's own host if the folder is not known,
 * such as one that a variable names: a file of the wrong form would not be read there.
 */
export function formIn(type: NewType, uri: string, host: { readonly isOwn: boolean }): FileForm | undefined {
  const path = withoutSlash(uri);
  const known = folders[type].find(([pattern]) => pattern.test(path))?.[1];
  return known ?? (host.isOwn ? undefined : usual[type]);
}

/** The texts of a file that was given none. */
export const placeholders = {
  description: (name: string): string => `Say here what ${name} does and when to use it.`,
  body: (name: string): string => `# ${name}\n\nWrite the instructions here.`,
};

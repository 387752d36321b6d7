/**
 * An entry as text for a prompt: its file between tags that name it and, for a skill, its directory and the files in it.
 * What comes from the file or the host cannot end a tag of ours or add one. The lines of the file are its own words: they
 * may still look like the one that names the directory.
 */

/** The kinds that have a text for the model. */
const types = ['skill', 'agent', 'prompt', 'command', 'rule'];

/** Returns true if entries of this type have a text for a prompt. */
export const hasContext = (type: string): boolean => types.includes(type);

export interface ContextContent {
  /** One that has a text. */
  type: string;
  name: string;
  /** The path of its file. */
  path: string;
  text: string;
  /** Of a skill in a directory of its own. */
  directory?: {
    uri: string;
    /** The paths of the other files in it. */
    files: readonly string[];
    /** True if there are more files. */
    isCut: boolean;
  };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const special = /[&<>"\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

const escaped = (text: string): string =>
  text.replace(special, (character) => escapes[character] ?? `&#${character.charCodeAt(0)};`);

/** Keeps a uri on its line. */
const inUri = (uri: string): string => uri.replace(/[\s\x00-\x1f\x7f-\x9f<>"]/g, encodeURIComponent);

const ownTag = new RegExp(`<(?=/?(?:(?:${types.join('|')})_context|skill_files|file)(?![\\w-]))`, 'gi');

/** Returns the lines of a text. Its only change is that the tags written here cannot be in it. */
const bodyOf = (text: string): string => text.replace(/[\r\n]+$/, '').replace(ownTag, '&lt;');

function directoryLines({ uri, files, isCut }: NonNullable<ContextContent['directory']>): string[] {
  return [
    '',
    `Base directory: ${inUri(uri.replace(/\/*$/, '/'))}`,
    'Relative paths in this skill start from this directory.',
    isCut ? '<skill_files truncated="true">' : '<skill_files>',
    ...files.map((path) => `<file>${escaped(path)}</file>`),
    '</skill_files>',
  ];
}

/** Returns the text, without a line break at its end. */
export function contextText({ type, name, path, text, directory }: ContextContent): string {
  const tag = `${type}_context`;
  return [
    `<${tag} name="${escaped(name)}" path="${escaped(path)}">`,
    bodyOf(text),
    ...(directory === undefined ? [] : directoryLines(directory)),
    `</${tag}>`,
  ].join('\n');
}

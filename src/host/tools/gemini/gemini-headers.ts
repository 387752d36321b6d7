/**
 * The frontmatter of skills and agents as Gemini CLI reads it. Both need one that begins in the first line, without blanks
 * after the dashes and without a byte order mark. It ends before the next line that begins with three dashes, whatever
 * follows them. A skill only needs a name and a description, which are also found in lines that are not valid YAML.
 */

import { load } from 'js-yaml';
import { isObject, isString } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import type { FileFacts } from '../../discovery/file-facts.js';
import type { EntryRef } from '../tool.js';
import type { ToolContext } from '../tool-context.js';

/** What Gemini CLI takes from the frontmatter, or why it does not load the file. */
export type Read<T> = { readonly value: T } | { readonly refused: string };

const wholeText = /^---\r?\n([\s\S]*?)\r?\n---/;
const closing = /\r?\n---/;

/** Our reader found no closing line, but a line like `----` closes the frontmatter too. */
function blockInFile(path: string, { settings }: ToolContext): Read<string> {
  const block = settings.readIfPossible(path, (text) => wholeText.exec(text)?.[1]);
  return isString(block) ? { value: block } : { refused: 'its frontmatter has no closing line' };
}

/** Returns the text between the dashes. */
function blockOf({ facts, canonicalPath }: EntryRef, context: ToolContext): Read<string> {
  const { block, hasMark, hasBlanks, flaw } = facts;
  if (hasMark) return { refused: 'it begins with a byte order mark' };
  if (hasBlanks) return { refused: 'blanks follow the dashes in its first line' };
  if (flaw === 'frontmatter-unclosed') return blockInFile(canonicalPath, context);
  if (block === undefined || block === '') return { refused: 'it has no frontmatter' };
  const end = block.search(closing);
  return { value: end === -1 ? block : block.slice(0, end) };
}

function parse(block: string): Read<unknown> {
  try {
    return { value: load(block) };
  } catch {
    return { refused: 'its frontmatter is not valid YAML' };
  }
}

export interface SkillHeader {
  readonly name: string;
  readonly description: string;
}

const continued = /^[ \t]+\S/;

/** Takes the last line with a name and the last one with a description, wherever they are. */
function readLines(block: string): Partial<SkillHeader> {
  const lines = block.split(/\r?\n/);
  let found: Partial<SkillHeader> = {};
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const name = /^\s*name:\s*(.*)$/.exec(line)?.[1];
    if (name !== undefined) {
      found = { ...found, name: name.trim() };
      continue;
    }
    const first = /^\s*description:\s*(.*)$/.exec(line)?.[1];
    if (first === undefined) continue;
    const texts = [first.trim()];
    for (; continued.test(lines[at + 1] ?? ''); at += 1) texts.push((lines[at + 1] ?? '').trim());
    found = { ...found, description: texts.filter((text) => text !== '').join(' ') };
  }
  return found;
}

/** Texts that YAML may take for something else need the parser. */
const isPlainName = (text: unknown): text is string =>
  isString(text) && /^[a-z][\w-]*$/i.test(text) && !/^(true|false|null)$/i.test(text);
const isPlainText = (text: unknown): text is string => isString(text) && /^[a-z]+ [a-z]/i.test(text);

function readSkill(entry: EntryRef, context: ToolContext): Read<SkillHeader> {
  const read = blockOf(entry, context);
  if ('refused' in read) return read;
  const { fields, flaw } = entry.facts;
  const [name, description] = [fields.get('name'), fields.get('description')];
  const isUsual = flaw === undefined && isPlainName(name) && isPlainText(description);
  if (isUsual && !closing.test(read.value)) return { value: { name, description } };
  const parsed = parse(read.value);
  const typed = 'value' in parsed && isObject(parsed.value) ? parsed.value : {};
  if (isString(typed['name']) && isString(typed['description']))
    return { value: { name: typed['name'], description: typed['description'] } };
  const found = readLines(read.value);
  if (found.name === undefined) return { refused: 'it has no name' };
  if (found.description === undefined) return { refused: 'it has no description' };
  return { value: { name: found.name, description: found.description } };
}

const skills = new WeakMap<FileFacts, Read<SkillHeader>>();

/** Returns the name and the description of a skill; computed once. */
export function skillHeader(entry: EntryRef, context: ToolContext): Read<SkillHeader> {
  return getOrMake(skills, entry.facts, () => readSkill(entry, context));
}

/** Returns the fields of an agent with their types. */
export function agentFields(entry: EntryRef, context: ToolContext): Read<Readonly<Record<string, unknown>>> {
  const block = blockOf(entry, context);
  const parsed = 'refused' in block ? block : parse(block.value);
  if ('refused' in parsed) return parsed;
  return isObject(parsed.value) ? { value: parsed.value } : { refused: 'its frontmatter has no fields' };
}

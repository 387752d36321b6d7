/**
 * Codex's own reading of a SKILL.md. Its frontmatter ends at the first line that is `---` apart from blanks, even inside
 * a text. If it is not valid YAML, Codex puts quotes around values that often lack them, and tries again.
 */

import { FAILSAFE_SCHEMA, load, type Schema, Type, YAMLException } from 'js-yaml';
import { isObject } from '../../../protocol/checks.js';
import { type FileFacts, typedField } from '../../discovery/file-facts.js';

/** What Codex takes from a frontmatter, or why it does not load the file. */
export type CodexFrontmatter = { readonly name: string | undefined } | { readonly refused: string };

export const mostNameChars = 64;

/** Codex joins the lines of a text. */
export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

const nullText = /^(?:~|null|Null|NULL)?$/;

/** Every scalar is a text, or nothing. Tags have no effect. */
function makeSchema(): Schema {
  const explicit = (['scalar', 'sequence', 'mapping'] as const).flatMap((kind) =>
    ['!', 'tag:yaml.org,2002:'].map(
      (tag) => new Type(tag, { kind, multi: true, construct: (data) => data ?? null }),
    ),
  );
  const nothing = new Type('tag:yaml.org,2002:null', {
    kind: 'scalar',
    resolve: (data) => data === null || nullText.test(data),
    construct: () => null,
  });
  return FAILSAFE_SCHEMA.extend({ implicit: [nothing], explicit });
}

/** Made when the first unusual file is found. */
let schema: Schema | undefined;

/** The keys that Codex knows. It refuses them, but no others, if they appear twice. */
const knownKeys = ['name', 'description', 'metadata'];

function hasDoubleKey(block: string): boolean {
  const indent = /^[ \t]*(?=[\w"'-]+[ \t]*:)/m.exec(block)?.[0] ?? '';
  return knownKeys.some((key) => {
    const lines = new RegExp(`^${indent}(["']?)${key}\\1[ \\t]*:(?:\\s|$)`, 'gm');
    return (block.match(lines)?.length ?? 0) > 1;
  });
}

/** Parses a block. Throws a YAMLException. */
function parseBlock(block: string): unknown {
  if (hasDoubleKey(block)) throw new YAMLException('a key appears twice');
  schema ??= makeSchema();
  return load(block, { schema, json: true });
}

/** True for a value that Codex reads as text: it has a colon and a blank, or begins like something else. */
function needsQuotes(value: string): boolean {
  if (/:\s/.test(value)) return true;
  if (!/^[[{@`]/.test(value)) return false;
  try {
    parseBlock(value);
    return false;
  } catch {
    return true;
  }
}

const line = /^([^:]*[^:\s][^:]*):(\s+)(\S.*)$/;

/** Puts quotes around the values that need them. */
function repair(block: string): string {
  let textIndent: number | undefined;
  const repaired = block.split('\n').map((one) => {
    const indent = /^ */.exec(one)?.[0].length ?? 0;
    if (textIndent !== undefined && (one.trim() === '' || indent > textIndent)) return one;
    textIndent = undefined;
    const [, key = '', blanks = '', rest = ''] = line.exec(one) ?? [];
    const comment = /(?:^|\s+)#.*$/.exec(rest)?.[0] ?? '';
    const value = rest.slice(0, rest.length - comment.length).trimEnd();
    if (/^[|>]/.test(value)) textIndent = indent;
    if (value === '' || /^[|>'"]/.test(value) || !needsQuotes(value)) return one;
    return `${key}:${blanks}'${value.replaceAll("'", "''")}'${comment}`;
  });
  return repaired.join('\n');
}

const isNull = (value: unknown): boolean => value === null || value === undefined;

/** Returns what has another type than Codex wants. */
function wrongType({ name, description, metadata }: Readonly<Record<string, unknown>>): string | undefined {
  const isText = (value: unknown) => isNull(value) || typeof value === 'string';
  if (!isText(name)) return 'its name is not a text';
  if (!isText(description)) return 'its description is not a text';
  if (isNull(metadata)) return undefined;
  if (!isObject(metadata)) return 'its metadata is not a map';
  return isText(metadata['short-description']) ? undefined : 'its short description is not a text';
}

/** Takes the name from values of the right types. */
function check({ name, description }: Readonly<Record<string, unknown>>): CodexFrontmatter {
  if (typeof description !== 'string' || oneLine(description) === '')
    return { refused: 'it has no description' };
  const own = typeof name === 'string' ? oneLine(name) : '';
  return { name: own === '' ? undefined : own };
}

/** Cuts a block at the line that ends it for Codex; undefined if there is nothing before it. */
function cutBlock(block: string): string | undefined {
  if (block === '') return undefined;
  const end = /^[ \t]*---[ \t\r]*$/m.exec(block)?.index;
  return end === undefined ? block : end === 0 ? undefined : block.slice(0, end);
}

/** The block between the first two lines of dashes, which may have blanks before them. */
function blockIn(text: string): string | undefined {
  const opening = /^[ \t]*---[ \t\r]*\n/.exec(text)?.[0];
  if (opening === undefined) return undefined;
  const rest = text.slice(opening.length);
  const end = /^[ \t]*---[ \t\r]*$/m.exec(rest)?.index;
  return end === undefined || end === 0 ? undefined : rest.slice(0, end);
}

/** Reads a block as it is. */
function readPlain(block: string): CodexFrontmatter {
  let values: unknown;
  try {
    values = parseBlock(block) ?? {};
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { refused: 'its frontmatter is not valid YAML' };
  }
  if (!isObject(values)) return { refused: 'its frontmatter has no fields' };
  const refused = wrongType(values);
  return refused === undefined ? check(values) : { refused };
}

/** Reads a block as Codex does: with quotes where they are missing, if it cannot be read as it is. */
function readBlock(block: string): CodexFrontmatter {
  const plain = block.replaceAll('\r\n', '\n');
  const read = readPlain(plain);
  if ('name' in read) return read;
  const repaired = readPlain(repair(plain));
  return 'name' in repaired ? repaired : read;
}

/** Takes the fields that discovery has read, in which `~` is a text. */
function readFields(facts: FileFacts): CodexFrontmatter {
  const fieldOf = (key: string): unknown => {
    const found = facts.fields.get(key);
    if (typeof found === 'string')
      return found !== '' && nullText.test(found) ? typedField(facts, key) : found;
    return found instanceof Map ? Object.fromEntries(found) : found;
  };
  const values = {
    name: fieldOf('name'),
    description: fieldOf('description'),
    metadata: fieldOf('metadata'),
  };
  return wrongType(values) === undefined ? check(values) : readBlock(facts.block ?? '');
}

function readFrontmatter(facts: FileFacts, readText: () => string | undefined): CodexFrontmatter {
  const { block, flaw, hasMark, isDamaged } = facts;
  if (isDamaged) return { refused: 'it is not valid UTF-8' };
  if (hasMark) return { refused: 'it begins with a byte order mark' };
  if (block === undefined) {
    // Only Codex accepts blanks before the dashes.
    const own =
      flaw === 'frontmatter-missing' && facts.firstLine !== '---' ? undefined : blockIn(readText() ?? '');
    if (own !== undefined) return readBlock(own);
    const reason =
      flaw === 'frontmatter-unclosed' ? 'its frontmatter has no closing line' : 'it has no frontmatter';
    return { refused: reason };
  }
  const own = cutBlock(block);
  if (own === undefined) return { refused: 'its frontmatter is empty' };
  return flaw === undefined && own.length === block.length ? readFields(facts) : readBlock(own);
}

const known = new WeakMap<FileFacts, CodexFrontmatter>();

/** Returns what Codex takes from a file. `readText` reads the file, which is rarely necessary. */
export function codexFrontmatter(facts: FileFacts, readText: () => string | undefined): CodexFrontmatter {
  const before = known.get(facts);
  if (before !== undefined) return before;
  const read = readFrontmatter(facts, readText);
  const isLong = 'name' in read && [...(read.name ?? '')].length > mostNameChars;
  const found = isLong ? { refused: `its name is longer than ${mostNameChars} characters` } : read;
  known.set(facts, found);
  return found;
}

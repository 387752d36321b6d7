/**
 * Splits the YAML frontmatter off a file and parses it. Every scalar stays the text it is in the file, so that
 * `version: 1.0` is not turned into 1 and no tag or type can do anything. What does not parse is one finding
 * with its line; `parseLoosely` then reads what the more forgiving tools would.
 */

import { isUtf8 } from 'node:buffer';
import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';
import { hostLimits } from '../limits.js';
import { parsePlainly } from './frontmatter-plain.js';
import type { Finding } from './problems.js';

export type Split =
  | { kind: 'closed'; block: string; damaged: boolean }
  | { kind: 'none' }
  /** It begins and does not end in what was read. */
  | { kind: 'open' }
  | { kind: 'utf16' };

export type YamlValue = string | null | YamlValue[] | Map<string, YamlValue>;
export type Frontmatter = Map<string, YamlValue>;
export type ParsedFrontmatter = { fields: Frontmatter } | { finding: Finding };

/** The block begins in the file's second line. */
const firstLine = 2;

const closing = Buffer.from('\n---');
const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes[0] === mark[0] && bytes[1] === mark[1];
}

/** Where the blanks from here on end. */
function skipBlanks(bytes: Buffer, from: number, length: number): number {
  let at = from;
  while (at < length && (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d)) at += 1;
  return at;
}

/** Offset of the line break after a first line `---`; -1 if it is another. */
function endOfFirstLine(bytes: Buffer, length: number): number {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const [a, b, c] = [bytes[start], bytes[start + 1], bytes[start + 2]];
  if (start + 3 > length || a !== 0x2d || b !== 0x2d || c !== 0x2d) return -1;
  const end = skipBlanks(bytes, start + 3, length);
  return end === length || bytes[end] === 0x0a ? end : -1;
}

/** Offset of the line break before the closing line `---`; -1 if there is none. */
function startOfLastLine(bytes: Buffer, from: number, length: number): number {
  for (let at = bytes.indexOf(closing, from); at !== -1; at = bytes.indexOf(closing, at + 1)) {
    const end = skipBlanks(bytes, at + closing.length, length);
    if (end > length || at + closing.length > length) return -1;
    // A line cut off by the end of the buffer may go on; at the end of the file it is whole.
    if (end === length ? length < bytes.length : bytes[end] === 0x0a) return at;
  }
  return -1;
}

/** Finds the block between a first line `---` and the next such line in the first bytes of a buffer. */
export function splitFrontmatter(bytes: Buffer, length: number): Split {
  if (length > 1 && utf16Marks.some((mark) => startsWith(bytes, mark))) return { kind: 'utf16' };
  const opened = endOfFirstLine(bytes, length);
  if (opened === -1) return { kind: 'none' };
  const closed = startOfLastLine(bytes, opened, length);
  if (closed === -1) return { kind: 'open' };
  const block = bytes.toString('utf8', opened + 1, closed + 1);
  const damaged = block.includes('\uFFFD') && !isUtf8(bytes.subarray(opened + 1, closed + 1));
  return { kind: 'closed', block, damaged };
}

/** Line in the file of a key at the top of the block; 1, the frontmatter's own, where there is none. */
export function lineOfKey(block: string, key: string): number {
  const lines = block.split('\n');
  const index = lines.findIndex((line) => line.startsWith(key) && /^\s*:/.test(line.slice(key.length)));
  return index === -1 ? 1 : index + firstLine;
}

class Refused extends Error {}

/** The parser's result as maps, counted as it is copied: an alias costs as much as what it stands for. */
function copy(value: unknown, budget: { left: number }): YamlValue {
  budget.left -= 1;
  if (budget.left < 0) throw new Refused(`more than ${hostLimits.frontmatterValues} values`);
  if (value === null || typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => copy(item, budget));
  const fields: Frontmatter = new Map();
  for (const [key, item] of Object.entries(value as object)) {
    if (key === '__proto__') throw new Refused('a key must not be "__proto__"');
    fields.set(key, copy(item, budget));
  }
  return fields;
}

function needsQuotes(block: string, line: number): boolean {
  const text = block.split('\n')[line - firstLine] ?? '';
  return /^[\w-]+:\s+[^"'|>\s].*:(\s|$)/.test(text);
}

function findingOf(error: unknown, block: string): Finding {
  const refused = { code: 'frontmatter-refused', line: 1 } as const;
  if (error instanceof Refused) return { ...refused, message: `frontmatter is refused: ${error.message}` };
  if (!(error instanceof YAMLException)) return { ...refused, message: 'frontmatter nests too deep' };
  const line = (error.mark?.line ?? -1) + firstLine;
  const message = `frontmatter is not valid YAML: ${error.reason}`;
  if (!needsQuotes(block, line)) return { code: 'frontmatter-invalid', line, message };
  const hint = 'a value that contains ": " needs quotes';
  return { code: 'frontmatter-unquoted', line, message: `${message}: ${hint}` };
}

/** Parses a block with the real parser. */
export function parseYaml(block: string): ParsedFrontmatter {
  try {
    const value = load(block, { schema: FAILSAFE_SCHEMA }) ?? {};
    const fields = copy(value, { left: hostLimits.frontmatterValues });
    if (fields instanceof Map) return { fields };
    const message = 'frontmatter is not a list of "key: value" lines';
    return { finding: { code: 'frontmatter-not-fields', line: 1, message } };
  } catch (error) {
    return { finding: findingOf(error, block) };
  }
}

/** Parses a block, the plainest ones without the parser. */
export function parseFrontmatter(block: string): ParsedFrontmatter {
  const fields = parsePlainly(block);
  return fields === undefined ? parseYaml(block) : { fields };
}

const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

function looseText(chunk: string): string {
  const text = chunk
    .slice(chunk.indexOf(':') + 1)
    .replace(/\s+/g, ' ')
    .trim();
  return /^".*"$|^'.*'$/.test(text) ? text.slice(1, -1) : text;
}

/**
 * Reads a block that is no valid YAML key by key: each one that parses by itself counts, any other is taken as
 * plain text. This is how a description with an unquoted colon, which several tools accept, is still found.
 */
export function parseLoosely(block: string): Frontmatter {
  const fields: Frontmatter = new Map();
  if (controls.test(block)) return fields;
  for (const chunk of block.split(/^(?=[A-Za-z][\w-]*:(?:[ \t\r\n]|$))/m)) {
    const key = /^[A-Za-z][\w-]*(?=:)/.exec(chunk)?.[0];
    if (key === undefined || fields.has(key)) continue;
    const parsed = parseYaml(chunk);
    fields.set(key, 'fields' in parsed ? (parsed.fields.get(key) ?? null) : looseText(chunk));
  }
  return fields;
}

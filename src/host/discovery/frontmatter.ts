/**
 * Parses YAML frontmatter. Every scalar stays text: `version: 1.0` does not become 1, and tags and types have no effect.
 * A block that does not parse is one finding with its line; `parseLoosely` then reads it as the more tolerant tools do.
 */

import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';
import { hostLimits } from '../limits.js';
import { parsePlainly } from './frontmatter-plain.js';
import type { Finding } from './problems.js';

export type YamlValue = string | null | YamlValue[] | Map<string, YamlValue>;
export type Frontmatter = Map<string, YamlValue>;
type ParsedFrontmatter = { fields: Frontmatter } | { finding: Finding };

/** The block begins in the file's second line. */
const firstLine = 2;

/** The line of a top-level key in the file; 1, the frontmatter's first line, if the key is missing. */
export function lineOfKey(block: string, key: string): number {
  const lines = block.split('\n');
  const index = lines.findIndex((line) => line.startsWith(key) && /^\s*:/.test(line.slice(key.length)));
  return index === -1 ? 1 : index + firstLine;
}

class Refused extends Error {}

/** Copies the parser's result to maps and counts values: an alias counts as much as its target. */
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

/** Matches a line whose value contains a colon and a blank, without quotes around it. */
const needsQuotes = /^[\w-]+:\s+[^"'|>\s].*:(\s|$)/;

function findingOf(error: unknown, block: string): Finding {
  const refused = { code: 'frontmatter-refused', line: 1 } as const;
  if (error instanceof Refused) return { ...refused, message: `frontmatter is refused: ${error.message}` };
  if (!(error instanceof YAMLException)) return { ...refused, message: 'frontmatter nests too deep' };
  const line = (error.mark?.line ?? -1) + firstLine;
  const message = `frontmatter is not valid YAML: ${error.reason}`;
  if (!needsQuotes.test(block.split('\n')[line - firstLine] ?? ''))
    return { code: 'frontmatter-invalid', line, message };
  const hint = 'a value that contains ": " needs quotes';
  return { code: 'frontmatter-unquoted', line, message: `${message}: ${hint}` };
}

/**
 * Parses a block with the YAML parser.
 * @internal
 */
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

/** Parses a block, simple ones without the YAML parser. */
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
 * Reads a block that is not valid YAML key by key: a key that does not parse by itself is plain text. So a description
 * with an unquoted colon, which several tools accept, is still found.
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

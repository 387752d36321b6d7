/**
 * The frontmatter of a file as Claude Code reads it. It ends at the first three dashes, even inside of a value. The last
 * of several equal keys counts. If the block is not valid YAML, Claude Code puts quotes around doubtful values and tries
 * again, and then does without the frontmatter.
 */

import { CORE_SCHEMA, load } from 'js-yaml';
import { isObject, type JsonObject } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import { type FileFacts, typedField } from '../../discovery/file-facts.js';

const doubtful = /[{}[\]*&#!|>%@`]|: /;
const quoted = /^(".*"|'.*')$/;

function parse(block: string): JsonObject | undefined {
  try {
    const value: unknown = load(block, { schema: CORE_SCHEMA, json: true });
    return isObject(value) ? value : {};
  } catch {
    return undefined;
  }
}

/** Puts quotes around the value of a line, if YAML may stumble over it. */
function quoteLine(line: string): string {
  const [, key, value] = /^([a-zA-Z_-]+):\s+(\S.*)$/.exec(line) ?? [];
  if (key === undefined || value === undefined || quoted.test(value) || !doubtful.test(value)) return line;
  if (/^\[.*\]$/.test(value) && parse(`x: ${value}`) !== undefined) return line;
  return `${key}: "${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function parseAgain(block: string): JsonObject {
  const lines = block.split('\n').map(quoteLine).join('\n');
  return parse(lines.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length))) ?? {};
}

const knownFields = new WeakMap<FileFacts, JsonObject>();

/** Returns the fields of a block that Claude Code reads in another way than most tools. */
function fieldsOf(facts: FileFacts, block: string): JsonObject {
  return getOrMake(knownFields, facts, () => {
    const own = block.includes('---') ? block.slice(0, block.indexOf('---')) : block;
    return parse(own) ?? parseAgain(own);
  });
}

/** Returns a field of the frontmatter with its type: null without a value, undefined if it is missing. */
export function claudeField(facts: FileFacts, key: string): unknown {
  const { block, flaw } = facts;
  if (block === undefined) return undefined;
  const isUsual = flaw === undefined && !block.includes('---');
  return isUsual ? typedField(facts, key) : fieldsOf(facts, block)[key];
}

const trueWords = new Set(['true', 'yes', 'on', '1']);

/** True if a field is true, or a text or number that means it. */
export function isTrueField(facts: FileFacts, key: string): boolean {
  const value = claudeField(facts, key);
  if (typeof value !== 'string' && typeof value !== 'number') return value === true;
  return trueWords.has(String(value).trim().toLowerCase());
}

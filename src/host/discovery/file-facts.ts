/**
 * What discovery found in the file of an entry, beyond the fields that clients see. Each tool decides by it whether it
 * loads the file, and who may invoke the entry there.
 */

import { CORE_SCHEMA, load } from 'js-yaml';
import type { ProblemCode } from '../../protocol/problem-codes.js';
import { getOrMake } from '../collections.js';
import type { Frontmatter } from './frontmatter.js';

export interface FileFacts {
  /** The fields of the frontmatter, every scalar as its text; empty if there are none. */
  readonly fields: Frontmatter;
  /** Its directory below the one that was searched, separated by `/`; empty or absent at the top. */
  readonly folder?: string;
  /** The text between the lines of dashes; absent without frontmatter. */
  readonly block?: string;
  /** The first lines after the first line of dashes, if no other line of dashes closes the frontmatter. */
  readonly rest?: string;
  /** What is wrong with the frontmatter as a whole. */
  readonly flaw?: ProblemCode;
  /** The start of the first line below the frontmatter that is not blank: at least ten characters, or all of it. */
  readonly firstLine?: string;
  /** True if the file begins with a byte order mark. */
  readonly hasMark?: true;
  /** True if blanks follow the first line of dashes. */
  readonly hasBlanks?: true;
  /** True if blanks follow the last line of dashes. */
  readonly hasBlanksAtEnd?: true;
  /** True if the beginning of the file is not valid UTF-8. */
  readonly isDamaged?: true;
  /** True if the file is longer than the part that was read. */
  readonly isLong?: true;
  /** The values of a TOML file. */
  readonly toml?: Readonly<Record<string, unknown>>;
  /** The values of an agent in JSON settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True for a skill with a folder `agents` next to its SKILL.md. */
  readonly hasAgents?: true;
  /** True for a skill whose folder has the manifest of a plugin. */
  readonly hasManifest?: true;
}

export const noFacts: FileFacts = { fields: new Map() };

const typedFields = new WeakMap<FileFacts, Readonly<Record<string, unknown>>>();

/** Parses the frontmatter with YAML's own types: `yes` is a text, `true` a flag, `"true"` a text. */
function parseTyped({ block = '' }: FileFacts): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = load(block, { schema: CORE_SCHEMA });
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns a field with its YAML type; undefined if it is missing. The parser runs only for fields that exist. */
export function typedField(facts: FileFacts, key: string): unknown {
  if (!facts.fields.has(key)) return facts.toml?.[key];
  return getOrMake(typedFields, facts, () => parseTyped(facts))[key];
}

/** True if the frontmatter is valid YAML but for unknown tags (`!name`), which some parsers accept. */
export function isValidButForTags({ block = '' }: FileFacts): boolean {
  const untagged = block.replace(/(?<=[\s:,[{])![^\s,\]}]*(?=\s)/g, '');
  if (untagged === block) return false;
  try {
    load(untagged, { schema: CORE_SCHEMA });
    return true;
  } catch {
    return false;
  }
}

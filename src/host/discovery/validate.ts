/**
 * The Agent Skills rules for frontmatter. Every broken rule is a finding with its line. A skill without a description is
 * left out. One with a name that breaks the rules is left out only in strict places, because the tools that read the
 * other places accept it.
 */

import { type Frontmatter, lineOfKey, type YamlValue } from './frontmatter.js';
import type { Finding } from './problems.js';

const mostChars = { name: 64, description: 1024, compatibility: 500 };
const namePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export interface ValidationResult {
  findings: Finding[];
  /** False if the file is left out. */
  listed: boolean;
}

/** The trimmed text of a field; undefined if it is empty or not a text. */
export function textField(fields: Frontmatter, key: string): string | undefined {
  const value = fields.get(key);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

const charCount = (text: string): number => [...text].length;
const isTooLong = (text: string, most: number): boolean => text.length > most && charCount(text) > most;

function nameMistake(name: string | undefined, directory: string): string | undefined {
  if (name === undefined) return 'name is missing';
  if (isTooLong(name, mostChars.name)) return `name is longer than ${mostChars.name} characters`;
  if (!namePattern.test(name)) return 'name must be lowercase letters, digits and single hyphens';
  return name === directory ? undefined : 'name must equal the directory name';
}

function descriptionMistake(description: string | undefined): string | undefined {
  if (description === undefined) return 'description is missing';
  if (!isTooLong(description, mostChars.description)) return undefined;
  return `description is longer than ${mostChars.description} characters`;
}

const isText = (value: YamlValue): boolean => typeof value === 'string';

/** Rules of the optional fields: a skill that breaks one is reported and still listed. */
const optionalRules: Record<string, (value: YamlValue) => string | undefined> = {
  license: (value) => (isText(value) ? undefined : 'license must be text'),
  compatibility: (value) =>
    typeof value === 'string' && value !== '' && !isTooLong(value, mostChars.compatibility)
      ? undefined
      : `compatibility must be text of 1 to ${mostChars.compatibility} characters`,
  metadata: (value) =>
    value instanceof Map && [...value.values()].every(isText) ? undefined : 'metadata must map names to text',
  'allowed-tools': (value) =>
    isText(value) || (Array.isArray(value) && value.every(isText))
      ? undefined
      : 'allowed-tools must be text or a list of texts',
};

/** Checks the fields of a SKILL.md in this directory. */
export function checkSkill(
  fields: Frontmatter,
  block: string,
  directory: string,
  strict: boolean,
): ValidationResult {
  const description = textField(fields, 'description');
  const findings: Finding[] = [];
  const check = (key: string, message: string | undefined) => {
    if (message !== undefined) findings.push({ line: lineOfKey(block, key), message });
  };
  check('name', nameMistake(textField(fields, 'name'), directory));
  check('description', descriptionMistake(description));
  const isBroken = findings.length > 0;
  for (const [key, rule] of Object.entries(optionalRules)) {
    const value = fields.get(key);
    if (value !== undefined) check(key, rule(value));
  }
  return { findings, listed: description !== undefined && !(strict && isBroken) };
}

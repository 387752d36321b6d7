/**
 * The Agent Skills rules for frontmatter. Every broken rule is a finding with its line. The skill is listed all the same:
 * each tool has rules of its own, and its standing there says whether the tool loads it.
 */

import {
  compatibilityMistake,
  descriptionMistake,
  nameMistake,
  type SkillMistake,
  skillMistakes,
} from '../../skill-rules.js';
import { type Frontmatter, lineOfKey, type YamlValue } from './frontmatter.js';
import type { Finding } from './problems.js';

/** The trimmed text of a field; undefined if it is empty or not a text. */
export function textField(fields: Frontmatter, key: string): string | undefined {
  const value = fields.get(key);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

const isText = (value: YamlValue): boolean => typeof value === 'string';

/** Rules of the optional fields: a skill that breaks one is reported and still listed. */
const optionalRules: Record<string, (value: YamlValue) => string | undefined> = {
  license: (value) => (isText(value) ? undefined : 'license must be text'),
  compatibility: compatibilityMistake,
  metadata: (value) =>
    value instanceof Map && [...value.values()].every(isText) ? undefined : 'metadata must map names to text',
  'allowed-tools': (value) =>
    isText(value) || (Array.isArray(value) && value.every(isText))
      ? undefined
      : 'allowed-tools must be text or a list of texts',
};

/** Checks the fields of a SKILL.md in this directory. */
export function checkSkill(fields: Frontmatter, block: string, directory: string): Finding[] {
  const findings: Finding[] = [];
  const report = (key: string, code: Finding['code'], message: string) =>
    findings.push({ code, line: lineOfKey(block, key), message });
  const check = (key: string, mistake: SkillMistake | undefined) => {
    if (mistake !== undefined) report(key, mistake, `${key} ${skillMistakes[mistake]}`);
  };
  check('name', nameMistake(textField(fields, 'name'), directory));
  check('description', descriptionMistake(textField(fields, 'description')));
  for (const [key, rule] of Object.entries(optionalRules)) {
    const value = fields.get(key);
    const message = value === undefined ? undefined : rule(value);
    if (message !== undefined) report(key, 'field-invalid', message);
  }
  return findings;
}

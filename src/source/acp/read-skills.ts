/**
 * Reads `available_skills_update`, which is a proposal. It has stricter rules for skills than agents have for commands: a
 * skill that breaks one is a problem with its reason, and the others stay.
 */

import { isObject, isString, isStringList, type JsonObject } from '../../protocol/checks.js';
import { listedUri } from '../../protocol/listed-uri.js';
import type { Problem, ProblemCode } from '../../protocol/problem-codes.js';
import { compatibilityMistake, descriptionMistake, nameMistake, skillMistakes } from '../../skill-rules.js';
import {
  type AgentDetails,
  type AgentRow,
  boundedItems,
  descriptionFrom,
  nameFrom,
  type ReadRows,
  smallMeta,
  textsIn,
} from './agent-rows.js';

interface Mistake {
  readonly code: ProblemCode;
  readonly message: string;
}

const fieldInvalid = (message: string): Mistake => ({ code: 'field-invalid', message });

const textOf = (value: unknown): string | undefined => (isString(value) ? value : undefined);

/** Returns the first rule that a skill breaks. */
function mistakeOf(skill: JsonObject): Mistake | undefined {
  const name = nameMistake(textOf(skill['name']));
  if (name !== undefined) return { code: name, message: `name ${skillMistakes[name]}` };
  const description = descriptionMistake(textOf(skill['description']));
  if (description !== undefined)
    return { code: description, message: `description ${skillMistakes[description]}` };
  const { license, compatibility, metadata, allowedTools } = skill;
  if (license != null && !isString(license)) return fieldInvalid('license must be text');
  const needs =
    compatibility == null || compatibility === '' ? undefined : compatibilityMistake(compatibility);
  if (needs !== undefined) return fieldInvalid(needs);
  if (metadata != null && !(isObject(metadata) && Object.values(metadata).every(isString)))
    return fieldInvalid('metadata must map names to text');
  if (allowedTools != null && !isStringList(allowedTools))
    return fieldInvalid('allowedTools must be a list of texts');
  return undefined;
}

/** Returns the optional fields. Metadata may be a field of its own or in `_meta`; the field wins. */
function detailsOf({ license, compatibility, metadata, allowedTools, _meta }: JsonObject): AgentDetails {
  const meta = smallMeta(_meta);
  const pairs = { ...(meta && textsIn(meta)), ...textsIn(metadata) };
  return {
    ...(isString(license) && { license }),
    ...(isString(compatibility) && { compatibility }),
    ...(Object.keys(pairs).length > 0 && { metadata: pairs }),
    ...(isStringList(allowedTools) && { allowedTools }),
    ...(meta !== undefined && { meta }),
  };
}

function rowOf(skill: JsonObject): AgentRow {
  const name = String(skill['name']);
  const details = detailsOf(skill);
  return {
    type: 'skill',
    name,
    invoke: null,
    description: descriptionFrom(skill['description']),
    path: null,
    details,
  };
}

/** Returns the problem of a skill that breaks a rule; it is known by its name or its place in the list. */
function problemOf(skill: JsonObject, { code, message }: Mistake, index: number): Problem {
  const name = textOf(skill['name']);
  // Its uri says which one it is, if it has a name.
  const what = name ? '' : `skill ${index + 1} of the list: `;
  const uri = listedUri('skill', nameFrom(name ?? ''));
  return { uri, line: null, message: what + message, code, severity: 'error' };
}

/** Returns the skills of an update; undefined if it has no list. */
export function readSkills({ availableSkills }: JsonObject): ReadRows | undefined {
  if (!Array.isArray(availableSkills)) return undefined;
  const { items, skipped } = boundedItems(availableSkills);
  const rows: AgentRow[] = [];
  const problems: Problem[] = [];
  for (const [index, item] of items.entries()) {
    const skill = isObject(item) ? item : {};
    const mistake = isObject(item) ? mistakeOf(skill) : fieldInvalid('it is not an object');
    if (mistake === undefined) rows.push(rowOf(skill));
    else problems.push(problemOf(skill, mistake, index));
  }
  return { rows, problems, skipped };
}

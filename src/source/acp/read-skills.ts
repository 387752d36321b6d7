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
import { acpLimits } from './limits.js';

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
  const { compatibility } = skill;
  const needs =
    compatibility == null || compatibility === '' ? undefined : compatibilityMistake(compatibility);
  return needs === undefined ? undefined : fieldInvalid(needs);
}

/** Returns the other fields that are not as they should be. They are left out, and the skill stays. */
function fieldMistakes({ license, metadata, allowedTools }: JsonObject): Mistake[] {
  const isMap = isObject(metadata) && Object.values(metadata).every(isString);
  return [
    ...(license == null || isString(license) ? [] : [fieldInvalid('license must be text')]),
    ...(metadata == null || isMap ? [] : [fieldInvalid('metadata must map names to text')]),
    ...(allowedTools == null || isStringList(allowedTools)
      ? []
      : [fieldInvalid('allowedTools must be a list of texts')]),
  ];
}

/** Returns the optional fields. Metadata may be a field of its own or in `_meta`; the field wins. */
function detailsOf({ license, compatibility, metadata, allowedTools, _meta }: JsonObject): AgentDetails {
  const meta = smallMeta(_meta);
  const pairs = { ...(meta && textsIn(meta)), ...textsIn(metadata) };
  return {
    ...(isString(license) && { license: nameFrom(license) }),
    ...(isString(compatibility) && compatibility !== '' && { compatibility }),
    ...(Object.keys(pairs).length > 0 && { metadata: pairs }),
    ...(isStringList(allowedTools) && {
      allowedTools: allowedTools.slice(0, acpLimits.detailItems).map(nameFrom),
    }),
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
function problemOf(
  skill: JsonObject,
  { code, message }: Mistake,
  index: number,
  severity: Problem['severity'],
): Problem {
  const name = textOf(skill['name']);
  // Its uri says which one it is, if it has a name.
  const what = name ? '' : `skill ${index + 1} of the list: `;
  const uri = listedUri('skill', nameFrom(name ?? ''));
  return { uri, line: null, message: what + message, code, severity };
}

/** Returns the skills of an update; undefined if it has no list. */
export function readSkills({ availableSkills, _meta }: JsonObject): ReadRows | undefined {
  if (!Array.isArray(availableSkills)) return undefined;
  const { items, skipped } = boundedItems(availableSkills);
  const rows: AgentRow[] = [];
  const problems: Problem[] = [];
  for (const [index, item] of items.entries()) {
    const skill = isObject(item) ? item : {};
    const mistake = isObject(item) ? mistakeOf(skill) : fieldInvalid('it is not an object');
    if (mistake === undefined) rows.push(rowOf(skill));
    else problems.push(problemOf(skill, mistake, index, 'error'));
    const others = mistake === undefined ? fieldMistakes(skill) : [];
    for (const other of others) problems.push(problemOf(skill, other, index, 'warning'));
  }
  return { rows, problems, skipped, meta: smallMeta(_meta) };
}

/**
 * Reads `available_commands_update`. Several agents list their skills among the commands: Qwen Code names them in `_meta`,
 * Codex gives them the prefix `$`.
 */

import { isObject, isString, type JsonObject } from '../../protocol/checks.js';
import {
  type AgentDetails,
  type AgentRow,
  boundedItems,
  descriptionFrom,
  nameFrom,
  type ReadRows,
  smallMeta,
} from './agent-rows.js';
import { objectOf } from './said.js';

/** A skill of Qwen Code's list, whose commands say less. */
interface DetailedSkill {
  readonly name: string;
  readonly description: string | null;
  readonly path: string | null;
}

/** What Qwen Code says a command is made from. */
const fileSources = new Set(['skill-dir-command', 'plugin-command']);

/** Returns what JetBrains' extension says of a command. */
const airOf = (meta: JsonObject): JsonObject => objectOf(objectOf(meta['jetbrains'])['air']);

const pathFrom = (value: unknown): string | null => (isString(value) && value !== '' ? value : null);

/** Returns Qwen Code's skills by name. The bodies are left behind. */
function detailedSkills(meta: JsonObject): Map<string, DetailedSkill> {
  const skills = new Map<string, DetailedSkill>();
  const add = (name: unknown, fields: JsonObject) => {
    if (!isString(name) || name === '' || skills.has(name)) return;
    const { description, filePath } = fields;
    skills.set(name, { name, description: descriptionFrom(description), path: pathFrom(filePath) });
  };
  const { availableSkillDetails: detailed, availableSkills: names } = meta;
  if (Array.isArray(detailed))
    for (const fields of boundedItems(detailed).items.filter(isObject)) add(fields['name'], fields);
  if (Array.isArray(names)) for (const name of boundedItems(names).items) add(name, {});
  return skills;
}

/** Returns true if the agent says that the command is a skill. */
function isSkill(name: string, meta: JsonObject, skills: ReadonlyMap<string, unknown>): boolean {
  const { source } = meta;
  const { kind, skillPath } = airOf(meta);
  if (name.startsWith('$') || source === 'bundled-skill' || kind === 'skill' || isString(skillPath))
    return true;
  return isString(source) && fileSources.has(source) && skills.has(name);
}

function detailsOf({ input, _meta }: JsonObject): AgentDetails {
  const hint = objectOf(input)['hint'];
  const meta = smallMeta(_meta);
  return {
    ...(isString(hint) && hint !== '' && { argumentHint: nameFrom(hint) }),
    ...(meta !== undefined && { meta }),
  };
}

function rowOf(command: JsonObject, name: string, skills: ReadonlyMap<string, DetailedSkill>): AgentRow {
  const meta = objectOf(command['_meta']);
  const type = isSkill(name, meta, skills) ? 'skill' : 'command';
  const skill = type === 'skill' ? skills.get(name) : undefined;
  const [sign] = /^[/$]/.exec(name) ?? ['/'];
  const bare = nameFrom(name.replace(/^[/$]/, ''));
  return {
    type,
    name: bare,
    invoke: sign + bare,
    description: descriptionFrom(command['description']) ?? skill?.description ?? null,
    path: pathFrom(airOf(meta)['skillPath']) ?? skill?.path ?? null,
    details: detailsOf(command),
  };
}

/** Returns the row of a skill that is no command: the user cannot type it. */
const unlistedSkill = ({ name, description, path }: DetailedSkill): AgentRow => {
  return { type: 'skill', name: nameFrom(name), invoke: null, description, path, details: {} };
};

/** Returns the commands of an update, skills among them; undefined if it has no list. */
export function readCommands({ availableCommands, _meta }: JsonObject): ReadRows | undefined {
  if (!Array.isArray(availableCommands)) return undefined;
  const skills = detailedSkills(objectOf(_meta));
  const { items, skipped } = boundedItems(availableCommands);
  const rows: AgentRow[] = [];
  for (const command of items) {
    const name = isObject(command) ? command['name'] : undefined;
    if (isString(name) && name.trim().replace(/^[/$]/, '') !== '')
      rows.push(rowOf(command as JsonObject, name.trim(), skills));
  }
  const listed = new Set(rows.filter(({ type }) => type === 'skill').map(({ name }) => name));
  const unlisted = [...skills.values()].filter(({ name }) => !listed.has(nameFrom(name))).map(unlistedSkill);
  const meta = smallMeta(_meta);
  return { rows: [...rows, ...unlisted], problems: [], skipped: skipped + items.length - rows.length, meta };
}

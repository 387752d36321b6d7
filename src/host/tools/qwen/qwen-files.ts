/**
 * Which files of skills, commands and agents Qwen Code loads, under which name, and who may invoke them. It accepts
 * almost any frontmatter: one that is not valid YAML is read line by line, and numbers and lists count as texts.
 */

import { basename, dirname, join, sep } from 'node:path';
import { toolTitles } from '../../../protocol/tool-titles.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { type FileFacts, typedField } from '../../discovery/file-facts.js';
import type { YamlValue } from '../../discovery/frontmatter.js';
import { toolHome } from '../../discovery/search-places.js';
import { statusOf } from '../../files/path-status.js';
import { gatesOf } from '../gates.js';
import { pathInPlace } from '../readers.js';
import type { EntryRef, Gates } from '../tool.js';
import type { ToolContext } from '../tool-context.js';

export const extensionPlace = '~/.qwen/extensions';
export const commandPlaces = ['.qwen/commands', '~/.qwen/commands'];

const isNull = (facts: FileFacts, key: string): boolean =>
  /^(?:~|null|Null|NULL)?$/.test(String(facts.fields.get(key) ?? '')) && typedField(facts, key) === null;

/** A field as Qwen Code turns it into a text: undefined if it is missing, null for one that has no text. */
function textOf(facts: FileFacts, key: string): string | null | undefined {
  const value = facts.fields.get(key);
  if (value === undefined || value === null || isNull(facts, key)) return undefined;
  if (typeof value === 'string') return value === '' ? undefined : value;
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(',') : null;
}

/** True for an entry that is a slash command of its own, and not a skill. */
export const isCommand = ({ kind, aliases }: EntryRef): boolean =>
  kind === 'skill' && aliases[0] !== undefined && basename(aliases[0].path) !== 'SKILL.md';

/** True if the project or the user has a command of this name. */
function hasOwnCommand(name: string, { environment }: ToolContext): boolean {
  const file = `${name.replaceAll(':', sep)}.md`;
  const homes = [join(environment.cwd, '.qwen'), toolHome(environment, '.qwen')];
  return homes.some((home) => statusOf(join(home, 'commands', file)) !== undefined);
}

/** Returns the name of a command, by its path. That of an extension gets another name if its own is taken. */
function commandName(entry: EntryRef, context: ToolContext): string {
  const [alias] = entry.aliases;
  if (alias === undefined) return entry.name;
  const path =
    entry.plugin === undefined
      ? pathInPlace(alias, context)
      : alias.path.slice(alias.path.lastIndexOf(`${sep}commands${sep}`) + '/commands/'.length);
  const segments = path.replace(/\.md$/, '').split(sep);
  const name = segments.map((segment) => segment.replaceAll(':', '_')).join(':');
  return entry.plugin !== undefined && hasOwnCommand(name, context) ? `${entry.plugin}.${name}` : name;
}

/** Returns Qwen Code's name for an entry. The skills of an extension have its name before theirs. */
export function qwenName(entry: EntryRef, context: ToolContext): string {
  if (isCommand(entry)) return commandName(entry, context);
  if (entry.kind !== 'skill') return entry.kind === 'agent' ? authoredName(entry) : entry.name;
  return entry.plugin === undefined ? authoredName(entry) : `${entry.plugin}:${authoredName(entry)}`;
}

/** Returns the name by which entries compete. Commands and skills do not compete with each other. */
export const rivalName = (entry: EntryRef, context: ToolContext): string =>
  isCommand(entry) ? `/${qwenName(entry, context)}` : qwenName(entry, context);

/** Returns the name in the file of a skill or an agent. */
export function authoredName({ name, facts }: EntryRef): string {
  return textOf(facts, 'name') ?? name;
}

const noFrontmatter = 'it has no frontmatter';

/** What skills and agents have in common. */
function refusesHead(facts: FileFacts): string | undefined {
  if (facts.block === undefined) return noFrontmatter;
  if (facts.hasBlanks) return 'blanks follow the dashes in its first line';
  if (facts.hasBlanksAtEnd) return 'blanks follow the dashes at the end of its frontmatter';
  const name = textOf(facts, 'name');
  if (name === undefined) return 'it has no name';
  if (name === null) return 'its name is not a text';
  const description = textOf(facts, 'description');
  if (description === undefined || description?.trim() === '') return 'it has no description';
  return description === null ? 'its description is not a text' : undefined;
}

const isList = (value: YamlValue | undefined): boolean => Array.isArray(value);

function refusesPaths(facts: FileFacts): string | undefined {
  const paths = facts.fields.get('paths');
  if (paths === undefined || paths === null || isNull(facts, 'paths')) return undefined;
  if (!Array.isArray(paths)) return 'its paths are not a list';
  const isOutside = paths.some((path) => {
    const plain = String(path).trim().replaceAll('\\', '/');
    return /^(?:\/|[A-Za-z]:)/.test(plain) || plain.split('/').includes('..');
  });
  return isOutside ? 'its paths lead out of the repository' : undefined;
}

/** Folders that an installation leaves behind. */
const leftover = /\.(?:backup|installing)-\d+-\d+$/;

export function refusesSkill({ facts }: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  if (way.place !== extensionPlace && pathInPlace(way, context) === 'SKILL.md')
    return 'it has no folder of its own';
  const head = refusesHead(facts);
  if (head !== undefined) return head;
  if (!/^[\p{L}\p{N}_:.-]+$/u.test(textOf(facts, 'name') ?? '')) return 'its name has other characters';
  const tools = facts.fields.get('allowedTools');
  if (tools !== undefined && tools !== null && !isList(tools) && !isNull(facts, 'allowedTools'))
    return 'its allowedTools are not a list';
  const model = typedField(facts, 'model') ?? null;
  if (model !== null && typeof model !== 'string') return 'its model is not a text';
  if (leftover.test(basename(dirname(way.path)))) return 'its folder is left over from an installation';
  return refusesPaths(facts);
}

const reservedNames = ['self', 'system', 'user', 'model', 'tool', 'config', 'default', 'main'];

function refusesAgentName(name: string): string | undefined {
  if (name.length < 2 || name.length > 50) return 'its name has not 2 to 50 characters';
  if (!/^[\p{L}\p{N}_-]+$/u.test(name)) return 'its name has other characters';
  if (/^[-_]|[-_]$/.test(name)) return 'its name begins or ends with a hyphen or an underscore';
  return reservedNames.includes(name.toLowerCase()) ? 'its name is reserved' : undefined;
}

const approvalModes = ['plan', 'default', 'auto-edit', 'auto', 'yolo', 'bubble'];

/** Refuses values of fields that Qwen Code does not ignore if they are wrong. */
function refusesAgentFields(facts: FileFacts): string | undefined {
  const { fields } = facts;
  const mode = fields.get('approvalMode');
  if (mode !== undefined && mode !== '' && !isNull(facts, 'approvalMode')) {
    const typed = typedField(facts, 'approvalMode') ?? mode;
    if (!approvalModes.includes(String(typed))) return 'its approvalMode is unknown';
  }
  for (const key of ['tools', 'disallowedTools']) {
    const tools = fields.get(key);
    const hasBlank = Array.isArray(tools) && tools.some((tool) => String(tool).trim() === '');
    if (hasBlank) return `its ${key} have an empty name`;
  }
  if (fields.has('executor') && !isExecutor(typedField(facts, 'executor'))) return 'its executor is invalid';
  if (fields.has('executionBackend') && typedField(facts, 'executionBackend') !== 'container')
    return 'its executionBackend is unknown';
  return refusesRunConfig(typedField(facts, 'runConfig'));
}

function isExecutor(value: unknown): boolean {
  const { kind, command, args = [] } = (value ?? {}) as Record<string, unknown>;
  const isKnown = kind === 'acp' || kind === 'codex';
  const hasCommand = typeof command === 'string' && command.trim() !== '';
  return isKnown && hasCommand && Array.isArray(args) && args.every((arg) => typeof arg === 'string');
}

function refusesRunConfig(value: unknown): string | undefined {
  const { max_time_minutes: minutes, max_turns: turns } = (value ?? {}) as Record<string, unknown>;
  const isPositive = (limit: unknown) => typeof limit === 'number' && limit > 0;
  const isBad =
    (minutes !== undefined && !isPositive(minutes)) ||
    (turns !== undefined && !(isPositive(turns) && Number.isInteger(turns)));
  return isBad ? 'its runConfig is invalid' : undefined;
}

const leastBodyChars = 10;

/** Reads the file only if its first line does not decide. */
function isBodyTooShort({ facts }: EntryRef, { path }: PlaceAlias, { settings }: ToolContext): boolean {
  const { firstLine } = facts;
  if (firstLine === undefined || firstLine.trim().length >= leastBodyChars) return firstLine === undefined;
  const text = settings.readIfPossible(path, (content) => content);
  const body = /\n---[ \t]*\r?\n([\s\S]*)$/.exec(String(text))?.[1] ?? '';
  return body.trim().length < leastBodyChars;
}

const builtInAgents = new Set([
  'general-purpose',
  'Explore',
  'statusline-setup',
  'review-agent',
  'claude-code',
  'codex',
]);

export function refusesAgent(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const { facts } = entry;
  const head = refusesHead(facts) ?? refusesAgentName((textOf(facts, 'name') ?? '').trim());
  if (head !== undefined) return head;
  if (isBodyTooShort(entry, way, context)) return `its text has less than ${leastBodyChars} characters`;
  if (way.place === extensionPlace && builtInAgents.has(authoredName(entry)))
    return 'a built-in agent has its name';
  return refusesAgentFields(facts);
}

/** True for `true` and `"true"`, or the same with false: the only values that count. */
function isExactly(facts: FileFacts, key: string, wanted: boolean): boolean {
  if (!facts.fields.has(key)) return false;
  const value = typedField(facts, key) ?? facts.fields.get(key);
  return value === wanted || value === String(wanted);
}

const title = toolTitles.qwen;

/** Returns who may invoke a skill or a command. What the user types for a skill is the command of its name, if any. */
export function gatesOfSkill(entry: EntryRef, context: ToolContext): Gates {
  const gates = gatesInFile(entry);
  if (isCommand(entry) || !hasOwnCommand(qwenName(entry, context), context)) return gates;
  return { ...gates, user: false, note: `${title} takes its name for the command` };
}

/** The same, according to its file. */
function gatesInFile(entry: EntryRef): Gates {
  const { facts } = entry;
  const isUserClosed = !isCommand(entry) && isExactly(facts, 'user-invocable', false);
  const gates = gatesOf(facts, title, [
    ...(isUserClosed ? (['user'] as const) : []),
    ...(isExactly(facts, 'disable-model-invocation', true) ? (['model'] as const) : []),
  ]);
  const paths = isCommand(entry) ? undefined : facts.fields.get('paths');
  if (!gates.model || !Array.isArray(paths) || paths.length === 0) return gates;
  return { ...gates, note: `${title} offers it to the model once a file that matches its paths was used` };
}

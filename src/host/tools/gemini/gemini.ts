/**
 * Gemini CLI. It looks in the home and in the working directory, and in no other directory of the repository. Of the
 * working directory it reads nothing unless the user trusts it.
 */

import { basename, dirname, join, sep } from 'node:path';
import { isObject, isString } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { editJson } from '../edit/json-edit.js';
import { lineInJson } from '../edit/json-line.js';
import { parseSettings, plainJson, valueAt } from '../edit/json-text.js';
import { gatesOf } from '../gates.js';
import { pathInPlace } from '../readers.js';
import type { Edited, EntryKind, EntryRef, SettingsFile, SwitchRule, Tool, ToolPlaces } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { anyOf, fixedRule, noSwitch, verdictBy } from '../unswitched.js';
import { whyNoAgent } from './gemini-agents.js';
import { extensionRule } from './gemini-extensions.js';
import { skillHeader } from './gemini-headers.js';
import { dialectOf, geminiFiles, parseGemini, ruleNames, trustOf } from './gemini-settings.js';
import { agentRule, serverRule, skillRule } from './gemini-switches.js';
import { untrusted } from './gemini-trust.js';
import { type GeminiEdit, parseGeminiSettings } from './gemini-values.js';

const title = toolTitles.gemini;
const extensions = '~/.gemini/extensions';
const manifest = 'gemini-extension.json';

const common = { directories: 'working', nested: false, duplicates: 'first' } as const;

/** The folder of a skill; empty for a SKILL.md right in its place. */
const folderOf = ({ aliases: [way] }: EntryRef): string =>
  way === undefined || basename(dirname(way.path)) === 'skills' ? '' : basename(dirname(way.path));

const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** Of skills in one place it uses that of the last extension, else that of the first folder. */
function compareSkills(one: EntryRef, other: EntryRef): number {
  const byExtension = compareTexts(other.plugin ?? '', one.plugin ?? '');
  if (byExtension !== 0) return byExtension;
  const [first, second] = [folderOf(one), folderOf(other)];
  return first === '' || second === '' ? compareTexts(second, first) : compareTexts(first, second);
}

const skillsWith = (shared: string): ToolPlaces => ({
  places: ['.agents/skills', '.gemini/skills', shared, '~/.gemini/skills', extensions],
  ...common,
  order: compareSkills,
});
const skills = skillsWith('~/.agents/skills');
/** With another home in GEMINI_CLI_HOME, Gemini CLI does not look in the user's `.agents`. */
const skillsWithOwnHome = skillsWith('$GEMINI_CLI_HOME/.agents/skills');

const reading: Partial<Record<EntryKind, ToolPlaces>> = {
  agent: { places: ['.gemini/agents', '~/.gemini/agents', extensions], ...common },
  plugin: { places: [extensions], ...common, duplicates: 'all' },
  mcpServer: { places: ['.gemini/settings.json', '~/.gemini/settings.json', extensions], ...common },
  prompt: { places: ['~/.gemini/commands', '.gemini/commands', extensions], ...common, duplicates: 'all' },
  hook: { places: [extensions], ...common, duplicates: 'all' },
};

const knownRules = new WeakMap<ToolContext, ToolPlaces>();

/** Rules are in files of these names, in each directory from the Git root down. */
const rulesOf = (context: ToolContext): ToolPlaces =>
  getOrMake(knownRules, context, () => {
    const name = anyOf(ruleNames(context));
    const fileNames = { '.': name, '~/.gemini': name };
    const places = Object.keys(fileNames);
    return { places, fileNames, directories: 'git', nested: false, duplicates: 'all' };
  });

function reads(kind: EntryKind, context: ToolContext): ToolPlaces | undefined {
  const { env, home } = context.environment;
  if (kind === 'rule') return rulesOf(context);
  if (kind !== 'skill') return reading[kind];
  return (env['GEMINI_CLI_HOME'] || home) === home ? skills : skillsWithOwnHome;
}

const plain = (text: string): unknown => parseSettings(text, plainJson, false);

/** Why Gemini CLI does not load the extension in a directory. */
function manifestFlaw(directory: string, { settings }: ToolContext): string | undefined {
  const content = settings.readIfPossible(join(directory, manifest), plain);
  if (!isObject(content)) return `its ${manifest} is not plain JSON`;
  const { name, version } = content;
  if (!name || !version) return `its ${manifest} has no ${name ? 'version' : 'name'}`;
  if (isString(name) && /^[a-zA-Z0-9-]+$/.test(name)) return undefined;
  return 'its name has other characters than letters, digits and hyphens';
}

/** Where the parts of an extension are, by kind: the names below its directory, `*` for any. */
const parts: Partial<Record<EntryKind, readonly (readonly string[])[]>> = {
  skill: [
    ['skills', '*', 'SKILL.md'],
    ['skills', 'SKILL.md'],
  ],
  agent: [['agents', '*']],
  mcpServer: [[manifest]],
  hook: [['hooks', 'hooks.json']],
};

/** The directory of the extension that a path belongs to; undefined if it reads no such file. */
function extensionOf({ kind }: EntryRef, { path }: PlaceAlias): string | undefined {
  if (kind === 'plugin') return path;
  const names = path.split(sep);
  if (kind === 'prompt') return names.slice(0, names.lastIndexOf('commands')).join(sep);
  const part = parts[kind]?.find((form) =>
    form.every((name, at) => name === '*' || name === names.at(at - form.length)),
  );
  return part && names.slice(0, -part.length).join(sep);
}

const knownFlaws = new WeakMap<ToolContext, Map<string, string | undefined>>();

function whyNoPart(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const directory = extensionOf(entry, way);
  if (directory === undefined) return 'extensions have no such files';
  const known = getOrMake(knownFlaws, context, () => new Map());
  return getOrMake(known, directory, () => manifestFlaw(directory, context));
}

function whyNoSkill(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const folder = way.place === extensions ? basename(dirname(way.path)) : pathInPlace(way, context);
  if (folder.startsWith('.')) return 'its folder is hidden';
  const header = skillHeader(entry, context);
  return 'refused' in header ? header.refused : undefined;
}

function whyNoServer(
  { name }: EntryRef,
  { path }: PlaceAlias,
  { settings }: ToolContext,
): string | undefined {
  const server = valueAt(settings.readIfPossible(path, parseGeminiSettings), ['mcpServers', name]);
  if (!isObject(server) || server['command'] || server['url'] || server['httpUrl']) return undefined;
  return 'it has neither a command nor an address';
}

function whyNoCommand({ facts: { toml } }: EntryRef): string | undefined {
  if (!isString(toml?.['prompt'])) return 'it has no prompt';
  const description = toml['description'];
  return description === undefined || isString(description) ? undefined : 'its description is not a text';
}

const reasons: Partial<Record<EntryKind, NonNullable<Tool['refuses']>>> = {
  skill: whyNoSkill,
  agent: whyNoAgent,
  mcpServer: whyNoServer,
  prompt: whyNoCommand,
};

/** True for what it reads only in a folder that the user trusts. */
function needsTrust(kind: EntryKind, place: string): boolean {
  if (kind === 'mcpServer') return true;
  return place === extensions ? kind === 'prompt' : !/^[~$]/.test(place);
}

function refuses(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  if (needsTrust(entry.kind, way.place) && !trustOf(context).isTrusted) return untrusted;
  const flaw = way.place === extensions ? whyNoPart(entry, way, context) : undefined;
  return flaw ?? reasons[entry.kind]?.(entry, way, context);
}

/** Returns Gemini CLI's name for a skill. */
function skillName(entry: EntryRef, context: ToolContext): string {
  const header = skillHeader(entry, context);
  return ('value' in header ? header.value.name : entry.name).replace(/[:\\/<>*?"|]/g, '-');
}

function invoke(entry: EntryRef, context: ToolContext): string | undefined {
  const { kind, name, plugin } = entry;
  if (kind === 'agent') return `@${name}`;
  if (kind === 'prompt') return `/${name}`;
  if (kind !== 'skill') return undefined;
  const command = skillName(entry, context).trim().replace(/\s+/g, '-');
  return plugin === undefined ? `/${command}` : `/${plugin}:${command}`;
}

const hookRule = fixedRule(
  `${title} switches hooks by name in "hooksConfig.disabled", which skillpick does not read`,
  (contents) => verdictBy(contents, ['hooksConfig', 'enabled'], false),
);

function ruleFor(entry: EntryRef, context: ToolContext): SwitchRule<GeminiEdit> | string {
  switch (entry.kind) {
    case 'skill':
      return skillRule(skillName(entry, context), context);
    case 'agent':
      return agentRule(entry);
    case 'plugin':
      return extensionRule(entry, context);
    case 'mcpServer':
      return serverRule(entry, context);
    case 'hook':
      return hookRule;
    default:
      return noSwitch(title, entry.kind);
  }
}

function edit(
  text: string | undefined,
  edits: readonly GeminiEdit[],
  _context: ToolContext,
  file: SettingsFile,
): Edited<GeminiEdit> {
  const { text: edited, refused } = editJson(text, dialectOf(file), edits.flat());
  const reasonFor = (one: GeminiEdit) => one.flatMap((part) => refused.get(part) ?? [])[0];
  const all = edits.flatMap((one): [GeminiEdit, string][] => {
    const reason = reasonFor(one);
    return reason === undefined ? [] : [[one, reason]];
  });
  return { text: edited, refused: new Map(all) };
}

export const gemini: Tool<GeminiEdit> = {
  id: 'gemini',
  title,
  checkedWith: '0.61.0',
  directory: '.gemini',
  obeysFrom: { skill: 'restart', agent: 'restart', plugin: 'restart', mcpServer: 'restart' },
  keeps: { shared: { in: 'workspace' } },
  reads,
  refuses,
  files: geminiFiles,
  parse: parseGemini,
  emptyText: '{}\n',
  edit,
  nameOf: (entry, context) => (entry.kind === 'skill' ? skillName(entry, context) : entry.name),
  gatesOf: ({ facts }) => gatesOf(facts, title, []),
  invoke,
  lineOf: (text, at, file) => lineInJson(text, at, dialectOf(file)),
  ruleFor,
};

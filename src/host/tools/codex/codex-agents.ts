/**
 * Agents in Codex: a TOML file for each, or a table `[agents.name]` in a config.toml, which may name such a file. Both
 * count in a repository's directory only if the user trusts it.
 */

import { dirname, join, resolve } from 'node:path';
import { isObject, isString } from '../../../protocol/checks.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { placePath } from '../../discovery/search-places.js';
import { parseToml } from '../edit/toml-edit.js';
import { baseOf } from '../readers.js';
import type { EntryRef } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { fixedRule } from '../unswitched.js';
import { flagIn } from './codex-blocks.js';
import { codexHome } from './codex-layers.js';
import { incompleteServers, mistakeInRole } from './codex-shapes.js';

type AgentTable = Readonly<Record<string, unknown>>;

const isTable = ({ place }: PlaceAlias): boolean => place.endsWith('config.toml');
const textIn = (value: unknown): string => (isString(value) ? value.trim() : '');

function readToml(path: string, { settings }: ToolContext): AgentTable | undefined {
  const content = settings.readIfPossible(path, parseToml);
  return isObject(content) ? content : undefined;
}

/** Returns the file that a table names. */
function namedFile(table: AgentTable, config: string): string | undefined {
  const { config_file: file } = table;
  return isString(file) ? resolve(dirname(config), file) : undefined;
}

/** Returns the content of the file that an entry's table names. */
function namedRole({ facts, canonicalPath }: EntryRef, context: ToolContext): AgentTable | undefined {
  const file = namedFile(facts.toml ?? {}, canonicalPath);
  return file === undefined ? undefined : readToml(file, context);
}

/** Returns the name of an agent. A table's file may give another name. */
export function agentName(entry: EntryRef, context: ToolContext): string {
  const { name, aliases } = entry;
  if (!aliases.some(isTable)) return name.trim();
  return textIn(namedRole(entry, context)?.['name']) || name;
}

/** Returns what is wrong with the content of an agent's file. */
function whyNoRole(role: AgentTable, isNameless: boolean): string | undefined {
  const mistake = mistakeInRole(role);
  if (mistake !== undefined) return mistake.message;
  const [server] = incompleteServers(role);
  if (server !== undefined) return `its server ${server} has neither a command nor an address`;
  const { name, description, developer_instructions: instructions, nickname_candidates: nicknames } = role;
  if (!isNameless && textIn(name) === '') return 'it has no name';
  if (description !== undefined && textIn(description) === '') return 'its description is empty';
  if (textIn(instructions) === '') return 'it has no developer_instructions';
  return Array.isArray(nicknames) && nicknames.length === 0 ? 'its nickname_candidates are empty' : undefined;
}

function whyNoTable(entry: EntryRef, context: ToolContext): string | undefined {
  const { facts, canonicalPath } = entry;
  const table = facts.toml ?? {};
  const role = namedRole(entry, context);
  if (namedFile(table, canonicalPath) !== undefined) {
    if (role === undefined) return 'its config_file cannot be read';
    const reason = whyNoRole(role, true);
    if (reason !== undefined) return `its config_file is refused: ${reason}`;
  }
  const described = textIn(table['description']) || textIn(role?.['description']);
  return described === '' ? 'it has no description' : undefined;
}

/** Returns the directory of settings that an agent's file belongs to. */
function layerOf(way: PlaceAlias, context: ToolContext): string {
  const base = baseOf(way, context);
  if (base !== undefined) return join(base, '.codex');
  return way.place.startsWith('~') ? codexHome(context) : dirname(placePath(way.place, context.environment)!);
}

/** A table without a description replaces the agent of a file next to it, and is refused itself. */
function whyReplaced(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const name = agentName(entry, context);
  const { agents } = readToml(join(layerOf(way, context), 'config.toml'), context) ?? {};
  const table = isObject(agents) ? agents[name] : undefined;
  if (!isObject(table) || table['config_file'] !== undefined || textIn(table['description']) !== '')
    return undefined;
  return `the table [agents.${name}] in config.toml replaces it`;
}

export function whyNoAgent(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  if (isTable(way)) return whyNoTable(entry, context);
  if (entry.facts.isDamaged) return 'it is not valid UTF-8';
  const role = entry.facts.toml ?? {};
  const reason = whyNoRole(role, false);
  if (reason !== undefined) return reason;
  if (role['description'] === undefined) return 'it has no description';
  return whyReplaced(entry, way, context);
}

const allAgents = ['agents', 'enabled'];

/** There is no switch for one agent, only for all of them. */
export const agentRule = fixedRule('Codex has no switch for agents', (contents) => {
  const flag = flagIn(contents, allAgents);
  return flag === undefined ? { enabled: true } : { ...flag, at: allAgents, what: '"agents.enabled"' };
});

/**
 * Codex. Skills are switched by `[[skills.config]]` blocks in the user's config.toml, plugins and MCP servers by a flag in
 * their tables. Only plugins can be switched for one repository: in its config.toml, which counts for everyone. Agents
 * have no switch of their own. Codex does not start if a settings file has one wrong value.
 */

import { isObject } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { lineAt } from '../edit/json-line.js';
import { parseToml } from '../edit/toml-edit.js';
import type { FlagEdit } from '../edit/toml-flag.js';
import { offsetOf } from '../edit/toml-statements.js';
import { openGates } from '../gates.js';
import { baseOf } from '../readers.js';
import { mistakeAt, Refusal } from '../refusal.js';
import type { Edited, EntryKind, EntryRef, SettingsFile, SwitchRule, Tool, ToolPlaces } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { noSwitch } from '../unswitched.js';
import { agentName, agentRule, whyNoAgent } from './codex-agents.js';
import { type BlockEdit, editBlocks, skillRule } from './codex-blocks.js';
import { editFlags, pluginRule, serverRule, whyNoServer } from './codex-flags.js';
import { hookRule, whyNoHook } from './codex-hooks.js';
import { ruleFiles, ruleRule, whyNoRule } from './codex-instructions.js';
import { codexFiles, isDeclaredElsewhere, layersOf } from './codex-layers.js';
import { incompleteServers, mistakeInConfig } from './codex-shapes.js';
import { pluginPlace, skillGates, skillMention, skillName, whyNoSkill } from './codex-skills.js';

type CodexEdit = BlockEdit | FlagEdit;

const title = toolTitles.codex;

const homes = ['.codex', '~/.codex', '/etc/codex'];
const files = homes.map((home) => `${home}/config.toml`);
const common = { directories: 'git', nested: true } as const;

const reads: Partial<Record<EntryKind, ToolPlaces>> = {
  skill: {
    places: ['.agents/skills', '~/.agents/skills', ...homes.map((home) => `${home}/skills`), pluginPlace],
    duplicates: 'all',
    needsUniqueName: true,
    ...common,
  },
  agent: {
    // In one directory, a table in the settings counts before a file.
    places: homes.flatMap((home) => [`${home}/config.toml`, `${home}/agents`]),
    duplicates: 'first',
    nearestFirst: true,
    ...common,
  },
  plugin: { places: [pluginPlace], duplicates: 'all', ...common },
  mcpServer: { places: [...files, pluginPlace], duplicates: 'first', nearestFirst: true, ...common },
  hook: { places: [pluginPlace], duplicates: 'all', ...common },
};

function placesFor(kind: EntryKind, context: ToolContext): ToolPlaces | undefined {
  if (kind !== 'rule') return reads[kind];
  const fileNames = ruleFiles(context);
  return { places: Object.keys(fileNames), fileNames, duplicates: 'all', ...common };
}

/** The places in a repository that count only in a trusted directory. */
const needsTrust = new Set(['.codex/config.toml', '.codex/agents']);

function refuses(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const base = baseOf(way, context);
  if (base !== undefined) {
    const { chain, isCustom, trusted } = layersOf(context);
    if (isCustom && !chain.includes(base)) return 'its directory is above the project';
    if (needsTrust.has(way.place) && !trusted.has(base)) return 'you do not trust its directory';
  }
  if (entry.kind === 'skill') return whyNoSkill(entry, way, context);
  if (entry.kind === 'agent') return whyNoAgent(entry, way, context);
  if (entry.kind === 'rule') return whyNoRule(way, context);
  if (entry.kind === 'hook') return whyNoHook(entry, way, context);
  return entry.kind === 'mcpServer' ? whyNoServer(entry, context) : undefined;
}

function nameOf(entry: EntryRef, context: ToolContext): string {
  if (entry.kind === 'skill') return skillName(entry, context);
  return entry.kind === 'agent' ? agentName(entry, context) : entry.name;
}

/** Codex does not start with a wrong value, or with a server that no file gives a command or an address. */
function parse(text: string, file: SettingsFile): unknown {
  const settings = parseToml(text);
  if (!isObject(settings)) return settings;
  const mistake = mistakeInConfig(settings);
  if (mistake !== undefined) throw mistakeAt(text, offsetOf(text, mistake.at) ?? 0, mistake.message);
  const lost = incompleteServers(settings).find((name) => !isDeclaredElsewhere(name, file));
  if (lost === undefined) return settings;
  const message = `"mcp_servers.${lost}" has neither a command nor an address`;
  throw mistakeAt(text, offsetOf(text, ['mcp_servers', lost]) ?? 0, message);
}

/** Makes all the edits. Throws a Refusal if one cannot be made. */
function editAll(
  text: string | undefined,
  edits: readonly CodexEdit[],
  context: ToolContext,
): string | undefined {
  const blocks = edits.filter((one) => 'file' in one);
  const flags = edits.filter((one) => 'table' in one);
  return editFlags(blocks.length === 0 ? text : editBlocks(text, blocks, context), flags);
}

function edit(
  text: string | undefined,
  edits: readonly CodexEdit[],
  context: ToolContext,
): Edited<CodexEdit> {
  try {
    return { text: editAll(text, edits, context), refused: new Map() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (edits.length === 1) return { text, refused: new Map([[edits[0]!, error.message]]) };
  }
  // Halves find the few that cannot be made among thousands.
  const middle = edits.length >> 1;
  const first = edit(text, edits.slice(0, middle), context);
  const second = edit(first.text, edits.slice(middle), context);
  return { text: second.text, refused: new Map([...first.refused, ...second.refused]) };
}

function ruleFor(entry: EntryRef, context: ToolContext): SwitchRule<CodexEdit> | string {
  switch (entry.kind) {
    case 'skill':
      return skillRule(entry, context);
    case 'agent':
      return agentRule;
    case 'plugin':
      return pluginRule(entry, context);
    case 'mcpServer':
      return serverRule(entry, context);
    case 'hook':
      return hookRule;
    case 'rule':
      return ruleRule(entry);
    default:
      return noSwitch(title, entry.kind);
  }
}

export const codex: Tool<CodexEdit> = {
  id: 'codex',
  title,
  checkedWith: '0.166.0',
  directory: '.codex',
  obeysFrom: { skill: 'restart', plugin: 'restart', mcpServer: 'restart' },
  reads(kind, context) {
    const places = placesFor(kind, context);
    return places && layersOf(context).isCustom ? { ...places, directories: 'up' } : places;
  },
  refuses,
  nameOf,
  gatesOf: (entry, context) => (entry.kind === 'skill' ? skillGates(entry, context, title) : openGates),
  invoke: (entry, context) => (entry.kind === 'skill' ? skillMention(skillName(entry, context)) : undefined),
  files: codexFiles,
  parse,
  lineOf(text, at) {
    const offset = offsetOf(text, at);
    return offset === undefined ? undefined : lineAt(text, offset);
  },
  emptyText: '',
  edit,
  ruleFor,
};

/**
 * Copilot CLI. Skills are switched by the list `disabledSkills` and MCP servers by `disabledMcpServers`, in the user's
 * settings or in those of the repository; agents by `subagents.disabledSubagents`, only in the user's; plugins by
 * `enabledPlugins`. An entry that is on a list of any file is off. Copilot CLI locks `<file>.lock` while it writes.
 */

import { basename } from 'node:path';
import { isBoolean, isObject } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import type { JsonEdit } from '../edit/json-edit.js';
import { lineInJson } from '../edit/json-line.js';
import { listRule, namelessReason, valueRule } from '../edit/json-rules.js';
import { openGates } from '../gates.js';
import { pathInPlace } from '../readers.js';
import type { EntryRef, Gates, ScopeKeeping, SwitchRule, Tool } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { noSwitch } from '../unswitched.js';
import { badName, refusedAgent, refusedCommand, refusedSkill, skillNameFrom } from './copilot-files.js';
import { hookRule } from './copilot-hooks.js';
import { isCommand, outOfReach, rankOf, reads } from './copilot-places.js';
import { disabledBy, refusedServer } from './copilot-servers.js';
import { configOf, dialectOf, edit, files, parse } from './copilot-settings.js';

const title = toolTitles.copilot;

const skillName = ({ name }: EntryRef): string => skillNameFrom(name);

const agentSuffix = /(?:\.agent)?\.md$/;

/** Returns the path of an agent below its place, by which Copilot CLI tells agents apart. */
function agentId(entry: EntryRef, context: ToolContext): string {
  const { aliases, plugin } = entry;
  const places = reads('agent', context)?.places ?? [];
  const way = aliases.find(({ place }) => places.includes(place)) ?? aliases[0];
  if (way === undefined) return entry.name;
  const path = plugin === undefined ? pathInPlace(way, context) : basename(way.path);
  const id = path.replace(agentSuffix, '').replace(/[\\/]/g, '--');
  return plugin === undefined ? id : `${plugin}:${id}`;
}

/** Returns the name of an agent in the settings: its own, else that of its file with the folders it is in. */
function agentName(entry: EntryRef, context: ToolContext): string {
  const { name, facts, plugin, canonicalPath } = entry;
  if (plugin !== undefined) return agentId(entry, context);
  const hasOwn =
    Boolean(facts.fields.get('name')) || name !== basename(canonicalPath).replace(agentSuffix, '');
  return hasOwn ? name : agentId(entry, context);
}

/** A plugin's skill obeys `plugin:name`, and also its bare name, which skillpick does not write: others may have it. */
function skillRule(entry: EntryRef): SwitchRule<JsonEdit> {
  const called = skillName(entry);
  const full = entry.plugin === undefined ? called : `${entry.plugin}:${called}`;
  const lists = { path: ['disabledSkills'], otherPath: ['disabled_skills'] };
  const fixed = badName(called) && `${title} does not load a skill of this name`;
  const { names, decide } = listRule({ ...lists, spellings: [full, called] });
  return { ...listRule({ ...lists, spellings: [full], fixed }), names, decide };
}

function serverRule(entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> {
  const lists = { path: ['disabledMcpServers'], otherPath: ['disabled_mcp_servers'] };
  const verdict = disabledBy(entry, context);
  const fixed = verdict && 'the file that declares it has it disabled';
  const rule = listRule({ ...lists, spellings: [entry.name], fixed });
  return verdict === undefined ? rule : { ...rule, decide: () => verdict };
}

const globalOnly = `${title} only switches agents for all repositories`;
const agentKeeping: ScopeKeeping = { workspace: globalOnly, shared: globalOnly };

function agentRule(entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> {
  return listRule({
    path: ['subagents', 'disabledSubagents'],
    spellings: [agentName(entry, context)],
    fixed: entry.name.trim() === '' ? namelessReason(title, 'agents') : undefined,
    keeps: agentKeeping,
  });
}

/** Returns whether config.json has a plugin on; undefined for one that is not installed but used where it is. */
function isInstalledOn(name: string, context: ToolContext): boolean | undefined {
  const config = configOf(context);
  const plugins = isObject(config) ? config['installedPlugins'] : undefined;
  const found = (Array.isArray(plugins) ? plugins : []).find((plugin) => {
    if (!isObject(plugin)) return false;
    const { name: own, marketplace } = plugin;
    return marketplace === '' || marketplace === undefined ? own === name : `${own}@${marketplace}` === name;
  });
  return isObject(found) ? found['enabled'] !== false : undefined;
}

/** A plugin without a marketplace is switched in config.json alone, which Copilot CLI manages. */
function pluginRule({ name }: EntryRef, context: ToolContext): SwitchRule<JsonEdit> | string {
  if (name === '__proto__') return `${title} cannot keep a switch for this name`;
  const byDefault = isInstalledOn(name, context) ?? false;
  const rule = valueRule({
    path: ['enabledPlugins', name],
    on: true,
    off: false,
    byDefault,
    read: (value) => (isBoolean(value) ? { enabled: value } : undefined),
  });
  if (/.@./.test(name)) return rule;
  const fixed = `${title} keeps the switch of a plugin without a marketplace in a file of its own`;
  return { ...rule, fixed, decide: () => ({ enabled: byDefault }), own: () => undefined };
}

function ruleFor(entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> | string {
  switch (entry.kind) {
    case 'skill':
      return skillRule(entry);
    case 'agent':
      return agentRule(entry, context);
    case 'mcpServer':
      return serverRule(entry, context);
    case 'plugin':
      return pluginRule(entry, context);
    default:
      return entry.kind === 'hook' ? hookRule : noSwitch(title, entry.kind);
  }
}

function refuses(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const { kind, name, facts } = entry;
  const outside = outOfReach(entry, way, context);
  if (outside !== undefined) return outside;
  if (kind === 'mcpServer') return refusedServer(entry, way, context);
  if (kind === 'agent') return refusedAgent(facts);
  if (kind !== 'skill') return undefined;
  return isCommand(entry) ? refusedCommand(name, facts) : refusedSkill(name, facts);
}

function gatesOf(entry: EntryRef): Gates {
  const { kind, facts } = entry;
  const { fields } = facts;
  // Nearly every file closes no gate.
  if (fields.size === 0 || (kind !== 'skill' && kind !== 'agent')) return openGates;
  const is = (key: string, word: string) => String(fields.get(key)).toLowerCase() === word;
  const isFor = (key: string) =>
    kind === 'agent' && !fields.has('disable-model-invocation') && is(key, 'false');
  const closesUser = is('user-invocable', 'false');
  const model = !is('disable-model-invocation', 'true') && !isFor('infer');
  if (!closesUser || !isCommand(entry)) return { user: !closesUser, model };
  return { user: true, model, note: `${title} ignores user-invocable in a command` };
}

function nameOf(entry: EntryRef, context: ToolContext): string {
  if (entry.kind === 'agent') return agentId(entry, context);
  return entry.kind === 'skill' ? skillName(entry) : entry.name;
}

export const copilot: Tool<JsonEdit> = {
  id: 'copilot',
  title,
  checkedWith: '1.0.102',
  directory: '.github',
  obeysFrom: { skill: 'restart', agent: 'next-prompt', plugin: 'restart', mcpServer: 'restart' },
  reads,
  rankOf,
  refuses,
  files,
  parse,
  emptyText: '{}\n',
  edit: (text, edits, _context, file) => edit(text, edits, file),
  nameOf,
  gatesOf,
  invoke: (entry) => {
    if (entry.kind !== 'skill') return undefined;
    return entry.plugin === undefined ? `/${skillName(entry)}` : `/${entry.plugin}:${skillName(entry)}`;
  },
  lineOf: (text, at, file) => lineInJson(text, at, dialectOf(file)),
  ruleFor,
};

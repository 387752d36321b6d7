/**
 * Which files Gemini CLI loads as agents: those whose frontmatter has only fields that it knows, each with the right type.
 * An agent of the project also needs the user's approval, which counts until the file changes.
 */

import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isNumber, isObject, isPositiveInt, isString, isStringList } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import type { FileFacts } from '../../discovery/file-facts.js';
import { toolHome } from '../../discovery/search-places.js';
import { parseSettings, plainJson, valueAt } from '../edit/json-text.js';
import type { EntryRef } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { agentFields } from './gemini-headers.js';

type Fields = Readonly<Record<string, unknown>>;

const builtInAgents = new Set(['codebase_investigator', 'cli_help', 'generalist']);

const builtInTools = new Set([
  ...['glob', 'write_todos', 'write_file', 'google_web_search', 'web_fetch', 'replace', 'run_shell_command'],
  ...[
    'grep_search',
    'search_file_content',
    'read_many_files',
    'read_file',
    'list_directory',
    'activate_skill',
  ],
  ...['ask_user', 'tracker_create_task', 'tracker_update_task', 'tracker_get_task', 'tracker_list_tasks'],
  ...[
    'tracker_add_dependency',
    'tracker_visualize',
    'get_internal_docs',
    'enter_plan_mode',
    'exit_plan_mode',
  ],
  ...[
    'update_topic',
    'complete_task',
    'invoke_agent',
    'read_mcp_resource',
    'list_mcp_resources',
    '*',
    'mcp_*',
  ],
]);

const serverTool = /^mcp_[a-z0-9.:-]+_(\*|(?=_*[a-z0-9.:-])[a-z0-9_.:-]+)$/i;

const isTool = (name: string): boolean =>
  builtInTools.has(name) || name.startsWith('discovered_tool_') || serverTool.test(name);

/** The type that each optional field needs, and its words. */
const types: Readonly<Record<string, readonly [fits: (value: unknown) => boolean, wanted: string]>> = {
  kind: [(value) => value === 'local', '"local" or "remote"'],
  display_name: [isString, 'a text'],
  tools: [isStringList, 'a list of texts'],
  mcp_servers: [(value) => isObject(value) && Object.values(value).every(isServer), 'an object of servers'],
  model: [isString, 'a text'],
  temperature: [isNumber, 'a number'],
  max_turns: [isPositiveInt, 'a positive whole number'],
  timeout_mins: [isPositiveInt, 'a positive whole number'],
};

const isTextMap = (value: unknown): boolean => isObject(value) && Object.values(value).every(isString);

const serverTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(
    ['command', 'cwd', 'url', 'http_url', 'tcp', 'description'].map((field) => [field, isString]),
  ),
  ...Object.fromEntries(['args', 'include_tools', 'exclude_tools'].map((field) => [field, isStringList])),
  env: isTextMap,
  headers: isTextMap,
  type: (value) => value === 'sse' || value === 'http',
  timeout: isNumber,
  trust: (value) => typeof value === 'boolean',
  auth: isObject,
};

/** True for a server of an agent. Fields that Gemini CLI does not know are allowed here. */
function isServer(value: unknown): boolean {
  return isObject(value) && Object.entries(value).every(([field, one]) => serverTypes[field]?.(one) ?? true);
}

const isRemote = ({ kind, ...fields }: Fields): boolean =>
  kind === 'remote' || (kind === undefined && ('agent_card_url' in fields || 'agent_card_json' in fields));

function remoteFlaw(fields: Fields): string | undefined {
  const { agent_card_url: url, agent_card_json: json, description } = fields;
  const known = ['kind', 'name', 'description', 'display_name', 'auth', 'agent_card_url', 'agent_card_json'];
  const unknown = Object.keys(fields).find((field) => !known.includes(field));
  if (unknown !== undefined) return `it has an unknown field "${unknown}"`;
  if (description !== undefined && !isString(description)) return 'its description is not a text';
  const isComplete = (isString(url) && URL.canParse(url) && json === undefined) || (isString(json) && !url);
  return isComplete ? undefined : 'its agent card is missing or not valid';
}

function localFlaw(fields: Fields): string | undefined {
  const { name: _, description, ...rest } = fields;
  if (description === undefined || description === null || description === '') return 'it has no description';
  if (!isString(description)) return 'its description is not a text';
  for (const [field, value] of Object.entries(rest)) {
    const type = Object.hasOwn(types, field) ? types[field] : undefined;
    if (type === undefined) return `it has an unknown field "${field}"`;
    if (!type[0](value)) return `its ${field} is not ${type[1]}`;
  }
  const tool = isStringList(fields['tools']) ? fields['tools'].find((one) => !isTool(one)) : undefined;
  return tool === undefined ? undefined : `it names a tool that does not exist, "${tool}"`;
}

function flawOf(entry: EntryRef, context: ToolContext): string | undefined {
  const read = agentFields(entry, context);
  if ('refused' in read) return read.refused;
  const fields = read.value;
  const { name } = fields;
  if (name === undefined || name === null) return 'it has no name';
  if (!isString(name) || !/^[a-z0-9_-]+$/.test(name))
    return 'its name has other characters than lowercase letters, digits, hyphens and underscores';
  if (builtInAgents.has(name)) return 'an agent of this name is built in';
  return isRemote(fields) ? remoteFlaw(fields) : localFlaw(fields);
}

const flaws = new WeakMap<FileFacts, string | undefined>();

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What an approval of the agent is tied to: its file, or the card of a remote agent. */
function approvedAs(entry: EntryRef, context: ToolContext): unknown {
  const read = agentFields(entry, context);
  const { agent_card_url: url, agent_card_json: json } = 'value' in read ? read.value : ({} as Fields);
  if (isString(url)) return url;
  if (isString(json)) return hashOf(json);
  return context.settings.readIfPossible(entry.canonicalPath, hashOf);
}

const approvals = (text: string): unknown => parseSettings(text, plainJson, false);

function whyNotApproved(entry: EntryRef, context: ToolContext): string | undefined {
  const { environment, settings } = context;
  const file = join(toolHome(environment, '.gemini'), 'acknowledgments', 'agents.json');
  const approved = valueAt(settings.readIfPossible(file, approvals), [environment.cwd, entry.name]);
  if (approved === undefined) return 'you have not approved it';
  return approved === approvedAs(entry, context) ? undefined : 'it has changed since you approved it';
}

/** True if the file itself is a link. Links to whole folders are followed. */
function isLink({ canonicalPath }: EntryRef, { path }: PlaceAlias, { canonical }: ToolContext): boolean {
  return canonicalPath !== join(canonical(dirname(path)), basename(path));
}

/** Returns why Gemini CLI does not load an agent, apart from the trust in its folder. */
export function whyNoAgent(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const name = basename(way.path);
  if (name.startsWith('_') || !name.endsWith('.md')) return 'its file name has another form';
  if (isLink(entry, way, context)) return 'it is a link';
  const flaw = getOrMake(flaws, entry.facts, () => flawOf(entry, context));
  if (flaw !== undefined) return flaw;
  return way.place === '.gemini/agents' ? whyNotApproved(entry, context) : undefined;
}

/**
 * Claude Code. Its other files hold the places and names of its entries, the files that it refuses, its settings files,
 * and its switches.
 */

import { toolTitles } from '../../../protocol/tool-titles.js';
import { editJson, type JsonEdit } from '../edit/json-edit.js';
import { lineInJson } from '../edit/json-line.js';
import { strictJson } from '../edit/json-text.js';
import { openGates } from '../gates.js';
import type { EntryKind, EntryRef, Gates, Tool, ToolPlaces } from '../tool.js';
import { claudeFiles, parseClaudeFile } from './claude-files.js';
import { claudeField, isTrueField } from './claude-frontmatter.js';
import {
  agentPlaces,
  claudeName,
  pluginPlace,
  ruleFiles,
  serverPlaces,
  skillPlaces,
} from './claude-names.js';
import { claudeRefusal } from './claude-refusals.js';
import { claudeRule } from './claude-rules.js';

const title = toolTitles.claude;

const reads: Partial<Record<EntryKind, ToolPlaces>> = {
  skill: { places: skillPlaces, directories: 'up', nested: false, duplicates: 'first' },
  agent: { places: agentPlaces, directories: 'up', nested: true, duplicates: 'first', hasTies: true },
  plugin: { places: [pluginPlace], directories: 'all', nested: true, duplicates: 'all' },
  mcpServer: { places: serverPlaces, directories: 'top', nested: true, duplicates: 'first' },
  rule: {
    places: Object.keys(ruleFiles),
    fileNames: ruleFiles,
    directories: 'top',
    nested: true,
    duplicates: 'all',
  },
  hook: { places: [pluginPlace], directories: 'all', nested: true, duplicates: 'all' },
};

/** True if a skill has a description of its own. */
function isDescribed({ facts }: EntryRef): boolean {
  const described = [claudeField(facts, 'description'), claudeField(facts, 'when_to_use')];
  return described.some((value) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '');
}

function skillGates(entry: EntryRef): Gates {
  const { facts, plugin } = entry;
  const user = claudeField(facts, 'user-invocable') === undefined || isTrueField(facts, 'user-invocable');
  const isClosed = isTrueField(facts, 'disable-model-invocation');
  // The model is offered the skills of a plugin only with a description.
  const model = !isClosed && (plugin === undefined || isDescribed(entry));
  const paths = claudeField(facts, 'paths');
  const isLimited = paths !== undefined && paths !== null && paths !== '**';
  if (!isLimited) return { user, model };
  return {
    user: false,
    model: false,
    note: `${title} offers it only after a file that its paths match was used`,
  };
}

function gatesOf(entry: EntryRef): Gates {
  const { kind, facts } = entry;
  if (kind === 'skill') return skillGates(entry);
  const hasGate = ['user-invocable', 'disable-model-invocation'].some((key) => facts.fields.has(key));
  return hasGate
    ? { ...openGates, note: `${title} ignores in an agent's file who may invoke it` }
    : openGates;
}

export const claude: Tool<JsonEdit> = {
  id: 'claude',
  title,
  checkedWith: '2.1.325',
  directory: '.claude',
  obeysFrom: { skill: 'next-prompt', agent: 'next-prompt', plugin: 'restart', mcpServer: 'restart' },
  reads: (kind) => reads[kind],
  refuses: claudeRefusal,
  files: claudeFiles,
  parse: parseClaudeFile,
  emptyText: '{}\n',
  edit: (text, edits) => editJson(text, strictJson, edits),
  nameOf: claudeName,
  gatesOf,
  invoke: (entry, context) => (entry.kind === 'skill' ? `/${claudeName(entry, context)}` : undefined),
  lineOf: (text, at) => lineInJson(text, at, strictJson),
  ruleFor: claudeRule,
};

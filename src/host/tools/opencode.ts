/**
 * opencode. Skills are switched by rules in `permission.skill`, where the last that matches a name counts; agents
 * by `agent.<name>.disable`. Settings of many files are merged key by key. The model does not see a skill that is
 * denied; the user can still call it as a command.
 */

import { join } from 'node:path';
import { isObject } from '../../protocol/checks.js';
import { toolTitles } from '../../protocol/skillpick-meta.js';
import { toolHome } from '../discovery/search-places.js';
import type { HostEnvironment } from '../environment.js';
import { editJson, type JsonEdit } from './edit/json-edit.js';
import { namelessReason, valueRule } from './edit/json-rules.js';
import { anyName, flagAt, objectAt, parseShaped, type Shape, wordAt } from './edit/json-shape.js';
import { relaxedJson, valueAt } from './edit/json-text.js';
import { actionFor, hasRule } from './opencode-permissions.js';
import type { EntryKind, EntryRef, SettingsFile, SwitchRule, Tool, ToolPlaces } from './tool.js';
import { fromCwd, gitChain, type ToolContext } from './tool-context.js';

const title = toolTitles.opencode;

const ownPlaces = (...folders: readonly string[]): string[] =>
  ['.opencode', '~/.config/opencode', '~/.opencode'].flatMap((base) =>
    folders.map((folder) => `${base}/${folder}`),
  );

const common = { directories: 'all', nested: true, duplicates: 'any' } as const;
const ownSkills = ownPlaces('skill', 'skills', 'command', 'commands');
const agentSkills = ['.agents/skills', '~/.agents/skills'];
const claudeSkills = ['.claude/skills', '~/.claude/skills'];

const readings = {
  agents: { places: ownPlaces('agent', 'agents'), ...common },
  skills: { places: [...ownSkills, ...agentSkills, ...claudeSkills], ...common },
  skillsButClaude: { places: [...ownSkills, ...agentSkills], ...common },
  ownSkills: { places: ownSkills, ...common },
} satisfies Record<string, ToolPlaces>;

function reads(kind: EntryKind, { env }: HostEnvironment): ToolPlaces | undefined {
  if (kind === 'plugin') return undefined;
  if (kind === 'agent') return readings.agents;
  if (env['OPENCODE_DISABLE_EXTERNAL_SKILLS']) return readings.ownSkills;
  const isWithoutClaude = env['OPENCODE_DISABLE_CLAUDE_CODE'] || env['OPENCODE_DISABLE_CLAUDE_CODE_SKILLS'];
  return isWithoutClaude ? readings.skillsButClaude : readings.skills;
}

type Use = SettingsFile['use'];

/** The two files of a directory; the one with comments is stronger. */
function pair(directory: string, scope: SettingsFile['scope'], plain: Use = 'write'): SettingsFile[] {
  return [
    { path: join(directory, 'opencode.json'), scope, use: plain },
    { path: join(directory, 'opencode.jsonc'), scope, use: 'write' },
  ];
}

function files(_kind: EntryKind, context: ToolContext): SettingsFile[] {
  const { environment } = context;
  const { home } = environment;
  const config = toolHome(environment, '.opencode');
  const chain = gitChain(context);
  const chosenFile = fromCwd(environment, 'OPENCODE_CONFIG');
  const chosenDirectory = fromCwd(environment, 'OPENCODE_CONFIG_DIR');
  return [
    { path: join(config, 'config.json'), scope: 'global', use: 'read' },
    ...pair(config, 'global', 'make'),
    ...(chosenFile ? [{ path: chosenFile, scope: 'global', use: 'write' } as const] : []),
    ...chain.flatMap((directory, index) => pair(directory, 'workspace', index === 0 ? 'make' : 'write')),
    ...chain.toReversed().flatMap((directory) => pair(join(directory, '.opencode'), 'workspace')),
    ...pair(join(home, '.opencode'), 'global'),
    ...(chosenDirectory ? pair(chosenDirectory, 'global') : []),
  ];
}

/** Returns why a rule for this name would not match this skill alone. */
function whyNoSkillSwitch(name: string): string | undefined {
  if (name.trim() === '') return namelessReason(title, 'skills');
  if (/[*?\\/]/.test(name)) return `${title} takes this name for a pattern, which may fit other skills`;
  return name === '__proto__' ? `${title} cannot keep a switch for this name` : undefined;
}

const actions = ['allow', 'ask', 'deny'];

const rulesAt = (...path: Shape['path']): Shape => ({
  path,
  fits: (value) => isObject(value) || actions.includes(value as string),
  wanted: 'an object, "allow", "ask" or "deny"',
});

const shapes: readonly Shape[] = [
  rulesAt('permission'),
  rulesAt('permission', anyName),
  wordAt(actions, 'permission', anyName, anyName),
  objectAt('agent'),
  objectAt('agent', anyName),
  flagAt('agent', anyName, 'disable'),
];

/** opencode fails to start with a value of the wrong type, or with a file that has only blanks or comments. */
function parse(text: string): unknown {
  return parseShaped(text, relaxedJson, shapes, text === '');
}

function skillRule(name: string): SwitchRule<JsonEdit> {
  const path = ['permission', 'skill', name];
  return {
    names: [name],
    fixed: whyNoSkillSwitch(name),
    decide(contents) {
      const by = contents.findLastIndex((content) => hasRule(content, name));
      return { enabled: actionFor(contents, name) !== 'deny', ...(by !== -1 && { by }) };
    },
    own(content) {
      const action = valueAt(content, path);
      return typeof action === 'string' ? action !== 'deny' : undefined;
    },
    // A later rule may undo the one that exists, so the rule moves to the end.
    edit(enabled) {
      return { path, value: enabled === undefined ? undefined : enabled ? 'allow' : 'deny', isLast: true };
    },
  };
}

function agentRule(name: string): SwitchRule<JsonEdit> | string {
  if (name.trim() === '') return namelessReason(title, 'agents');
  // opencode fails to start with an agent that has the name of a property of every object.
  if (name in {}) return `${title} cannot keep a switch for this name`;
  return valueRule({
    path: ['agent', name, 'disable'],
    on: false,
    off: true,
    read: (value) => (typeof value === 'boolean' ? { enabled: !value } : undefined),
  });
}

function ruleFor({ kind, name, aliases }: EntryRef): SwitchRule<JsonEdit> | string {
  if (kind === 'agent') return agentRule(name);
  const isCommand = aliases.every(({ place }) => /\/commands?$/.test(place));
  return isCommand ? `${title} has no switch for commands` : skillRule(name);
}

export const opencode: Tool<JsonEdit> = {
  id: 'opencode',
  title,
  checkedWith: '1.18.33',
  honours: { userGate: false, modelGate: false },
  directory: '.opencode',
  reads,
  files,
  parse,
  emptyText: '{}\n',
  edit: (text, edits) => editJson(text, relaxedJson, edits),
  ruleFor,
};

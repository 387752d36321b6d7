/** How opencode and its relatives switch skills, agents and MCP servers. */

import { isBoolean, isObject, isString } from '../../../protocol/checks.js';
import type { JsonEdit } from '../edit/json-edit.js';
import { namelessReason } from '../edit/json-rules.js';
import { captureProperty } from '../edit/json-setting.js';
import { valueAt } from '../edit/json-text.js';
import type { SwitchRule, ToolVerdict } from '../tool.js';
import { ruleIn } from './opencode-permissions.js';

type SwitchPath = readonly string[];

/** The part of a rule that edits the property at a path. */
const editsOf = (path: SwitchPath): Pick<SwitchRule<JsonEdit>, 'capture' | 'restore'> => ({
  capture: (text) => captureProperty(text, path),
  restore: (setting) => ({ path, setting }),
});

/** Returns why a rule for this name would not match this skill alone. */
function whyNoSkillSwitch(name: string, title: string): string | undefined {
  if (name.trim() === '') return namelessReason(title, 'skills');
  if (/[*?\\/]/.test(name)) return `${title} takes this name for a pattern, which may fit other skills`;
  return name === '__proto__' ? `${title} cannot keep a switch for this name` : undefined;
}

/** A skill is off if the last rule that matches its name denies it. */
export function skillRule(name: string, title: string, usualAgents: readonly string[]): SwitchRule<JsonEdit> {
  const path = ['permission', 'skill', name];
  return {
    names: [name],
    fixed: whyNoSkillSwitch(name, title),
    decide(contents) {
      const rule = ruleIn(contents, 'skill', name, usualAgents);
      if (rule === undefined) return { enabled: true };
      const { action, by, at } = rule;
      return { enabled: action !== 'deny', by, at };
    },
    own(content) {
      const action = valueAt(content, path);
      return typeof action === 'string' ? action !== 'deny' : undefined;
    },
    // A later rule may undo the one that exists, so the rule moves to the end.
    edit(enabled) {
      return { path, value: enabled === undefined ? undefined : enabled ? 'allow' : 'deny', isLast: true };
    },
    ...editsOf(path),
  };
}

/** A flag that switches one entry: where it is, and its value for an entry that is on. */
interface Spelling {
  readonly path: SwitchPath;
  readonly on: boolean;
  /** The flag does not count in a file that has this. */
  readonly unless?: SwitchPath;
}

type Decision = Required<Pick<ToolVerdict, 'enabled' | 'at'>>;

function decisionIn(content: unknown, spellings: readonly Spelling[]): Decision | undefined {
  for (const { path, on, unless } of spellings) {
    const value = valueAt(content, path);
    const counts = unless === undefined || valueAt(content, unless) === undefined;
    if (isBoolean(value) && counts) return { enabled: value === on, at: path };
  }
  return undefined;
}

function strongest(contents: readonly unknown[], spellings: readonly Spelling[]) {
  const by = contents.findLastIndex((content) => decisionIn(content, spellings) !== undefined);
  return by === -1 ? undefined : { ...decisionIn(contents[by], spellings)!, by };
}

/** The rule of flags: the strongest file that has one decides. The first spelling is written. */
function flagRule(
  spellings: readonly [Spelling, ...Spelling[]],
  decide: SwitchRule['decide'],
): SwitchRule<JsonEdit> {
  const [{ path, on }] = spellings;
  return {
    names: [path.join('\n')],
    decide,
    own: (content) => decisionIn(content, spellings)?.enabled,
    edit: (enabled) => ({ path, value: enabled === undefined ? undefined : enabled === on }),
    ...editsOf(path),
  };
}

/** An agent of opencode, or of a relative. */
interface AgentSwitch {
  readonly name: string;
  readonly title: string;
  readonly usualAgents: readonly string[];
  /** Whether the agent's own file disables it, and how many settings files are weaker than it. */
  readonly own: { readonly isDisabled: boolean; readonly at: number } | undefined;
  /** True if it has no file of its own. */
  readonly isInSettings: boolean;
  /** True if the forms of opencode 2 count, too. */
  readonly knowsNewer: boolean;
}

/** The agent's own file may decide: it counts with the settings of its directory. */
function decideAgent(contents: readonly unknown[], spellings: readonly Spelling[], own: AgentSwitch['own']) {
  const found = strongest(contents, spellings);
  if (own === undefined || (found !== undefined && found.by >= own.at)) return found;
  return { enabled: !own.isDisabled };
}

export function agentRule({
  name,
  title,
  usualAgents,
  own,
  isInSettings,
  knowsNewer,
}: AgentSwitch): SwitchRule<JsonEdit> | string {
  if (name.trim() === '') return namelessReason(title, 'agents');
  // The tools fail with an agent that has the name of a property of every object.
  if (name in {}) return `${title} cannot keep a switch for this name`;
  const newer: Spelling = { path: ['agents', name, 'disabled'], on: false, unless: ['agent', name] };
  const spelling: Spelling = { path: ['agent', name, 'disable'], on: false };
  const spellings: [Spelling, ...Spelling[]] = knowsNewer ? [spelling, newer] : [spelling];
  // Modes are agents, too, and their settings count last.
  const modes: Spelling[] = [{ path: ['mode', name, 'disable'], on: false }];
  return flagRule(spellings, (contents) => {
    const isDenied = ruleIn(contents, 'task', name, usualAgents)?.action === 'deny';
    // A mode is a primary agent, which the model does not get.
    const isMode = contents.some((content) => isObject(valueAt(content, ['mode', name])));
    const mode = contents.map((content) => valueAt(content, ['agent', name, 'mode'])).findLast(isString);
    const isPrimary = isMode || (isInSettings && mode === 'primary');
    const isHidden = contents.some((content) => valueAt(content, ['agent', name, 'hidden']) === true);
    const decision = strongest(contents, modes) ?? decideAgent(contents, spellings, own);
    return {
      ...(decision ?? { enabled: true }),
      ...((isDenied || isPrimary) && { modelInvocable: false }),
      ...(isHidden && { userInvocable: false }),
    };
  });
}

/** The spellings of a server's switch: the tool's own, that of opencode 2, and that of files for servers alone. */
export function serverRule(name: string, knowsNewer: boolean): SwitchRule<JsonEdit> {
  const spellings: [Spelling, ...Spelling[]] = [
    { path: ['mcp', name, 'enabled'], on: true },
    ...(knowsNewer
      ? [{ path: ['mcp', name, 'disabled'], on: false }]
      : [{ path: ['mcpServers', name, 'disabled'], on: false }]),
  ];
  return flagRule(spellings, (contents) => strongest(contents, spellings) ?? { enabled: true });
}

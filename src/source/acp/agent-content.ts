/** What an agent has said of its session so far. Each list replaces the one before it. */

import type { JsonObject } from '../../protocol/checks.js';
import type { Problem } from '../../protocol/problem-codes.js';
import type { SessionOption } from '../../protocol/session-options.js';
import { type AgentRow, nameFrom, noRows, type ReadRows } from './agent-rows.js';
import { agentsAreModes } from './known-agents.js';
import { readCommands } from './read-commands.js';
import { readOlderOptions, readOptions } from './read-options.js';
import { readSkills } from './read-skills.js';

export interface AgentContent {
  /** Undefined: the agent has not listed any yet. */
  readonly commands: ReadRows | undefined;
  readonly skills: ReadRows | undefined;
  readonly options: readonly SessionOption[];
  /** Those of older agents, which are sent once. */
  readonly olderOptions: readonly SessionOption[];
  /** The mode, if it has changed since the agent listed the options. */
  readonly mode: string | undefined;
  readonly title: string;
}

export const noContent: AgentContent = {
  commands: undefined,
  skills: undefined,
  options: [],
  olderOptions: [],
  mode: undefined,
  title: '',
};

/** Returns true once the agent has listed commands or skills, even if there are none. */
export const hasLists = ({ commands, skills }: AgentContent): boolean => (commands ?? skills) !== undefined;

/** Returns the content after an update; the same object if the update says nothing of use. */
export function withUpdate(content: AgentContent, update: JsonObject): AgentContent {
  switch (update['sessionUpdate']) {
    case 'available_commands_update': {
      const commands = readCommands(update);
      return commands === undefined ? content : { ...content, commands };
    }
    case 'available_skills_update': {
      const skills = readSkills(update);
      return skills === undefined ? content : { ...content, skills };
    }
    case 'config_option_update': {
      const options = readOptions(update);
      return options === undefined ? content : { ...content, options, mode: undefined };
    }
    case 'current_mode_update': {
      const { currentModeId } = update;
      return typeof currentModeId === 'string' ? { ...content, mode: nameFrom(currentModeId) } : content;
    }
    case 'session_info_update': {
      const { title } = update;
      return title === undefined
        ? content
        : { ...content, title: typeof title === 'string' ? nameFrom(title) : '' };
    }
    default:
      return content;
  }
}

/** Returns the options with the values that they have now. What is in both lists counts once. */
function currentOptions({ options, olderOptions, mode }: AgentContent): readonly SessionOption[] {
  const isKnown = ({ id }: SessionOption) =>
    options.some((option) => option.id === id || option.category === id);
  const all = [...options, ...olderOptions.filter((option) => !isKnown(option))];
  if (mode === undefined) return all;
  const isMode = ({ id, category }: SessionOption) => id === 'mode' || category === 'mode';
  return all.map((option) => (isMode(option) ? { ...option, value: mode } : option));
}

/** Returns the content after the reply to `session/new`, which may have the lists of the first updates. */
export function withReply(content: AgentContent, reply: JsonObject): AgentContent {
  return {
    ...content,
    commands: content.commands ?? readCommands(reply),
    skills: content.skills ?? readSkills(reply),
    options: content.options.length > 0 ? content.options : (readOptions(reply) ?? []),
    olderOptions: readOlderOptions(reply),
  };
}

/** The options of a session, and the one among them that selects the custom agent. */
interface SortedOptions {
  agents: SessionOption | undefined;
  others: readonly SessionOption[];
}

/** Separates the option that lists custom agents: modes are agents only where the program puts these there. */
function sortOptions(options: readonly SessionOption[], agentName: string): SortedOptions {
  const named = (name: string) =>
    options.find(({ id, category, choices }) => (id === name || category === name) && choices.length > 0);
  const agents = named('agent') ?? (agentsAreModes(agentName) ? named('mode') : undefined);
  return { agents, others: options.filter((option) => option !== agents) };
}

const agentRow = ({ value, description }: SessionOption['choices'][number]): AgentRow => {
  return { type: 'agent', name: value, invoke: null, description, path: null, details: {} };
};

/** What the session shows of the content. */
export interface ShownContent {
  readonly rows: readonly AgentRow[];
  readonly problems: readonly Problem[];
  readonly skipped: number;
  /** The name of the custom agent that is selected; null if the agent has none. */
  readonly selected: string | null;
  readonly options: readonly SessionOption[];
  /** The `_meta` of the lists, by the update that brought them; null if none has any. */
  readonly meta: JsonObject | null;
}

function metaOf({ commands, skills }: AgentContent): JsonObject | null {
  const meta = {
    ...(skills?.meta && { available_skills_update: skills.meta }),
    ...(commands?.meta && { available_commands_update: commands.meta }),
  };
  return Object.keys(meta).length === 0 ? null : meta;
}

/** Returns skills, agents and commands, in this order. */
export function shownContent(content: AgentContent, agentName: string): ShownContent {
  const { commands = noRows, skills = noRows } = content;
  const { agents, others } = sortOptions(currentOptions(content), agentName);
  const isSkill = ({ type }: AgentRow) => type === 'skill';
  return {
    rows: [
      ...skills.rows,
      ...commands.rows.filter(isSkill),
      // A choice without a value means no agent.
      ...(agents?.choices ?? []).filter(({ value }) => value !== '').map(agentRow),
      ...commands.rows.filter((row) => !isSkill(row)),
    ],
    problems: [...skills.problems, ...commands.problems],
    skipped: commands.skipped + skills.skipped,
    selected: agents?.value || null,
    options: others,
    meta: metaOf(content),
  };
}

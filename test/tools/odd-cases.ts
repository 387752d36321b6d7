/** The odd files in every place of each tool, one scene for each place. */

import type { ToolId } from '../../src/host/tools/tool.js';
import type { ToolCase } from './asker.js';
import { harmfulAgents, oddAgents, oddSkills, oddTomlAgents } from './odd-files.js';

interface ToolPlaceList {
  readonly skills: readonly string[];
  readonly agents?: readonly string[];
  readonly tomlAgents?: readonly string[];
  /** The ending of an agent's file. */
  readonly ending?: string;
}

const places: Readonly<Record<ToolId, ToolPlaceList>> = {
  claude: {
    skills: ['.claude/skills', '~/.claude/skills'],
    agents: ['.claude/agents', '~/.claude/agents'],
  },
  codex: {
    skills: ['.agents/skills', '.codex/skills', '~/.agents/skills', '~/.codex/skills'],
    tomlAgents: ['~/.codex/agents'],
  },
  copilot: {
    skills: ['.github/skills', '.agents/skills', '.claude/skills', '~/.copilot/skills', '~/.agents/skills'],
    agents: ['.github/agents', '~/.copilot/agents'],
    ending: '.agent.md',
  },
  gemini: {
    skills: ['.gemini/skills', '.agents/skills', '~/.gemini/skills', '~/.agents/skills'],
    agents: ['~/.gemini/agents'],
  },
  opencode: {
    skills: ['.opencode/skills', '.agents/skills', '.claude/skills', '~/.config/opencode/skill'],
    agents: ['.opencode/agents', '~/.config/opencode/agent'],
  },
  qwen: {
    skills: ['.qwen/skills', '.agents/skills', '~/.qwen/skills', '~/.agents/skills'],
    agents: ['.qwen/agents', '~/.qwen/agents'],
  },
  kilo: {
    skills: ['.kilo/skills', '.agents/skills', '.claude/skills', '~/.config/kilo/skills'],
    agents: ['.kilo/agents', '~/.config/kilo/agents'],
  },
};

type Files = ToolCase['files'];

function renamed(files: Files, rename: (name: string) => string): Files {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [rename(name), content]));
}

const caseOf = (name: string, files: Files): ToolCase => ({ name, about: 'files', files });

/** Returns the scenes with odd files for a tool. */
export function oddCases(id: ToolId): ToolCase[] {
  const { skills, agents = [], tomlAgents = [], ending = '.md' } = places[id];
  return [
    ...skills.map((place) =>
      caseOf(
        `odd skills in ${place}`,
        renamed(oddSkills, (folder) => `${place}/${folder}/SKILL.md`),
      ),
    ),
    ...agents.map((place) =>
      caseOf(
        `odd agents in ${place}`,
        renamed(oddAgents, (name) => `${place}/${name}${ending}`),
      ),
    ),
    ...tomlAgents.map((place) =>
      caseOf(
        `odd agents in ${place}`,
        renamed(oddTomlAgents, (name) => `${place}/${name}.toml`),
      ),
    ),
    ...agents.slice(0, 1).flatMap((place) =>
      Object.entries(harmfulAgents).map(([name, content]) =>
        caseOf(`${name} in ${place}`, {
          [`${place}/${name}${ending}`]: content,
          [`${place}/agent-witness${ending}`]: oddAgents['agent-plain']!,
        }),
      ),
    ),
  ];
}

/** The agent tools: their ids, full names and short names. */

/** The names of the agent tools, by the ids that a host gives them. */
export const toolTitles = {
  claude: 'Claude Code',
  codex: 'Codex',
  copilot: 'Copilot CLI',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  qwen: 'Qwen Code',
  kilo: 'Kilo',
} as const;

/** The id of an agent tool. */
export type ToolId = keyof typeof toolTitles;

/** Returns the full name of a tool; its id for a tool that we do not know. */
export function toolTitle(id: string): string {
  return Object.hasOwn(toolTitles, id) ? toolTitles[id as ToolId] : id;
}

const toolShorts: Readonly<Record<ToolId, string>> = {
  claude: 'cl',
  codex: 'cx',
  copilot: 'co',
  gemini: 'ge',
  opencode: 'oc',
  qwen: 'qw',
  kilo: 'ki',
};

/** Returns the two letters for a tool; the first two of its id for a tool that we do not know. */
export function toolShort(id: string): string {
  return Object.hasOwn(toolShorts, id) ? toolShorts[id as ToolId] : id.slice(0, 2);
}

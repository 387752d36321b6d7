/**
 * The agents whose files and habits are known, by the name that they give themselves over ACP. Checked by running them:
 * OpenCode 1.18.33, Kilo 7.7.7, claude-agent-acp 0.100.0, codex-acp 2.6.0, Gemini CLI 0.61.0, Qwen Code 0.24.4, Copilot
 * CLI 1.0.102. The names of older adapters are only read in their sources.
 */

/** The tool whose files an agent reads, by patterns for its name in lower case. */
const toolsByName: readonly (readonly [name: RegExp, tool: string])[] = [
  [/^opencode$/, 'opencode'],
  [/^kilo( ?code)?$/, 'kilo'],
  [/(^|\/)(claude-agent-acp|claude-code-acp)$/, 'claude'],
  [/(^|\/)codex-acp$/, 'codex'],
  [/^gemini-cli$/, 'gemini'],
  [/^qwen-code$/, 'qwen'],
  [/^copilot(-cli)?$/, 'copilot'],
];

/** The tools that list their custom agents as modes. In all others, modes are approval presets. */
const toolsWithAgentModes: ReadonlySet<string | null> = new Set(['opencode', 'kilo']);

/** Returns the id of the agent tool that reads the same files; null for an agent that is not known. */
export function toolOfAgent(name: string): string | null {
  const lower = name.toLowerCase();
  return toolsByName.find(([pattern]) => pattern.test(lower))?.[1] ?? null;
}

/** Returns true if the modes of the agent are its custom agents. */
export const agentsAreModes = (name: string): boolean => toolsWithAgentModes.has(toolOfAgent(name));

/** The setting that a tool does not obey over ACP, and the words for it. A model of ours was sent a disabled skill. */
const unobeyed: Readonly<Record<string, { setting: RegExp; note: string } | undefined>> = {
  copilot: { setting: /^disabled_?skills\b/i, note: 'Copilot CLI does not obey disabledSkills over ACP' },
};

/** Returns why the tool does not obey this setting over ACP; undefined if it is not known not to. */
export function whyUnobeyed(tool: string, setting: string | undefined): string | undefined {
  const known = unobeyed[tool];
  return setting !== undefined && known?.setting.test(setting) ? known.note : undefined;
}

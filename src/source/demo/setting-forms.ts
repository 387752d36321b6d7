/** Where each tool of the demo keeps its switches, and how they are spelled. Compare docs/tools.md. */

import type { ToolScope } from '../../protocol/scopes.js';
import { type DemoTool, demoHome, demoRepository } from './demo-entry.js';

/** How a tool spells the switch of one kind of entry. */
export interface SettingForm {
  /** The keys that lead to the setting in the file. */
  readonly path: readonly string[];
  /** The values of an object's field; without them, the setting is an item of a list of what is off. */
  readonly values?: { readonly on: unknown; readonly off: unknown };
  /** Returns the name of the field, or the item of the list. */
  item?(name: string): string;
  /** True if the tool can switch it only for all repositories. */
  readonly isGlobal?: true;
}

const flags = { on: { enabled: true }, off: { enabled: false } };
const atMarket = (name: string): string => `${name}@acme`;
const plugins: SettingForm = {
  path: ['enabledPlugins'],
  values: { on: true, off: false },
  item: atMarket,
};
const overrides: SettingForm = { path: ['skillOverrides'], values: { on: 'on', off: 'off' } };

const forms: Readonly<Record<DemoTool, Readonly<Record<string, SettingForm>>>> = {
  claude: {
    skill: overrides,
    command: overrides,
    agent: { path: ['permissions', 'deny'], item: (name) => `Agent(${name})` },
    plugin: plugins,
    mcpServer: { path: ['disabledMcpjsonServers'] },
  },
  codex: {
    skill: { path: ['skills', 'config'], values: flags },
    plugin: { path: ['plugins'], values: flags, item: atMarket, isGlobal: true },
    mcpServer: { path: ['mcp_servers'], values: flags, isGlobal: true },
  },
  copilot: {
    skill: { path: ['disabledSkills'] },
    agent: { path: ['subagents', 'disabledSubagents'], isGlobal: true },
    plugin: plugins,
    mcpServer: { path: ['disabledMcpServers'] },
  },
  gemini: {
    skill: { path: ['skills', 'disabled'] },
    agent: { path: ['agents', 'overrides'], values: flags },
    mcpServer: { path: ['mcp', 'excluded'] },
  },
  opencode: {
    skill: { path: ['permission', 'skill'], values: { on: 'allow', off: 'deny' } },
    agent: { path: ['agent'], values: { on: { disable: false }, off: { disable: true } } },
    mcpServer: { path: ['mcp'], values: flags },
  },
};

/** Returns how a tool spells a switch; undefined if it has none for this kind. */
export const formOf = (tool: DemoTool, kind: string): SettingForm | undefined => forms[tool][kind];

const inRepository = (file: string): string => `${demoRepository}/${file}`;
const inHome = (file: string): string => `${demoHome}/${file}`;
/** The scopes of a tool with one file for the repository, and one for the user. */
const oneInRepository = (file: string, global: string): Record<ToolScope, string> => ({
  workspace: inRepository(file),
  shared: inRepository(file),
  global: inHome(global),
});
const codexFile = inHome('.codex/config.toml');

const files: Readonly<Record<DemoTool, Readonly<Record<ToolScope, string>>>> = {
  claude: {
    workspace: inRepository('.claude/settings.local.json'),
    shared: inRepository('.claude/settings.json'),
    global: inHome('.claude/settings.json'),
  },
  codex: { workspace: codexFile, shared: codexFile, global: codexFile },
  copilot: {
    workspace: inRepository('.github/copilot/settings.local.json'),
    shared: inRepository('.github/copilot/settings.json'),
    global: inHome('.copilot/settings.json'),
  },
  gemini: oneInRepository('.gemini/settings.json', '.gemini/settings.json'),
  opencode: oneInRepository('opencode.json', '.config/opencode/opencode.json'),
};

/** Returns the settings file of a tool for a scope. */
export const settingsFile = (tool: DemoTool, scope: ToolScope): string => files[tool][scope];

/** Returns a remark on where a tool keeps a switch of this scope; undefined if there is nothing to say. */
export function scopeRemark(tool: DemoTool, scope: ToolScope): string | undefined {
  if (tool === 'codex') return scope === 'shared' ? 'in Codex for you only' : undefined;
  const { workspace, shared } = files[tool];
  return workspace === shared && scope !== 'global'
    ? 'counts for everyone who has this repository'
    : undefined;
}

/** The file in which skillpick itself keeps the switches of what no tool reads. */
export const ownSwitchesFile = inHome('.local/state/skillpick/switches.json');

/** What is in some of the files besides switches. */
export const otherSettings: Readonly<Record<string, object>> = {
  [files.claude.shared]: { permissions: { allow: ['Bash(npm test)'] } },
  [files.claude.global]: { theme: 'dark' },
  [files.copilot.global]: { model: 'auto' },
  [files.gemini.global]: { ui: { theme: 'Default' } },
};

/**
 * The table of directories that discovery searches: what each contains, which files count and how they are named. A
 * place has a key: its path below the repository (`.claude/skills`) or the home (`~/.claude/skills`). The modules of the
 * tools know which tool reads which place.
 */

import { isAbsolute, join, resolve } from 'node:path';
import type { ChildCustomizationType } from '../../protocol/index.js';
import type { From } from '../../protocol/skillpick-meta.js';
import type { HostEnvironment } from '../environment.js';

/** How one kind of file is recognised and read. */
export interface Format {
  readonly kind: 'skill' | 'markdown' | 'toml' | 'agentTables' | 'hooks' | 'mcp' | 'memory';
  readonly contents: ChildCustomizationType;
  readonly files: RegExp;
  /** Removed from a file's name to get the entry's name. */
  readonly suffix: RegExp;
}

export const formats = {
  skill: { kind: 'skill', contents: 'skill', files: /^SKILL\.md$/, suffix: /\.md$/ },
  command: { kind: 'markdown', contents: 'skill', files: /\.md$/, suffix: /\.md$/ },
  agent: {
    kind: 'markdown',
    contents: 'agent',
    files: /\.md$/i,
    suffix: /(\.agent)?\.md$/i,
  },
  tomlCommand: { kind: 'toml', contents: 'prompt', files: /\.toml$/, suffix: /\.toml$/ },
  namedAgent: { kind: 'markdown', contents: 'agent', files: /\.md$/, suffix: /\.md$/ },
  codexAgent: { kind: 'toml', contents: 'agent', files: /\.toml$/, suffix: /\.toml$/ },
  agentTables: { kind: 'agentTables', contents: 'agent', files: /^config\.toml$/, suffix: /$/ },
  settingsAgents: { kind: 'agentTables', contents: 'agent', files: /\.jsonc?$/, suffix: /$/ },
  prompt: { kind: 'markdown', contents: 'prompt', files: /\.prompt\.md$/, suffix: /\.prompt\.md$/ },
  instructions: {
    kind: 'markdown',
    contents: 'rule',
    files: /\.instructions\.md$/,
    suffix: /\.instructions\.md$/,
  },
  rule: { kind: 'markdown', contents: 'rule', files: /\.(md|mdc)$/, suffix: /(\.instructions)?\.(md|mdc)$/ },
  hooks: { kind: 'hooks', contents: 'hook', files: /\.json$/, suffix: /\.json$/ },
  mcp: { kind: 'mcp', contents: 'mcpServer', files: /\.json$/, suffix: /\.json$/ },
  memory: {
    kind: 'memory',
    contents: 'rule',
    files: /^(AGENTS(\.override)?|CLAUDE|GEMINI|QWEN)\.md$/,
    suffix: /$/,
  },
} as const satisfies Record<string, Format>;

export interface SearchPlace {
  readonly key: string;
  readonly from: From;
  /** The tool's directory in a repository (`.claude`); empty for the repository's own directories. */
  readonly tool: ToolDirectory | '';
  /** Below the tool's directory; empty for files right in it. For tables of agents, the file that holds them. */
  readonly folder: string;
  readonly format: Format;
  readonly recursive: boolean;
  /** Joins subdirectories and file name to the entry's name; without it, the file name is the entry's name. */
  readonly joiner?: string;
  /** The place exists only if this variable is set. */
  readonly needs?: string;
}

/** Replaces the home for Gemini CLI. */
const geminiHome = 'GEMINI_CLI_HOME';

/**
 * Each tool's directory in a repository, with its path in the home. `variable` names a variable that replaces this path,
 * `homeVariable` one that replaces the home. With `hasTilde`, the tool takes `~` in the variable for the home. A `config`
 * directory follows `XDG_CONFIG_HOME`. The last ones exist only in the home.
 */
const toolHomes = {
  '.agents': { home: '.agents' },
  '.claude': { home: '.claude', variable: 'CLAUDE_CONFIG_DIR' },
  '.github': { home: '.copilot', variable: 'COPILOT_HOME' },
  '.codex': { home: '.codex', variable: 'CODEX_HOME' },
  '.gemini': { home: '.gemini', homeVariable: geminiHome },
  '.opencode': { home: '.config/opencode', config: 'opencode' },
  '.qwen': { home: '.qwen', variable: 'QWEN_HOME', hasTilde: true },
  '.kilo': { home: '.config/kilo', config: 'kilo' },
  '.kilocode': { home: '.kilocode' },
  '~/.opencode': { home: '.opencode' },
  '~/.kilo': { home: '.kilo' },
  $OPENCODE_CONFIG_DIR: { home: '', variable: 'OPENCODE_CONFIG_DIR' },
  $KILO_CONFIG_DIR: { home: '', variable: 'KILO_CONFIG_DIR' },
  '$GEMINI_CLI_HOME/.agents': { home: '.agents', homeVariable: geminiHome },
} as const;

export type ToolDirectory = keyof typeof toolHomes;

type PlaceRow = Omit<SearchPlace, 'key' | 'from'>;

/** The folders of opencode and of its relatives. */
const opencodeRows = (tool: ToolDirectory): PlaceRow[] => [
  ...['skill', 'skills'].map((folder) => ({ tool, folder, format: formats.skill, recursive: true })),
  ...['agent', 'agents'].map((folder) => ({
    ...{ tool, folder, format: formats.namedAgent },
    ...{ recursive: true, joiner: '/' },
  })),
  ...['mode', 'modes'].map((folder) => ({ tool, folder, format: formats.namedAgent, recursive: false })),
  ...['command', 'commands'].map((folder) => ({
    ...{ tool, folder, format: formats.command },
    ...{ recursive: true, joiner: '/' },
  })),
];

const kiloRows = (tool: ToolDirectory): PlaceRow[] => [
  ...opencodeRows(tool),
  { tool, folder: 'workflows', format: formats.command, recursive: false },
];

const rows: readonly PlaceRow[] = [
  { tool: '', folder: '', format: formats.memory, recursive: false },
  { tool: '.agents', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.agents', folder: 'agents', format: formats.agent, recursive: false },
  { tool: '.claude', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.claude', folder: 'agents', format: formats.agent, recursive: true },
  { tool: '.claude', folder: 'commands', format: formats.command, recursive: true, joiner: ':' },
  { tool: '.claude', folder: 'rules', format: formats.rule, recursive: true },
  { tool: '.github', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.github', folder: 'agents', format: formats.agent, recursive: true, joiner: '--' },
  { tool: '.github', folder: 'prompts', format: formats.prompt, recursive: false },
  { tool: '.github', folder: 'instructions', format: formats.instructions, recursive: true },
  { tool: '.github', folder: 'hooks', format: formats.hooks, recursive: false },
  { tool: '.codex', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.codex', folder: 'agents', format: formats.codexAgent, recursive: true },
  { tool: '.codex', folder: 'config.toml', format: formats.agentTables, recursive: false },
  { tool: '.gemini', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.gemini', folder: 'agents', format: formats.agent, recursive: false },
  { tool: '.gemini', folder: 'commands', format: formats.tomlCommand, recursive: true, joiner: ':' },
  { tool: '.qwen', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.qwen', folder: 'agents', format: formats.agent, recursive: false },
  { tool: '.qwen', folder: 'commands', format: formats.command, recursive: true, joiner: ':' },
  ...opencodeRows('.opencode'),
  ...kiloRows('.kilo'),
  ...kiloRows('.kilocode'),
];

/** Places that exist only in the home. */
const homeRows: readonly PlaceRow[] = [
  ...opencodeRows('~/.opencode'),
  ...kiloRows('~/.kilo'),
  ...opencodeRows('$OPENCODE_CONFIG_DIR').map((row) => ({ ...row, needs: 'OPENCODE_CONFIG_DIR' })),
  ...opencodeRows('$KILO_CONFIG_DIR').map((row) => ({ ...row, needs: 'KILO_CONFIG_DIR' })),
  {
    ...{ tool: '$GEMINI_CLI_HOME/.agents', folder: 'skills', format: formats.skill },
    ...{ recursive: true, needs: geminiHome },
  },
];

/** In the home, memory files are in the directories of the tools. */
const homeMemories = (['.claude', '.codex', '.gemini', '.opencode', '.qwen', '.kilo'] as const).map(
  (tool): PlaceRow => ({ tool, folder: '', format: formats.memory, recursive: false }),
);

/** The places below each directory of the repository, in the order they are listed. */
export const repositoryPlaces: readonly SearchPlace[] = rows.map((row) => ({
  ...row,
  key: row.tool === '' ? '.' : `${row.tool}/${row.folder}`,
  from: 'repo',
}));

/** The places of repositories that Copilot CLI also reads in the home, if it comes there on its way up. */
export const passedPlaces: readonly SearchPlace[] = repositoryPlaces
  .filter(({ key }) => key === '.github/skills' || key === '.github/agents')
  .map((place) => ({ ...place, from: 'user' }));

/** The places in the home, in the order they are listed. */
export const homePlaces: readonly SearchPlace[] = [...homeMemories, ...rows, ...homeRows].flatMap((row) => {
  if (row.tool === '') return [];
  const home = homeName(row.tool);
  return [{ ...row, key: row.folder === '' ? home : `${home}/${row.folder}`, from: 'user' as const }];
});

/** The name of a tool's directory in the home, as in the keys of places; with the variable that names the directory. */
export function homeName(tool: ToolDirectory): string {
  return tool.startsWith('$') ? tool : `~/${toolHomes[tool].home}`;
}

/** Where administrators keep what belongs to Claude Code: on Linux, and on macOS. */
export const claudeSystem = ['/etc/claude-code', '/Library/Application Support/ClaudeCode'] as const;

const systemPlace = (parent: string, row: Omit<PlaceRow, 'tool'>): SearchPlace => ({
  ...row,
  key: `${parent}/${row.folder}`,
  from: 'user',
  tool: '',
});

/** Directories that an administrator provides. The key is the path. */
export const systemPlaces: readonly SearchPlace[] = [
  systemPlace('/etc/codex', { folder: 'skills', format: formats.skill, recursive: true }),
  systemPlace('/etc/codex', { folder: 'agents', format: formats.codexAgent, recursive: true }),
  systemPlace('/etc/codex', { folder: 'config.toml', format: formats.agentTables, recursive: true }),
  ...claudeSystem.flatMap((parent) =>
    rows
      .filter(({ tool, folder }) => tool === '.claude' && folder !== 'rules')
      .map((row) => systemPlace(`${parent}/.claude`, row)),
  ),
];

const byKey = new Map(homePlaces.map((place) => [place.key, place]));
const systemKeys = new Set(systemPlaces.map(({ key }) => key));

/** Returns the directory of a place that is not below a directory of the repository; undefined for one that is. */
export function placePath(key: string, environment: HostEnvironment): string | undefined {
  if (systemKeys.has(key)) return systemPath(key, environment);
  if (isAbsolute(key)) return key;
  const place = byKey.get(key);
  return place === undefined ? undefined : homePath(place, environment);
}

/** Returns the path of an administrator's file or directory. */
export function systemPath(path: string, { systemRoot = '' }: HostEnvironment): string {
  return systemRoot + path;
}

/** The key of all folders of skills that settings name. */
export const namedFolders = 'skills.paths';

/** Rule files that are in no rules directory. */
export const memoryFiles: readonly string[] = [
  'AGENTS.md',
  'AGENTS.override.md',
  'CLAUDE.md',
  'GEMINI.md',
  'QWEN.md',
];

/** The path of a place in the home. */
export function homePath({ tool, folder }: SearchPlace, environment: HostEnvironment): string {
  return join(tool === '' ? environment.home : toolHome(environment, tool), folder);
}

/** The tool's directory for the user, with variables applied. */
export function toolHome({ home, env }: HostEnvironment, tool: ToolDirectory): string {
  const { home: directory, ...rest } = toolHomes[tool];
  const replaced = 'variable' in rest ? env[rest.variable] : undefined;
  if (replaced) return resolve(home, 'hasTilde' in rest ? replaced.replace(/^~(?=$|\/)/, home) : replaced);
  const config = env['XDG_CONFIG_HOME'];
  if ('config' in rest && config) return resolve(home, config, rest.config);
  const base = 'homeVariable' in rest ? env[rest.homeVariable] : undefined;
  return join(base ? resolve(home, base) : home, directory);
}

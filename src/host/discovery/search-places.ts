/**
 * The table of directories that discovery searches: what each contains, which files count and how they are named. A
 * place has a key: its path below the repository (`.claude/skills`) or the home (`~/.claude/skills`). The modules of the
 * tools know which tool reads which place.
 */

import { join, resolve } from 'node:path';
import type { ChildCustomizationType } from '../../protocol/index.js';
import type { From } from '../../protocol/skillpick-meta.js';
import type { HostEnvironment } from '../environment.js';

/** How one kind of file is recognised and read. */
export interface Format {
  readonly kind: 'skill' | 'markdown' | 'toml' | 'hooks' | 'mcp' | 'memory';
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
    files: /^(?!readme\.md$).+\.md$/i,
    suffix: /(\.agent)?\.md$/i,
  },
  codexAgent: { kind: 'toml', contents: 'agent', files: /\.toml$/, suffix: /\.toml$/ },
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
  memory: { kind: 'memory', contents: 'rule', files: /^(AGENTS|CLAUDE|GEMINI)\.md$/, suffix: /$/ },
} as const satisfies Record<string, Format>;

export interface SearchPlace {
  readonly key: string;
  readonly from: From;
  /** The tool's directory in a repository (`.claude`); empty for the repository's own directories. */
  readonly tool: ToolDirectory | '';
  /** Below the tool's directory; empty for files right in it. */
  readonly folder: string;
  readonly format: Format;
  readonly recursive: boolean;
  /** Joins subdirectories and file name to the entry's name; without it, the file name is the entry's name. */
  readonly joiner?: string;
  /** The place exists only if this variable is set. */
  readonly needs?: string;
  /** Entries that break the naming rules are reported and also left out. */
  readonly strict?: true;
}

/** Replaces the home for Gemini CLI. */
const geminiHome = 'GEMINI_CLI_HOME';

/**
 * Each tool's directory in a repository, with its path in the home. `variable` names a variable that replaces this path,
 * `homeVariable` one that replaces the home. The last two exist only in the home.
 */
const toolHomes = {
  '.agents': { home: '.agents' },
  '.claude': { home: '.claude', variable: 'CLAUDE_CONFIG_DIR' },
  '.github': { home: '.copilot', variable: 'COPILOT_HOME' },
  '.codex': { home: '.codex', variable: 'CODEX_HOME' },
  '.gemini': { home: '.gemini', homeVariable: geminiHome },
  '.opencode': { home: '.config/opencode' },
  '~/.opencode': { home: '.opencode' },
  '$GEMINI_CLI_HOME/.agents': { home: '.agents', homeVariable: geminiHome },
} as const;

export type ToolDirectory = keyof typeof toolHomes;

type PlaceRow = Omit<SearchPlace, 'key' | 'from'>;

const rows: readonly PlaceRow[] = [
  { tool: '', folder: '', format: formats.memory, recursive: false },
  { tool: '.agents', folder: 'skills', format: formats.skill, recursive: true, strict: true },
  { tool: '.agents', folder: 'agents', format: formats.agent, recursive: false },
  { tool: '.claude', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.claude', folder: 'agents', format: formats.agent, recursive: true },
  { tool: '.claude', folder: 'commands', format: formats.command, recursive: true, joiner: ':' },
  { tool: '.claude', folder: 'rules', format: formats.rule, recursive: true },
  { tool: '.github', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.github', folder: 'agents', format: formats.agent, recursive: false },
  { tool: '.github', folder: 'prompts', format: formats.prompt, recursive: false },
  { tool: '.github', folder: 'instructions', format: formats.instructions, recursive: true },
  { tool: '.github', folder: 'hooks', format: formats.hooks, recursive: false },
  { tool: '.codex', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.codex', folder: 'agents', format: formats.codexAgent, recursive: false },
  { tool: '.gemini', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.gemini', folder: 'agents', format: formats.agent, recursive: false },
  { tool: '.opencode', folder: 'skill', format: formats.skill, recursive: true },
  { tool: '.opencode', folder: 'skills', format: formats.skill, recursive: true },
  { tool: '.opencode', folder: 'agent', format: formats.agent, recursive: true, joiner: '/' },
  { tool: '.opencode', folder: 'agents', format: formats.agent, recursive: true, joiner: '/' },
  { tool: '.opencode', folder: 'command', format: formats.command, recursive: true, joiner: '/' },
  { tool: '.opencode', folder: 'commands', format: formats.command, recursive: true, joiner: '/' },
];

/** Places that exist only in the home. */
const homeRows: readonly PlaceRow[] = [
  ...rows
    .filter(({ tool }) => tool === '.opencode')
    .map((row): PlaceRow => ({ ...row, tool: '~/.opencode' })),
  {
    ...{ tool: '$GEMINI_CLI_HOME/.agents', folder: 'skills', format: formats.skill },
    ...{ recursive: true, strict: true, needs: geminiHome },
  },
];

/** In the home, memory files are in the directories of the tools. */
const homeMemories = (['.claude', '.codex', '.gemini', '.opencode'] as const).map(
  (tool): PlaceRow => ({ tool, folder: '', format: formats.memory, recursive: false }),
);

/** The places below each directory of the repository, in the order they are listed. */
export const repositoryPlaces: readonly SearchPlace[] = rows.map((row) => ({
  ...row,
  key: row.tool === '' ? '.' : `${row.tool}/${row.folder}`,
  from: 'repo',
}));

/** The places in the home, in the order they are listed. */
export const homePlaces: readonly SearchPlace[] = [...homeMemories, ...rows, ...homeRows].flatMap((row) => {
  if (row.tool === '') return [];
  const home = row.needs === undefined ? `~/${toolHomes[row.tool].home}` : row.tool;
  return [{ ...row, key: row.folder === '' ? home : `${home}/${row.folder}`, from: 'user' as const }];
});

/** Rule files that are in no rules directory. */
export const memoryFiles: readonly string[] = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];

/** MCP servers of a repository. */
export const mcpFile = '.mcp.json';

/** The path of a place in the home. */
export function homePath({ tool, folder }: SearchPlace, environment: HostEnvironment): string {
  return join(tool === '' ? environment.home : toolHome(environment, tool), folder);
}

/** The tool's directory for the user, with variables applied. */
export function toolHome({ home, env }: HostEnvironment, tool: ToolDirectory): string {
  const { home: directory, ...rest } = toolHomes[tool];
  const replaced = 'variable' in rest ? env[rest.variable] : undefined;
  if (replaced) return resolve(home, replaced);
  const config = env['XDG_CONFIG_HOME'];
  if (tool === '.opencode' && config) return resolve(home, config, 'opencode');
  const base = 'homeVariable' in rest ? env[rest.homeVariable] : undefined;
  return join(base ? resolve(home, base) : home, directory);
}

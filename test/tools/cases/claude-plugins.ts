/** Plugins of Claude Code: installed ones, and folders of skills that are plugins. */

import type { ToolCase } from '../asker.js';
import { hookText } from '../marks.js';
import { agent, local, servers, shared, skill, user } from './claude-parts.js';

type Files = ToolCase['files'];

const json = JSON.stringify;

const market: Files = {
  'market/.claude-plugin/marketplace.json': json({
    name: 'market',
    owner: { name: 'x' },
    plugins: ['acme', 'bare'].map((name) => ({ name, source: `./${name}`, description: 'A test.' })),
  }),
  'market/acme/.claude-plugin/plugin.json': json({ name: 'acme', version: '1.0.0' }),
  'market/acme/skills/lint/SKILL.md': skill(),
  'market/acme/skills/named/SKILL.md': skill('A test.', 'name: second\n'),
  'market/acme/skills/odd.name/SKILL.md': skill(),
  'market/acme/skills/.hidden/SKILL.md': skill(),
  'market/acme/skills/group/deep/SKILL.md': skill(),
  'market/acme/skills/gated/SKILL.md': skill('A test.', 'disable-model-invocation: true\n'),
  'market/acme/skills/closed/SKILL.md': skill('A test.', 'user-invocable: false\n'),
  'market/acme/skills/no-frontmatter/SKILL.md': 'Body.\n',
  'market/acme/commands/run.md': skill(),
  'market/acme/commands/group/run.md': skill(),
  'market/acme/agents/checker.md': agent('checker'),
  'market/acme/agents/team/deep.md': agent('deep'),
  'market/acme/agents/no-name.md': skill(),
  'market/acme/agents/no-description.md': '---\nname: silent\n---\nBody.\n',
  'market/acme/agents/no-frontmatter.md': 'Body.\n',
  'market/acme/.mcp.json': servers('of-acme'),
  'market/bare/skills/lint/SKILL.md': skill(),
  'market/bare/.mcp.json': servers('of-bare'),
  '.claude/skills/lint/SKILL.md': skill(),
  '.claude/agents/checker.md': agent('checker'),
};

const install = [
  ['plugin', 'marketplace', 'add', './market'],
  ['plugin', 'install', 'acme@market'],
  ['plugin', 'install', 'bare@market'],
];

const plugins = (name: string, files: Files, more: Partial<ToolCase> = {}): ToolCase => ({
  name,
  about: 'plugins',
  files: { ...market, ...files },
  commands: install,
  ...more,
});

const enabled = (values: Readonly<Record<string, unknown>>): string => json({ enabledPlugins: values });

const manifest = (more: object): Files => ({
  'market/acme/.claude-plugin/plugin.json': json({ name: 'acme', version: '1.0.0', ...more }),
});

const installed = [
  plugins('plugins that are installed', {}),
  plugins('a plugin off in the local settings', { [local]: enabled({ 'acme@market': false }) }),
  plugins('plugins off in the shared settings, one on in the local ones', {
    [shared]: enabled({ 'acme@market': false, 'bare@market': false }),
    [local]: enabled({ 'acme@market': true }),
  }),
  plugins('plugins with versions', { [local]: enabled({ 'acme@market': ['1.0.0'], 'bare@market': [] }) }),
  plugins('names of plugins that match nothing', {
    [local]: enabled({ acme: false, 'Acme@market': false, '*': false }),
  }),
  plugins('switches for the contents of a plugin', {
    [local]: json({
      skillOverrides: {
        'acme:lint': 'off',
        'acme:run': 'off',
        'acme:named': 'user-invocable-only',
        lint: 'off',
      },
      permissions: { deny: ['Agent(acme:checker)', 'Agent(deep)', 'Skill(acme:named)'] },
      disabledMcpjsonServers: ['of-acme', 'plugin:bare:of-bare'],
    }),
  }),
  plugins('a manifest that names its contents', {
    ...manifest({ skills: ['./extra', './single'], agents: ['./more/helper.md'], commands: ['./orders'] }),
    'market/acme/extra/first/SKILL.md': skill(),
    'market/acme/single/SKILL.md': skill('A test.', 'name: alone\n'),
    'market/acme/more/helper.md': agent('helper'),
    'market/acme/orders/go.md': skill(),
  }),
];

const list = 'market/.claude-plugin/marketplace.json';
const hooksOf = (short: string, event: string): object => JSON.parse(hookText(short, event)) as object;
const serversOf = (...names: readonly string[]): object => JSON.parse(servers(...names)) as object;

/** A marketplace that says itself what its plugins contain. */
const listed = (name: string, acme: object, bare: object, files: Files = {}): ToolCase => ({
  name,
  about: 'plugins',
  files: {
    ...market,
    [list]: json({
      name: 'market',
      owner: { name: 'x' },
      plugins: [
        { name: 'acme', source: './acme', description: 'A test.', ...acme },
        { name: 'bare', source: './bare', description: 'A test.', ...bare },
      ],
    }),
    ...files,
  },
  commands: install,
});

const ofAcme = { ...serversOf('in-acme'), ...hooksOf(list, 'SessionStart') };
const ofBare = { ...serversOf('in-bare'), ...hooksOf(list, 'UserPromptSubmit') };

const inMarketplaces = [
  listed('hooks and servers in a marketplace', ofAcme, { strict: false, ...ofBare }),
  listed('hooks in a marketplace instead of those of the plugins', ofAcme, ofBare, {
    ...manifest({
      ...serversOf('own'),
      ...hooksOf('market/acme/.claude-plugin/plugin.json', 'SessionStart'),
    }),
    'market/bare/hooks/hooks.json': hookText('market/bare/hooks/hooks.json', 'SessionStart'),
  }),
  listed(
    'paths of servers in a marketplace',
    { mcpServers: './servers.json' },
    { mcpServers: ['./servers.json'] },
    {
      'market/acme/servers.json': servers('in-acme'),
      'market/bare/servers.json': servers('in-bare'),
    },
  ),
];

const folders: Files = {
  '~/.claude/skills/outer/.claude-plugin/plugin.json': json({ name: 'mine' }),
  '~/.claude/skills/outer/SKILL.md': skill(),
  '~/.claude/skills/outer/skills/inner/SKILL.md': skill(),
  '~/.claude/skills/outer/agents/helper.md': agent('helper'),
  '~/.claude/skills/outer/commands/go.md': skill(),
  '~/.claude/skills/bare/.claude-plugin/plugin.json': json({ name: 'bare' }),
  '~/.claude/skills/bare/skills/inner/SKILL.md': skill(),
  '.claude/skills/ours/.claude-plugin/plugin.json': json({ name: 'ours' }),
  '.claude/skills/ours/SKILL.md': skill(),
  '.claude/skills/ours/skills/inner/SKILL.md': skill(),
};

const ofFolders = (name: string, files: Files, about: ToolCase['about'] = 'plugins'): ToolCase => ({
  name,
  about,
  files: { ...folders, ...files },
});

const skillFolders = [
  ofFolders('folders of skills that are plugins, in a folder that is not trusted', {}, 'trust'),
  ofFolders('a folder of the user that is off', { [local]: enabled({ 'mine@skills-dir': false }) }),
  ofFolders('a folder by its own name', { [user]: enabled({ 'outer@skills-dir': false }) }),
  ofFolders('folders of both that are off', {
    [user]: enabled({ 'ours@skills-dir': false, 'bare@skills-dir': false }),
  }),
  ofFolders('a folder whose skill is off', {
    [local]: json({ skillOverrides: { outer: 'off', ours: 'off', 'mine:inner': 'off' } }),
  }),
];

export const claudePluginCases: readonly ToolCase[] = [...installed, ...inMarketplaces, ...skillFolders];

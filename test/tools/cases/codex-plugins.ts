/** Plugins and MCP servers of Codex. */

import type { ToolCase } from '../asker.js';
import { caseOf, config, manifest, pluginFiles, server, skill, skills, trust } from './codex-texts.js';

const serverCases: readonly ToolCase[] = [
  caseOf('servers', 'servers of the user', {
    [config]: [
      server('plain'),
      server('off', 'enabled = false\n'),
      server('on', 'enabled = true\n'),
      server('disabled', 'disabled = true\nextra = 1\n'),
      server('"dotted.name"'),
      '[mcp_servers.remote]\nurl = "http://127.0.0.1:9/"\n',
    ].join(''),
    '.mcp.json': '{"mcpServers": {"json": {"command": "true"}}}',
  }),
  caseOf('servers', 'a server in one line', {
    [config]: 'mcp_servers.a.command = "true"\nmcp_servers.a.enabled = false\n',
  }),
  caseOf('servers', 'enabled as a text', { [config]: server('a', 'enabled = "no"\n') }),
  caseOf('servers', 'a server without a command', { [config]: '[mcp_servers.a]\nenabled = false\n' }),
  caseOf('servers', 'a server with a command and an address', {
    [config]: server('a', 'url = "http://127.0.0.1:9/"\n'),
  }),
  caseOf(
    'servers',
    'servers of trusted directories',
    {
      [config]: server('mine') + server('again', 'enabled = false\n') + trust(),
      '.codex/config.toml': `${server('theirs')}[mcp_servers.mine]\nenabled = false\n[mcp_servers.again]\nenabled = true\n`,
      'deep/.codex/config.toml': '[mcp_servers.theirs]\nenabled = false\n',
    },
    { cwd: 'deep' },
  ),
  caseOf('servers', "a user's switch of a server of the repository", {
    [config]: `[mcp_servers.theirs]\nenabled = false\n${trust()}`,
    '.codex/config.toml': server('theirs'),
  }),
  caseOf('servers', "a repository's switch of an unknown server", {
    [config]: trust(),
    '.codex/config.toml': '[mcp_servers.unknown]\nenabled = false\n',
  }),
  caseOf('servers', 'servers of an untrusted repository', {
    [config]: server('mine'),
    '.codex/config.toml': server('theirs'),
  }),
];

const pluginCases: readonly ToolCase[] = [
  caseOf(
    'plugins',
    'plugins of a marketplace',
    {
      '~/market/.agents/plugins/marketplace.json': JSON.stringify({
        name: 'local',
        plugins: [
          { name: 'kit', source: { source: 'local', path: './plugins/kit' } },
          { name: 'claude-kit', source: './plugins/claude-kit' },
        ],
      }),
      ...manifest('~/market/plugins/kit/.codex-plugin', 'kit', { version: '1.2.0' }),
      ...manifest('~/market/plugins/claude-kit/.claude-plugin', 'claude-kit'),
      ...skills('~/market/plugins/kit/skills/one', '~/market/plugins/kit/skills/deep/two'),
      ...skills('~/market/plugins/claude-kit/skills/three', '~/market/plugins/claude-kit/other/four'),
      '~/market/plugins/claude-kit/commands/run.md': '---\ndescription: Runs.\n---\nRun.\n',
      '~/market/plugins/claude-kit/agents/five.md': '---\nname: five\ndescription: x\n---\nx\n',
      '~/market/plugins/claude-kit/.mcp.json': '{"mcpServers": {"kit-server": {"command": "true"}}}',
    },
    {
      commands: [
        ['plugin', 'marketplace', 'add', '../home/market'],
        ['plugin', 'add', 'kit@local'],
        ['plugin', 'add', 'claude-kit@local'],
      ],
    },
  ),
  caseOf('plugins', 'versions', {
    ...Object.assign({}, ...['1.0.0', '1.10.0', '1.9.0'].map((version) => pluginFiles('numbers', version))),
    ...pluginFiles('own', '2.0.0'),
    ...pluginFiles('own', 'local'),
    ...pluginFiles('words', 'abc'),
    ...pluginFiles('words', '1.0.0'),
    ...pluginFiles('beta', '1.0.0-beta'),
    ...pluginFiles('beta', '1.0.0'),
    ...pluginFiles('hidden', '.9'),
    ...pluginFiles('hidden', '1.0'),
    ...pluginFiles('unnamed', '1.0.0'),
    [config]: ['numbers', 'own', 'words', 'beta', 'hidden']
      .map((name) => `[plugins."${name}@market"]\n`)
      .join(''),
  }),
  caseOf('plugins', 'manifests', {
    ...pluginFiles('claude', '1', '.claude-plugin'),
    ...pluginFiles('cursor', '1', '.cursor-plugin'),
    ...pluginFiles('dot', '1', '.plugin'),
    ...pluginFiles('root', '1', '.'),
    ...pluginFiles('empty', '1', '.codex-plugin', {}),
    ...pluginFiles('renamed', '1', '.codex-plugin', { name: 'New Name' }),
    ...pluginFiles('elsewhere', '1', '.codex-plugin', { name: 'elsewhere', skills: './extra' }),
    ...pluginFiles('lists', '1', '.codex-plugin', { name: 'lists', skills: ['./extra', './more'] }),
    ...pluginFiles('undotted', '1', '.codex-plugin', { name: 'undotted', skills: 'extra' }),
    ...pluginFiles('outside', '1', '.codex-plugin', { name: 'outside', skills: './../extra' }),
    ...pluginFiles('servers', '1', '.codex-plugin', {
      name: 'servers',
      mcpServers: { inline: { command: 'true' } },
    }),
    ...pluginFiles('file', '1', '.codex-plugin', { name: 'file', mcpServers: './servers.json' }),
    '~/.codex/plugins/cache/market/broken/1/.codex-plugin/plugin.json': '{',
    '~/.codex/plugins/cache/market/broken/1/skills/one/SKILL.md': skill('one'),
    [config]: [
      'claude cursor dot root empty renamed elsewhere lists undotted outside servers file broken absent',
    ]
      .flatMap((list) => list.split(' '))
      .map((name) => `[plugins."${name}@market"]\n`)
      .join(''),
  }),
  caseOf('plugins', 'servers of one name', {
    ...pluginFiles('first', '1'),
    ...pluginFiles('second', '1'),
    '~/.codex/plugins/cache/market/second/1/.mcp.json': JSON.stringify({
      'first-server': { command: 'true' },
      flat: { command: 'true' },
      off: { command: 'true', enabled: false },
      disabled: { command: 'true', disabled: true },
      wrong: { extra: 1 },
      mine: { command: 'true' },
    }),
    [config]: `[plugins."first@market"]\n[plugins."second@market"]\n${server('mine', 'enabled = false\n')}`,
  }),
];

export const codexPluginCases: readonly ToolCase[] = [...serverCases, ...pluginCases];

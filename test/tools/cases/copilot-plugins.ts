/** Scenes with plugins of Copilot CLI. */

import type { ToolCase } from '../asker.js';
import {
  agent,
  command,
  type Files,
  json,
  localFile,
  servers,
  sharedFile,
  skills,
  userFile,
} from './copilot-scenes.js';

const marketplace = (base: string): Files => ({
  [`${base}/.claude-plugin/marketplace.json`]: json({
    name: 'market',
    owner: { name: 'someone' },
    plugins: [
      { name: 'tools', source: './plugins/tools', description: 'Tools.', version: '1.0.0' },
      { name: 'more', source: './plugins/more', description: 'More.', version: '1.0.0' },
    ],
  }),
  [`${base}/plugins/tools/.claude-plugin/plugin.json`]: json({ name: 'tools', version: '1.0.0' }),
  ...skills(`${base}/plugins/tools/skills`, 'ps', 'aa'),
  ...skills(`${base}/plugins/tools/skills/group`, 'grouped'),
  ...skills(`${base}/plugins/tools/skills`, '.hidden'),
  [`${base}/plugins/tools/agents/pa.agent.md`]: agent(),
  [`${base}/plugins/tools/agents/pb.md`]: agent('name: Own Name\n'),
  [`${base}/plugins/tools/agents/group/nested.md`]: agent(),
  [`${base}/plugins/tools/commands/pc.md`]: command('A command.'),
  [`${base}/plugins/tools/commands/group/nested.md`]: command('A command.'),
  [`${base}/plugins/tools/.mcp.json`]: servers('pm'),
  [`${base}/plugins/more/plugin.json`]: json({ name: 'more', version: '1.0.0' }),
  ...skills(`${base}/plugins/more/skills`, 'ms'),
});

const known = { extraKnownMarketplaces: { market: { source: { source: 'directory', path: '~/market' } } } };
const tools = (isOn: boolean) => ({ enabledPlugins: { 'tools@market': isOn } });
const on = json({ ...known, ...tools(true) });

const of = (name: string, files: Files, rest: Partial<ToolCase> = {}): ToolCase => ({
  name,
  about: 'plugins',
  files: { ...marketplace('~/market'), ...skills('.github/skills', 'own'), ...files },
  ...rest,
});

const offline = {
  COPILOT_OFFLINE: 'true',
  COPILOT_MODEL: 'gpt-5',
  COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:9/v1',
};

/** An installed plugin of a marketplace that is not on this machine. */
const installed = (isOn: boolean): Files => ({
  ...skills('~/.copilot/installed-plugins/remote/tools/skills', 'ps'),
  '~/.copilot/installed-plugins/remote/tools/plugin.json': json({ name: 'tools', version: '1.0.0' }),
  ...skills('~/.copilot/installed-plugins/remote/left/skills', 'left'),
  '~/.copilot/installed-plugins/remote/left/plugin.json': json({ name: 'left', version: '1.0.0' }),
  '~/.copilot/config.json': json({
    trustedFolders: ['/'],
    installedPlugins: [
      {
        name: 'tools',
        marketplace: 'remote',
        installed_at: '2026-01-01T00:00:00Z',
        enabled: isOn,
        version: '1.0.0',
        cache_path: '../home/.copilot/installed-plugins/remote/tools',
      },
    ],
  }),
});

export const copilotPluginCases: readonly ToolCase[] = [
  of('uses no plugin of a marketplace that is not named', { [userFile]: json(known) }),
  of('uses a plugin that the user has on', { [userFile]: on }),
  of("obeys shared settings before the user's", { [userFile]: on, [sharedFile]: json(tools(false)) }),
  of('obeys local settings before shared ones', {
    [userFile]: on,
    [sharedFile]: json(tools(false)),
    [localFile]: json(tools(true)),
  }),
  of('switches a plugin on for the repository', {
    [userFile]: json({ ...known, ...tools(false) }),
    [localFile]: json(tools(true)),
  }),
  of('finds a marketplace in shared settings', { [sharedFile]: on }),
  of("finds a marketplace in Claude Code's settings", { '.claude/settings.json': on }),
  of("obeys Claude Code's settings before the user's", {
    [userFile]: on,
    '.claude/settings.json': json(tools(false)),
  }),
  of("obeys Claude Code's local settings before its shared ones", {
    [userFile]: on,
    '.claude/settings.json': json(tools(true)),
    '.claude/settings.local.json': json(tools(false)),
  }),
  of('obeys shared settings before those of Claude Code', {
    [userFile]: on,
    [sharedFile]: json(tools(true)),
    '.claude/settings.local.json': json(tools(false)),
  }),
  of("ignores Claude Code's settings with a comment", {
    [userFile]: on,
    '.claude/settings.json': `// Off.\n${json(tools(false))}`,
  }),
  of('switches single entries of a plugin', {
    [userFile]: json({
      ...known,
      ...tools(true),
      disabledSkills: ['tools:ps', 'tools:pc'],
      subagents: { disabledSubagents: ['tools:pa', 'Own Name'] },
      disabledMcpServers: ['pm'],
    }),
  }),
  of('knows the skills of a plugin by their bare names too', {
    ...skills('.github/skills', 'aa'),
    [userFile]: json({
      ...known,
      ...tools(true),
      disabledSkills: ['ps', 'tools:aa'],
      subagents: { disabledSubagents: ['pa', 'tools:pb'] },
    }),
  }),
  of(
    'uses own skills before those of a plugin, and those before commands',
    {
      ...skills('.github/skills', 'aa'),
      ...skills('named', 'ps', 'pc'),
      '.claude/commands/grouped.md': command('A command.'),
      '.claude/commands/ms.md': command('A command.'),
      '.mcp.json': servers('pm'),
      '.github/agents/pa.agent.md': agent(),
      [userFile]: json({ ...known, enabledPlugins: { 'tools@market': true, 'more@market': true } }),
    },
    { env: { COPILOT_SKILLS_DIRS: 'named' } },
  ),
  of('uses the commands of the repository before those of a plugin', {
    '.claude/commands/pc.md': command('A command.'),
    [userFile]: on,
  }),
  of('uses the skills of one name of two plugins', {
    ...skills('~/market/plugins/more/skills', 'ps'),
    [userFile]: json({ ...known, enabledPlugins: { 'tools@market': true, 'more@market': true } }),
  }),
  of('uses a plugin that is installed', installed(true)),
  of('uses no plugin that is installed and off', installed(false)),
  of('switches an installed plugin in the settings', {
    ...installed(true),
    [userFile]: json({ enabledPlugins: { 'tools@remote': false } }),
  }),
  of('switches an installed plugin on in the settings', {
    ...installed(false),
    [sharedFile]: json({ enabledPlugins: { 'tools@remote': true } }),
  }),
  of(
    'uses a plugin without a marketplace',
    { [sharedFile]: json({ enabledPlugins: { tools: false } }) },
    {
      commands: [['plugin', 'install', '~/market/plugins/tools']],
      env: offline,
    },
  ),
  of(
    'switches a plugin without a marketplace in config.json',
    { [userFile]: json({ enabledPlugins: { tools: true } }) },
    {
      commands: [
        ['plugin', 'install', '~/market/plugins/tools'],
        ['plugin', 'disable', 'tools'],
      ],
      env: offline,
    },
  ),
];

/** The scenes in which skillpick is compared with Copilot CLI. */

import type { ToolCase } from '../asker.js';
import { copilotFileCases } from './copilot-files.js';
import { copilotPluginCases } from './copilot-plugins.js';
import { agent, command, json, place, servers, skill, skills } from './copilot-scenes.js';
import { copilotSettingsCases } from './copilot-settings.js';

const everyPlace = (base: string): ToolCase['files'] => ({
  ...skills(`${base}.github/skills`, 'github'),
  ...skills(`${base}.agents/skills`, 'agents'),
  ...skills(`${base}.claude/skills`, 'claude'),
  ...skills(`${base}.copilot/skills`, 'copilot'),
  [`${base}.claude/commands/command.md`]: command('A command.'),
  [`${base}.claude/commands/group/nested.md`]: command('A command.'),
  [`${base}.github/agents/first.agent.md`]: agent(),
  [`${base}.github/agents/group/second.md`]: agent(),
  [`${base}.claude/agents/third.md`]: agent(),
  [`${base}.agents/agents/fourth.agent.md`]: agent(),
  [`${base}.mcp.json`]: servers('server'),
});

/** The same with names that tell the directories apart. */
const numbered = (base: string, end: string): ToolCase['files'] =>
  Object.fromEntries(
    Object.entries(everyPlace(base)).map(([path, text]) => [
      path.replace(/([a-z]+)(\/SKILL\.md|(?:\.agent)?\.md)$/, `$1-${end}$2`),
      String(text)
        .replace(/^name: (\w+)$/m, `name: $1-${end}`)
        .replace('"server"', `"server-${end}"`),
    ]),
  );

const inThreeDirectories: ToolCase['files'] = {
  ...numbered('', 'top'),
  ...numbered('one/', 'middle'),
  ...numbered('one/two/', 'bottom'),
  ...numbered('one/two/three/', 'below'),
};

const inHome: ToolCase['files'] = {
  ...skills('~/.copilot/skills', 'own'),
  ...skills('~/.agents/skills', 'shared'),
  ...skills('~/.claude/skills', 'foreign'),
  '~/.claude/commands/foreign-command.md': command('A command.'),
  '~/.copilot/agents/own.agent.md': agent(),
  '~/.claude/agents/foreign.md': agent(),
  '~/.copilot/mcp-config.json': servers('own'),
  '~/.mcp.json': servers('foreign'),
};

const placeCases: readonly ToolCase[] = [
  {
    name: 'reads each directory of a Git repository down to the working directory, and the home',
    about: 'places',
    files: { ...inThreeDirectories, ...inHome, ...skills('../.github/skills', 'outside') },
    cwd: 'one/two',
  },
  {
    name: 'walks up without Git',
    about: 'places',
    files: { ...inThreeDirectories, ...inHome, ...skills('../.github/skills', 'outside') },
    cwd: 'one/two',
    isBare: true,
  },
  {
    name: 'comes to the home on its way up without Git',
    about: 'places',
    files: {
      ...numbered('~/', 'home'),
      ...numbered('~/work/', 'near'),
      ...skills('~/.github/skills', 'same'),
      ...skills('~/work/.github/skills', 'same'),
      ...skills('~/.copilot/skills', 'same'),
      '~/.github/agents/same.agent.md': agent(),
      '~/work/.github/agents/same.agent.md': agent(),
      ...skills('../.github/skills', 'outside'),
      '~/.copilot/config.json': json({ trustedFolders: ['<home>'] }),
    },
    cwd: '../home/work/deep',
  },
  {
    name: 'finds skills and agents at any depth, but not in hidden folders or below a skill',
    about: 'places',
    files: {
      ...skills('.github/skills', 'plain'),
      ...skills('.github/skills/group', 'grouped'),
      ...skills('.github/skills/a/b/c/d', 'deep'),
      ...skills('.github/skills/plain/inner', 'inside'),
      ...skills('.github/skills', '.hidden'),
      ...skills('.github/skills/.group', 'in-hidden'),
      '.github/skills/broken/SKILL.md': 'No frontmatter.\n',
      ...skills('.github/skills/broken', 'below-broken'),
      '.github/skills/flat.md': skill('flat'),
      '.github/skills/lower/skill.md': skill('lower'),
      '.github/agents/group/deep/agent.md': agent(),
      '.github/agents/.hidden.agent.md': agent(),
      '.github/agents/.group/hidden.agent.md': agent(),
      '.github/agents/plain.md': agent(),
      '.github/agents/other.txt': agent(),
    },
  },
  {
    name: 'takes a whole place for one skill if it has a SKILL.md of its own',
    about: 'places',
    files: {
      '.github/skills/SKILL.md': skill('whole'),
      ...skills('.github/skills', 'part'),
      ...skills('.agents/skills', 'other'),
    },
  },
  {
    name: 'follows links',
    about: 'places',
    files: {
      ...skills('elsewhere', 'linked-folder', 'linked-file'),
      ...skills('group/inner', 'grouped'),
      ...skills('~/outside', 'from-home'),
      ...skills('place', 'in-place'),
      'elsewhere/linked.agent.md': agent(),
      'folder/in-folder.agent.md': agent(),
    },
    links: {
      '.github/skills/linked-folder': 'elsewhere/linked-folder',
      '.github/skills/linked-file/SKILL.md': 'elsewhere/linked-file/SKILL.md',
      '.github/skills/group': 'group',
      '.github/skills/from-home': '~/outside/from-home',
      '.github/skills/dangling': 'nowhere',
      '.agents/skills': 'place',
      '.github/agents/linked.agent.md': 'elsewhere/linked.agent.md',
      '.github/agents/folder': 'folder',
    },
  },
  {
    name: 'reads the directories in COPILOT_SKILLS_DIRS',
    about: 'places',
    files: {
      ...skills('first', 'one'),
      ...skills('second/group', 'two'),
      ...skills('.github/skills', 'plain'),
    },
    env: { COPILOT_SKILLS_DIRS: 'first, second ,missing' },
  },
  {
    name: 'reads the directories that the user has added',
    about: 'places',
    files: { ...skills('~/added', 'one'), ...skills('tree', 'two'), '~/.copilot/settings.json': '{}\n' },
    commands: [
      ['skill', 'add', '~/added'],
      ['skill', 'add', 'tree'],
    ],
  },
  {
    name: 'reads relative directories in the settings, but none with a tilde',
    about: 'places',
    files: {
      ...skills('~/added', 'one'),
      ...skills('tree', 'two'),
      '~/.copilot/settings.json': json({ skillDirectories: ['~/added', 'tree', './tree'] }),
    },
  },
  {
    name: 'reads the directories that a repository adds',
    about: 'places',
    files: {
      ...skills('more', 'one', 'same'),
      ...skills('one/two', 'two'),
      ...skills('../outside', 'out'),
      ...skills('~/home', 'home'),
      ...skills('.claude/skills', 'same'),
      ...skills('~/.copilot/skills', 'one'),
      'team/first.agent.md': agent(),
      'team/group/second.md': agent(),
      'team/third.md': agent(),
      '.claude/agents/third.md': agent(),
      '.github/copilot/settings.json': json({
        skillDirectories: ['more', './one/two', '../outside', '~/home'],
        agentDirectories: ['team'],
      }),
    },
    cwd: 'one',
  },
  {
    name: 'reads only the directories of the local settings if they name some',
    about: 'places',
    files: {
      ...skills('shared', 'one'),
      ...skills('local', 'two'),
      '.github/copilot/settings.json': json({ skillDirectories: ['shared'] }),
      '.github/copilot/settings.local.json': json({ skillDirectories: ['local'] }),
    },
  },
  {
    name: 'leaves out the places that the user ignores',
    about: 'places',
    files: {
      ...skills('~/.copilot/skills', 'own'),
      ...skills('~/.agents/skills', 'shared'),
      ...skills('.github/skills', 'plain'),
      ...skills('first', 'added'),
      '.claude/commands/command.md': command('A command.'),
      '~/.copilot/settings.json': json({
        ignoredSkillsLocations: ['~/.copilot/', '~/.agents/skills/shared', '.github/skills', '/none'],
      }),
    },
    env: { COPILOT_SKILLS_DIRS: 'first' },
  },
  {
    name: 'leaves out everything below an ignored folder',
    about: 'places',
    files: {
      ...skills('~/.copilot/skills', 'own'),
      ...skills('.github/skills', 'plain'),
      '.claude/commands/command.md': command('A command.'),
      '~/.copilot/settings.json': json({ ignoredSkillsLocations: ['/'] }),
    },
  },
  {
    name: 'has another home with COPILOT_HOME, and no shared skills of the user',
    about: 'places',
    files: {
      ...inHome,
      ...skills('~/other/skills', 'other'),
      '~/other/agents/other.agent.md': agent(),
      '~/other/mcp-config.json': servers('other'),
      '~/other/config.json': json({ trustedFolders: ['/'] }),
      '~/other/settings.json': json({ disabledSkills: ['off'] }),
      ...skills('.github/skills', 'on', 'off'),
    },
    env: { COPILOT_HOME: '~/other' },
  },
];

const same = (path: string): ToolCase['files'] => ({ [path]: skill('same') });

const winnerCases: readonly ToolCase[] = [
  ...[
    ['.github/skills', '.agents/skills', '.claude/skills', '~/.copilot/skills', '~/.agents/skills'],
    ['.agents/skills', '.claude/skills', '~/.copilot/skills', '~/.agents/skills'],
    ['.claude/skills', '~/.copilot/skills', '~/.agents/skills', 'named'],
    ['~/.copilot/skills', '~/.agents/skills', 'named'],
    ['~/.agents/skills', 'named'],
    ['named'],
  ].map(
    (places): ToolCase => ({
      name: `uses the skill in ${places[0]} before ${places[1] ?? 'a command'}`,
      about: 'winners',
      files: {
        ...Object.assign({}, ...places.map((one) => same(`${one}/same/SKILL.md`))),
        '.claude/commands/same.md': command('A command.'),
      },
      env: { COPILOT_SKILLS_DIRS: 'named' },
    }),
  ),
  {
    name: 'uses the nearer of two skills in one place, and any in an earlier place before it',
    about: 'winners',
    files: {
      ...same('.github/skills/same/SKILL.md'),
      ...same('one/.agents/skills/same/SKILL.md'),
      ...skills('.agents/skills', 'near'),
      ...skills('one/.agents/skills', 'near'),
      ...skills('one/.claude/skills', 'far'),
      ...skills('.claude/skills', 'far'),
    },
    cwd: 'one',
  },
  {
    name: 'uses the first path of two skills in one place',
    about: 'winners',
    files: {
      ...same('.github/skills/zebra/SKILL.md'),
      ...same('.github/skills/alpha/SKILL.md'),
      ...same('.github/skills/same/SKILL.md'),
      '.claude/commands/alpha.md': command('A command.', 'name: twice\n'),
      '.claude/commands/beta.md': command('A command.', 'name: twice\n'),
    },
  },
  {
    name: 'tells agents apart by their files, not by their names',
    about: 'winners',
    files: {
      '~/.copilot/agents/same.agent.md': agent(),
      '.github/agents/same.agent.md': agent(),
      '.github/agents/near.agent.md': agent(),
      'one/.github/agents/near.agent.md': agent(),
      '.claude/agents/near.md': agent(),
      'one/.claude/agents/place.md': agent(),
      '.github/agents/place.agent.md': agent(),
      '.github/agents/twice.agent.md': agent(),
      '.github/agents/twice.md': agent(),
      '.github/agents/alpha.md': agent('name: Twin\n'),
      '.github/agents/beta.md': agent('name: Twin\n'),
      '.github/agents/group/alpha.md': agent(),
    },
    cwd: 'one',
  },
];

const serverCases: readonly ToolCase[] = [
  {
    name: 'reads .github/mcp.json only next to no .mcp.json',
    about: 'servers',
    files: {
      '.mcp.json': servers('top'),
      '.github/mcp.json': servers('top-github'),
      'one/.github/mcp.json': servers('middle-github', 'same'),
      'one/two/.mcp.json': servers('bottom', 'same'),
      '.vscode/mcp.json': servers('editor'),
      '~/.copilot/mcp-config.json': servers('own', 'same', 'top'),
    },
    cwd: 'one/two',
  },
  {
    name: 'hides weaker servers behind a disabled one',
    about: 'servers',
    files: {
      '.mcp.json': json({
        mcpServers: { one: { command: 'true', disabled: true }, two: { command: 'true', disabled: false } },
      }),
      '~/.copilot/mcp-config.json': servers('one', 'two', 'three'),
    },
  },
  {
    name: 'reads only the working directory without Git',
    about: 'servers',
    files: { '.mcp.json': servers('top'), 'one/.github/mcp.json': servers('near') },
    cwd: 'one',
    isBare: true,
  },
  ...[
    ['a comment', `// Servers.\n${servers('one')}`],
    ['a trailing comma', '{"mcpServers": {"one": {"command": "true"},}}'],
    ['a byte order mark', `\uFEFF${servers('one')}`],
    ['nothing in it', ''],
    ['servers without a name around them', '{"one": {"command": "true", "args": []}}'],
    ['another name around its servers', '{"servers": {"one": {"command": "true"}}}'],
    ['no servers', '{}'],
    ['a list of servers', '{"mcpServers": []}'],
  ].map(
    ([what, text = '']): ToolCase => ({
      name: `reads a workspace's file of servers with ${what}`,
      about: 'servers',
      files: { '.mcp.json': text, '~/.copilot/mcp-config.json': servers('own') },
    }),
  ),
  ...[
    ['a comment', `// Servers.\n${servers('one')}`],
    ['a trailing comma and a byte order mark', '\uFEFF{"mcpServers": {"one": {"command": "true"},}}'],
  ].map(
    ([what, text = '']): ToolCase => ({
      name: `reads the user's file of servers with ${what}`,
      about: 'servers',
      files: { '~/.copilot/mcp-config.json': text, '.mcp.json': servers('two') },
    }),
  ),
  ...['.mcp.json', '~/.copilot/mcp-config.json'].map(
    (file): ToolCase => ({
      name: `leaves out odd servers in ${file}`,
      about: 'servers',
      files: {
        [file]: json({
          mcpServers: {
            plain: { command: 'true' },
            local: { type: 'local', command: 'true', args: [], tools: ['*'] },
            stdio: { type: 'stdio', command: 'true', env: { A: 'b' } },
            remote: { type: 'http', url: 'http://127.0.0.1:9/' },
            'only url': { url: 'http://127.0.0.1:9/' },
            disabled: { command: 'true', disabled: true },
            enabled: { command: 'true', enabled: false },
            'unknown.key/x@y': { command: 'true', foo: 5 },
            'no tools': { command: 'true', tools: [] },
            'other type': { type: 'other', command: 'true' },
            'args as text': { command: 'true', args: 'x' },
            'number in args': { command: 'true', args: [5] },
            nothing: { args: [] },
            number: 5,
            'number in env': { command: 'true', env: { A: 5 } },
            'list as command': { command: ['true'] },
            'tools as text': { command: 'true', tools: '*' },
            'number as url': { type: 'http', url: 5 },
          },
        }),
      },
    }),
  ),
];

const untrusted: ToolCase['files'] = {
  ...skills('.github/skills', 'aa', 'bb'),
  ...skills('more', 'added'),
  '.github/agents/ag.agent.md': agent(),
  '.claude/commands/command.md': command('A command.'),
  '.mcp.json': servers('workspace'),
  '~/.copilot/mcp-config.json': servers('own'),
  '.github/copilot/settings.json': json({ disabledSkills: ['aa'], skillDirectories: ['more'] }),
  '.github/copilot/settings.local.json': json({ disabledSkills: ['bb'], disabledMcpServers: ['own'] }),
};

const trustCases: readonly ToolCase[] = [
  ['no folder', {}],
  ['a folder above', { trustedFolders: ['/'] }],
  ['a folder above, in the older spelling', { trusted_folders: ['/'] }],
  ['a folder by its name alone', { trustedFolders: ['~', '.', 'repository'] }],
].map(
  ([what, config]): ToolCase => ({
    name: `trusts ${what as string}`,
    about: 'trust',
    files: { ...untrusted, '~/.copilot/config.json': json(config) },
  }),
);

const gateCases: readonly ToolCase[] = [
  {
    name: 'has gates for skills',
    about: 'gates',
    files: {
      ...place('.github/skills', {
        'no-user': 'user-invocable: false\n',
        'no-model': 'disable-model-invocation: true\n',
        capitals: 'user-invocable: False\ndisable-model-invocation: TRUE\n',
        open: 'user-invocable: true\ndisable-model-invocation: false\n',
        'other-spelling': 'user-invokable: false\nuserInvocable: false\n',
        'other-key': 'infer: false\ndisableModelInvocation: true\ndisabled: true\n',
        'as-text': 'user-invocable: "false"\n',
        'as-word': 'disable-model-invocation: yes\n',
        'as-number': 'disable-model-invocation: 1\n',
        'without-value': 'user-invocable:\n',
        'as-list': 'disable-model-invocation: [true]\n',
      }),
    },
  },
  {
    name: 'has gates for commands, but not for the user',
    about: 'gates',
    files: {
      '.claude/commands/no-user.md': command('A command.', 'user-invocable: false\n'),
      '.claude/commands/odd-user.md': command('A command.', 'user-invocable: maybe\n'),
      '.claude/commands/no-model.md': command('A command.', 'disable-model-invocation: true\n'),
      '.claude/commands/odd-model.md': command('A command.', 'disable-model-invocation: "true"\n'),
    },
  },
  {
    name: 'has gates for agents',
    about: 'gates',
    files: {
      '.github/agents/no-user.agent.md': agent('user-invocable: false\n'),
      '.github/agents/no-model.agent.md': agent('disable-model-invocation: true\n'),
      '.github/agents/no-infer.agent.md': agent('infer: false\n'),
      '.github/agents/infer.agent.md': agent('infer: true\n'),
      '.github/agents/both-closed.agent.md': agent('infer: true\ndisable-model-invocation: true\n'),
      '.github/agents/both-open.agent.md': agent('infer: false\ndisable-model-invocation: false\n'),
      '.github/agents/as-text.agent.md': agent('infer: "false"\n'),
      '.github/agents/as-word.agent.md': agent('user-invocable: no\n'),
      '.github/agents/other.agent.md': agent('user-invokable: false\ndisable: true\n'),
    },
  },
];

export const copilotCases: readonly ToolCase[] = [
  ...placeCases,
  ...copilotFileCases,
  ...gateCases,
  ...winnerCases,
  ...serverCases,
  ...copilotPluginCases,
  ...copilotSettingsCases,
  ...trustCases,
];

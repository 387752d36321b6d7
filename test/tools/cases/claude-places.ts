/** Where Claude Code looks, and which of several entries of one name it uses. */

import type { ToolCase } from '../asker.js';
import { agent, servers, skill } from './claude-parts.js';

type Files = ToolCase['files'];

/** Entries of all kinds in one directory, which is named in all their names. */
function all(base: string, word: string): Files {
  return {
    [`${base}.claude/skills/skill-${word}/SKILL.md`]: skill(),
    [`${base}.claude/commands/command-${word}.md`]: skill(),
    [`${base}.claude/agents/${word}.md`]: agent(`agent-${word}`),
  };
}

/** Every depth and form of file in one `.claude` directory. */
const depths = (base: string): Files => ({
  [`${base}.claude/skills/outer/SKILL.md`]: skill(),
  [`${base}.claude/skills/outer/inner/SKILL.md`]: skill(),
  [`${base}.claude/skills/group/deep/SKILL.md`]: skill(),
  [`${base}.claude/skills/.hidden/SKILL.md`]: skill(),
  [`${base}.claude/skills/lower/skill.md`]: skill(),
  [`${base}.claude/skills/synced/SKILL.md`]: skill(),
  [`${base}.claude/skills/flat.md`]: skill(),
  [`${base}.claude/skills/SKILL.md`]: skill(),
  [`${base}.agents/skills/elsewhere/SKILL.md`]: skill(),
  [`${base}.claude/commands/README.md`]: skill(),
  [`${base}.claude/commands/.dotted.md`]: skill(),
  [`${base}.claude/commands/UPPER.MD`]: skill(),
  [`${base}.claude/commands/a/b/c.md`]: skill(),
  [`${base}.claude/commands/.dots/c.md`]: skill(),
  [`${base}.claude/commands/two words.md`]: skill(),
  [`${base}.claude/commands/folder/SKILL.md`]: skill(),
  [`${base}.claude/commands/folder/beside.md`]: skill(),
  [`${base}.claude/commands/a/folder/SKILL.md`]: skill(),
  [`${base}.claude/agents/top.md`]: agent('top'),
  [`${base}.claude/agents/a/b/deep.md`]: agent('deep'),
  [`${base}.claude/agents/.dots/x.md`]: agent('in-dots'),
  [`${base}.claude/agents/.dotted.md`]: agent('dotted'),
  [`${base}.claude/agents/UPPER.MD`]: agent('upper'),
  [`${base}.claude/agents/README.md`]: agent('readme'),
});

const place = (name: string, files: Files, more: Partial<ToolCase> = {}): ToolCase => ({
  name,
  about: 'places',
  files,
  ...more,
});

const chain: Files = {
  ...all('', 'root'),
  ...all('sub/', 'sub'),
  ...all('sub/deep/', 'deep'),
  ...all('sub/deep/below/', 'below'),
  ...all('beside/', 'beside'),
  ...all('~/', 'home'),
  '.mcp.json': servers('at-root'),
  'sub/.mcp.json': servers('at-sub'),
  'sub/deep/.mcp.json': servers('at-deep'),
};

const linked: Files = {
  '~/store/skill/SKILL.md': skill(),
  'kept/SKILL.md': skill(),
  'kept/agent.md': agent('linked-agent'),
  'kept/agents/x.md': agent('in-linked-folder'),
  'kept/commands/x.md': skill(),
  '~/all/one/SKILL.md': skill(),
  '.claude/skills/real/SKILL.md': skill(),
  '.claude/skills/both/SKILL.md': skill(),
};

const places = [
  place('every depth in the repository', depths('')),
  place('every depth in the home', depths('~/')),
  place('directories up to the Git root', chain, { cwd: 'sub/deep' }),
  place('directories without Git', chain, { cwd: 'sub/deep', isBare: true }),
  place(
    'a repository inside another',
    { ...chain, 'sub/.git/HEAD': 'ref: refs/heads/main\n' },
    { cwd: 'sub/deep' },
  ),
  place('a file called .git', { ...chain, 'sub/.git': 'gitdir: nowhere\n' }, { cwd: 'sub/deep' }),
  place('a .jj directory', { ...chain, 'sub/.jj/x': '' }, { cwd: 'sub/deep', isBare: true }),
  place('links to files, folders and whole places', linked, {
    links: {
      '.claude/skills/folder-link': '~/store/skill',
      '.claude/skills/file-link/SKILL.md': 'kept/SKILL.md',
      '.claude/skills/real-again': '.claude/skills/real',
      '.claude/skills/dangling': '~/store/none',
      '.claude/skills/of-a-folder/SKILL.md': '~/store/skill',
      '.claude/agents/link.md': 'kept/agent.md',
      '.claude/agents/folder': 'kept/agents',
      '.claude/commands/folder': 'kept/commands',
      '~/.claude/skills': '~/all',
    },
  }),
  place('the same skill in the home and in the repository', linked, {
    links: { '~/.claude/skills/mine': '.claude/skills/both', '~/.claude/agents': 'kept/agents' },
  }),
  place(
    'a .claude directory that is a link',
    { 'kept/skills/one/SKILL.md': skill(), 'kept/agents/one.md': agent('one') },
    {
      links: { '.claude': 'kept' },
    },
  ),
  place('more directories in the settings', {
    ...all('beside/', 'beside'),
    '.claude/settings.json': '{"permissions": {"additionalDirectories": ["beside"]}}',
  }),
];

const paths = [
  '~/.claude/skills/x/SKILL.md',
  'sub/.claude/skills/x/SKILL.md',
  '.claude/skills/x/SKILL.md',
  '~/.claude/commands/x.md',
  'sub/.claude/commands/x.md',
  '.claude/commands/x.md',
];
const agentPaths = ['sub/.claude/agents/x.md', '.claude/agents/team/x.md', '~/.claude/agents/x.md'];

/** The same name in fewer and fewer places, so that each of them wins once. */
const winners = paths.map((strongest, at): ToolCase => {
  const skills = paths.slice(at).map((path) => [path, skill(`In ${path}.`)]);
  const agents = agentPaths.slice(at).map((path) => [path, agent('x')]);
  return {
    name: `${strongest} is the strongest`,
    about: 'winners',
    files: Object.fromEntries([...skills, ...agents]),
    cwd: 'sub',
  };
});

const more: readonly ToolCase[] = [
  {
    name: 'one switch for all of a name',
    about: 'winners',
    files: {
      '~/.claude/skills/x/SKILL.md': skill(),
      '.claude/skills/x/SKILL.md': skill(),
      '.claude/commands/x.md': skill(),
      '.claude/agents/x.md': agent('x'),
      '~/.claude/agents/x.md': agent('x'),
      '~/.claude/settings.json': '{"skillOverrides": {"x": "off"}, "permissions": {"deny": ["Agent(x)"]}}',
    },
  },
  {
    name: 'a winner that the user cannot invoke',
    about: 'winners',
    files: {
      '~/.claude/skills/x/SKILL.md': skill('A test.', 'user-invocable: false\n'),
      '.claude/skills/x/SKILL.md': skill(),
      '.claude/skills/second/SKILL.md': skill('A test.', 'name: x\n'),
    },
  },
  {
    name: 'servers of one name',
    about: 'servers',
    files: {
      '.mcp.json': servers('a', 'b'),
      'sub/.mcp.json': servers('a', 'c'),
      '~/.claude.json': servers('a', 'd'),
    },
    cwd: 'sub',
  },
  {
    name: 'servers of a linked worktree',
    about: 'servers',
    files: {
      'tree/.git': 'gitdir: <repository>/.git/worktrees/tree\n',
      '.git/worktrees/tree/commondir': '../..\n',
      '.git/worktrees/tree/HEAD': 'ref: refs/heads/tree\n',
      '.git/worktrees/tree/gitdir': '<repository>/tree/.git\n',
      'tree/.mcp.json': servers('one', 'two'),
      '~/.claude.json': JSON.stringify({
        projects: {
          '<repository>': { disabledMcpjsonServers: ['one'], ...JSON.parse(servers('of-main')) },
          '<repository>/tree': { disabledMcpjsonServers: ['two'], ...JSON.parse(servers('of-tree')) },
        },
      }),
    },
    cwd: 'tree',
  },
];

export const claudePlaceCases: readonly ToolCase[] = [...places, ...winners, ...more];

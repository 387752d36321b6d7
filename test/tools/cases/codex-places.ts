/** Where Codex looks, what it trusts, and which of several entries of one name it uses. */

import type { ToolCase } from '../asker.js';
import {
  agent,
  agents,
  block,
  caseOf,
  config,
  type Files,
  pluginFiles,
  skill,
  skills,
  trust,
} from './codex-texts.js';

const inAll = ['', 'one/', 'one/two/'];
const eachDirectory = Object.assign(
  {},
  ...inAll.map((directory, index) => ({
    ...skills(`${directory}.agents/skills/agents-${index}`, `${directory}.codex/skills/codex-${index}`),
    ...agents(`agent-${index}`, `${directory}.codex/agents/one.toml`),
  })),
) as Files;
const deep = { cwd: 'one/two' };

const places: readonly ToolCase[] = [
  caseOf('places', 'all directories of a repository', { ...eachDirectory, [config]: trust() }, deep),
  caseOf('places', 'a directory without a repository', eachDirectory, { ...deep, isBare: true }),
  caseOf(
    'places',
    'a repository of Jujutsu',
    { ...eachDirectory, '.jj/repo': '' },
    { ...deep, isBare: true },
  ),
  caseOf('places', 'a repository inside', { ...eachDirectory, 'one/.git': 'gitdir: ../x\n' }, deep),
  caseOf(
    'places',
    'a marker of the user',
    { ...eachDirectory, 'one/marker': '', [config]: 'project_root_markers = ["marker"]\n' },
    deep,
  ),
  caseOf('places', 'no markers', { ...eachDirectory, [config]: 'project_root_markers = []\n' }, deep),
  caseOf('places', 'the home', {
    ...skills(
      '~/.agents/skills/one',
      '~/.codex/skills/two',
      '~/.claude/skills/three',
      '~/.codex/skills/.own/four',
    ),
    '~/.codex/agents/five.toml': agent('five'),
    '~/.agents/agents/six.toml': agent('six'),
    '~/.codex/prompts/seven.md': '---\ndescription: x\n---\nx\n',
    '~/.codex/agents/deep/.hidden/eight.toml': agent('eight'),
    '~/.codex/agents/nine.md': agent('nine'),
  }),
  caseOf(
    'places',
    'another home of Codex',
    {
      ...skills('~/.codex/skills/one', '~/.agents/skills/two', 'other/skills/three'),
      'other/agents/four.toml': agent('four'),
      'other/config.toml': block('name = "two"'),
    },
    { env: { CODEX_HOME: '<repository>/other' } },
  ),
  caseOf('places', 'depths', {
    ...skills(
      '.agents/skills',
      '.agents/skills/1/2/3/4/5/six',
      '.agents/skills/1/2/3/4/5/6/seven',
      '.agents/skills/outer',
      '.agents/skills/outer/inner',
      '.agents/skills/.hidden/one',
      '.github/skills/other',
    ),
    '.agents/skills/small/skill.md': skill('small'),
    '.agents/skills/flat.md': skill('flat'),
  }),
  caseOf(
    'places',
    'links',
    {
      ...skills('.agents/skills/real', 'store/one', 'store/many/two', 'place/three', '~/stow/skills/four'),
      'roles/linked.toml': agent('linked-role'),
      'more/other.toml': agent('other-role'),
      [config]: trust(),
    },
    {
      links: {
        '.agents/skills/again': '.agents/skills/real',
        '.agents/skills/one': 'store/one',
        '.agents/skills/many': 'store/many',
        '.agents/skills/file/SKILL.md': 'store/one/SKILL.md',
        '.agents/skills/loop': '.agents/skills',
        '.agents/skills/gone': 'nowhere',
        '.codex/skills': 'place',
        '~/.agents': '~/stow',
        '.codex/agents/linked.toml': 'roles/linked.toml',
        '.codex/agents/more': 'more',
      },
    },
  ),
];

const winners: readonly ToolCase[] = [
  caseOf(
    'winners',
    'skills of one name',
    {
      ...skills(
        '.agents/skills/same',
        'one/.agents/skills/same',
        '.codex/skills/same',
        '~/.agents/skills/same',
      ),
      ...skills('~/.codex/skills/same', '.agents/skills/group/same'),
      ...pluginFiles('same', '1.0.0'),
      [config]: '[plugins."same@market"]\nenabled = true\n',
    },
    { cwd: 'one' },
  ),
  ...[4, 3, 2, 1].map((count) => {
    const all = ['one/two/.codex', 'one/.codex', '.codex', '~/.codex'].slice(-count);
    const files = agents('same', ...all.map((place) => `${place}/agents/a.toml`));
    return caseOf('winners', `${count} agents of one name`, { ...files, [config]: trust() }, deep);
  }),
  caseOf('winners', 'agents of one name in one directory', {
    ...agents('same', '~/.codex/agents/b.toml', '~/.codex/agents/a/c.toml', '~/.codex/agents/c.toml'),
    ...agents('other', '~/.codex/agents/d.toml', '~/.codex/agents/d/a.toml', '~/.codex/agents/D.toml'),
  }),
  caseOf('winners', 'a refused agent next to another of its name', {
    '.codex/agents/a.toml': 'name = "same"\ndescription = "x"\n',
    '.codex/agents/b.toml': 'name = "heir"\ndeveloper_instructions = "x"\n',
    ...agents('same', '~/.codex/agents/a.toml'),
    '~/.codex/agents/b.toml': agent('heir'),
    [config]: trust(),
  }),
];

const trustCases: readonly ToolCase[] = [
  caseOf('trust', 'a repository without trust', eachDirectory, deep),
  caseOf('trust', 'an untrusted repository', { ...eachDirectory, [config]: trust('', 'untrusted') }, deep),
  caseOf('trust', 'a trusted working directory', { ...eachDirectory, [config]: trust('/one/two') }, deep),
  caseOf('trust', 'a trusted directory between', { ...eachDirectory, [config]: trust('/one') }, deep),
  caseOf(
    'trust',
    'a trusted parent',
    { ...eachDirectory, [config]: trust('/one') },
    { ...deep, isBare: true },
  ),
  caseOf(
    'trust',
    'an untrusted directory in a trusted repository',
    { ...eachDirectory, [config]: trust() + trust('/one', 'untrusted') },
    deep,
  ),
  caseOf('trust', 'a path with a slash at its end', { ...eachDirectory, [config]: trust('/') }, deep),
  caseOf(
    'trust',
    'a directory without a repository',
    { ...eachDirectory, [config]: trust('/one/two') },
    { ...deep, isBare: true },
  ),
];

export const codexPlaceCases: readonly ToolCase[] = [...places, ...winners, ...trustCases];

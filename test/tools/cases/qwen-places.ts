/** Where Qwen Code looks, which of several entries of one name it uses, and what trust changes. */

import type { ToolCase } from '../asker.js';
import { agent, agents, command, servers, skills, skillText, user, workspace } from './qwen-texts.js';

/** A skill called `same` in each of these folders. */
const sameSkills = (...folders: string[]) =>
  Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, skillText('same')]));
const sameAgents = (...files: string[]) => Object.assign({}, ...files.map((file) => agent(file, 'same')));

const everywhere = {
  ...skills('.qwen/skills', 'project'),
  ...skills('.agents/skills', 'shared'),
  ...skills('.claude/skills', 'claude'),
  ...skills('.gemini/skills', 'gemini'),
  ...skills('.github/skills', 'github'),
  ...skills('~/.qwen/skills', 'users'),
  ...skills('~/.agents/skills', 'users-shared'),
  ...skills('~/.claude/skills', 'users-claude'),
  ...skills('sub/.qwen/skills', 'below'),
  ...skills('sub/.agents/skills', 'below-shared'),
  ...agents('.qwen/agents', 'agent-one'),
  ...agents('.agents/agents', 'agent-two'),
  ...agents('.claude/agents', 'agent-three'),
  ...agents('.qwen/agents/deep', 'agent-four'),
  ...agents('sub/.qwen/agents', 'agent-five'),
  ...agents('~/.qwen/agents', 'agent-six'),
  ...command('.qwen/commands/do.md'),
  ...command('~/.qwen/commands/mine.md'),
  ...command('sub/.qwen/commands/below-command.md'),
  '.qwen/skills/SKILL.md': skillText('in-the-place'),
  '.qwen/skills/file.md': skillText('file'),
  '.qwen/skills/.hidden/SKILL.md': skillText('hidden'),
  '.qwen/skills/project/inner/SKILL.md': skillText('inner'),
  '.qwen/skills/group/deep/SKILL.md': skillText('deep'),
  '.qwen/skills/lower/skill.md': skillText('lower'),
  ...agent('.qwen/agents/.hidden.md', 'hidden-agent'),
  ...agent('.qwen/agents/x.agent.md', 'with-suffix'),
  '.qwen/agents/text.txt': 'no agent\n',
};

const places: readonly ToolCase[] = [
  { name: 'places: the root', about: 'places', files: everywhere },
  { name: 'places: a directory below', about: 'places', files: everywhere, cwd: 'sub' },
  { name: 'places: without Git, below', about: 'places', files: everywhere, cwd: 'sub', isBare: true },
  {
    name: 'places: links',
    about: 'places',
    files: {
      ...skills('store', 'folder', 'both'),
      ...skills('whole', 'in-whole'),
      'store/file.md': skillText('file'),
      ...agent('store/linked.md', 'linked'),
    },
    links: {
      '.qwen/skills/folder': 'store/folder',
      '.qwen/skills/file/SKILL.md': 'store/file.md',
      '.qwen/skills/both': 'store/both',
      '~/.agents/skills/both': 'store/both',
      '.qwen/skills/broken': 'nowhere',
      '.agents/skills': 'whole',
      '.qwen/agents/linked.md': 'store/linked.md',
    },
  },
  {
    name: 'places: another home',
    about: 'places',
    files: {
      ...skills('~/.qwen/skills', 'old'),
      ...skills('~/.agents/skills', 'shared'),
      ...skills('~/other/skills', 'new'),
      ...agents('~/other/agents', 'new-agent'),
      ...agents('~/.qwen/agents', 'old-agent'),
      '~/other/settings.json': JSON.stringify({ skills: { disabled: ['shared'] }, ...servers('new') }),
      [user]: JSON.stringify({ skills: { disabled: ['new'] }, ...servers('old') }),
    },
    env: { QWEN_HOME: '<home>/other' },
  },
  {
    name: 'places: another home with a tilde',
    about: 'places',
    files: { ...skills('~/.qwen/skills', 'old'), ...skills('~/other/skills', 'new') },
    env: { QWEN_HOME: '~/other' },
  },
  {
    name: 'places: the home itself',
    about: 'places',
    files: {
      ...skills('~/.qwen/skills', 'alpha', 'beta'),
      ...skills('~/.agents/skills', 'gamma'),
      ...agents('~/.qwen/agents', 'checker'),
      [user]: JSON.stringify({ skills: { disabled: ['alpha'] }, ...servers('users') }),
    },
    cwd: '../home',
  },
];

const skillRanks = [
  '.qwen/skills/a',
  '.qwen/skills/b',
  '.agents/skills/a',
  '~/.qwen/skills/a',
  '~/.agents/skills/a',
];
const agentRanks = ['.qwen/agents/a.md', '.qwen/agents/b.md', '~/.qwen/agents/a.md'];

const winners: readonly ToolCase[] = [
  ...skillRanks.slice(0, -1).map(
    (first, at): ToolCase => ({
      name: `winners: ${first}`,
      about: 'winners',
      files: { ...sameSkills(...skillRanks.slice(at)), ...sameAgents(...agentRanks.slice(at)) },
    }),
  ),
  {
    name: 'winners: other names',
    about: 'winners',
    files: {
      ...skills('.qwen/skills', 'Case', 'review', 'help'),
      ...skills('~/.qwen/skills', 'case'),
      ...agent('.qwen/agents/one.md', 'Case'),
      ...agent('~/.qwen/agents/two.md', 'case'),
      ...agent('.qwen/agents/three.md', 'general-purpose'),
      ...command('.qwen/commands/twice.md'),
      ...command('~/.qwen/commands/twice.md'),
      '.qwen/skills/broken/SKILL.md': '# No frontmatter\n',
      '~/.qwen/skills/broken/SKILL.md': skillText('broken'),
    },
  },
  {
    name: 'winners: commands and skills of one name',
    about: 'winners',
    files: {
      ...skills('.qwen/skills', 'one', 'two', 'three'),
      ...command('.qwen/commands/one.md'),
      ...command('~/.qwen/commands/two.md'),
    },
  },
  {
    name: 'winners: the used one is off',
    about: 'winners',
    files: {
      ...sameSkills('.qwen/skills/a', '~/.qwen/skills/a'),
      [user]: '{"skills": {"disabled": ["same"]}}',
    },
  },
];

const trustFile = '~/.qwen/trustedFolders.json';
const askForTrust = JSON.stringify({ security: { folderTrust: { enabled: true } }, ...servers('users') });

/** A scene with entries of the repository, in which these folders are trusted or not. */
function trust(name: string, rules: string | undefined, files: ToolCase['files'] = {}): ToolCase {
  return {
    name: `trust: ${name}`,
    about: 'trust',
    files: {
      ...skills('.qwen/skills', 'project'),
      ...skills('~/.qwen/skills', 'users'),
      ...agents('.qwen/agents', 'checker'),
      ...command('.qwen/commands/do.md'),
      '.mcp.json': JSON.stringify(servers('shared')),
      [workspace]: JSON.stringify({
        skills: { disabled: ['users'] },
        permissions: { deny: ['Agent(checker)'] },
        ...servers('project'),
      }),
      [user]: askForTrust,
      ...(rules !== undefined && { [trustFile]: rules }),
      ...files,
    },
  };
}

const trusts: readonly ToolCase[] = [
  trust('not asked for', '{"<repository>": "DO_NOT_TRUST"}', { [user]: JSON.stringify(servers('users')) }),
  trust('no decision', undefined),
  trust('trusted', '{"<repository>": "TRUST_FOLDER"}'),
  trust('not trusted', '{"<repository>": "DO_NOT_TRUST"}'),
  trust('by the folder above', '{"<repository>/other": "TRUST_PARENT"}'),
  trust('nearer distrust', '{"<repository>/..": "TRUST_FOLDER", "<repository>": "DO_NOT_TRUST"}'),
  trust('nearer trust', '{"/": "DO_NOT_TRUST", "<repository>": "TRUST_FOLDER"}'),
  trust('an unknown word', '{"<repository>": "YES"}'),
  trust('asked for by the repository alone', '{"<repository>": "DO_NOT_TRUST"}', {
    [user]: '{}',
    [workspace]: '{"security": {"folderTrust": {"enabled": true}}, "skills": {"disabled": ["users"]}}',
  }),
];

export const placeCases: readonly ToolCase[] = [...places, ...winners, ...trusts];

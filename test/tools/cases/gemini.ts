/** Scenes for Gemini CLI: places, files, winners, extensions and trust. */

import type { ToolCase } from '../asker.js';
import { extensionCases } from './gemini-extensions.js';
import {
  agent,
  approvalFile,
  casesAbout,
  extension,
  type Files,
  hashOf,
  serverProgram,
  servers,
  skill,
  skillsIn,
  trustFile,
  user,
  workspace,
} from './gemini-scenes.js';
import { settingsCases } from './gemini-settings.js';
import { agentTexts, asFiles, skillTexts } from './gemini-texts.js';

const places = casesAbout('places');

const manyPlaces: Files = Object.assign(
  {},
  ...[
    '.agents',
    '.gemini',
    '.claude',
    'sub/.agents',
    'sub/.gemini',
    'sub/deep/.agents',
    '~/.agents',
    '~/.gemini',
  ].map((base) => skillsIn(`${base}/skills`, `in-${base.replaceAll(/[^a-z]+/g, '-')}-x`)),
);

const oddPlaces: Files = {
  'sub/.agents/skills/SKILL.md': skill('at-the-top'),
  'sub/.agents/skills/group/deep/SKILL.md': skill('deep'),
  'sub/.agents/skills/.hidden/SKILL.md': skill('hidden'),
  'sub/.agents/skills/outer/SKILL.md': skill('outer'),
  'sub/.agents/skills/outer/inner/SKILL.md': skill('inner'),
  'sub/.agents/skills/lower/skill.md': skill('lower'),
  '~/elsewhere/linked/SKILL.md': skill('linked'),
  '~/elsewhere/file.md': skill('linked-file'),
  '~/elsewhere/SKILL.md': skill('linked-skill-file'),
};

const ofPlaces: readonly ToolCase[] = [
  places(
    'skills of the working directory and of the home',
    { ...manyPlaces, ...oddPlaces },
    {
      cwd: 'sub',
      links: {
        'sub/.agents/skills/linked': '~/elsewhere/linked',
        'sub/.agents/skills/by-link/SKILL.md': '~/elsewhere/SKILL.md',
      },
    },
  ),
  places('the same without Git', { ...manyPlaces }, { cwd: 'sub', isBare: true }),
  places(
    'places that are links, and agents by links',
    {
      '~/x/skills/one/SKILL.md': skill('one'),
      '~/e/file.md': agent('by-file-link'),
      '~/e/agents/x.md': agent('by-folder-link'),
      '~/.gemini/agents/sub/deep.md': agent('deep-agent'),
      '~/.agents/agents/x.md': agent('of-other-tools'),
    },
    { links: { '.agents': '~/x', '~/.gemini/agents/link.md': '~/e/file.md' } },
  ),
  places(
    'another home',
    {
      ...skillsIn('~/alt/.gemini/skills', 'there'),
      ...skillsIn('~/alt/.agents/skills', 'there-too'),
      ...skillsIn('~/.gemini/skills', 'here'),
      ...skillsIn('~/.agents/skills', 'here-too'),
      ...skillsIn('.agents/skills', 'local'),
      '~/alt/.gemini/trustedFolders.json': { '<repository>': 'TRUST_FOLDER' },
      '~/alt/.gemini/settings.json': { skills: { disabled: ['there-too'] } },
    },
    { env: { GEMINI_CLI_HOME: '<home>/alt' } },
  ),
];

const files = casesAbout('files');
const ofFiles: readonly ToolCase[] = [
  files(
    'unusual skills',
    asFiles(skillTexts, (name) => `.agents/skills/${name}/SKILL.md`),
  ),
  files(
    'unusual agents',
    asFiles(agentTexts, (name) => `~/.gemini/agents/${name}.md`),
  ),
];

const skillOrder = [
  '.agents',
  '.gemini',
  '~/.agents',
  '~/.gemini',
  '~/.gemini/extensions/two',
  '~/.gemini/extensions/one',
];
const agentOrder = ['.gemini', '~/.gemini', '~/.gemini/extensions/one', '~/.gemini/extensions/two'];

/** For each name, one file less than for the name before. */
function rivals(
  order: readonly string[],
  make: (base: string, at: number) => [path: string, text: string],
): Files {
  return Object.fromEntries(order.flatMap((_, at) => order.slice(at).map((base) => make(base, at))));
}

const approvedAgent = agent('agent-0', '.gemini');
const winners = casesAbout('winners', { ...extension('one'), ...extension('two') });
const ofWinners: readonly ToolCase[] = [
  winners('skills and agents of one name', {
    ...rivals(skillOrder, (base, at) => [`${base}/skills/skill-${at}/SKILL.md`, skill(`skill-${at}`)]),
    ...rivals(agentOrder, (base, at) => [`${base}/agents/agent-${at}.md`, agent(`agent-${at}`, base)]),
    [approvalFile]: { '<repository>': { 'agent-0': hashOf(approvedAgent) } },
  }),
  winners('one name several times in a place', {
    '.agents/skills/SKILL.md': skill('lint'),
    '.agents/skills/b/SKILL.md': skill('lint'),
    '.agents/skills/c/SKILL.md': skill('lint'),
    '.gemini/skills/SKILL.md': skill('top'),
    '.gemini/skills/z/SKILL.md': skill('top'),
    '~/.agents/skills/one/SKILL.md': skill('Cased'),
    '~/.agents/skills/two/SKILL.md': skill('cased'),
    '~/.gemini/skills/mine/SKILL.md': skill('skill-creator'),
    '~/.gemini/agents/b.md': agent('same', 'b'),
    '~/.gemini/agents/a.md': agent('same', 'a'),
  }),
];

const everything = {
  ...skillsIn('.agents/skills', 'local'),
  ...skillsIn('~/.gemini/skills', 'mine'),
  '.gemini/agents/local-agent.md': agent('local-agent'),
  '~/.gemini/agents/my-agent.md': agent('my-agent'),
  ...serverProgram,
  ...extension('one', servers('of-extension')),
  [workspace]: { skills: { disabled: ['mine'] }, ...servers('local-server') },
  [user]: servers('my-server'),
  [approvalFile]: { '<repository>': { 'local-agent': hashOf(agent('local-agent')) } },
};
const trust = casesAbout('trust', everything);
const noRules = {};

const ofTrust: readonly ToolCase[] = [
  trust('a trusted folder', { [trustFile]: '// mine\n{"<repository>": "TRUST_FOLDER"}' }),
  trust('an unknown folder', { [trustFile]: noRules }),
  trust('a distrusted folder', { [trustFile]: { '/': 'TRUST_FOLDER', '<repository>': 'DO_NOT_TRUST' } }),
  trust('the parent of a rule', {
    [trustFile]: { '<repository>/longer': 'TRUST_PARENT', '<repository>': 'DO_NOT_TRUST' },
  }),
  trust('a relative rule', { [trustFile]: { '.': 'TRUST_FOLDER' } }),
  trust(
    'a rule for a link',
    { [trustFile]: { '<home>/link': 'TRUST_FOLDER' } },
    { links: { '~/link': '.' } },
  ),
  trust('an unknown level stops it', { [trustFile]: { '<repository>': 'TRUST' } }),
  trust('a broken list stops it', { [trustFile]: '' }),
  trust('trust by a variable', { [trustFile]: noRules }, { env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } }),
  trust('distrust by a variable', {}, { env: { GEMINI_CLI_TRUST_WORKSPACE: 'false' } }),
  trust('restricted mode', {}, { env: { GEMINI_RESTRICTED_MODE: 'true' } }),
  trust(
    'another list',
    { [trustFile]: noRules, '~/list.json': { '/': 'TRUST_FOLDER' } },
    { env: { GEMINI_CLI_TRUSTED_FOLDERS_PATH: '<home>/list.json' } },
  ),
  trust('trust is off in the user settings', {
    [trustFile]: noRules,
    [user]: { security: { folderTrust: { enabled: false } } },
  }),
  trust('trust is off in the workspace settings, which do not count', {
    [trustFile]: noRules,
    [workspace]: { security: { folderTrust: { enabled: false } } },
  }),
  trust('an untrusted file with a mistake stops it', { [trustFile]: noRules, [workspace]: '{' }),
  trust('agents without approval', {
    '.gemini/agents/changed.md': agent('changed'),
    '.gemini/agents/shared.md': agent('shared', 'project'),
    '~/.gemini/agents/shared.md': agent('shared', 'home'),
    [approvalFile]: { '<repository>': { changed: 'abc' }, '<repository>/sub': { 'local-agent': 'abc' } },
  }),
  trust('approvals with a comment are ignored', { [approvalFile]: '// mine\n{}' }),
  trust('the home itself', {}, { cwd: '../home' }),
];

export const geminiCases: readonly ToolCase[] = [
  ...ofPlaces,
  ...ofFiles,
  ...ofWinners,
  ...extensionCases,
  ...ofTrust,
  ...settingsCases,
];

/** Scenes with extensions of Gemini CLI. */

import type { ToolCase } from '../asker.js';
import {
  agent,
  casesAbout,
  extension,
  extensionFile,
  type Files,
  serverProgram,
  servers,
  skill,
  skillsIn,
  trustFile,
  user,
  workspace,
} from './gemini-scenes.js';

const inExtensions = (...parts: string[]) => ['~/.gemini/extensions', ...parts].join('/');
const manifestOf = (name: unknown, version: unknown = '1.0.0') => ({ name, version });
const plugins = casesAbout('plugins');
const many = Object.assign(
  {},
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => extension(name)),
) as Files;

export const extensionCases: readonly ToolCase[] = [
  plugins(
    'extensions that are loaded, and others',
    {
      ...extension('good'),
      [inExtensions('noversion', 'gemini-extension.json')]: { name: 'noversion' },
      ...skillsIn(inExtensions('noversion', 'skills'), 'without-version'),
      [inExtensions('badname', 'gemini-extension.json')]: manifestOf('bad_name'),
      ...skillsIn(inExtensions('badname', 'skills'), 'with-bad-name'),
      [inExtensions('folder', 'gemini-extension.json')]: manifestOf('other-Name', 1),
      ...skillsIn(inExtensions('folder', 'skills'), 'of-other-name'),
      [inExtensions('comment', 'gemini-extension.json')]: '// mine\n{"name": "comment", "version": "1"}',
      ...skillsIn(inExtensions('comment', 'skills'), 'with-comment'),
      ...skillsIn(inExtensions('without', 'skills'), 'without-manifest'),
      [inExtensions('.dot', 'gemini-extension.json')]: manifestOf('dot'),
      ...skillsIn(inExtensions('.dot', 'skills'), 'in-hidden-folder'),
      [inExtensions('linked', '.gemini-extension-install.json')]:
        '{"source": "<home>/src/linked", "type": "link"}',
      '~/src/linked/gemini-extension.json': manifestOf('linked'),
      ...skillsIn('~/src/linked/skills', 'of-linked', '.dot/of-hidden'),
      '~/src/linked/skills/group/deep/SKILL.md': skill('too-deep'),
      '~/src/linked/commands/ask.md': 'Ask.\n',
      '~/src/linked/agents/sub/deep.md': agent('too-deep'),
      '~/src/sym/gemini-extension.json': manifestOf('sym'),
      ...skillsIn('~/src/sym/skills', 'of-sym'),
      '.gemini/extensions/local/gemini-extension.json': manifestOf('local'),
      ...skillsIn('.gemini/extensions/local/skills', 'of-project'),
    },
    { links: { [inExtensions('sym')]: '~/src/sym' } },
  ),
  plugins('rules for paths', {
    ...many,
    [extensionFile]: {
      a: { overrides: ['!<repository>/*'] },
      b: { overrides: ['!<repository>/'] },
      c: { overrides: ['!<repository>'] },
      d: { overrides: ['!/*', '<repository>/*'] },
      e: { overrides: ['<repository>/*', '!/*'] },
      f: { overrides: ['!<home>/*'] },
      g: { overrides: [], more: 1 },
      H: { overrides: ['!/*'] },
      i: { overrides: ['!<repository>*'] },
    },
  }),
  plugins(
    'rules in a directory below',
    {
      ...many,
      [extensionFile]: { a: { overrides: ['!<repository>/*'] }, b: { overrides: ['!<repository>/'] } },
    },
    { cwd: 'sub' },
  ),
  plugins('a file of rules with one mistake is ignored', {
    ...many,
    [extensionFile]: { a: { overrides: ['!/*'] }, b: {} },
  }),
  plugins('a file of rules with a comment is ignored', {
    ...many,
    [extensionFile]: '// mine\n{"a": {"overrides": ["!/*"]}}',
  }),
  plugins('parts of extensions are switched like others', {
    ...many,
    [user]: { skills: { disabled: ['a-skill'] }, agents: { overrides: { 'a-agent': { enabled: false } } } },
    [workspace]: { skills: { disabled: ['b-skill'] } },
  }),
  plugins('servers of extensions', {
    ...serverProgram,
    ...extension('one', servers('alpha', 'beta')),
    ...extension('two', servers('beta', 'off')),
    ...extension('three', servers('three')),
    [user]: { ...servers('alpha'), mcp: { excluded: ['off'] } },
    [extensionFile]: { three: { overrides: ['!/*'] } },
  }),
  plugins(
    'an extension that the tool has installed and switched off itself',
    {
      [trustFile]: { '/': 'TRUST_FOLDER' },
      '~/src/own/gemini-extension.json': manifestOf('own'),
      ...skillsIn('~/src/own/skills', 'own-skill'),
      '~/src/other/gemini-extension.json': manifestOf('other'),
      ...skillsIn('~/src/other/skills', 'other-skill'),
    },
    {
      commands: [
        ['extensions', 'install', '~/src/own', '--consent'],
        ['extensions', 'link', '~/src/other', '--consent'],
        ['extensions', 'disable', 'own', '--scope', 'workspace'],
      ],
    },
  ),
];

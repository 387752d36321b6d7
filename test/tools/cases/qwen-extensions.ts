/** Extensions and MCP servers of Qwen Code. */

import type { ToolCase } from '../asker.js';
import {
  agent,
  command,
  extension,
  servers,
  skills,
  skillText,
  system,
  systemEnv,
  user,
  workspace,
} from './qwen-texts.js';

const home = '~/.qwen/extensions';
const enablement = `${home}/extension-enablement.json`;

const packed = {
  ...extension('pack', servers('packed')),
  ...skills(`${home}/pack/skills`, 'alpha'),
  ...agent(`${home}/pack/agents/helper.md`, 'helper'),
  ...agent(`${home}/pack/agents/explorer.md`, 'Explore'),
  ...command(`${home}/pack/commands/do.md`),
  ...extension('other'),
  ...skills(`${home}/other/skills`, 'beta'),
};

/** A scene with these rules for directories. */
function rules(name: string, text: string, more: Partial<ToolCase> = {}): ToolCase {
  return {
    name: `extensions: ${name}`,
    about: 'plugins',
    ...more,
    files: { ...packed, [enablement]: text, ...more.files },
  };
}

const packageForms: ToolCase['files'] = {
  ...extension('good', { mcpServers: undefined }),
  ...skills(`${home}/good/skills`, 'fine'),
  [`${home}/good/skills/deep/er/SKILL.md`]: skillText('deeper'),
  ...agent(`${home}/good/agents/deep/x.md`, 'deep-agent'),
  [`${home}/good/.mcp.json`]: JSON.stringify(servers('elsewhere')),
  ...extension('', {}, 'no-name'),
  ...skills(`${home}/no-name/skills`, 'one'),
  ...extension('with blank', {}, 'blank'),
  ...skills(`${home}/blank/skills`, 'two'),
  ...extension('Other.Name_1', {}, 'folder'),
  ...skills(`${home}/folder/skills`, 'three'),
  ...extension('states', { skillStates: 'x' }),
  ...skills(`${home}/states/skills`, 'four'),
  ...extension('hidden', {}, '.hidden'),
  ...skills(`${home}/.hidden/skills`, 'five'),
  [`${home}/comment/qwen-extension.json`]: '// x\n{"name": "comment", "version": "1.0.0"}',
  ...skills(`${home}/comment/skills`, 'six'),
  [`${home}/gem/gemini-extension.json`]: '{"name": "gem", "version": "1.0.0"}',
  ...skills(`${home}/gem/skills`, 'seven'),
  [`${home}/linked/.qwen-extension-install.json`]: '{"source": "<home>/source", "type": "link"}',
  '~/source/qwen-extension.json': '{"name": "linked", "version": "1.0.0"}',
  ...skills('~/source/skills', 'eight'),
  '~/symbolic/qwen-extension.json': '{"name": "symbolic", "version": "1.0.0"}',
  ...skills('~/symbolic/skills', 'nine'),
  [`${home}/open/plugin.json`]: JSON.stringify({
    $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
    name: 'open',
  }),
  ...skills(`${home}/open/skills`, 'ten'),
  ...agent(`${home}/open/agents/unread.md`, 'unread'),
  '.qwen/extensions/project/qwen-extension.json': '{"name": "project", "version": "1.0.0"}',
  ...skills('.qwen/extensions/project/skills', 'eleven'),
};

const extensionCases: readonly ToolCase[] = [
  { name: 'extensions: on', about: 'plugins', files: packed },
  {
    name: 'extensions: forms',
    about: 'plugins',
    files: packageForms,
    links: { [`${home}/symbolic`]: '~/symbolic' },
  },
  {
    name: 'extensions: two of one name',
    about: 'plugins',
    files: {
      ...extension('twin', {}, 'a'),
      ...skills(`${home}/a/skills`, 'same'),
      ...extension('twin', {}, 'b'),
      ...skills(`${home}/b/skills`, 'same'),
    },
  },
  {
    name: 'extensions: names that others have',
    about: 'plugins',
    files: {
      ...packed,
      ...skills('.qwen/skills', 'alpha'),
      ...agent('.qwen/agents/helper.md', 'helper'),
      ...command('.qwen/commands/do.md'),
      [user]: JSON.stringify(servers('packed')),
    },
  },
  rules('off here', '{"pack": {"overrides": ["!<repository>/"]}}'),
  rules('off in a directory above', '{"pack": {"overrides": ["!<repository>/"]}}', {
    cwd: 'sub',
    files: { 'sub/x': '' },
  }),
  rules('off below', '{"pack": {"overrides": ["!<repository>/*"]}}', { cwd: 'sub', files: { 'sub/x': '' } }),
  rules('off everywhere', '{"pack": {"overrides": ["!/*"]}}'),
  rules('the last rule counts', '{"pack": {"overrides": ["!<repository>/", "/*"]}}'),
  rules('a rule without its last slash', '{"pack": {"overrides": ["!<repository>"]}}'),
  rules('a name in another case', '{"PACK": {"overrides": ["!/*"]}}'),
  rules('a comment', '// x\n{"pack": {"overrides": ["!/*"]}}'),
  rules('a text instead of a list', '{"pack": {"overrides": "!/*"}}'),
  rules('an empty file', ''),
  {
    name: 'extensions: switched by Qwen Code',
    about: 'plugins',
    files: packed,
    commands: [
      ['extensions', 'disable', '--scope', 'user', 'other'],
      ['extensions', 'disable', '--scope', 'workspace', 'pack'],
    ],
  },
  {
    name: 'extensions: switched on here by Qwen Code',
    about: 'plugins',
    files: packed,
    commands: [
      ['extensions', 'disable', '--scope', 'user', 'pack'],
      ['extensions', 'enable', '--scope', 'workspace', 'pack'],
    ],
  },
];

/** A scene with servers of the user and of an extension, and these settings of the user. */
function serverCase(name: string, mcp: unknown, more: Partial<ToolCase> = {}): ToolCase {
  return {
    name: `servers: ${name}`,
    about: 'servers',
    env: systemEnv,
    ...more,
    files: {
      ...extension('pack', servers('packed', 'one')),
      [user]: JSON.stringify({ mcp, ...servers('one', 'Two', 'three') }),
      '.mcp.json': JSON.stringify(servers('shared', 'three')),
      ...more.files,
    },
  };
}

const serverCases: readonly ToolCase[] = [
  serverCase('all', undefined),
  serverCase('excluded', { excluded: ['one', 'packed'] }),
  serverCase(
    'excluded in two files',
    { excluded: ['one'] },
    {
      files: { [workspace]: '{"mcp": {"excluded": ["Two"]}}' },
    },
  ),
  serverCase('excluded by the administrator', undefined, {
    files: { [system]: '{"mcp": {"excluded": ["one"]}}' },
  }),
  serverCase('patterns', { excluded: ['o*', '?acked', 'TWO'] }),
  serverCase('blanks around', { excluded: [' one '] }),
  serverCase('allowed', { allowed: ['one', 'T*'] }),
  serverCase('allowed and excluded', { allowed: ['one', 'Two'], excluded: ['one'] }),
  serverCase('none allowed', { allowed: [] }),
  serverCase(
    'allowed in two files',
    { allowed: ['one'] },
    { files: { [workspace]: '{"mcp": {"allowed": ["Two"]}}' } },
  ),
  serverCase('null', { excluded: null, allowed: null }),
  serverCase('a text', { excluded: 'one' }),
  serverCase('flags of a server', undefined, {
    files: {
      [user]:
        '{"mcpServers": {"a": {"command": "true", "disabled": true}, "b": {"command": "true", "enabled": false}}}',
    },
  }),
  serverCase('null as a server', undefined, { files: { [user]: '{"mcpServers": {"a": null}}' } }),
  serverCase('servers of the repository', undefined, {
    files: { [workspace]: JSON.stringify(servers('own', 'one')) },
  }),
  {
    name: 'servers: approved',
    about: 'servers',
    files: {
      '.mcp.json': JSON.stringify({
        mcpServers: {
          approved: { command: 'true', args: ['b', 'a'], env: { B: '1', A: '2' } },
          rejected: { command: 'true' },
          typed: { type: 'http', url: 'http://127.0.0.1:9' },
          waiting: { command: 'true' },
        },
      }),
      [workspace]: '{"mcpServers": {"own": {"command": "true", "args": ["$HOME"]}}}',
    },
    commands: [
      ['mcp', 'approve', 'approved'],
      ['mcp', 'approve', 'typed'],
      ['mcp', 'approve', 'own'],
      ['mcp', 'reject', 'rejected'],
    ],
  },
  serverCase('.mcp.json with a comment', undefined, {
    files: { '.mcp.json': '// x\n{"mcpServers": {"shared": {"command": "true"}}}' },
  }),
  serverCase('.mcp.json in a directory above', undefined, { cwd: 'sub', files: { 'sub/x': '' } }),
];

export const extensionAndServerCases: readonly ToolCase[] = [...extensionCases, ...serverCases];

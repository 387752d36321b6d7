/** Settings of Claude Code: every form of a switch, in all of its files. */

import type { ToolCase } from '../asker.js';
import { denied, local, overrides, settings, shared, someOff, user } from './claude-parts.js';

const json = JSON.stringify;

const everyFile = [local, shared, user].map((file) => settings(`off in ${file}`, { [file]: someOff() }));

const states = settings('every state of a skill', {
  [local]: overrides({
    lint: 'off',
    other: 'user-invocable-only',
    folder: 'name-only',
    gated: 'off',
    hidden: 'user-invocable-only',
    run: 'off',
    'group:run': 'user-invocable-only',
    mine: 'on',
  }),
  [user]: overrides({ mine: 'off', hidden: 'off' }),
});

const strengths: readonly [string, string | undefined, string | undefined, string | undefined][] = [
  ['local on, shared off, user off', 'on', 'off', 'off'],
  ['local off, shared on, user on', 'off', 'on', 'on'],
  ['shared on, user off', undefined, 'on', 'off'],
  ['shared off, user on', undefined, 'off', 'on'],
  ['local name-only, user off', 'name-only', undefined, 'off'],
  ['local user-invocable-only, shared off', 'user-invocable-only', 'off', undefined],
];
const order = strengths.map(([name, ...values]) => {
  const files = [local, shared, user].flatMap((file, at) =>
    values[at] === undefined ? [] : [[file, overrides({ lint: values[at], run: values[at] })]],
  );
  return settings(name, Object.fromEntries(files));
});

const keys = [
  settings('keys of skills that match nothing', {
    [local]: overrides({
      Lint: 'off',
      second: 'off',
      'li*': 'off',
      '*': 'off',
      '/other': 'off',
      'run.md': 'off',
      'group/run': 'off',
    }),
  }),
  settings('a key __proto__', { [local]: '{"skillOverrides": {"__proto__": "off", "lint": "off"}}' }),
];

const rules = [
  ...['Agent', 'Agent(*)', 'Task', 'Task(*)', '*', 'Skill', 'Skill(*)'].map((rule) =>
    settings(`the rule ${rule}`, { [local]: denied(rule) }),
  ),
  settings('rules for agents that match nothing', {
    [local]: denied(
      'Agent(Checker)',
      'agent(checker)',
      'Agent(check*)',
      'Agent( checker )',
      'Agent()',
      ' Agent(checker)',
      'Agent(checker) ',
      'Agent(checker, mine)',
      'Agent(checker)x',
      'Agent(mine',
      'Agent checker',
      '',
    ),
  }),
  settings('rules with the older name and with parentheses', {
    [shared]: denied('Task(checker)', 'Agent(Writer (old))'),
  }),
  settings('rules with escaped parentheses', { [user]: denied('Agent(Writer \\(old\\))', 'Task(mine)') }),
  settings('rules in several files, and a rule that allows', {
    [local]: json({ permissions: { allow: ['Agent(checker)'], deny: ['Agent(mine)'] } }),
    [shared]: denied('Agent(checker)'),
  }),
  settings('rules that are no texts', { [local]: denied('Agent(checker)', 5, null, ['Agent(mine)']) }),
  settings('rules for skills', {
    [local]: denied('Skill(lint)', 'Skill(/other)', 'Skill(second)', 'Skill(group:*)'),
  }),
  settings('a rule for names that start alike', { [user]: denied('Skill(lint:*)') }),
  settings('a rule for names that start alike, with a blank', { [user]: denied('Skill(lint *)') }),
  settings('rules for skills that match nothing', {
    [local]: denied('Skill(Lint)', 'Skill(li*)', 'skill(lint)', 'Skill( lint )', 'Skill()', 'Skill(other x)'),
  }),
];

const below = { cwd: 'sub' };
const directories = [
  settings(
    'files of the root and of the working directory',
    {
      [local]: overrides({ lint: 'off' }),
      [shared]: overrides({ other: 'off' }),
      [`sub/${local}`]: overrides({ 'lint-all': 'off' }),
      [`sub/${shared}`]: overrides({ folder: 'off' }),
    },
    below,
  ),
  settings(
    'local files that differ',
    {
      [local]: overrides({ lint: 'on', other: 'off' }),
      [`sub/${local}`]: overrides({ lint: 'off', other: 'on' }),
      [`sub/${shared}`]: overrides({ lint: 'off' }),
    },
    below,
  ),
  settings('a broken local file at the root', { [local]: '{', [`sub/${local}`]: someOff() }, below),
  settings(
    'settings without Git',
    {
      [local]: overrides({ lint: 'off' }),
      [shared]: overrides({ other: 'off' }),
      [`sub/${local}`]: overrides({ folder: 'off' }),
      [`sub/${shared}`]: denied('Agent(checker)'),
    },
    { ...below, isBare: true },
  ),
  settings(
    'a settings file that is a link',
    { '~/elsewhere/settings.json': someOff() },
    {
      links: { [local]: '~/elsewhere/settings.json' },
    },
  ),
];

const commands = {
  '.mcp.json': json({
    mcpServers: {
      one: { command: 'npx', args: ['-y', 'one'] },
      two: { command: `\${HOME}/two`, args: [`\${UNSET:-more}`] },
      web: { type: 'http', url: 'http://127.0.0.1:9/mcp' },
      other: { type: 'sse', url: 'http://127.0.0.1:9/other?x=1' },
    },
  }),
};
const npx = { serverCommand: ['npx', '-y', 'one'] };
const listCases = [
  settings('servers that are denied by their commands', {
    ...commands,
    [user]: json({
      deniedMcpServers: [npx, { serverCommand: ['<home>/two', 'more'] }, { serverUrl: 'HTTP://127.*/mcp' }],
    }),
  }),
  settings('denials of servers that match nothing', {
    ...commands,
    [user]: json({
      deniedMcpServers: [
        { serverCommand: ['npx'] },
        { serverCommand: ['npx', '*', 'one'] },
        { serverUrl: '127*' },
        { serverUrl: '*://*/MCP' },
        { serverUrl: '*/mcp' },
        { serverName: 'one', ...npx },
      ],
    }),
  }),
  settings('servers that are allowed by their commands or names', {
    ...commands,
    [user]: json({ allowedMcpServers: [npx] }),
    [shared]: json({ allowedMcpServers: [{ serverName: 'two' }, { serverName: 'other' }] }),
  }),
  settings('servers that are allowed by their addresses or names', {
    ...commands,
    [user]: json({
      allowedMcpServers: [{ serverUrl: '*://*/m*' }, { serverName: 'one' }, { serverName: 'other' }],
    }),
  }),
];

const serverSwitches = [
  settings('a server that is on and off', {
    [local]: json({ enabledMcpjsonServers: ['one'], enableAllProjectMcpServers: true }),
    [user]: json({ disabledMcpjsonServers: ['one'] }),
  }),
  settings('servers as one text', { [local]: json({ disabledMcpjsonServers: 'one' }) }),
  settings('servers that match nothing', { [local]: json({ disabledMcpjsonServers: ['One', '*', ''] }) }),
  settings('no approval of servers', { [local]: json({ enableAllProjectMcpServers: false }) }),
  settings('servers that are denied', { [user]: json({ deniedMcpServers: [{ serverName: 'one' }] }) }),
  settings('servers that are allowed', { [shared]: json({ allowedMcpServers: [{ serverName: 'two' }] }) }),
  ...listCases,
  settings('a rule for the tools of a server', { [local]: denied('mcp__one') }),
];
export const claudeSettingsCases: readonly ToolCase[] = [
  settings('no settings', {}),
  ...everyFile,
  states,
  ...order,
  ...keys,
  ...rules,
  ...directories,
  ...serverSwitches,
];

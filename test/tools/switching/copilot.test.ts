/** Switches entries with the built command, asks Copilot CLI after each switch, and compares the settings files. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, type TestContext, test } from 'vitest';
import type { Scene } from '../../host/tools/scene.js';
import { ourList, sceneOf } from '../agreement.js';
import { copilot } from '../askers/copilot.js';
import { agent, json, localFile, servers, sharedFile, skills, userFile } from '../cases/copilot-scenes.js';
import { installed, toolNamed } from '../installed.js';

const marketplace = {
  '~/market/marketplace.json': json({
    name: 'market',
    owner: { name: 'someone' },
    plugins: [{ name: 'tools', source: './tools', version: '1.0.0' }],
  }),
  '~/market/tools/plugin.json': json({ name: 'tools', version: '1.0.0' }),
  ...skills('~/market/tools/skills', 'of-plugin'),
};

const before = json({
  extraKnownMarketplaces: { market: { source: { source: 'directory', path: '~/market' } } },
  enabledPlugins: { 'tools@market': true },
});

const scene = () =>
  sceneOf({
    name: 'switching',
    about: 'settings',
    files: {
      ...marketplace,
      ...skills('.github/skills', 'lint'),
      '.github/agents/scout.agent.md': agent(),
      '.mcp.json': servers('local'),
      [userFile]: before,
    },
  });

async function skillpick(at: Scene, ...args: readonly string[]): Promise<void> {
  const { cwd } = at.environment;
  const env = { HOME: at.home, PATH: process.env['PATH'] ?? '' };
  await promisify(execFile)(process.execPath, [inject('bin'), ...args, '--local'], { cwd, env });
}

async function isOn(at: Scene, command: readonly string[], kind: string, name: string): Promise<boolean> {
  const reported = await copilot.entries(at, command);
  if (typeof reported === 'string') throw new Error(reported);
  return reported.some((entry) => entry.kind === kind && entry.name === name && entry.isOn);
}

/** The command that starts Copilot CLI. The test is skipped if it cannot be had. */
async function commandFor(context: TestContext): Promise<readonly string[]> {
  const found = await installed(toolNamed('copilot'));
  return 'missing' in found ? context.skip('Copilot CLI cannot be had here') : found.command;
}

const files = [userFile, sharedFile, localFile];
const scopes = ['workspace', 'shared', 'global'] as const;

const switches = [
  ...scopes.map((scope) => ['skill', 'lint', 'skill:lint', scope] as const),
  ...scopes.map((scope) => ['skill', 'of-plugin', 'skill:of-plugin', scope] as const),
  ...scopes.map((scope) => ['mcpServer', 'local', 'mcpServer:local', scope] as const),
  ...(['workspace', 'shared'] as const).map((scope) => ['plugin', 'tools', 'plugin:tools', scope] as const),
  ['agent', 'scout', 'agent:scout', 'global'] as const,
];

test.for(switches)(
  '%s %s is switched off and on again (%s, %s)',
  async ([kind, name, ref, scope], context) => {
    const [at, tool] = [scene(), await commandFor(context)];
    await skillpick(at, 'disable', ref, '--scope', scope, '--tool', 'copilot');
    expect(await isOn(at, tool, kind, name)).toBe(false);
    await skillpick(at, 'enable', ref, '--scope', scope, '--tool', 'copilot');
    expect(await isOn(at, tool, kind, name)).toBe(true);
    expect(files.map((file) => at.read(file))).toEqual([before, undefined, undefined]);
  },
);

test('a plugin is switched for all repositories', async (context) => {
  const [at, tool] = [scene(), await commandFor(context)];
  await skillpick(at, 'disable', 'plugin:tools', '--scope', 'global', '--tool', 'copilot');
  expect(await isOn(at, tool, 'plugin', 'tools')).toBe(false);
  await skillpick(at, 'enable', 'plugin:tools', '--scope', 'global', '--tool', 'copilot');
  expect(await isOn(at, tool, 'plugin', 'tools')).toBe(true);
});

test('a switch that Copilot CLI makes shows in the list', async (context) => {
  const [at, tool] = [scene(), await commandFor(context)];
  const wanted = { kind: 'skill', name: 'lint', path: '', enabled: false, scope: 'global' } as const;
  await copilot.switch?.(at, tool, wanted);
  const { entries } = await ourList(at, 'copilot');
  expect(entries.find(({ name }) => name === 'lint')?.tools).toMatchObject([
    { id: 'copilot', inEffect: false },
  ]);
});

test.for([
  ['a comment', localFile, '{\n  // Mine.\n}\n', 'workspace'],
  ['a list of the wrong type', userFile, '{"disabledSkills": 5}\n', 'global'],
] as const)('a file with %s is not written', async ([, file, text, scope]) => {
  const at = scene();
  at.write(file, text);
  await expect(
    skillpick(at, 'disable', 'skill:lint', '--scope', scope, '--tool', 'copilot'),
  ).rejects.toThrow();
  expect(at.read(file)).toBe(text);
});

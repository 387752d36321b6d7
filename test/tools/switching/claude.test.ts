/** Switches entries with the built command and asks Claude Code, and the other way round. */

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, type TestContext, test } from 'vitest';
import { claude as tool } from '../../../src/host/tools/claude/claude.js';
import type { ToolScope } from '../../../src/host/tools/tool.js';
import type { Scene } from '../../host/tools/scene.js';
import { ourList, sceneOf } from '../agreement.js';
import { claude } from '../askers/claude.js';
import { agent, local, servers, shared, skill, user } from '../cases/claude-parts.js';
import { installed } from '../installed.js';
import { output } from '../run.js';

const files = {
  '.claude/skills/lint/SKILL.md': skill(),
  '.claude/skills/other/SKILL.md': skill(),
  '.claude/agents/checker.md': agent('checker'),
  '.claude/agents/writer.md': agent('writer'),
  '.mcp.json': servers('one', 'two'),
};

const market = {
  'market/.claude-plugin/marketplace.json': JSON.stringify({
    name: 'market',
    owner: { name: 'x' },
    plugins: [{ name: 'acme', source: './acme', description: 'A test.' }],
  }),
  'market/acme/.claude-plugin/plugin.json': '{"name": "acme", "version": "1.0.0"}',
  'market/acme/skills/lint/SKILL.md': skill(),
};

/** The command that starts Claude Code. The test is skipped if it cannot be had. */
async function commandFor(context: TestContext): Promise<readonly string[]> {
  const found = await installed(tool);
  return 'missing' in found ? context.skip('Claude Code cannot be had here') : found.command;
}

/** Runs `skillpick` in a scene; rejects if it fails. */
async function run(scene: Scene, ...args: string[]): Promise<void> {
  const commands = join(scene.folder, 'commands');
  mkdirSync(commands, { recursive: true });
  writeFileSync(join(commands, 'claude'), '', { mode: 0o755 });
  const { cwd, home } = { ...scene.environment, home: scene.home };
  await promisify(execFile)(process.execPath, [inject('bin'), ...args, '--local', '--tool', 'claude'], {
    cwd,
    env: { HOME: home, USERPROFILE: home, PATH: commands },
  });
}

/** The names of what Claude Code uses, with their kinds. */
async function used(scene: Scene, command: readonly string[]): Promise<string[]> {
  const reported = await claude.entries(scene, command);
  if (typeof reported === 'string') throw new Error(reported);
  return reported.filter(({ isOn }) => isOn).map(({ kind, name }) => `${kind}:${name}`);
}

const settings = (scene: Scene) => [local, shared, user].map((file) => scene.read(file));
const refs = ['skill:lint', 'agent:checker', 'mcpServer:one'];
const odd = '{\r\n\t"model": "opus",\r\n\t"permissions": {"deny": ["Read(.env)"]}\r\n}';

test.for<[scope: ToolScope, file: string, text: string | undefined]>([
  ['workspace', local, undefined],
  ['shared', shared, odd],
  ['global', user, odd],
])(
  'Claude Code obeys a switch in the scope %s',
  { timeout: 120_000 },
  async ([scope, file, text], context) => {
    const command = await commandFor(context);
    const scene = sceneOf({ name: scope, about: 'settings', files });
    scene.write(file, text);
    const [before, all] = [settings(scene), await used(scene, command)];
    expect(all).toEqual(expect.arrayContaining(refs));
    await run(scene, 'disable', ...refs, '--scope', scope);
    expect(await used(scene, command)).toEqual(all.filter((one) => !refs.includes(one)));
    await run(scene, 'enable', ...refs, '--scope', scope);
    expect(settings(scene)).toEqual(before);
  },
);

test('Claude Code obeys the switch of a plugin', { timeout: 120_000 }, async (context) => {
  const command = await commandFor(context);
  const scene = sceneOf({ name: 'plugin', about: 'plugins', files: market });
  await output({ scene, command, args: ['plugin', 'marketplace', 'add', './market'] });
  await output({ scene, command, args: ['plugin', 'install', 'acme@market'] });
  const before = settings(scene);
  const own = ['plugin:acme@market', 'skill:acme:lint'];
  await run(scene, 'disable', 'plugin:acme', '--scope', 'workspace');
  expect(await used(scene, command)).not.toEqual(expect.arrayContaining(own));
  await run(scene, 'enable', 'plugin:acme', '--scope', 'workspace');
  expect(settings(scene)).toEqual(before);
  expect(await used(scene, command)).toEqual(expect.arrayContaining(own));
});

test('a skill that Claude Code switched itself is listed so', { timeout: 120_000 }, async (context) => {
  const command = await commandFor(context);
  const scene = sceneOf({ name: 'own', about: 'settings', files });
  const path = scene.path('.claude/skills/lint/SKILL.md');
  for (const enabled of [false, true]) {
    await claude.switch?.(scene, command, { kind: 'skill', name: 'lint', path, enabled, scope: 'workspace' });
    const { entries } = await ourList(scene, 'claude');
    const standing = entries.find(({ name }) => name === 'lint')?.tools[0];
    expect(standing).toMatchObject({ id: 'claude', inEffect: enabled });
  }
});

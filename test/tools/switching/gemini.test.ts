/** Switches entries with the built command and asks Gemini CLI, and the other way round. */

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, type TestContext, test } from 'vitest';
import { gemini as tool } from '../../../src/host/tools/gemini/gemini.js';
import type { ToolScope } from '../../../src/host/tools/tool.js';
import type { Scene } from '../../host/tools/scene.js';
import { ourList, sceneOf } from '../agreement.js';
import { gemini } from '../askers/gemini.js';
import {
  agent,
  extension,
  extensionFile,
  filesOf,
  serverFile,
  serverProgram,
  servers,
  skillsIn,
  user,
  workspace,
} from '../cases/gemini-scenes.js';
import { installed } from '../installed.js';

const files = filesOf({
  ...skillsIn('.agents/skills', 'lint', 'other'),
  '~/.gemini/agents/planner.md': agent('planner'),
  '~/.gemini/agents/second.md': agent('second'),
  ...serverProgram,
  ...extension('one'),
  ...extension('two'),
  [user]: `// mine\n${JSON.stringify(servers('Docs', 'more'), null, '\t')}`,
});

/** The command that starts Gemini CLI. The test is skipped if it cannot be had. */
async function commandFor(context: TestContext): Promise<readonly string[]> {
  const found = await installed(tool);
  return 'missing' in found ? context.skip('Gemini CLI cannot be had here') : found.command;
}

/** Runs `skillpick` in a scene; rejects if it fails. */
async function run(scene: Scene, ...args: string[]): Promise<void> {
  const commands = join(scene.folder, 'commands');
  mkdirSync(commands, { recursive: true });
  writeFileSync(join(commands, 'gemini'), '', { mode: 0o755 });
  await promisify(execFile)(process.execPath, [inject('bin'), ...args, '--local', '--tool', 'gemini'], {
    cwd: scene.environment.cwd,
    env: { HOME: scene.home, USERPROFILE: scene.home, PATH: commands },
  });
}

/** The names of what Gemini CLI uses, with their kinds, sorted. */
async function used(scene: Scene, command: readonly string[]): Promise<string[]> {
  const reported = await gemini.entries(scene, command);
  if (typeof reported === 'string') throw new Error(reported);
  const on = reported.filter(({ isOn }) => isOn).map(({ kind, name }) => `${kind}:${name}`);
  return on.toSorted();
}

const settings = (scene: Scene) =>
  [workspace, user, serverFile, extensionFile].map((file) => scene.read(file));

const parts = ['skill:lint', 'agent:planner', 'mcpServer:Docs'];
const ofOne = ['plugin:one', 'skill:one-skill', 'agent:one-agent'];

test.for<[scope: ToolScope, refs: readonly string[], gone: readonly string[]]>([
  ['workspace', [...parts, 'plugin:one'], [...parts, ...ofOne]],
  ['shared', parts, parts],
  ['global', [...parts, 'plugin:one'], [...parts, ...ofOne]],
])(
  'Gemini CLI obeys a switch in the scope %s',
  { timeout: 240_000 },
  async ([scope, refs, gone], context) => {
    const command = await commandFor(context);
    const scene = sceneOf({ name: scope, about: 'settings', files });
    const [before, all] = [settings(scene), await used(scene, command)];
    expect(all).toEqual(expect.arrayContaining([...gone]));
    await run(scene, 'disable', ...refs, '--scope', scope);
    expect(await used(scene, command)).toEqual(all.filter((one) => !gone.includes(one)));
    await run(scene, 'enable', ...refs, '--scope', scope);
    expect(settings(scene)).toEqual(before);
    expect(await used(scene, command)).toEqual(all);
  },
);

test('what Gemini CLI switched itself is listed so', { timeout: 240_000 }, async (context) => {
  const command = await commandFor(context);
  const scene = sceneOf({ name: 'own', about: 'settings', files });
  const wanted = [
    { kind: 'skill', name: 'lint' },
    { kind: 'plugin', name: 'one' },
  ] as const;
  for (const enabled of [false, true]) {
    for (const one of wanted)
      await gemini.switch?.(scene, command, { ...one, path: '', enabled, scope: 'workspace' });
    const { entries } = await ourList(scene, 'gemini');
    const inEffect = (name: string) =>
      entries.find((entry) => entry.name === name)?.tools.find(({ id }) => id === 'gemini')?.inEffect;
    expect(['lint', 'one-skill', 'other'].map(inEffect)).toEqual([enabled, enabled, true]);
  }
});

test.for<[file: string, text: string]>([
  [workspace, '{"skills": {"disabled": ["a",]}}'],
  [workspace, ''],
  [workspace, '{"skills": {"disabled": ["a", 3]}}'],
])('a file that stops Gemini CLI is left alone: %s as %j', async ([file, text], context) => {
  const command = await commandFor(context);
  const scene = sceneOf({ name: 'broken', about: 'settings', files: { ...files, [file]: text } });
  expect(await gemini.entries(scene, command)).toBeTypeOf('string');
  await expect(run(scene, 'disable', 'skill:lint', '--scope', 'workspace')).rejects.toThrow(file);
  expect(scene.read(file)).toBe(text);
});

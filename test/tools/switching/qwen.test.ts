/** Switches entries with skillpick and asks Qwen Code after each switch, and the other way round. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, type TestContext, test } from 'vitest';
import type { Scene } from '../../host/tools/scene.js';
import { ourList, sceneOf } from '../agreement.js';
import type { ReportedEntry, ToolCase } from '../asker.js';
import { askers } from '../askers.js';
import { agents, extension, servers, skills, user, workspace } from '../cases/qwen-texts.js';
import { installed, toolNamed } from '../installed.js';

const qwen = askers.qwen!;

/** A scene with entries of every kind, and these other files. */
const sceneWith = (files: ToolCase['files'] = {}): Scene =>
  sceneOf({
    name: 'switching',
    about: 'settings',
    files: {
      ...skills('.qwen/skills', 'alpha', 'beta'),
      ...agents('~/.qwen/agents', 'checker', 'writer'),
      ...extension('pack', { ...servers('packed'), skillStates: { closed: false } }),
      ...skills('~/.qwen/extensions/pack/skills', 'gamma', 'closed'),
      ...files,
    },
  });

/** Runs skillpick for Qwen Code alone, and returns what it prints. */
async function skillpick(scene: Scene, ...args: string[]): Promise<string> {
  const env = { HOME: scene.home, USERPROFILE: scene.home, PATH: '' };
  const options = { cwd: scene.environment.cwd, env };
  const all = [inject('bin'), ...args, '--provider', 'qwen', '--local'];
  return (await promisify(execFile)(process.execPath, all, options)).stdout;
}

async function commandFor(context: TestContext): Promise<readonly string[]> {
  const found = await installed(toolNamed('qwen'));
  return 'missing' in found ? context.skip(found.missing) : found.command;
}

/** The names of the entries that Qwen Code has on. */
async function onNames(scene: Scene, command: readonly string[]): Promise<string[]> {
  const reported = await qwen.entries(scene, command);
  if (typeof reported === 'string') throw new Error(reported);
  return reported.filter(({ isOn }) => isOn).map(nameOf);
}

const nameOf = ({ kind, name }: ReportedEntry): string => `${kind} ${name}`;

const all = [
  ...['skill alpha', 'skill beta', 'skill pack:gamma', 'agent checker', 'agent writer'],
  ...['mcpServer one', 'mcpServer two', 'mcpServer packed', 'plugin pack'],
];
const without = (...names: string[]): string[] => all.filter((name) => !names.includes(name)).toSorted();

/** Settings that Qwen Code leaves as they are, because they have its version. */
const kept =
  '{\n  // mine\n  "$version": 4,\n  "mcpServers": {"one": {"command": "true"}, "two": {"command": "true"}}\n}';
const keptHere = '{"$version": 4, "skills": {"disabled": ["other"]}} // ours\n';

test.for([['workspace'], ['shared'], ['global']] as const)(
  'switches a skill, an agent and a server for Qwen Code, and back: %s',
  { timeout: 300_000 },
  async ([scope], context) => {
    const command = await commandFor(context);
    const scene = sceneWith({ [user]: kept, [workspace]: keptHere });
    const refs = ['skill:alpha', 'agent:checker', 'mcpServer:one', 'mcpServer:packed', 'skill:pack:gamma'];
    await skillpick(scene, 'disable', ...refs, '--scope', scope);
    const off = ['skill alpha', 'agent checker', 'mcpServer one', 'mcpServer packed', 'skill pack:gamma'];
    expect((await onNames(scene, command)).toSorted()).toEqual(without(...off));
    await skillpick(scene, 'enable', ...refs, '--scope', scope);
    expect((await onNames(scene, command)).toSorted()).toEqual(without());
    expect([scene.read(user), scene.read(workspace)]).toEqual([kept, keptHere]);
  },
);

test('removes the settings file that it made', async () => {
  const scene = sceneWith();
  await skillpick(scene, 'disable', 'skill:alpha', 'agent:checker', '--scope', 'workspace');
  expect(JSON.parse(scene.read(workspace) ?? '')).toEqual({
    skills: { disabled: ['alpha'] },
    permissions: { deny: ['Agent(checker)'] },
  });
  await skillpick(scene, 'enable', 'skill:alpha', 'agent:checker', '--scope', 'workspace');
  expect(scene.read(workspace)).toBeUndefined();
});

test('switches a skill on that is off by default', { timeout: 300_000 }, async (context) => {
  const command = await commandFor(context);
  const scene = sceneWith({ [user]: kept });
  await skillpick(scene, 'enable', 'skill:pack:closed', '--scope', 'global');
  expect(await onNames(scene, command)).toContain('skill pack:closed');
  await skillpick(scene, 'disable', 'skill:pack:closed', '--scope', 'global');
  expect(await onNames(scene, command)).not.toContain('skill pack:closed');
});

test.for([['workspace'], ['global']] as const)(
  'switches an extension for Qwen Code, and back: %s',
  { timeout: 300_000 },
  async ([scope], context) => {
    const command = await commandFor(context);
    const scene = sceneWith({ [user]: kept });
    await skillpick(scene, 'disable', 'plugin:pack', '--scope', scope);
    expect(await onNames(scene, command)).not.toContain('plugin pack');
    await skillpick(scene, 'enable', 'plugin:pack', '--scope', scope);
    expect(await onNames(scene, command)).toContain('plugin pack');
  },
);

test('shows and takes back what Qwen Code itself has switched', { timeout: 300_000 }, async (context) => {
  const command = await commandFor(context);
  const scene = sceneWith({ [user]: kept });
  const wanted = { kind: 'plugin', name: 'pack', path: '', enabled: false, scope: 'workspace' } as const;
  await qwen.switch!(scene, command, wanted);
  const { entries } = await ourList(scene, 'qwen');
  const skill = entries.find(({ name }) => name === 'gamma');
  expect(skill?.tools.find(({ id }) => id === 'qwen')).toMatchObject({ inEffect: false });
  await skillpick(scene, 'enable', 'plugin:pack', '--scope', 'workspace');
  expect(await onNames(scene, command)).toContain('plugin pack');
});

test.for([
  [workspace, ''],
  [workspace, '{"skills": {"disabled": ["beta",]}}'],
  [user, ''],
  [user, '[]'],
  [user, '{"mcp": {"excluded": "one"}}'],
] as const)('refuses a switch in %s with the text %j and leaves it alone', async ([file, text]) => {
  const scene = sceneWith({ [file]: text });
  const scope = file === user ? 'global' : 'workspace';
  await expect(skillpick(scene, 'disable', 'skill:alpha', '--scope', scope)).rejects.toThrow(
    scene.path(file),
  );
  expect(scene.read(file)).toBe(text);
});

/** Switches entries of Codex with the built command, and asks Codex after each switch; and the other way round. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { codex as tool } from '../../../src/host/tools/codex/codex.js';
import type { Scene } from '../../host/tools/scene.js';
import { ourList, sceneOf } from '../agreement.js';
import type { ReportedEntry } from '../asker.js';
import { codex } from '../askers/codex.js';
import { agent, block, config, pluginFiles, server, skills, trust } from '../cases/codex-texts.js';
import { installed } from '../installed.js';

const project = '.codex/config.toml';
const kit = '[plugins."kit@market"]\nenabled = true\n';
const users = `# mine\n${server('mine')}\n${kit}\n${trust()}`;

const makeScene = (): Scene =>
  sceneOf({
    name: 'switching',
    about: 'settings',
    files: {
      ...skills('.agents/skills/near', '~/.agents/skills/far'),
      ...pluginFiles('kit', '1.0.0'),
      '~/.codex/agents/helper.toml': agent('helper'),
      [config]: users,
      [project]: `${server('theirs')}`,
    },
  });

/** Runs skillpick in the scene. Returns its exit code and what it wrote. */
async function skillpick(scene: Scene, ...args: string[]): Promise<{ code: number; text: string }> {
  const { cwd } = scene.environment;
  const env = { HOME: scene.home, USERPROFILE: scene.home, PATH: '' };
  try {
    const run = promisify(execFile)(
      process.execPath,
      [inject('bin'), ...args, '--tool', 'codex', '--local'],
      { cwd, env },
    );
    const { stdout, stderr } = await run;
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

async function command(): Promise<readonly string[] | undefined> {
  const found = await installed(tool);
  return 'missing' in found ? undefined : found.command;
}

async function isOn(scene: Scene, start: readonly string[], kind: ReportedEntry['kind'], name: string) {
  const reported = await codex.entries(scene, start);
  if (typeof reported === 'string') throw new Error(reported);
  return reported.some((one) => one.kind === kind && one.name === name && one.isOn);
}

type Row = [ref: string, kind: ReportedEntry['kind'], name: string, scope: string];

test.for<Row>([
  ['skill:near', 'skill', 'near', 'workspace'],
  ['skill:near', 'skill', 'near', 'shared'],
  ['skill:near', 'skill', 'near', 'global'],
  ['skill:far', 'skill', 'far', 'global'],
  ['skill:tool', 'skill', 'kit:tool', 'global'],
  ['plugin:kit', 'plugin', 'kit@market', 'global'],
  ['mcpServer:mine', 'mcpServer', 'mine', 'global'],
  ['mcpServer:theirs', 'mcpServer', 'theirs', 'shared'],
  ['mcpServer:kit-server', 'mcpServer', 'kit-server', 'global'],
])('Codex obeys a switch of %s (%s %s, %s), and its files come back as they were', async (row, context) => {
  const [ref, kind, name, scope] = row;
  const start = await command();
  if (start === undefined) return context.skip('Codex cannot be had here');
  const scene = makeScene();
  const before = [scene.read(config), scene.read(project)];
  expect(await isOn(scene, start, kind, name)).toBe(true);
  expect(await skillpick(scene, 'disable', ref, '--scope', scope)).toMatchObject({ code: 0 });
  expect(await isOn(scene, start, kind, name)).toBe(false);
  expect(await skillpick(scene, 'enable', ref, '--scope', scope)).toMatchObject({ code: 0 });
  expect(await isOn(scene, start, kind, name)).toBe(true);
  expect([scene.read(config), scene.read(project)]).toEqual(before);
});

test('a plugin is switched for everyone in a trusted repository', async (context) => {
  const start = await command();
  if (start === undefined) return context.skip('Codex cannot be had here');
  const scene = makeScene();
  const before = [scene.read(config), scene.read(project)];
  expect(await skillpick(scene, 'disable', 'plugin:kit', '--scope', 'shared')).toMatchObject({ code: 0 });
  expect(await isOn(scene, start, 'plugin', 'kit@market')).toBe(false);
  expect(scene.read(config)).toBe(before[0]);
  expect(await skillpick(scene, 'reset', 'plugin:kit', '--scope', 'shared')).toMatchObject({ code: 0 });
  expect(await isOn(scene, start, 'plugin', 'kit@market')).toBe(true);
  expect([scene.read(config), scene.read(project)]).toEqual(before);
});

test.for([
  ['skill:far', 'workspace', 'only switches it for all repositories'],
  ['mcpServer:mine', 'shared', 'only switches it for all repositories'],
  ['mcpServer:theirs', 'global', 'only switches it for everyone in this repository'],
  ['agent:helper', 'global', 'has no switch for agents'],
])('%s has no switch in the scope %s', async ([ref = '', scope = '', reason = '']) => {
  const scene = makeScene();
  const before = [scene.read(config), scene.read(project)];
  const { code, text } = await skillpick(scene, 'disable', ref, '--scope', scope);
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining(reason) });
  expect([scene.read(config), scene.read(project)]).toEqual(before);
});

test.for(['model = 5\n', '[[skills.config]]\nname = "x"\n', 'a = \n', '[mcp_servers.x]\nenabled = false\n'])(
  'settings that Codex does not read are not touched: %j',
  async (broken) => {
    const scene = makeScene();
    scene.write(config, broken);
    const { code, text } = await skillpick(scene, 'disable', 'skill:near', '--scope', 'global');
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('config.toml') });
    expect(scene.read(config)).toBe(broken);
  },
);

test('a switch that Codex makes itself shows in the list', async (context) => {
  const start = await command();
  if (start === undefined) return context.skip('Codex cannot be had here');
  const scene = makeScene();
  const path = scene.path('.agents/skills/near/SKILL.md');
  const change = { scope: 'global', enabled: false } as const;
  await codex.switch?.(scene, start, { ...change, kind: 'skill', name: 'near', path });
  await codex.switch?.(scene, start, { ...change, kind: 'mcpServer', name: 'mine', path: '' });
  expect(scene.read(config)).toContain(block(`path = ${JSON.stringify(path)}`));
  const { entries } = await ourList(scene, 'codex');
  const off = entries.filter(({ tools }) => tools.some(({ id, inEffect }) => id === 'codex' && !inEffect));
  expect(off.map(({ name }) => name).toSorted()).toEqual(['mine', 'near']);
});

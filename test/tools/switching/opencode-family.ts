/** Switches entries with skillpick's own command, and asks the tool after each switch. */

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import type { Tool } from '../../../src/host/tools/tool.js';
import type { Scene } from '../../host/tools/scene.js';
import type { Asker, ReportedEntry } from '../asker.js';
import { agent, json, localServer, skillsIn } from '../cases/opencode-entries.js';
import { installed } from '../installed.js';
import { trustedScene } from '../trusted-scene.js';

/** Runs skillpick in the scene, with this tool alone on the machine. */
async function skillpick(scene: Scene, { id }: Tool, ...args: readonly string[]): Promise<void> {
  const commands = join(scene.folder, 'commands');
  mkdirSync(commands, { recursive: true });
  writeFileSync(join(commands, id), '', { mode: 0o755 });
  const env = { HOME: scene.home, USERPROFILE: scene.home, PATH: commands };
  const { cwd } = scene.environment;
  await promisify(execFile)(process.execPath, [inject('bin'), ...args, '--local'], { cwd, env });
}

const entries = ['skill:lint', 'agent:helper', 'mcpServer:server'] as const;

export interface Setup {
  readonly tool: Tool;
  readonly asker: Asker;
  /** Where a switch is kept if there is no file yet, by scope. */
  readonly made: Readonly<Record<'workspace' | 'shared' | 'global', string>>;
}

function sceneFor({ directory, id }: Tool): Scene {
  const scene = trustedScene();
  const declared = json({ mcp: { server: localServer } });
  const files = { ...skillsIn('.agents/skills', 'lint'), [`${directory}/agent/helper.md`]: agent() };
  for (const [short, text] of Object.entries(files)) scene.write(short, String(text));
  scene.write(`~/${directory}/${id}.json`, declared);
  return scene;
}

async function onEntries({ asker }: Setup, scene: Scene, command: readonly string[]): Promise<string[]> {
  const reported = await asker.entries(scene, command);
  if (typeof reported === 'string') throw new Error(reported);
  const isWanted = ({ name }: ReportedEntry) => entries.some((ref) => ref.endsWith(`:${name}`));
  return reported
    .filter((one) => one.isOn && isWanted(one))
    .map(({ kind, name }) => `${kind}:${name}`)
    .sort();
}

/** Tests that switches reach the tool, both ways, and leave no trace. */
export function testSwitching(setup: Setup): void {
  const { tool, made } = setup;
  const scopes = ['workspace', 'shared', 'global'] as const;

  describe.each(scopes)(`${tool.title} obeys a switch in the scope %s`, (scope) => {
    test('off and on again, without a file before', async (context) => {
      const found = await installed(tool);
      if ('missing' in found) return context.skip(`${tool.id} cannot be had here`);
      const scene = sceneFor(tool);
      const global = scene.read(`~/${tool.directory}/${tool.id}.json`);
      for (const ref of entries) await skillpick(scene, tool, 'disable', ref, '--scope', scope);
      expect(await onEntries(setup, scene, found.command)).toEqual([]);
      for (const ref of entries) await skillpick(scene, tool, 'enable', ref, '--scope', scope);
      expect(await onEntries(setup, scene, found.command)).toEqual([...entries].sort());
      if (scope !== 'global') expect(scene.read(made[scope])).toBeUndefined();
      expect(scene.read(`~/${tool.directory}/${tool.id}.json`)).toBe(global);
    });
  });

  test(`${tool.title}: a file of the user comes back byte for byte`, async (context) => {
    const found = await installed(tool);
    if ('missing' in found) return context.skip(`${tool.id} cannot be had here`);
    const scene = sceneFor(tool);
    const text = '{\n\t// mine\n\t"$schema": "x",\n\t"permission": {"bash": "ask",},\n}\n';
    scene.write(made.workspace, text);
    for (const ref of entries) await skillpick(scene, tool, 'disable', ref);
    expect(await onEntries(setup, scene, found.command)).toEqual([]);
    for (const ref of entries) await skillpick(scene, tool, 'enable', ref);
    expect(scene.read(made.workspace)).toBe(text);
  });

  test(`${tool.title}: a broken file is refused and left alone`, async () => {
    const scene = sceneFor(tool);
    scene.write(made.workspace, '{ "permission": 5 }\n');
    await expect(skillpick(scene, tool, 'disable', 'skill:lint')).rejects.toMatchObject({ code: 1 });
    expect(scene.read(made.workspace)).toBe('{ "permission": 5 }\n');
  });
}

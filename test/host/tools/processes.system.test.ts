import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { copilot } from '../../../src/host/tools/copilot/copilot.js';
import { gemini } from '../../../src/host/tools/gemini/gemini.js';
import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import type { EntryRef, Tool, ToolScope } from '../../../src/host/tools/tool.js';
import { Scene } from './scene.js';

const folder = mkdtempSync(join(tmpdir(), 'skillpick-switcher-'));
const program = join(folder, 'switcher.mjs');

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, 'switcher.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Resolves with what the process printed, and its exit code or signal if it failed. */
async function runSwitcher(task: object, ...nodeOptions: string[]): Promise<string> {
  const child = spawn(process.execPath, [...nodeOptions, program, JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code, signal] = await once(child, 'close');
  return code === 0 ? output : `exit ${code ?? signal}: ${output}`;
}

const times = 100;

interface Contended {
  tool: Tool;
  title: string;
  place: string;
  /** The file both write, and what it holds before. */
  file: string;
  before: string;
}

const contended: Contended[] = [
  [claude, '~/.claude/skills', '~/.claude/settings.json', '{\n  "model": "x"\n}\n'] as const,
  [codex, '~/.codex/skills', '~/.codex/config.toml', '# mine\nmodel = "x"\n'] as const,
  [copilot, '~/.copilot/skills', '~/.copilot/settings.json', '{\n  "theme": "dim", // dark\n}\n'] as const,
  [
    gemini,
    '~/.gemini/skills',
    '~/.gemini/settings.json',
    '{\n  // mine\n  "ui": {"theme": "x"}\n}\n',
  ] as const,
  [
    opencode,
    '~/.config/opencode/skills',
    '~/.config/opencode/opencode.json',
    '{\n  "model": "x",\n}\n',
  ] as const,
].map(([tool, place, file, before]) => ({ tool, title: tool.title, place, file, before }));

test.each(contended)('two processes switch skills of $title at once and lose nothing', async (one) => {
  const { tool, place, file, before } = one;
  const scene = new Scene();
  scene.write(file, before);
  const skills = (letter: string): EntryRef[] =>
    Array.from({ length: times }, (_, at) => scene.skill(place, `${letter}${at}`));
  const sets = [skills('a'), skills('b')];
  const common = { tool: tool.id, scope: 'global' satisfies ToolScope, environment: scene.environment };
  const seen: unknown[] = [];
  const watcher = watch(dirname(scene.path(file)), () => seen.push(...scene.switches(tool).problems));
  const output = await Promise.all(sets.map((entries) => runSwitcher({ ...common, entries })));
  watcher.close();
  expect(output).toEqual(['', '']);
  expect(seen).toEqual([]);
  const switches = scene.switches(tool);
  expect(sets.flat().filter((entry) => switches.read(entry).enabled)).toEqual([]);
  await switches.change(sets.flat().map((entry) => ({ entry, scope: 'global', enabled: true }) as const));
  expect(scene.read(file)).toBe(before);
});

test.each([
  ['right before it puts a settings file in place', 'kill(to); rename(from, to);'],
  ['right after it has put a settings file in place', 'rename(from, to); kill(to);'],
])('a process that is killed %s leaves a file that a later reset removes', async (_, rename) => {
  const scene = new Scene();
  const file = '~/.config/opencode/opencode.json';
  const entries = [
    scene.skill('~/.config/opencode/skills', 'a'),
    scene.skill('~/.config/opencode/skills', 'b'),
  ];
  const kill = join(folder, 'kill.cjs');
  const killAt = (time: number) => `const fs = require('node:fs');
    const rename = fs.renameSync;
    let left = ${time};
    const kill = (to) => to.endsWith('opencode.json') && --left === 0 && process.kill(process.pid, 'SIGKILL');
    fs.renameSync = (from, to) => { ${rename} };
    require('node:module').syncBuiltinESMExports();`;
  const task = { tool: 'opencode', scope: 'global', environment: scene.environment, entries };
  for (const time of [1, 2]) {
    writeFileSync(kill, killAt(time));
    expect(await runSwitcher(task, '--require', kill)).toContain('SIGKILL');
    const switches = scene.switches(opencode);
    await switches.change(entries.map((entry) => ({ entry, scope: 'global', enabled: true }) as const));
    expect(scene.read(file)).toBeUndefined();
  }
});

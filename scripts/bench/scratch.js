/** What the bars measure: the built command, scratch repositories, and a host that serves one of them. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMs } from './measure.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const warmUpRounds = 5;

/**
 * A repository and an environment in which nothing else is visible.
 * @typedef {{ cwd: string, env: NodeJS.ProcessEnv }} Tree
 * @typedef {{ args: string[], stop: () => void }} Host
 * @typedef {{ folder: string, bin: string, hostLibrary: string }} Scratch
 */

/**
 * Builds the package into a folder of its own, laid out as it is installed.
 * @returns {Scratch}
 */
export function makeScratch() {
  const folder = mkdtempSync(join(tmpdir(), 'skillpick-bench-'));
  for (const part of ['package.json', 'bin'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  const { status } = spawnSync(process.execPath, ['scripts/build.js', '--no-types'], {
    cwd: root,
    env: { ...process.env, SKILLPICK_OUTDIR: join(folder, 'dist') },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the build failed');
  return { folder, bin: join(folder, 'bin/skillpick.js'), hostLibrary: join(folder, 'dist/host/index.js') };
}

/**
 * @param {string} folder
 * @returns {Tree}
 */
function makeEmptyTree(folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['repo/.git', 'home', 'run', 'state', 'config', 'bin'])
    mkdirSync(join(folder, name), { recursive: true });
  const { AHP_URL: _url, AHP_TOKEN: _token, AHP_SESSION: _session, ...rest } = process.env;
  const env = {
    ...rest,
    HOME: join(folder, 'home'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    // Tools that are installed on this machine would count as present.
    PATH: '/usr/bin:/bin',
  };
  return { cwd: join(folder, 'repo'), env };
}

/**
 * Makes a repository with this many commands. They are files in one directory. With a directory for each, there would
 * be too many to watch, and the host would read all of them again every two seconds, during the measurement.
 * @param {Scratch} scratch
 * @param {number} count
 */
function makeLargeTree(scratch, count) {
  const tree = makeEmptyTree(join(scratch.folder, String(count)));
  const commands = join(tree.cwd, '.claude/commands');
  mkdirSync(commands, { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const description = `Does the work of number ${index}; use it to prepare releases and to go through lists.`;
    writeFileSync(join(commands, `skill-${index}.md`), `---\ndescription: ${description}\n---\nBody\n`);
  }
  return tree;
}

/** The directory in the home by which each of the five tools is recognised, and a settings file of it. */
const toolSettings = {
  'home/.claude/settings.json': '{ "model": "opus" }\n',
  'home/.codex/config.toml': 'model = "gpt"\n',
  'home/.copilot/settings.json': '{ "theme": "dark" }\n',
  'home/.gemini/settings.json': '{ "theme": "GitHub" }\n',
  'config/opencode/opencode.json': '{ "theme": "system" }\n',
};

/**
 * Makes a repository with 200 skills on a machine that has all five tools.
 * @param {Scratch} scratch
 */
export function makeToolTree(scratch) {
  const folder = join(scratch.folder, 'tools');
  const tree = makeEmptyTree(folder);
  for (const [path, text] of Object.entries(toolSettings)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (let index = 0; index < 200; index += 1) {
    const directory = join(tree.cwd, '.agents/skills', `skill-${index}`);
    mkdirSync(directory, { recursive: true });
    const text = `---\nname: skill-${index}\ndescription: Does the work of number ${index}.\n---\nBody\n`;
    writeFileSync(join(directory, 'SKILL.md'), text);
  }
  return tree;
}

/**
 * @param {Scratch} scratch
 * @param {Tree} tree
 * @returns {Promise<Host>}
 */
async function serve({ bin }, { cwd, env }) {
  const child = spawn(process.execPath, [bin, 'serve', '--json', '--quiet'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const { url, tokenFile } = JSON.parse(String(line));
  return { args: ['--url', url, '--token-file', tokenFile], stop: () => child.kill() };
}

/**
 * Calls `work` with a host that has this many entries and has finished its start.
 * @template T
 * @param {Scratch} scratch
 * @param {number} count
 * @param {(served: { tree: Tree, host: Host }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withHost(scratch, count, work) {
  const tree = makeLargeTree(scratch, count);
  // Otherwise the system writes the tree to disk during the measurement. Not every system has the command.
  spawnSync('sync');
  const host = await serve(scratch, tree);
  try {
    // A host that has just started reads everything once more.
    for (let round = 0; round < warmUpRounds; round += 1)
      runMs([scratch.bin, '--list', ...host.args], { env: tree.env });
    return await work({ tree, host });
  } finally {
    host.stop();
    rmSync(dirname(tree.cwd), { recursive: true, force: true });
  }
}

/**
 * How long things take, as ratios measured in one run: `npm run bench`. Each bar is a function that answers its
 * rows; what is compared is run turn by turn, so that a busy machine slows both sides alike, and medians are taken.
 * SKILLPICK_BENCH_ROUNDS sets how often.
 */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discoveryBar } from './bench-discovery.js';
import { pickerBars } from './bench-picker.js';
import { median } from './median.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.env.SKILLPICK_BENCH_ROUNDS ?? 21);
const warmUpRounds = 5;
const scratch = mkdtempSync(join(tmpdir(), 'skillpick-bench-'));
const bin = join(scratch, 'bin', 'skillpick.js');
const nothing = ['-e', '0'];

/** The package as it is installed, apart from the working tree. */
function buildApart() {
  for (const part of ['package.json', 'bin'])
    cpSync(join(root, part), join(scratch, part), { recursive: true });
  const env = { ...process.env, SKILLPICK_OUTDIR: join(scratch, 'dist') };
  const { status } = spawnSync(process.execPath, ['scripts/build.js', '--no-types'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the build failed');
}

/**
 * A repository with so many skills, and an environment that sees nothing else. They are single files of one
 * directory: with a directory each the host would look at all of them every two seconds, in the midst of it.
 */
function makeTree(count) {
  const base = join(scratch, String(count));
  const at = (name) => join(base, name);
  mkdirSync(at('repo/.git'), { recursive: true });
  mkdirSync(at('repo/.claude/commands'), { recursive: true });
  for (const name of ['home', 'run', 'state', 'config']) mkdirSync(at(name));
  for (let index = 0; index < count; index += 1) {
    const description = `Does the work of number ${index}; use it to prepare releases and to go through lists.`;
    const file = at(`repo/.claude/commands/skill-${index}.md`);
    writeFileSync(file, `---\ndescription: ${description}\n---\nBody\n`);
  }
  const { AHP_URL: _url, AHP_TOKEN: _token, AHP_SESSION: _session, ...rest } = process.env;
  const env = {
    ...rest,
    HOME: at('home'),
    XDG_RUNTIME_DIR: at('run'),
    XDG_STATE_HOME: at('state'),
    XDG_CONFIG_HOME: at('config'),
  };
  return { cwd: at('repo'), env };
}

/** A host in a process of its own, with what it takes to connect to it. */
async function serve({ cwd, env }) {
  const child = spawn(process.execPath, [bin, 'serve', '--json', '--quiet'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const { url, tokenFile } = JSON.parse(String(line));
  return { args: ['--url', url, '--token-file', tokenFile], stop: () => child.kill() };
}

function timeOf(args, env) {
  const startedAt = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return Number(process.hrtime.bigint() - startedAt) / 1e6;
}

/** How many times as long the first takes as the second. */
export function ratioOf(args, against, env = process.env) {
  const [ours, theirs] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(timeOf(against, env));
    ours.push(timeOf(args, env));
  }
  return median(ours) / median(theirs);
}

async function versionBar() {
  return [{ name: '--version', value: ratioOf([bin, '--version'], nothing), bar: 1.25, aim: 1.15 }];
}

/** Works with a host that has so many entries and has come to rest. */
async function withHost(count, work) {
  const tree = makeTree(count);
  // The system would write the tree to disk in the midst of it; where there is no such command, it does.
  spawnSync('sync');
  const host = await serve(tree);
  try {
    // A host that has just started reads everything once more.
    for (let round = 0; round < warmUpRounds; round += 1) timeOf([bin, '--list', ...host.args], tree.env);
    return await work({ bin, tree, host, rounds });
  } finally {
    host.stop();
    rmSync(dirname(tree.cwd), { recursive: true, force: true });
  }
}

function listBar(count, bar, aim) {
  return withHost(count, async ({ tree, host }) => {
    const value = ratioOf([bin, '--list', ...host.args], nothing, tree.env);
    return [{ name: `--list of ${count.toLocaleString('en')} entries over a socket`, value, bar, aim }];
  });
}

/** Every bar; to add one, add a function that answers rows like these. */
const bars = [
  versionBar,
  async () => discoveryBar({ host: join(scratch, 'dist/host/index.js'), scratch, rounds }),
  () => listBar(1_000, 1.7, 1.4),
  () => listBar(10_000, 2.6, 2.2),
  () => withHost(10_000, pickerBars),
];

function print({ name, value, bar, aim, note, missing }) {
  if (missing !== undefined) {
    console.log(`${name.padEnd(52)} ${missing}`);
    return;
  }
  const verdict = value <= aim ? 'at the aim' : value <= bar ? 'below the bar' : 'ABOVE THE BAR';
  const said = note === undefined ? verdict : `${verdict} (${note})`;
  console.log(`${name.padEnd(52)} ${value.toFixed(2).padStart(7)}   bar ${bar}   aim ${aim}   ${said}`);
}

try {
  buildApart();
  console.log(
    `Times as long as node -e 0 unless it says otherwise, medians of ${rounds} rounds, Node ${process.version}`,
  );
  for (const bar of bars) for (const row of await bar()) print(row);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

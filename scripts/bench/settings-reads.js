/**
 * Counts how many settings files one Space reads in the picker on the embedded host, and how often it discovers. The
 * picker runs with `log-files.cjs` preloaded, which logs every file that is opened and every directory that is listed.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeToolTree } from './scratch.js';
import { Terminal } from './terminal.js';

/** @import { Scratch } from './scratch.js' */
/** @import { Row } from './measure.js' */

const preload = fileURLToPath(new URL('./log-files.cjs', import.meta.url));
const settings = /\.(json|jsonc|toml)$/;
const skills = /\.agents\/skills$/;
/** The mark of a switch that was made in this run. */
const switched = /\*/;
/** Watchers would report a change within this time. */
const watchMs = 1_000;

/** @param {string} log */
const readLog = (log) => readFileSync(log, 'utf8').split('\n').slice(0, -1);

/** @param {string[]} lines */
const countDiscoveries = (lines) =>
  lines.filter((line) => line.startsWith('list ') && skills.test(line)).length;

/**
 * Resolves when the watcher is set up: it looks at everything once more, for changes since the first discovery.
 * @param {string} log
 */
async function isWatching(log) {
  while (countDiscoveries(readLog(log)) < 2) await new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * @param {Scratch} scratch
 * @returns {Promise<Row[]>}
 */
export async function settingsReadBars(scratch) {
  const { cwd, env } = makeToolTree(scratch);
  const log = join(scratch.folder, 'files.log');
  const picker = new Terminal(process.execPath, ['--require', preload, scratch.bin, '--local'], {
    cwd,
    env: { ...env, SKILLPICK_BENCH_LOG: log },
  });
  await picker.shows(/skill-\d+/);
  await picker.isQuiet();
  await isWatching(log);
  await picker.isQuiet();
  const before = readLog(log).length;
  const shown = picker.output.length;
  picker.pty.write(' ');
  await picker.shows(switched, shown);
  await new Promise((resolve) => setTimeout(resolve, watchMs));
  await picker.leave();
  const lines = readLog(log).slice(before);
  const reads = lines.filter((line) => line.startsWith('open ') && settings.test(line)).length;
  return [
    { name: 'settings files read by one Space, five tools', value: reads, bar: 15, aim: 8 },
    { name: 'discoveries by one Space, five tools', value: countDiscoveries(lines), bar: 0, aim: 0 },
  ];
}

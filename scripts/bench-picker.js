/**
 * The picker's bars: how soon it shows rows, how soon a key has had its effect next to fzf on the same lines in the
 * same kind of terminal, how many bytes a cursor move takes, and how much memory 10,000 entries need.
 */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { median } from './median.js';

const count = 10_000;
/** A screen that has been still for so long is settled. */
const quietMs = 120;
const frameMs = 20;
/** Rows of the list at 100x40. */
const pageRows = 30;
const rows = { first: /skill-\d+/, live: /● live/ };

const now = () => Number(process.hrtime.bigint()) / 1e6;

/** A program in a terminal of its own, watched by what it writes. */
class Terminal {
  output = '';
  startedAtMs = now();
  lastAtMs = now();
  #watchers = new Set();

  constructor(command, args, { cwd, env }, columns, lines) {
    const { CI: _ci, NO_COLOR: _color, ...rest } = env;
    const own = { ...rest, TERM: 'xterm-256color' };
    this.pty = spawn(command, args, { name: 'xterm-256color', cols: columns, rows: lines, cwd, env: own });
    this.ended = new Promise((resolve) => {
      this.pty.onExit(() => {
        this.lastAtMs = now();
        resolve();
      });
    });
    this.pty.onData((data) => {
      this.output += data;
      this.lastAtMs = now();
      for (const watcher of this.#watchers) watcher();
    });
  }

  /** Resolves with the time at which this was first in the output. */
  shows(pattern) {
    return new Promise((resolve) => {
      const look = () => {
        if (!pattern.test(this.output)) return;
        this.#watchers.delete(look);
        resolve(now());
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Resolves when nothing has been written for a while. */
  async isQuiet() {
    while (now() - this.lastAtMs < quietMs)
      await new Promise((resolve) => setTimeout(resolve, quietMs - (now() - this.lastAtMs) + 1));
  }

  /** Presses a key: how long until the last byte of its effect, and how many bytes there were. */
  async press(key) {
    await this.isQuiet();
    const before = this.output.length;
    const pressedAtMs = now();
    this.lastAtMs = pressedAtMs;
    this.pty.write(key);
    await this.isQuiet();
    const written = this.output.slice(before);
    return { ms: this.lastAtMs - pressedAtMs, bytes: Buffer.byteLength(written), written };
  }

  get residentMegabytes() {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(this.pty.pid)], { encoding: 'utf8' });
    return (Number(stdout.trim()) * 1024) / 1e6;
  }

  async leave() {
    this.pty.write('\x03');
    await this.ended;
  }
}

const [down, pageDown] = ['\x1b[B', '\x1b[6~'];
/** What somebody types who looks for something, mends it, and looks at what was found. */
const typed = ['r', 'e', 'l', 'e', 'a', 's', 'e', '\x7f', '\x7f', down, down, '\x15', '9', '9', '\x15'];

async function firstFrame({ bin, tree, host, rounds }) {
  const [ours, theirs] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const nothing = new Terminal(process.execPath, ['-e', '0'], tree, 100, 40);
    await nothing.ended;
    theirs.push(nothing.lastAtMs - nothing.startedAtMs);
    const picker = new Terminal(process.execPath, [bin, ...host.args], tree, 100, 40);
    ours.push((await picker.shows(rows.first)) - picker.startedAtMs);
    await picker.leave();
  }
  const ratio = median(ours) / median(theirs);
  return { name: 'first frame with rows of 10,000 from a running host', value: ratio, bar: 4.5, aim: 2 };
}

async function keyTimes(terminal, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round += 1)
    for (const key of typed) times.push((await terminal.press(key)).ms);
  return times;
}

/** The same names and descriptions as lines of text, for fzf. */
function writeLines({ bin, tree, host }) {
  const list = spawnSync(process.execPath, [bin, '--list', '--format', 'tsv', ...host.args], {
    cwd: tree.cwd,
    env: tree.env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const file = join(tree.cwd, '..', 'lines.txt');
  writeFileSync(file, list.stdout);
  return file;
}

async function keyToFrame(given) {
  const name = 'key to settled frame of 10,000, times fzf';
  const { bin, tree, host } = given;
  const picker = new Terminal(process.execPath, [bin, ...host.args], tree, 100, 40);
  await picker.shows(rows.live);
  const ours = await keyTimes(picker, 2);
  await picker.leave();
  if (spawnSync('fzf', ['--version']).error !== undefined) {
    const ms = `${median(ours).toFixed(1)} ms`;
    return { name, missing: `fzf is not installed, so there is nothing to compare with; ours: ${ms}` };
  }
  const fzf = new Terminal('/bin/sh', ['-c', `fzf < '${writeLines(given)}'`], tree, 100, 40);
  await fzf.shows(/10000\/10000/);
  const theirs = await keyTimes(fzf, 2);
  await fzf.leave();
  const note = `${median(ours).toFixed(1)} ms to ${median(theirs).toFixed(1)} ms`;
  return { name, value: median(ours) / median(theirs), bar: 1.5, aim: 1, note };
}

/** Bytes of one step of the cursor, scrolling included, and whether anything was wiped. */
async function cursorMoves({ bin, tree, host }, columns, lines, bar) {
  const picker = new Terminal(process.execPath, [bin, ...host.args], tree, columns, lines);
  await picker.shows(rows.live);
  await picker.isQuiet();
  const moves = [];
  for (let step = 0; step < 12; step += 1) moves.push(await picker.press(down));
  const others = [];
  for (const key of [...typed, pageDown]) others.push(await picker.press(key));
  await picker.leave();
  const wipes = [...moves, ...others].filter(({ written }) => /\x1b\[[0-3]?J/.test(written)).length;
  const size = `${columns}x${lines}`;
  return [
    {
      name: `bytes for one cursor move at ${size}`,
      value: median(moves.map(({ bytes }) => bytes)),
      bar,
      aim: bar / 2,
    },
    { name: `full clears in ${moves.length + others.length} keys at ${size}`, value: wipes, bar: 0, aim: 0 },
  ];
}

async function memory({ bin, tree, host }) {
  const picker = new Terminal(process.execPath, [bin, ...host.args], tree, 100, 40);
  await picker.shows(rows.live);
  for (const key of typed) await picker.press(key);
  const atFirst = picker.residentMegabytes;
  // Page by page, each drawn: a renderer that remembers every line it ever drew would show it here.
  for (let page = 0; page < count / pageRows; page += 1) {
    picker.pty.write(pageDown);
    await new Promise((resolve) => setTimeout(resolve, frameMs));
  }
  await picker.isQuiet();
  const atLast = picker.residentMegabytes;
  await picker.leave();
  return [
    { name: 'resident memory at 10,000 entries, MB', value: atFirst, bar: 200, aim: 150 },
    { name: 'the same after scrolling through all of them', value: atLast, bar: 200, aim: 150 },
  ];
}

/** All bars, given the built command and a host with 10,000 entries. */
export async function pickerBars(given) {
  return [
    await firstFrame(given),
    await keyToFrame(given),
    ...(await cursorMoves(given, 80, 24, 600)),
    ...(await cursorMoves(given, 200, 60, 1_000)),
    ...(await memory(given)),
  ];
}

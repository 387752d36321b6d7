/**
 * The picker's bars at 10,000 entries: how soon it shows rows, how soon a key has had its effect compared with fzf on
 * the same lines, how many bytes a cursor move takes, and how much memory the picker needs.
 */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './measure.js';
import { Terminal } from './terminal.js';

/** @import { KeyPress } from './terminal.js' */
/** @import { Host, Tree } from './scratch.js' */
/** @import { Row } from './measure.js' */
/** @typedef {{ bin: string, tree: Tree, host: Host, rounds: number }} Served */

const count = 10_000;
const frameMs = 20;
/** Rows of the list at 120x40. */
const pageRows = 34;
const anyRow = /skill-\d+/;
/** Wide enough for the preview, as fzf has one, too. */
const withPreview = { columns: 120, rows: 40 };
const [down, pageDown, hidePreview] = ['\x1b[B', '\x1b[6~', '\x16'];
/** A search with a correction, a look at the result, and another search. */
const typed = ['r', 'e', 'l', 'e', 'a', 's', 'e', '\x7f', '\x7f', down, down, '\x15', '9', '9', '\x15'];

/**
 * @param {Served} served
 * @param {{ columns?: number, rows?: number }} [size]
 */
const openPicker = ({ bin, tree, host }, size) =>
  new Terminal(process.execPath, [bin, ...host.args], { ...tree, ...size });

/**
 * @param {Served} served
 * @param {string} node
 */
async function firstRowsMs({ bin, tree, host }, node) {
  const picker = new Terminal(node, [bin, ...host.args], tree);
  const ms = (await picker.shows(anyRow)) - picker.startedAtMs;
  await picker.leave();
  return ms;
}

/**
 * Returns how many times as long the first rows take as the end of `node -e 0`, both in a terminal.
 * @param {Served} served
 * @param {string} node
 */
export async function measureFirstFrame(served, node) {
  /** @type {number[]} */
  const ours = [];
  /** @type {number[]} */
  const bare = [];
  for (let round = 0; round < served.rounds; round += 1) {
    const nothing = new Terminal(node, ['-e', '0'], served.tree);
    await nothing.ended;
    bare.push(nothing.lastWriteAtMs - nothing.startedAtMs);
    ours.push(await firstRowsMs(served, node));
  }
  return median(ours) / median(bare);
}

/** @param {Served} served */
export async function measureFirstFrameMs(served) {
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < served.rounds; round += 1)
    times.push(await firstRowsMs(served, process.execPath));
  return median(times);
}

/**
 * Returns the memory of a picker that shows the list.
 * @param {Served} served
 */
export async function measureStartMegabytes(served) {
  const picker = openPicker(served);
  await picker.shows(anyRow);
  await picker.isQuiet();
  const megabytes = picker.residentMegabytes;
  await picker.leave();
  return megabytes;
}

/**
 * @param {Terminal} terminal
 * @returns {Promise<number[]>}
 */
async function keyTimes(terminal) {
  const times = [];
  for (const key of [...typed, ...typed]) times.push((await terminal.press(key)).ms);
  return times;
}

/**
 * Returns how long a key takes until the screen is settled.
 * @param {Served} served
 */
export async function measureKey(served) {
  const picker = openPicker(served, withPreview);
  await picker.shows(anyRow);
  await picker.isQuiet();
  const times = await keyTimes(picker);
  await picker.leave();
  return median(times);
}

/**
 * Writes the same names and descriptions as lines of text, for fzf.
 * @param {Served} served
 */
function writeLines({ bin, tree, host }) {
  const { stdout } = spawnSync(process.execPath, [bin, '--list', '--format', 'tsv', ...host.args], {
    ...tree,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const file = join(tree.cwd, '..', 'lines.txt');
  writeFileSync(file, stdout);
  return file;
}

/**
 * @param {Served} served
 * @returns {Promise<Row>}
 */
async function keyToFrame(served) {
  const name = 'key to settled frame of 10,000, times fzf';
  const ours = await measureKey(served);
  if (spawnSync('fzf', ['--version']).error !== undefined)
    return { name, missing: `not measured: fzf is not installed; ours: ${ours.toFixed(1)} ms` };
  const fzf = new Terminal('/bin/sh', ['-c', `fzf --preview 'echo {}' < '${writeLines(served)}'`], {
    ...served.tree,
    ...withPreview,
  });
  await fzf.shows(/10000\/10000/);
  const theirs = median(await keyTimes(fzf));
  await fzf.leave();
  const note = `${ours.toFixed(1)} ms to ${theirs.toFixed(1)} ms`;
  return { name, value: ours / theirs, bar: 0.8, aim: 0.4, note };
}

/**
 * Counts the bytes of one step of the cursor, scrolling included, and the keys that clear the screen.
 * @param {Served} served
 * @param {{ columns: number, rows: number, bar: number }} at
 * @returns {Promise<Row[]>}
 */
async function cursorMoves(served, { columns, rows, bar }) {
  const picker = openPicker(served, { columns, rows });
  await picker.shows(anyRow);
  await picker.isQuiet();
  // Without the preview, which shows another file after each move.
  if (columns > 100) await picker.press(hidePreview);
  /** @type {KeyPress[]} */
  const moves = [];
  for (let step = 0; step < 12; step += 1) moves.push(await picker.press(down));
  /** @type {KeyPress[]} */
  const others = [];
  for (const key of [...typed, pageDown]) others.push(await picker.press(key));
  await picker.leave();
  const clears = [...moves, ...others].filter(({ written }) => /\x1b\[[0-3]?J/.test(written)).length;
  const bytes = median(moves.map((move) => move.bytes));
  const size = `${columns}x${rows}`;
  return [
    { name: `bytes for one cursor move at ${size}`, value: bytes, bar, aim: 150 },
    { name: `full clears in ${moves.length + others.length} keys at ${size}`, value: clears, bar: 0, aim: 0 },
  ];
}

/**
 * Returns the memory of the picker after a search, and after drawing every page.
 * @param {Served} served
 */
async function measureMemory(served) {
  const picker = openPicker(served, withPreview);
  await picker.shows(anyRow);
  await picker.isQuiet();
  for (const key of typed) await picker.press(key);
  const afterSearch = picker.residentMegabytes;
  // Every page is drawn: a renderer that keeps each line it ever drew would show it here.
  for (let page = 0; page < count / pageRows; page += 1) {
    picker.pty.write(pageDown);
    await new Promise((resolve) => setTimeout(resolve, frameMs));
  }
  await picker.isQuiet();
  const afterScrolling = picker.residentMegabytes;
  await picker.leave();
  return { afterSearch, afterScrolling };
}

/**
 * All of these bars, measured at a host with 10,000 entries.
 * @param {Served} served
 * @returns {Promise<Row[]>}
 */
export async function pickerBars(served) {
  const rows = [
    await keyToFrame(served),
    ...(await cursorMoves(served, { columns: 80, rows: 24, bar: 300 })),
    ...(await cursorMoves(served, { columns: 200, rows: 60, bar: 600 })),
  ];
  const { afterSearch, afterScrolling } = await measureMemory(served);
  return [
    ...rows,
    { name: 'resident memory at 10,000 entries, MB', value: afterSearch, bar: 160, aim: 130 },
    { name: 'the same after scrolling through all of them', value: afterScrolling, bar: 160, aim: 130 },
  ];
}

/** Measures how long commands take, and describes the form of a result. */

import { spawnSync } from 'node:child_process';

/**
 * One line of the report. `value` must not exceed `bar`, and should not exceed `aim`. A bar that could not be
 * measured has the reason in `missing` instead.
 * @typedef {{ name: string, value: number, bar: number, aim: number, note?: string }} Measured
 * @typedef {{ name: string, missing: string }} Unmeasured
 * @typedef {Measured | Unmeasured} Row
 */

/**
 * Returns the middle value, which a few slow rounds do not move.
 * @param {number[]} values
 * @returns {number}
 */
export const median = (values) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** @returns {number} */
export const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

/**
 * Runs Node with these arguments and returns how long it took.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, node?: string }} [options]
 * @returns {number}
 */
export function runMs(args, { env = process.env, cwd, node = process.execPath } = {}) {
  const startedAtMs = nowMs();
  const { status } = spawnSync(node, args, { env, cwd, stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return nowMs() - startedAtMs;
}

/**
 * Returns how many times as long Node takes with these arguments as with `-e 0`. Both run in turn, so that a busy
 * machine slows them alike.
 * @param {string[]} args
 * @param {{ rounds: number, env?: NodeJS.ProcessEnv, cwd?: string, node?: string }} options
 * @returns {number}
 */
export function timesBareNode(args, { rounds, ...options }) {
  /** @type {number[]} */
  const ours = [];
  /** @type {number[]} */
  const bare = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(runMs(['-e', '0'], options));
    ours.push(runMs(args, options));
  }
  return median(ours) / median(bare);
}

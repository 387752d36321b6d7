/** The versions of Node to measure with: this one, and Node 24 if SKILLPICK_BENCH_NODE names one. */

import { spawnSync } from 'node:child_process';

/** @typedef {{ path: string, major: number }} NodeVersion */

/** @returns {NodeVersion[]} */
function findNodes() {
  const other = process.env['SKILLPICK_BENCH_NODE'];
  const own = { path: process.execPath, major: Number(process.versions.node.split('.')[0]) };
  if (!other) return [own];
  const { stdout, error } = spawnSync(other, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  if (error !== undefined) throw error;
  return [own, { path: other, major: Number(stdout.split('.')[0]) }];
}

/**
 * Measures with each Node; the newer ones have bars of their own.
 * @template T
 * @param {string} name
 * @param {{ old: T, new: T }} limits
 * @param {(node: NodeVersion, limit: T) => import('./measure.js').Row | Promise<import('./measure.js').Row>} measure
 * @returns {Promise<import('./measure.js').Row[]>}
 */
export async function forEachNode(name, limits, measure) {
  const nodes = findNodes();
  const rows = [];
  for (const node of nodes) rows.push(await measure(node, node.major < 22 ? limits.old : limits.new));
  if (nodes.some(({ major }) => major >= 24)) return rows;
  const missing = 'not measured: set SKILLPICK_BENCH_NODE to the path of a Node 24';
  return [...rows, { name: `${name}, Node 24`, missing }];
}

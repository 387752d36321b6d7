/** Checks that time and memory grow no faster than the number of entries: at most tenfold for ten times as many. */

import { median, runMs } from './measure.js';
import { measureFirstFrameMs, measureKey, measureStartMegabytes } from './picker.js';
import { withHost } from './scratch.js';

/** @import { Scratch } from './scratch.js' */
/** @import { Row } from './measure.js' */

/** @typedef {{ list: number, frame: number, key: number, memory: number }} Costs */

const counts = [1_000, 10_000, 100_000];

/**
 * @param {Scratch} scratch
 * @param {number} count
 * @param {number} rounds
 * @returns {Promise<Costs>}
 */
const measureAt = (scratch, count, rounds) =>
  withHost(scratch, count, async ({ tree, host }) => {
    const served = { bin: scratch.bin, tree, host, rounds };
    const lists = Array.from({ length: rounds }, () => runMs([scratch.bin, '--list', ...host.args], tree));
    return {
      list: median(lists),
      frame: await measureFirstFrameMs(served),
      key: await measureKey(served),
      memory: await measureStartMegabytes(served),
    };
  });

/**
 * Returns the larger growth of the two steps.
 * @param {string} name
 * @param {number[]} values
 * @param {string} unit
 * @returns {Row}
 */
function growthRow(name, [small = 0, middle = 0, large = 0], unit) {
  const note = `${[small, middle, large].map((value) => value.toFixed(0)).join(', ')} ${unit}`;
  const value = Math.max(middle / small, large / middle);
  return { name: `growth of ${name} for 10 times the entries`, value, bar: 10, aim: 7, note };
}

/**
 * @param {Scratch} scratch
 * @param {number} rounds
 * @returns {Promise<Row[]>}
 */
export async function growthBars(scratch, rounds) {
  /** @type {Costs[]} */
  const costs = [];
  for (const count of counts) costs.push(await measureAt(scratch, count, rounds));
  return [
    growthRow(
      '--list',
      costs.map(({ list }) => list),
      'ms',
    ),
    growthRow(
      'the first frame',
      costs.map(({ frame }) => frame),
      'ms',
    ),
    growthRow(
      'key to frame',
      costs.map(({ key }) => key),
      'ms',
    ),
    growthRow(
      'memory',
      costs.map(({ memory }) => memory),
      'MB',
    ),
  ];
}

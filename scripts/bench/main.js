/**
 * Measures the speed targets, as ratios within one run: `npm run bench`. Each has a bar that it has to stay below, and
 * an aim. SKILLPICK_BENCH_ROUNDS sets the number of rounds, SKILLPICK_BENCH_NODE is the path of a Node 24, and arguments
 * select bars: `npm run bench -- version list`.
 */

import { rmSync } from 'node:fs';
import { discoveryBar } from './discovery.js';
import { growthBars } from './growth.js';
import { timesBareNode } from './measure.js';
import { forEachNode } from './node-versions.js';
import { measureFirstFrame, pickerBars } from './picker.js';
import { makeScratch, makeToolTree, withHost } from './scratch.js';
import { settingsReadBars } from './settings-reads.js';

/** @import { Row } from './measure.js' */

const rounds = Number(process.env['SKILLPICK_BENCH_ROUNDS'] ?? 21);
const scratch = makeScratch();
const { bin } = scratch;

/** @returns {Row} */
const versionBar = () => ({
  name: '--version',
  value: timesBareNode([bin, '--version'], { rounds }),
  bar: 1.2,
  aim: 1.1,
});

/**
 * @param {number} count
 * @param {{ bar: number, aim: number }} limit
 * @returns {Promise<Row>}
 */
const listBar = (count, limit) =>
  withHost(scratch, count, async ({ tree, host }) => {
    const value = timesBareNode([bin, '--list', ...host.args], { rounds, ...tree });
    return { name: `--list of ${count.toLocaleString('en')} entries over a socket`, value, ...limit };
  });

function embeddedListBars() {
  const name = '--list of 200 skills, embedded host, five tools';
  const limits = { old: { bar: 2, aim: 1.7 }, new: { bar: 3.5, aim: 2.5 } };
  const tree = makeToolTree(scratch);
  return forEachNode(name, limits, ({ path, major }, limit) => {
    const value = timesBareNode([bin, '--list', '--local'], { rounds, ...tree, node: path });
    return { name: `${name}, Node ${major}`, value, ...limit };
  });
}

const firstFrameBars = () =>
  withHost(scratch, 10_000, ({ tree, host }) => {
    const name = 'first frame with rows of 10,000';
    const limits = { old: { bar: 4.5, aim: 3 }, new: { bar: 7, aim: 5 } };
    return forEachNode(name, limits, async ({ path, major }, limit) => {
      const value = await measureFirstFrame({ bin, tree, host, rounds }, path);
      return { name: `${name}, Node ${major}`, value, ...limit };
    });
  });

/** @type {Record<string, () => Row[] | Promise<Row[]>>} */
const bars = {
  version: () => [versionBar()],
  list: async () => [
    await listBar(1_000, { bar: 1.6, aim: 1.4 }),
    await listBar(10_000, { bar: 2.5, aim: 2 }),
  ],
  'embedded-list': embeddedListBars,
  'first-frame': firstFrameBars,
  picker: () => withHost(scratch, 10_000, (served) => pickerBars({ bin, rounds, ...served })),
  space: () => settingsReadBars(scratch),
  discovery: () => [discoveryBar(scratch, rounds)],
  growth: () => growthBars(scratch, Math.ceil(rounds / 4)),
};

/** @param {Row} row */
function print(row) {
  const name = row.name.padEnd(56);
  if ('missing' in row) {
    console.log(`${name} ${row.missing}`);
    return;
  }
  const { value, bar, aim, note } = row;
  const verdict = value <= aim ? 'at the aim' : value <= bar ? 'below the bar' : 'ABOVE THE BAR';
  const remark = note === undefined ? verdict : `${verdict} (${note})`;
  console.log(`${name} ${value.toFixed(2).padStart(7)}   bar ${bar}   aim ${aim}   ${remark}`);
}

const selected = process.argv.slice(2);
try {
  console.log(
    `Times bare node -e 0 unless stated otherwise; medians of ${rounds} rounds; Node ${process.version}`,
  );
  for (const [name, measure] of Object.entries(bars))
    if (selected.length === 0 || selected.includes(name)) for (const row of await measure()) print(row);
} finally {
  rmSync(scratch.folder, { recursive: true, force: true });
}

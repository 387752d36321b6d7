/** Runs the chaos test for longer, or once more with a seed: `npm run test:chaos -- --seed 7 --minutes 30`. */

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { seed: { type: 'string' }, minutes: { type: 'string' } } });
const env = { ...process.env };
if (values.seed !== undefined) env.CHAOS_SEED = values.seed;
if (values.minutes !== undefined) env.CHAOS_MINUTES = values.minutes;

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/chaos/chaos.test.ts'], {
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

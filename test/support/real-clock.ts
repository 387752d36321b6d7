/**
 * Set-up of the unit tests, which share workers: fails if the test file before left a faked clock behind. Restoring it is
 * not enough. At the end of each file Vitest restores every spy once more, and a spy on a faked clock restores the fake.
 */

import { expect } from 'vitest';

const { hrtime } = process;
const clock = { Date, setTimeout, setInterval, setImmediate, now: performance.now, hrtime };

const shared = globalThis as { realClock?: typeof clock; lastTestFile?: string | undefined };
shared.realClock ??= clock;

for (const name of Object.keys(clock) as (keyof typeof clock)[]) {
  if (clock[name] === shared.realClock[name]) continue;
  throw new Error(`${shared.lastTestFile} left a faked ${name} behind.`);
}
shared.lastTestFile = expect.getState().testPath;

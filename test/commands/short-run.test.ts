import { expect, it, vi } from 'vitest';
import { expectShortRun } from '../../src/commands/short-run.js';

const { setFlagsFromString } = vi.hoisted(() => ({ setFlagsFromString: vi.fn() }));
vi.mock('node:v8', () => ({ setFlagsFromString }));

it.each([
  ['11.3.244.8-node.33', 1],
  ['12.4.254.21-node.33', 0],
  ['13.6.233.10-node.28', 0],
])('sets the flag of V8 %s %i times, because other versions do not know it', (version, times) => {
  setFlagsFromString.mockClear();
  expectShortRun(version);
  expect(setFlagsFromString).toHaveBeenCalledTimes(times);
});

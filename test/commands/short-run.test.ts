import { expect, it, vi } from 'vitest';
import { expectShortRun } from '../../src/commands/short-run.js';

const { setFlagsFromString } = vi.hoisted(() => ({ setFlagsFromString: vi.fn() }));
vi.mock('node:v8', () => ({ setFlagsFromString }));

it.each([
  ['11.3.244.8-node.33', ['--interrupt-budget=2000000']],
  ['12.4.254.21-node.33', []],
  ['13.6.233.10-node.28', ['--invocation-count-for-maglev=12000 --invocation-count-for-turbofan=90000']],
])('sets the flags of V8 %s alone, because other versions do not know them', (version, flags) => {
  setFlagsFromString.mockClear();
  expectShortRun(version);
  expect(setFlagsFromString.mock.calls.flat()).toEqual(flags);
});

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Folders whose tests start processes or open sockets; elsewhere such a test is named `*.system.test.ts`. */
const systemTests = ['test/{chaos,commands,e2e,integration}/**/*.test.ts', 'test/**/*.system.test.ts'];
/** Tests that replace modules, each with modules of its own. */
const isolatedTests = ['test/**/*.isolated.test.ts'];
/** Tests with a config of their own, which need the npm registry. */
const otherTiers = ['test/{interop,package,tools}/**'];

/** Vitest leaves one core free, which would leave a machine with two cores half idle. */
const shared = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  maxWorkers: Math.max(2, availableParallelism() - 1),
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...systemTests, ...isolatedTests, ...otherTiers],
          setupFiles: ['test/support/forbid-processes.ts', 'test/support/real-clock.ts'],
          // These tests share no state, so a worker loads each module only once.
          isolate: false,
          pool: 'threads',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'isolated',
          include: isolatedTests,
          setupFiles: ['test/support/forbid-processes.ts'],
          pool: 'threads',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'system',
          include: systemTests,
          exclude: otherTiers,
          globalSetup: ['test/support/global-build.ts'],
          // Tells a hang from a slow disk or a busy machine.
          testTimeout: 120_000,
          pool: 'forks',
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

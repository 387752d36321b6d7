import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { AgreementTable } from './test/tools/agreement-table.js';

/** Starts the longest files first, so that no worker is left with one of them at the end. */
class LongestFirst extends BaseSequencer {
  static readonly order = ['qwen', 'copilot', 'gemini', 'kilo', 'claude', 'opencode', 'codex'];

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      LongestFirst.order.indexOf(basename(moduleId, '.test.ts')) +
      (moduleId.includes('/agreement/') ? 0 : LongestFirst.order.length);
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ['test/tools/**/*.test.ts'],
    globalSetup: ['test/support/global-build.ts'],
    reporters: ['default', new AgreementTable()],
    sequence: { sequencer: LongestFirst },
    // A tool keeps one core busy, and its scenes have homes and ports of their own.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 900_000,
  },
});

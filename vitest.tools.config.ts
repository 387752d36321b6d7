import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/tools/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 900_000,
  },
});

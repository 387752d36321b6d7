import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/global-build.ts'],
    exclude: ['test/interop/**', 'test/tools/**', 'test/package/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

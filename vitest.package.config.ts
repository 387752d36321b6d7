import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/package/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 300_000 },
});

import { defineConfig } from 'vitest/config';
import { HostTable } from './test/interop/host-table.js';

export default defineConfig({
  test: {
    include: ['test/interop/**/*.test.ts'],
    globalSetup: ['test/interop/prepare-hosts.ts'],
    reporters: ['default', new HostTable()],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

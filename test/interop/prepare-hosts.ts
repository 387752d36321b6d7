/**
 * Runs once before all interop tests: prepares every version of the host, and reports which are unavailable.
 * Their tests are skipped; any other failure ends the run.
 */

import type { TestProject } from 'vitest/node';
import { HostUnavailable, type HostVersion, hostVersions, prepare } from './host-cache.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Versions that cannot be tested against here. */
    unavailableHosts: HostVersion[];
  }
}

export async function setup(project: TestProject): Promise<void> {
  const unavailable: HostVersion[] = [];
  for (const version of hostVersions) {
    try {
      await prepare(version);
    } catch (error) {
      if (!(error instanceof HostUnavailable)) throw error;
      unavailable.push(version);
      process.stdout.write(`interop with code-server ${version}: not run (${error.message})\n`);
    }
  }
  project.provide('unavailableHosts', unavailable);
}

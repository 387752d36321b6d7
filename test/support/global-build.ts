/** Builds the command once for all tests that run it; they get its path with `inject('bin')`. */

import type { TestProject } from 'vitest/node';
import { buildBin } from './built-bin.js';

declare module 'vitest' {
  interface ProvidedContext {
    bin: string;
  }
}

export function setup(project: TestProject): () => void {
  const bin = buildBin();
  project.provide('bin', bin.path);
  return bin.remove;
}

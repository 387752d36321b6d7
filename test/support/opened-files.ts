/** The files that a process opens and the directories that it lists. */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDirectory } from './host-tree.js';

const preloaded = resolve(import.meta.dirname, '../../scripts/bench/log-files.cjs');

export interface OpenedFiles {
  /** The variables that make a process log what it opens. */
  env: Record<string, string>;
  /** Returns what was opened so far, one line each. */
  read(): string;
}

/** Logs what a process opens, in a directory that is removed after the test. */
export function logOpenedFiles(): OpenedFiles {
  const log = join(makeDirectory(), 'log');
  const env = { NODE_OPTIONS: `--require ${preloaded}`, SKILLPICK_BENCH_LOG: log };
  return { env, read: () => readFileSync(log, 'utf8') };
}

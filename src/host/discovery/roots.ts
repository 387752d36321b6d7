/**
 * Finds the directories to search: from the repository's root down to the working directory, then the home. Links in
 * their paths stay; they are resolved only to compare paths.
 */

import { dirname, join, resolve } from 'node:path';
import type { HostEnvironment } from '../environment.js';
import { statusOf } from '../files/path-status.js';
import { canonicalPath } from '../files/resolve-path.js';

const markers = ['.git', '.jj', '.codelia'];

export interface Roots {
  /** The repository's root; without a repository, the working directory. */
  readonly root: string;
  /** From the root down to the working directory. Empty if the root was set to a directory not above it. */
  readonly chain: readonly string[];
  readonly home: string;
}

function nearestMarked(cwd: string): string | undefined {
  for (let directory = cwd; ; directory = dirname(directory)) {
    if (markers.some((marker) => statusOf(join(directory, marker)) !== undefined)) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

function chainBetween(root: string, cwd: string): string[] {
  const chain = [cwd];
  for (let directory = cwd; directory !== root; directory = dirname(directory)) {
    if (dirname(directory) === directory) return [];
    chain.push(dirname(directory));
  }
  return chain.reverse();
}

/** Finds the root by environment variable, else by marker, else takes the working directory. */
export function findRoots({ cwd, home, env }: HostEnvironment): Roots {
  const start = resolve(cwd);
  const chosen = env['SKILLPICK_ROOT'] || env['CODELIA_AGENTS_ROOT'];
  const root = chosen ? resolve(start, chosen) : (nearestMarked(start) ?? start);
  const chain = chainBetween(root, start);
  if (chain.length > 0) return { root, chain, home: resolve(home) };
  // The chosen root may be above the working directory once links are resolved.
  const real = canonicalPath(root);
  return { root: real, chain: chainBetween(real, canonicalPath(start)), home: resolve(home) };
}

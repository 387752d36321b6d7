/**
 * Which directories are looked into: the repository's root down to the working directory, then the home. Paths
 * stay as they were given; links are resolved only to decide whether two of them are the same place.
 */

import { dirname, join, resolve } from 'node:path';
import type { HostEnvironment } from '../environment.js';
import { statusOf } from '../files/path-status.js';
import { canonicalPath } from '../files/resolve-path.js';

const markers = ['.git', '.jj', '.codelia'];

export interface Roots {
  /** The repository's root; the working directory where there is none. */
  readonly root: string;
  /** From the root down to the working directory. Empty if the root was set to a directory not above it. */
  readonly chain: readonly string[];
  readonly home: string;
}

function hasMarker(directory: string): boolean {
  return markers.some((marker) => statusOf(join(directory, marker)) !== undefined);
}

function nearestMarked(cwd: string): string | undefined {
  for (let directory = cwd; ; directory = dirname(directory)) {
    if (hasMarker(directory)) return directory;
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

/** Where to look, by environment variable, by marker, or the working directory alone. */
export function findRoots({ cwd, home, env }: HostEnvironment): Roots {
  const start = resolve(cwd);
  const chosen = env['SKILLPICK_ROOT'] || env['CODELIA_AGENTS_ROOT'];
  if (!chosen) {
    const root = nearestMarked(start) ?? start;
    return { root, chain: chainBetween(root, start), home: resolve(home) };
  }
  const root = resolve(start, chosen);
  const chain = chainBetween(root, start);
  if (chain.length > 0) return { root, chain, home: resolve(home) };
  const real = canonicalPath(root);
  return { root: real, chain: chainBetween(real, canonicalPath(start)), home: resolve(home) };
}

/** The directories and settings that a tool's rules depend on. */

import { dirname } from 'node:path';
import { getOrMake } from '../collections.js';
import { findRoots, type Roots } from '../discovery/roots.js';
import type { HostEnvironment } from '../environment.js';
import { canonicalPath } from '../files/resolve-path.js';
import { SettingsCache } from './settings-cache.js';

export interface ToolContext {
  readonly environment: HostEnvironment;
  readonly roots: Roots;
  /** The nearest directory, from the working directory up, that holds `.git`. */
  readonly gitRoot: string | undefined;
  /** Returns a path with its links resolved, looked up once. */
  readonly canonical: (path: string) => string;
  readonly settings: SettingsCache;
}

export function findContext(
  environment: HostEnvironment,
  settings = new SettingsCache(environment),
): ToolContext {
  const known = new Map<string, string>();
  const canonical = (path: string) => getOrMake(known, path, () => canonicalPath(path));
  const roots = findRoots(environment);
  return { environment, roots, gitRoot: roots.gitRoot, canonical, settings };
}

/** The directories from the Git root to the working directory; without Git, only the latter. */
export function gitChain({ environment, gitRoot }: ToolContext): string[] {
  const chain = [environment.cwd];
  for (let at = environment.cwd; gitRoot !== undefined && at !== gitRoot; at = dirname(at))
    chain.push(dirname(at));
  return chain.reverse();
}

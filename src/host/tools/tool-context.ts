/** The directories and settings that a tool's rules depend on. */

import { existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { getOrMake } from '../collections.js';
import { findRoots, type Roots } from '../discovery/roots.js';
import { toolHome } from '../discovery/search-places.js';
import type { HostEnvironment } from '../environment.js';
import { followedStatusOf } from '../files/path-status.js';
import { canonicalPath } from '../files/resolve-path.js';
import { SettingsCache } from './settings-cache.js';
import type { Tool } from './tool.js';

export interface ToolContext {
  readonly environment: HostEnvironment;
  readonly roots: Roots;
  /** The nearest directory, from the working directory up, that holds `.git`. */
  readonly gitRoot: string | undefined;
  /** Returns a path with its links resolved, looked up once. */
  readonly canonical: (path: string) => string;
  readonly settings: SettingsCache;
}

function findGitRoot(directory: string): string | undefined {
  if (existsSync(join(directory, '.git'))) return directory;
  return dirname(directory) === directory ? undefined : findGitRoot(dirname(directory));
}

export function findContext(
  environment: HostEnvironment,
  settings = new SettingsCache(environment),
): ToolContext {
  const known = new Map<string, string>();
  const canonical = (path: string) => getOrMake(known, path, () => canonicalPath(path));
  const roots = findRoots(environment);
  return { environment, roots, gitRoot: findGitRoot(environment.cwd), canonical, settings };
}

/** The directories from the Git root to the working directory; without Git, only the latter. */
export function gitChain({ environment, gitRoot }: ToolContext): string[] {
  const chain = [environment.cwd];
  for (let at = environment.cwd; gitRoot !== undefined && at !== gitRoot; at = dirname(at))
    chain.push(dirname(at));
  return chain.reverse();
}

/** Returns the path in a variable, relative to the working directory; undefined if it is not set. */
export function fromCwd({ env, cwd }: HostEnvironment, variable: string): string | undefined {
  const path = env[variable];
  return path ? resolve(cwd, path) : undefined;
}

function hasCommand({ env, platform }: HostEnvironment, name: string): boolean {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.ps1'] : [''];
  const directories = (env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.some((directory) =>
    endings.some((ending) => followedStatusOf(join(directory, name + ending))?.isFile()),
  );
}

/** True if the tool has a directory in the home, or a command on the path. */
export function isPresent({ id, directory }: Tool, environment: HostEnvironment): boolean {
  const home = followedStatusOf(toolHome(environment, directory));
  return home?.isDirectory() === true || hasCommand(environment, id);
}

/**
 * Finds the directories to search: from the repository's root down to the working directory, then the home. Links in
 * their paths stay; they are resolved only to compare paths.
 */

import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { HostEnvironment } from '../environment.js';
import { ifPossible } from '../files/if-possible.js';
import { statusOf } from '../files/path-status.js';
import { canonicalPath, isWithin } from '../files/resolve-path.js';

const usualMarkers = ['.git', '.jj', '.codelia'];

export interface Roots {
  /** The repository's root; without a repository, the working directory. */
  readonly root: string;
  /** From the root down to the working directory. Empty if the root was set to a directory not above it. */
  readonly chain: readonly string[];
  /**
   * Directories above the chain that some tools read too, from the top down: up to the Git root, or without Git up to the
   * root of the file system. The home is not among them.
   */
  readonly above: readonly string[];
  /** All other directories above the working directory, from the root of the file system down. */
  readonly beyond: readonly string[];
  /** The nearest directory, from the working directory up, that holds `.git`. */
  readonly gitRoot: string | undefined;
  /** The main checkout, if the Git root is a linked worktree of it. */
  readonly mainCheckout: string | undefined;
  readonly home: string;
}

/** Returns the directory under which Claude Code remembers a repository. */
export const projectOf = ({ mainCheckout, gitRoot }: Roots, cwd: string): string =>
  mainCheckout ?? gitRoot ?? cwd;

/** True if a tool that walks up without Git comes to the home. */
export const passesHome = ({ gitRoot, home }: Roots, cwd: string): boolean =>
  gitRoot === undefined && isWithin(home, cwd);

function nearestMarked(cwd: string, names: readonly string[]): string | undefined {
  for (let directory = cwd; ; directory = dirname(directory)) {
    if (names.some((name) => statusOf(join(directory, name)) !== undefined)) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

/** Returns the names that mark the root of a repository. A path is not a name. */
function markersFrom(env: HostEnvironment['env']): readonly string[] {
  const names = (env['CODELIA_AGENTS_MARKERS'] ?? '').split(',').map((name) => name.trim());
  const valid = names.filter((name) => name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name));
  return valid.length > 0 ? valid : usualMarkers;
}

function chainBetween(root: string, cwd: string): string[] {
  const chain = [cwd];
  for (let directory = cwd; directory !== root; directory = dirname(directory)) {
    if (dirname(directory) === directory) return [];
    chain.push(dirname(directory));
  }
  return chain.reverse();
}

/** The directories above a directory, from `top` down; from the root of the file system if there is no top. */
function directoriesAbove(directory: string, top: string | undefined): string[] {
  if (directory === top || dirname(directory) === directory) return [];
  return [...directoriesAbove(dirname(directory), top), dirname(directory)];
}

/** Returns the main checkout, if the Git root is a linked worktree of it. */
function findMainCheckout(gitRoot: string): string | undefined {
  const link = ifPossible(() => readFileSync(join(gitRoot, '.git'), 'utf8'));
  const directory = /^gitdir: (.+)$/m.exec(link ?? '')?.[1]?.trim();
  if (directory === undefined) return undefined;
  const own = resolve(gitRoot, directory);
  const common = ifPossible(() => readFileSync(join(own, 'commondir'), 'utf8'))?.trim();
  const main = common === undefined ? undefined : resolve(own, common);
  return main !== undefined && basename(main) === '.git' ? dirname(main) : undefined;
}

/** Finds the root by environment variable, else by marker, else takes the working directory. */
export function findRoots({ cwd, home, env }: HostEnvironment): Roots {
  const start = resolve(cwd);
  const gitRoot = nearestMarked(start, ['.git']);
  const chosen = env['SKILLPICK_ROOT'] || env['CODELIA_AGENTS_ROOT'];
  const root = chosen ? resolve(start, chosen) : (nearestMarked(start, markersFrom(env)) ?? start);
  const chain = chainBetween(root, start);
  const mainCheckout = gitRoot === undefined ? undefined : findMainCheckout(gitRoot);
  const rest = { gitRoot, mainCheckout, home: resolve(home) };
  const isAbove = (directory: string) => directory !== rest.home && !chain.includes(directory);
  const above = directoriesAbove(start, gitRoot).filter(isAbove);
  const isBeyond = (directory: string) => !chain.includes(directory) && !above.includes(directory);
  const beyond = directoriesAbove(start, undefined).filter(isBeyond);
  if (chain.length > 0) return { root, chain, above, beyond, ...rest };
  // The chosen root may be above the working directory once links are resolved.
  const real = canonicalPath(root);
  return { root: real, chain: chainBetween(real, canonicalPath(start)), above, beyond, ...rest };
}

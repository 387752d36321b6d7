/** Which names to watch in which directories, for paths that may appear, change or vanish, and for their links. */

import { readlinkSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { hostLimits } from '../limits.js';
import { ifPossible } from './if-possible.js';
import { followedStatusOf } from './path-status.js';
import { canonicalPath } from './resolve-path.js';

/** Names by directory. */
export type Names = ReadonlyMap<string, ReadonlySet<string>>;

/** Distinguishes a directory from another one of the same name; undefined if it does not exist. */
export function identityOf(directory: string): string | undefined {
  const stats = followedStatusOf(directory);
  return stats && `${stats.dev}:${stats.ino}`;
}

/** The next path that a link leads to; undefined if the path is not a link. */
function linkTarget(path: string): string | undefined {
  const target = ifPossible(() => readlinkSync(path));
  return target && resolve(canonicalPath(dirname(path)), target);
}

/** The path, and each path that its links lead to. */
function hops(path: string): string[] {
  const found = [path];
  for (let at = linkTarget(path); at && found.length <= hostLimits.watchedLinks; at = linkTarget(at))
    found.push(at);
  return found;
}

/** The nearest existing directory above the path, and the name in it that leads to the path. */
function nearestTo(path: string): { directory: string; name: string } {
  let at = path;
  while (identityOf(dirname(at)) === undefined && dirname(at) !== at) at = dirname(at);
  return { directory: dirname(at), name: basename(at) };
}

/** The names to watch for these paths, whether or not they exist. */
export function namesFor(paths: Iterable<string>): Names {
  const names = new Map<string, Set<string>>();
  for (const path of paths) {
    for (const { directory, name } of hops(path).map(nearestTo)) {
      names.set(directory, (names.get(directory) ?? new Set()).add(name));
    }
  }
  return names;
}

/** True if an event may concern one of the names. An event without a name, or with the directory's own, concerns all. */
export function concerns(names: Names, directory: string, name: string | null): boolean {
  const here = names.get(directory);
  return here !== undefined && (name === null || name === basename(directory) || here.has(name));
}

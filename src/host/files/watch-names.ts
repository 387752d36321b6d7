/** Which names in which directories stand for paths that may come, change or go; links are followed to their end. */

import { readlinkSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { hostLimits } from '../limits.js';
import { canonicalPath } from './resolve-path.js';

/** Names by directory. */
export type Names = ReadonlyMap<string, ReadonlySet<string>>;

/** Tells a directory from another that takes its place under the same name; undefined if it is not there. */
export function identityOf(directory: string): string | undefined {
  try {
    const stats = statSync(directory, { throwIfNoEntry: false });
    return stats && `${stats.dev}:${stats.ino}`;
  } catch {
    return undefined;
  }
}

/** The next path that a link leads to; undefined for anything else. */
function linkTarget(path: string): string | undefined {
  try {
    const target = readlinkSync(path);
    return resolve(canonicalPath(dirname(path)), target);
  } catch {
    return undefined;
  }
}

/** The path, and where it leads link by link. */
function hops(path: string): string[] {
  const found = [path];
  for (
    let at = linkTarget(path);
    at !== undefined && found.length <= hostLimits.watchedLinks;
    at = linkTarget(at)
  ) {
    found.push(at);
  }
  return found;
}

/** The nearest directory above the path that is there, and the name in it that leads to the path. */
function nearestTo(path: string): { directory: string; name: string } {
  let at = path;
  while (identityOf(dirname(at)) === undefined && dirname(at) !== at) at = dirname(at);
  return { directory: dirname(at), name: basename(at) };
}

/** Where to watch for these paths, there or not. */
export function namesFor(paths: Iterable<string>): Names {
  const names = new Map<string, Set<string>>();
  for (const path of paths) {
    for (const { directory, name } of hops(path).map(nearestTo)) {
      names.set(directory, (names.get(directory) ?? new Set()).add(name));
    }
  }
  return names;
}

/** Whether an event concerns one of the names. One without a name, or with the directory's own, may concern all. */
export function isAbout(names: Names, directory: string, name: string | null): boolean {
  const here = names.get(directory);
  return here !== undefined && (name === null || name === basename(directory) || here.has(name));
}

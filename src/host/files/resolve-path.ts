/** Resolves the links of paths, and compares paths. */

import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, relative, sep } from 'node:path';
import { ifPossible } from './if-possible.js';

/** As many as Linux follows. */
const mostLinks = 40;

const separators = sep === '/' ? /\// : /[\\/]/;

/** Where a path leads. */
export interface Followed {
  /** The path behind all links, whether or not it exists. */
  readonly target: string;
  /** The links on the way, each by its real path. */
  readonly links: readonly string[];
}

/** The system's code of an error, such as `ENOENT`. */
export const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** True for the error of a path that does not exist. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');

/** The status of the path itself; undefined if nothing is there. */
function linkStatus(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The target of a link; undefined for anything else. */
const readLink = (path: string): string | undefined =>
  linkStatus(path)?.isSymbolicLink() ? readlinkSync(path) : undefined;

/** Follows the links of a path below a real directory one by one, so that each can be named. */
export function followLinks(start: string, path: string): Followed {
  const links: string[] = [];
  const names = path.split(separators);
  let at = start;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = join(at, name);
    const to = name === '' || name === '.' || name === '..' ? undefined : readLink(next);
    if (to === undefined) {
      at = next;
      continue;
    }
    if (links.push(next) > mostLinks) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
    if (isAbsolute(to)) at = parse(to).root;
    names.unshift(...(isAbsolute(to) ? to.slice(at.length) : to).split(separators));
  }
  return { target: at, links };
}

/** The path behind all links of an absolute path, whether or not it exists. Throws what the system throws. */
export function resolvePath(path: string): string {
  const parent = dirname(path);
  // Most paths that discovery asks for are missing, and an exception for each takes longer than the search. With `..`, a
  // path may leave the missing directory again.
  if (parent !== path && !path.includes('..') && linkStatus(path) === undefined)
    return join(resolvePath(parent), basename(path));
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const { root } = parse(path);
    return followLinks(root, path.slice(root.length)).target;
  }
}

/** The path behind all links, or the path itself if they cannot be followed. */
export const canonicalPath = (path: string): string => ifPossible(() => resolvePath(path)) ?? path;

/** True if `path` is `directory` or below it. Both are absolute and plain. */
export function isWithin(directory: string, path: string): boolean {
  if (path.startsWith(directory + sep)) return true;
  const between = relative(directory, path);
  return between === '' || (between !== '..' && !between.startsWith(`..${sep}`) && !isAbsolute(between));
}

/**
 * Directories by what they are, not by what they are called: where the links of a path lead, and a directory that is
 * held while something is written in it, so that a link put in its place meanwhile does not move the write.
 */

import { closeSync, constants, lstatSync, mkdirSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, sep } from 'node:path';

/** As many as Linux follows. */
const mostLinks = 40;

const separators = sep === '/' ? /\// : /[\\/]/;

/** Where a path leads. */
export interface Followed {
  /** The path behind all links, whether or not anything is there. */
  readonly target: string;
  /** The links on the way, each by its real path. */
  readonly links: readonly string[];
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Where a link leads; undefined for anything else. */
function readLink(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Follows every link of a path below a real directory, links to missing files included. */
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

/** The path behind all links of an absolute path. */
export function targetOf(path: string): string {
  const { root } = parse(path);
  return followLinks(root, path.slice(root.length)).target;
}

const directoryFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Opens a directory, and makes it first if it is missing. */
function openDirectory(directory: string, check: (real: string) => void): number {
  try {
    return openSync(directory, directoryFlags);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(directory) === directory) throw error;
    inDirectory(dirname(directory), check, (parent) => makeIn(parent, basename(directory)));
    return openSync(directory, directoryFlags);
  }
}

function makeIn(parent: string, name: string): void {
  try {
    mkdirSync(join(parent, name));
  } catch (error) {
    // Whether it is a directory shows when it is opened.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** A path that means the open directory itself, whatever is at its name by now. Linux alone has one. */
function pathOf(handle: number, directory: string): { path: string; real: string } {
  const path = `/proc/self/fd/${handle}`;
  try {
    return { path, real: readlinkSync(path) };
  } catch {
    return { path: directory, real: realpathSync.native(directory) };
  }
}

/**
 * Runs `work` with a path of this directory, which is made if it is missing. `check` is given the real path of what
 * was opened and throws if it is not to be written in.
 */
export function inDirectory<T>(
  directory: string,
  check: (real: string) => void,
  work: (path: string) => T,
): T {
  const handle = openDirectory(directory, check);
  try {
    const { path, real } = pathOf(handle, directory);
    check(real);
    return work(path);
  } finally {
    closeSync(handle);
  }
}

/**
 * Makes directories one by one, each through the opened directory above it, so that a new link cannot redirect them.
 * Node's own `recursive` option never returns where the system refuses to make a directory, as below /proc.
 */

import { lstatSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withDirectory } from './open-file.js';
import { errorCode, resolvePath } from './resolve-path.js';

const isDirectory = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Returns false if another process has made the directory meanwhile. */
function make(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && isDirectory(path)) return false;
    throw error;
  }
}

/**
 * Makes a directory and the missing ones above it. All links in the path have to be resolved already. Returns the
 * directories that were made, the deepest first.
 */
export function makeDirectory(path: string, mode = 0o777): string[] {
  const parent = dirname(path);
  if (isDirectory(path) || parent === path) return [];
  const above = makeDirectory(parent, mode);
  try {
    const isNew = withDirectory(parent, (there) => make(join(there, basename(path)), mode));
    return isNew ? [path, ...above] : above;
  } catch (error) {
    removeEmpty(above);
    const code = errorCode(error);
    // The system's own message names the opened directory by a number.
    throw code === undefined ? error : Object.assign(new Error(`${path} cannot be made (${code})`), { code });
  }
}

/** Makes sure that a directory exists. Links in its path are followed. */
export function ensureDirectory(path: string, mode: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    makeDirectory(resolvePath(path), mode);
}

/** Removes directories, the deepest first, up to the first that is not empty. */
export function removeEmpty(directories: readonly string[]): void {
  try {
    for (const directory of directories) rmdirSync(directory);
  } catch {
    // Another program uses the directory.
  }
}

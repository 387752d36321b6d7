/** Makes a directory with all above it. Node's own `recursive` never ends where the system refuses, as below /proc. */

import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Returns the directory, or nothing if it was there. */
function make(directory: string, mode: number): string[] {
  try {
    mkdirSync(directory, { mode });
    return [directory];
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST' && statSync(directory).isDirectory();
    if (!isThere) throw error;
    return [];
  }
}

/** Returns the directories that were not there before, the deepest first. */
export function makeDirectory(directory: string, mode = 0o777): string[] {
  try {
    return make(directory, mode);
  } catch (error) {
    const parent = dirname(directory);
    if (codeOf(error) !== 'ENOENT' || parent === directory) throw error;
    const above = makeDirectory(parent, mode);
    try {
      return [...make(directory, mode), ...above];
    } catch (reason) {
      removeEmpty(above);
      throw reason;
    }
  }
}

/** Removes directories, the deepest first, up to the first that is not empty. */
export function removeEmpty(directories: readonly string[]): void {
  try {
    for (const directory of directories) rmdirSync(directory);
  } catch {
    // Whoever has put something into it keeps it.
  }
}

/** Makes a directory with all above it. Node's own `recursive` never ends where the system refuses, as below /proc. */

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function make(directory: string, mode: number): void {
  try {
    mkdirSync(directory, { mode });
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST' && statSync(directory).isDirectory();
    if (!isThere) throw error;
  }
}

export function makeDirectory(directory: string, mode = 0o777): void {
  try {
    make(directory, mode);
  } catch (error) {
    const parent = dirname(directory);
    if (codeOf(error) !== 'ENOENT' || parent === directory) throw error;
    makeDirectory(parent, mode);
    make(directory, mode);
  }
}

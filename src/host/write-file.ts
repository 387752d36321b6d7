/** Replaces a file in one step: readers see the old content or the new one, never a part, whatever happens. */

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectory } from './make-directory.js';

/** The rename is done by now: where a directory cannot be opened or flushed, it is as durable as it gets. */
function syncDirectory(directory: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(directory, 'r');
    fsyncSync(handle);
  } catch {
    return;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function writeFlushed(file: string, data: string | Uint8Array, mode: number, kept: number | undefined): void {
  const handle = openSync(file, 'wx', mode);
  try {
    if (kept !== undefined) fchmodSync(handle, kept & 0o777);
    writeFileSync(handle, data);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a file of its own next to the target and renames it. A file that is replaced keeps its mode. */
export function replaceFile(file: string, data: string | Uint8Array, mode = 0o600): void {
  const directory = dirname(file);
  makeDirectory(directory, 0o700);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    writeFlushed(temporary, data, mode, statSync(file, { throwIfNoEntry: false })?.mode);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncDirectory(directory);
}

/**
 * Replaces a file in one step: readers see the old content or the new one, never a part. If a process is killed half-way,
 * the next one that writes into the same directory removes its temporary file.
 */

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hostLimits } from '../limits.js';
import { ifPossible } from './if-possible.js';
import { ensureDirectory } from './make-directory.js';
import { closeAfter } from './open-file.js';
import { ageOf, hasEnded, thisProcess } from './owner-process.js';

/** The pid, the start time and a random id. */
const temporaryName = /^\.skillpick-(\d+)-(\d*)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

const newTemporaryName = (): string =>
  `.skillpick-${thisProcess.pid}-${thisProcess.startedAt ?? ''}-${randomUUID()}.tmp`;

/**
 * Removes old temporary files of processes that have ended. A new one may belong to a process in another container,
 * whose pid means nothing here. Errors are ignored: the file itself can still be written.
 */
function removeLeftovers(directory: string): void {
  ifPossible(() => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const [, pid, startedAt] = temporaryName.exec(entry.name) ?? [];
      if (pid === undefined || !entry.isFile()) continue;
      const path = join(directory, entry.name);
      const isOld = ageOf(path) > hostLimits.temporaryLifeMs;
      if (isOld && hasEnded(path, Number(pid), startedAt || undefined)) rmSync(path, { force: true });
    }
  });
}

/** Flushes the rename to disk, if possible: not every directory can be opened or flushed. */
function syncDirectory(directory: string): void {
  ifPossible(() => closeAfter(openSync(directory, 'r'), fsyncSync));
}

/** Writes a new file. Leaves no part of it behind if that fails, as on a full disk. */
export function createFile(file: string, data: string | Uint8Array, mode = 0o666, oldMode?: number): void {
  const handle = openSync(file, 'wx', mode);
  try {
    if (oldMode !== undefined) fchmodSync(handle, oldMode & 0o777);
    writeFileSync(handle, data);
    fsyncSync(handle);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes a temporary file next to the target and renames it. A file that is replaced keeps its mode. `beforeRename` gets
 * the path of the temporary file.
 */
export function replaceFile(
  file: string,
  data: string | Uint8Array,
  mode = 0o600,
  beforeRename?: (temporary: string) => void,
): void {
  const directory = dirname(file);
  ensureDirectory(directory, 0o700);
  removeLeftovers(directory);
  const temporary = join(directory, newTemporaryName());
  createFile(temporary, data, mode, statSync(file, { throwIfNoEntry: false })?.mode);
  try {
    beforeRename?.(temporary);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncDirectory(directory);
}

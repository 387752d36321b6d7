/**
 * Replaces a file in one step: readers see the old content or the new one, never a part, whatever happens. What a
 * process leaves behind that is killed half-way is removed by the next one that writes into the same directory.
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
import { ensureDirectory } from './make-directory.js';
import { ageOf, isGone, ourselves } from './owner-process.js';

/** Process, start time, and something that nobody else has. */
const temporaryName = /^\.skillpick-(\d+)-(\d*)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

const newTemporaryName = (): string =>
  `.skillpick-${ourselves.pid}-${ourselves.startedAt ?? ''}-${randomUUID()}.tmp`;

/**
 * Removes old temporary files of processes that are gone. A fresh one may be of a process in another container, whose
 * number means nothing here. Failing at it is no reason not to write.
 */
function removeLeftovers(directory: string): void {
  try {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const [, pid, startedAt] = temporaryName.exec(entry.name) ?? [];
      if (pid === undefined || !entry.isFile()) continue;
      const path = join(directory, entry.name);
      const isOld = (ageOf(path) ?? 0) > hostLimits.temporaryLifeMs;
      if (isOld && isGone(path, Number(pid), startedAt || undefined)) rmSync(path, { force: true });
    }
  } catch {
    return;
  }
}

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
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Writes a file of its own next to the target and renames it. A file that is replaced keeps its mode. */
export function replaceFile(file: string, data: string | Uint8Array, mode = 0o600): void {
  const directory = dirname(file);
  ensureDirectory(directory, 0o700);
  removeLeftovers(directory);
  const temporary = join(directory, newTemporaryName());
  writeFlushed(temporary, data, mode, statSync(file, { throwIfNoEntry: false })?.mode);
  try {
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncDirectory(directory);
}

/** Writes a file that is not there yet, or leaves none: a disk that is full is noticed only while writing. */
export function createFile(file: string, data: string | Uint8Array, mode = 0o666): void {
  writeFlushed(file, data, mode, undefined);
}

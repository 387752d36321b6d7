/**
 * A lock between processes: a file with the owner's pid and start time. The lock of a process that is gone is
 * broken, and so is anything in its place that no process can have made; one that is held is waited for, up to a
 * deadline. Deadlines are on the monotonic clock, for the other one may be set back.
 */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../../monotonic.js';
import { hostLimits } from '../limits.js';
import { makeDirectory } from './make-directory.js';
import { ageOf, isGone, ourselves } from './owner.js';

/** When the patience for a lock ends that is asked for now. */
export const lockDeadline = (): number => monotonicMs() + hostLimits.lockPatienceMs;

const longestLock = 1_000;
// A pipe without a writer would hold an ordinary open for ever. Windows has neither the pipe nor the flags.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** What the lock holds; undefined if it is not there, or not a file that can be read. */
function readLock(file: string): string | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, openFlags);
    if (!fstatSync(handle).isFile()) return undefined;
    const bytes = Buffer.alloc(longestLock);
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, 0));
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function isFromAnotherMoment(file: string): boolean {
  // A time to come is as wrong as one long ago: the clock was set back since.
  return Math.abs(ageOf(file) ?? 0) > hostLimits.emptyLockMs;
}

function isAbandoned(file: string, text: string): boolean {
  // A lock is empty for the moment between its making and its filling; one that stays so has lost its owner.
  if (text === '') return isFromAnotherMoment(file);
  try {
    const { pid, startedAt, space } = JSON.parse(text) as Record<string, unknown>;
    return isGone(file, pid, startedAt, space);
  } catch {
    return true;
  }
}

/** True if nobody holds the lock that is there. */
function isLeftBehind(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isDirectory())
    throw new Error(`${file} is a directory, where only a lock file may be: remove it`);
  if (!stats.isFile()) return true;
  const text = readLock(file);
  return text !== undefined && isAbandoned(file, text);
}

function tryTake(file: string): boolean {
  let handle: number;
  try {
    handle = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
  try {
    writeFileSync(handle, JSON.stringify(ourselves));
    return true;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Removes an abandoned lock, one process at a time: a second one would remove the lock that follows. */
function tryBreak(file: string): boolean {
  const guard = `${file}.break`;
  if (!tryTake(guard)) {
    if (isLeftBehind(guard) || isFromAnotherMoment(guard)) rmSync(guard, { force: true });
    return false;
  }
  try {
    if (!isLeftBehind(file)) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

async function take(file: string, deadline: number): Promise<void> {
  while (!tryTake(file)) {
    if (isLeftBehind(file) && tryBreak(file)) continue;
    if (monotonicMs() > deadline) throw new Error(`another process holds ${file}`);
    await pause(hostLimits.lockPollMs * (0.5 + Math.random()));
  }
}

/** Runs `work` while holding the lock. Rejects if it cannot be had by the deadline. */
export async function withLock<T>(
  file: string,
  work: () => T | Promise<T>,
  deadline = lockDeadline(),
): Promise<T> {
  makeDirectory(dirname(file), 0o700);
  await take(file, deadline);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

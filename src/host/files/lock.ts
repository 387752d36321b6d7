/**
 * A lock between processes: a file with the owner's pid and start time. Removes a lock that is not valid or whose owner
 * has ended. Waits for a lock that is held, up to a deadline on the monotonic clock, because the system clock may be set
 * back.
 */

import { closeSync, fstatSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { monotonicMs } from '../../monotonic.js';
import { hostLimits } from '../limits.js';
import { ifPossible } from './if-possible.js';
import { ensureDirectory } from './make-directory.js';
import { closeAfter, noLinkFlags, readBytes } from './open-file.js';
import { ageOf, hasEnded, thisProcess } from './owner-process.js';

/** The deadline for a lock that is requested now. */
export const lockDeadline = (): number => monotonicMs() + hostLimits.lockTimeoutMs;

const longestLockBytes = 1_000;

/** The text of the lock; undefined if it is missing, or not a file that can be read. */
function readLock(file: string): string | undefined {
  const read = (handle: number) =>
    fstatSync(handle).isFile() ? readBytes(handle, longestLockBytes).toString('utf8') : undefined;
  return ifPossible(() => closeAfter(openSync(file, noLinkFlags), read));
}

function isNotRecent(file: string): boolean {
  // A time in the future does not count as recent: the clock was set back since.
  return Math.abs(ageOf(file)) > hostLimits.emptyLockMs;
}

function isAbandoned(file: string, text: string): boolean {
  // A lock is empty only between its creation and its first write; if it stays empty, its owner has ended.
  if (text === '') return isNotRecent(file);
  try {
    const { pid, startedAt, space } = JSON.parse(text) as Record<string, unknown>;
    return hasEnded(file, pid, startedAt, space);
  } catch {
    return true;
  }
}

/** True if there is a lock, but no process holds it. */
function isUnowned(file: string): boolean {
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
    writeFileSync(handle, JSON.stringify(thisProcess));
    return true;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Removes an abandoned lock. Only one process at a time may do so: a second one could remove the next owner's lock. */
function tryBreak(file: string): boolean {
  const guard = `${file}.break`;
  if (!tryTake(guard)) {
    if (isUnowned(guard) || isNotRecent(guard)) rmSync(guard, { force: true });
    return false;
  }
  try {
    if (!isUnowned(file)) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

const delay = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

/** The longest time between two attempts of a waiting process. */
const longestPollMs = 1.5 * hostLimits.lockPollMs;

/** When this process last released each lock. */
const releasedAtMs = new Map<string, number>();

async function take(file: string, deadline: number): Promise<void> {
  // Without this pause, a process that takes the lock repeatedly would keep others from ever taking it.
  const pauseMs = (releasedAtMs.get(file) ?? -Infinity) + longestPollMs - monotonicMs();
  if (pauseMs > 0) await delay(pauseMs);
  while (!tryTake(file)) {
    if (isUnowned(file) && tryBreak(file)) continue;
    if (monotonicMs() > deadline) throw new Error(`another process holds ${file}`);
    await delay(hostLimits.lockPollMs * (0.5 + Math.random()));
  }
}

/** Runs `work` while holding the lock. Rejects if the lock is not free by the deadline. */
export async function withLock<T>(
  file: string,
  work: () => T | Promise<T>,
  deadline = lockDeadline(),
): Promise<T> {
  ensureDirectory(dirname(file), 0o700);
  await take(file, deadline);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
    releasedAtMs.set(file, monotonicMs());
  }
}

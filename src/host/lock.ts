/**
 * A lock between processes: a file with the owner's pid and start time. The lock of a process that is gone is
 * broken; one that is merely slow is waited for, up to a limit.
 */

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../limits.js';
import { makeDirectory } from './make-directory.js';

interface Running {
  /** One letter, as the system has it. */
  state: string | undefined;
  /** As the system counts it. */
  startedAt: string | undefined;
}

/** What the system says of a process; undefined where it cannot be asked. */
function lookUp(pid: number): Running | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may hold anything, so count from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], startedAt: fields[19] };
  } catch {
    return undefined;
  }
}

const ourselves = JSON.stringify({ pid: process.pid, startedAt: lookUp(process.pid)?.startedAt });

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isOlderThan(file: string, ms: number): boolean {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > ms;
}

function isGone(file: string, pid: unknown, startedAt: unknown): boolean {
  if (!Number.isInteger(pid) || (pid as number) <= 0 || !answersSignals(pid as number)) return true;
  const running = lookUp(pid as number);
  // Without start times a process of the same number cannot be told from the owner; no owner takes this long.
  if (running === undefined || startedAt === undefined) return isOlderThan(file, limits.lockLifeMs);
  // A dead process that nobody has waited for still answers signals.
  return running.startedAt !== startedAt || running.state === 'Z';
}

function isAbandoned(file: string, text: string): boolean {
  // A lock is empty for the moment between its making and its filling; one that stays so has lost its owner.
  if (text === '') return isOlderThan(file, limits.emptyLockMs);
  try {
    const { pid, startedAt } = JSON.parse(text) as { pid?: unknown; startedAt?: unknown };
    return isGone(file, pid, startedAt);
  } catch {
    return true;
  }
}

function tryTake(file: string): boolean {
  try {
    writeFileSync(file, ourselves, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function isLeftBehind(file: string): boolean {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return false;
  }
  return isAbandoned(file, text);
}

/** Removes an abandoned lock, one process at a time: a second one would remove the lock that follows. */
function tryBreak(file: string): boolean {
  const guard = `${file}.break`;
  if (!tryTake(guard)) {
    if (isOlderThan(guard, limits.emptyLockMs)) rmSync(guard, { force: true });
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

async function take(file: string): Promise<void> {
  const deadline = Date.now() + limits.lockPatienceMs;
  while (!tryTake(file)) {
    if (isLeftBehind(file) && tryBreak(file)) continue;
    if (Date.now() > deadline) throw new Error(`another process holds ${file}`);
    await pause(limits.lockPollMs * (0.5 + Math.random()));
  }
}

/** Runs `work` while holding the lock. Rejects if it cannot be had within the limit. */
export async function withLock<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  makeDirectory(dirname(file), 0o700);
  await take(file);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

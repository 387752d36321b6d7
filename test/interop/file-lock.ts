/**
 * A lock between processes: a file that holds its owner's pid. A lock whose owner has died is taken over, so that
 * a run that was killed does not block the next one.
 */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 250;
const longestWaitMs = 30 * 60_000;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function ownerOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** Removes the lock of a dead owner, unless another process has already replaced it. */
function breakLock(file: string, deadOwner: number): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (ownerOf(aside) === deadOwner) rmSync(aside);
  else renameSync(aside, file);
}

/** Runs the work while no other process holds the lock. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + longestWaitMs;
  while (!tryLock(file)) {
    const owner = ownerOf(file);
    if (owner !== undefined && !isRunning(owner)) breakLock(file, owner);
    else if (Date.now() > deadline) throw new Error(`Process ${owner} has held ${file} for too long.`);
    else await delay(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * The process that owns a lock or a temporary file. Where the system knows start times, they distinguish the owner from
 * a later process with the same pid.
 */

import { lstatSync, readFileSync } from 'node:fs';
import { pidNamespace } from '../../pid-namespace.js';
import { hostLimits } from '../limits.js';
import { ifPossible } from './if-possible.js';

/** The letter for a process's state, and its start time in ticks; undefined where the system does not report them. */
function readStatus(pid: number) {
  return ifPossible(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses, which may contain anything: count from the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], startedAt: fields[19] };
  });
}

export const thisProcess = {
  pid: process.pid,
  startedAt: readStatus(process.pid)?.startedAt,
  space: pidNamespace(),
};

function acceptsSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** How many milliseconds ago the file was written; negative if that is in the future, 0 without a file. */
export function ageOf(file: string): number {
  const now = Date.now();
  return now - (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now);
}

/** True if the process that made the file has ended. */
export function hasEnded(file: string, pid: unknown, startedAt: unknown, space?: unknown): boolean {
  const isOld = () => ageOf(file) > hostLimits.lockLifeMs;
  // In another container the pid is that of another process, so only the age counts. No owner takes this long.
  if (space !== undefined && space !== thisProcess.space) return isOld();
  if (!Number.isInteger(pid) || (pid as number) <= 0 || !acceptsSignals(pid as number)) return true;
  const running = readStatus(pid as number);
  // Without start times, the owner cannot be distinguished from a later process with the same pid.
  if (running === undefined || startedAt === undefined) return isOld();
  // A zombie process still accepts signals.
  return running.startedAt !== startedAt || running.state === 'Z';
}

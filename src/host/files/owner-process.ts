/**
 * Which process a file belongs to that was made for a moment: a lock, or a temporary file. The start time tells the
 * owner from a later process of the same number, where the system knows it.
 */

import { lstatSync, readFileSync } from 'node:fs';
import { pidNamespace } from '../../pid-namespace.js';
import { hostLimits } from '../limits.js';

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

/** This process. */
export const ourselves = {
  pid: process.pid,
  startedAt: lookUp(process.pid)?.startedAt,
  space: pidNamespace(),
};

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** How long ago the file was written; negative for a time to come, undefined if there is no file. */
export function ageOf(file: string): number | undefined {
  const written = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return written === undefined ? undefined : Date.now() - written;
}

/** True if the process that made the file has ended. */
export function isGone(file: string, pid: unknown, startedAt: unknown, space?: unknown): boolean {
  const isOld = () => (ageOf(file) ?? 0) > hostLimits.lockLifeMs;
  // In another container the number is that of another process; no owner takes this long.
  if (space !== undefined && space !== ourselves.space) return isOld();
  if (!Number.isInteger(pid) || (pid as number) <= 0 || !answersSignals(pid as number)) return true;
  const running = lookUp(pid as number);
  // Without start times a process of the same number cannot be told from the owner.
  if (running === undefined || startedAt === undefined) return isOld();
  // A dead process that nobody has waited for still answers signals.
  return running.startedAt !== startedAt || running.state === 'Z';
}

/** The processes of a group: whether any of them runs, and signals to all of them. */

import { readdirSync, readFileSync } from 'node:fs';

/** Returns true if the process is in the group and runs: one that has ended may wait for its parent for long. */
function runsIn(group: number, pid: string): boolean {
  try {
    // The name comes before the state, in brackets, and may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(itsGroup) === group && state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}

/** Returns the processes of this machine; undefined where the system does not list them. */
function listProcesses(): string[] | undefined {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.includes(String(process.pid)) ? pids : undefined;
  } catch {
    return undefined;
  }
}

/** Sends a signal to all processes of the group. Returns false if there are none. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/** Returns true if a process of the group runs. */
export function isGroupRunning(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  return listProcesses()?.some((pid) => runsIn(group, pid)) ?? true;
}

/**
 * Notices when the reader of the pipe on standard output goes away. The system reports it only on a write, and a
 * command that waits for changes may not write for hours. Linux lists which processes have a pipe open; on other
 * systems, and if the reader belongs to another user, only the next write fails.
 */

import { fstatSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import type { Io } from '../io.js';
import { commandsLimits } from './limits.js';

type PipeCheck = 'yes' | 'no' | 'unknown';

/** Returns Linux's name of the pipe, which is the same in all processes; undefined if it is no pipe. */
function pipeAt(fd: number | undefined): string | undefined {
  if (fd === undefined || !fstatSync(fd).isFIFO()) return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

/** Returns whether the file descriptor at this path has the pipe open for reading. */
function readsFrom(path: string, pipe: string): PipeCheck {
  try {
    return readlinkSync(path) === pipe && (lstatSync(path).mode & 0o400) !== 0 ? 'yes' : 'no';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' ? 'unknown' : 'no';
  }
}

/** Returns the names in a directory; none if it cannot be read or has just gone. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Finds a file descriptor of any process that reads from the pipe, and returns its path. */
function findReader(pipe: string): string | undefined {
  for (const pid of namesIn('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const fd of namesIn(`/proc/${pid}/fd`)) {
      const path = `/proc/${pid}/fd/${fd}`;
      if (readsFrom(path, pipe) === 'yes') return path;
    }
  }
  return undefined;
}

/** Calls back once the reader is gone. Returns a function that stops checking. */
export function onReaderGone({ stdout }: Pick<Io, 'stdout'>, callBack: () => void): () => void {
  const pipe = pipeAt((stdout as { fd?: number }).fd);
  let reader = pipe === undefined ? undefined : findReader(pipe);
  if (pipe === undefined || reader === undefined) return () => {};
  const check = (path: string) => {
    const reads = readsFrom(path, pipe);
    if (reads === 'yes') return;
    reader = reads === 'no' ? findReader(pipe) : undefined;
    if (reader !== undefined) return;
    clearInterval(timer);
    if (reads === 'no') callBack();
  };
  const timer = setInterval(() => check(reader!), commandsLimits.readerCheckMs);
  return () => clearInterval(timer);
}

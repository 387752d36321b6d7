/**
 * Notices that nobody reads from the pipe on standard output any more. The system says so only to those who write,
 * and a command that waits for changes may not write for hours. Linux lists who has a pipe open; elsewhere, and where
 * the reader belongs to another user, the next write says it.
 */

import { fstatSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import type { Io } from '../io.js';
import { commandsLimits } from './limits.js';

type PipeCheck = 'yes' | 'no' | 'unknown';

/** How Linux names a pipe wherever it is open; undefined for anything else. */
function pipeAt(fd: number | undefined): string | undefined {
  if (fd === undefined || !fstatSync(fd).isFIFO()) return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

/** Whether a process's file descriptor, by its path, is this pipe and open for reading. */
function readsFrom(path: string, pipe: string): PipeCheck {
  try {
    return readlinkSync(path) === pipe && (lstatSync(path).mode & 0o400) !== 0 ? 'yes' : 'no';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' ? 'unknown' : 'no';
  }
}

/** Names in a directory; none where it may not be looked into or has just gone. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** The path of a file descriptor that reads from the pipe, in whichever process. */
function findReader(pipe: string): string | undefined {
  for (const pid of namesIn('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const fd of namesIn(`/proc/${pid}/fd`)) {
      const path = `/proc/${pid}/fd/${fd}`;
      if (readsFrom(path, pipe) === 'yes') return path;
    }
  }
  return undefined;
}

/** Calls back once a reader that was there is gone; returns how to stop looking. */
export function onReaderGone({ stdout }: Pick<Io, 'stdout'>, gone: () => void): () => void {
  const pipe = pipeAt((stdout as { fd?: number }).fd);
  let reader = pipe === undefined ? undefined : findReader(pipe);
  if (pipe === undefined || reader === undefined) return () => {};
  const look = (path: string) => {
    const reads = readsFrom(path, pipe);
    if (reads === 'yes') return;
    reader = reads === 'no' ? findReader(pipe) : undefined;
    if (reader !== undefined) return;
    clearInterval(timer);
    if (reads === 'no') gone();
  };
  const timer = setInterval(() => look(reader!), commandsLimits.readerCheckMs);
  return () => clearInterval(timer);
}

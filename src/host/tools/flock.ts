/**
 * Holds a lock that other programs take with flock(2). Node has no such call, so a child process locks a file that is
 * open here: `flock` if it is installed, else Perl. Without either, the lock is not taken.
 */

import { once } from 'node:events';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { monotonicMs } from '../../monotonic.js';
import { lockDeadline } from '../files/lock.js';
import { noLinkFlags } from '../files/open-file.js';
import { hostLimits } from '../limits.js';
import { Refusal } from './refusal.js';

/** Programs that lock the file that they get as descriptor 3. */
const lockers: readonly [command: string, args: string[]][] = [
  ['flock', ['-x', '3']],
  ['perl', ['-e', 'open(F, "<&=", 3) && flock(F, 2) or exit 1']],
];

/** Opens a lock file; undefined if there is none. */
function openLock(file: string): number | undefined {
  try {
    return openSync(file, noLinkFlags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Refusal(`the lock ${file} cannot be opened`, error);
  }
}

/** Takes the lock on an open file. Rejects if another program holds it for too long. */
async function lock(handle: number, file: string, deadline: number): Promise<void> {
  // Loaded here because every start of the host would pay for it.
  const { spawn } = await import('node:child_process');
  const patienceMs = Math.max(hostLimits.childLockTimeoutMs, Math.ceil(deadline - monotonicMs()));
  for (const [command, args] of lockers) {
    const signal = AbortSignal.timeout(patienceMs);
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', handle] });
    try {
      const [code] = await once(child, 'exit', { signal });
      if (code === 0) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      child.kill();
      throw new Refusal(`another program holds ${file}`, error);
    }
    throw new Refusal(`the lock ${file} cannot be taken`);
  }
}

/** Runs `work` while holding the lock. A missing lock file means that no program uses the lock; it is not made. */
export async function withFlock<T>(
  file: string,
  work: () => T | Promise<T>,
  deadline = lockDeadline(),
): Promise<T> {
  const handle = openLock(file);
  try {
    if (handle !== undefined) {
      if (!fstatSync(handle).isFile()) throw new Refusal(`the lock ${file} is not a file`);
      await lock(handle, file, deadline);
    }
    return await work();
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

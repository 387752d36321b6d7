/**
 * Holds a lock as programs take it with flock(2). Node has no call for that, so a child that has holds it for us:
 * `flock` where there is one, else Perl. Where there is neither, the lock cannot be had and is not waited for.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { limits } from '../../limits.js';
import { Refusal } from './refusal.js';

const perl = 'open(F, ">>", shift) && flock(F, 2) or exit 1; $| = 1; print "held"; read(STDIN, $_, 1)';

const holders: readonly ((file: string) => [command: string, args: string[]])[] = [
  (file) => ['flock', ['-x', file, 'sh', '-c', 'printf held; read -r _']],
  (file) => ['perl', ['-e', perl, file]],
];

/** Resolves when the child says it holds the lock; false if there is no such program. */
async function isHeldBy(child: ChildProcess, signal: AbortSignal): Promise<boolean> {
  const gone = once(child, 'exit', { signal }).then(() => {
    throw new Error('the lock could not be taken');
  });
  const held = once(child.stdout as NodeJS.ReadableStream, 'data', { signal }).then(() => true);
  try {
    return await Promise.race([held, gone]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  } finally {
    gone.catch(() => undefined);
    held.catch(() => undefined);
  }
}

async function take(file: string): Promise<ChildProcess | undefined> {
  for (const holder of holders) {
    const [command, args] = holder(file);
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin?.on('error', () => undefined);
    try {
      if (await isHeldBy(child, AbortSignal.timeout(limits.lockPatienceMs))) return child;
    } catch (error) {
      child.kill();
      // If it has the lock after all, it lets go when there is nothing more to read.
      child.stdin?.destroy();
      throw new Refusal(`another program holds ${file}`, error);
    }
  }
  return undefined;
}

async function letGo(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.stdin?.end('\n');
  await gone;
}

/** Runs `work` while holding the lock. A lock file that is not there was never taken and is not made. */
export async function withFlock<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  const child = existsSync(file) ? await take(file) : undefined;
  try {
    return await work();
  } finally {
    if (child !== undefined) await letGo(child);
  }
}

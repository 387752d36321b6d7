/** Runs lines of bash in which `skillpick` is the command. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject, onTestFinished } from 'vitest';
import type { Env, Scratch } from './command.js';

export interface ShellEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a line; a failure anywhere in a pipe counts. */
export async function runInShell(scratch: Scratch, line: string, env: Env = {}): Promise<ShellEnd> {
  const script = `skillpick() { '${process.execPath}' '${inject('bin')}' "$@"; }; ${line}`;
  const child = spawn('bash', ['-o', 'pipefail', '-c', script], {
    cwd: scratch.cwd,
    env: { ...scratch.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that the test can end all of it.
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // Everything has ended.
    }
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** A process of the command in a world, from its start to its end. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { World } from './world.js';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class Command {
  readonly ended: Promise<Ended>;
  readonly #process: ChildProcess;
  #stdout = '';
  #stderr = '';

  constructor(bin: string, world: World, args: readonly string[]) {
    this.#process = spawn(process.execPath, [bin, ...args], {
      cwd: world.repository,
      env: world.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
    });
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.ended = once(this.#process, 'close').then(([code, signal]) => ({
      ...{ code, signal },
      ...{ stdout: this.#stdout, stderr: this.#stderr },
    }));
  }

  /** The first line it prints; rejects if it ends without one. */
  async firstLine(): Promise<string> {
    const stdout = this.#process.stdout;
    const failed = this.ended.then(({ stderr }) => {
      throw new Error(`it ended before it said anything: ${stderr}`);
    });
    failed.catch(() => {});
    while (!this.#stdout.includes('\n')) await Promise.race([once(stdout!, 'data'), failed]);
    return this.#stdout.slice(0, this.#stdout.indexOf('\n'));
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }
}

/** Runs a tool in a scene: its home, its directory, and nothing of this user's. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Scene } from '../host/tools/scene.js';
import { cacheFolder } from './cache-folder.js';

export interface Run {
  readonly scene: Pick<Scene, 'home' | 'environment'>;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

/** The whole environment of a tool in its scene. */
export function environmentOf({ scene, env = {} }: Pick<Run, 'scene' | 'env'>): Record<string, string> {
  const cache = join(cacheFolder, 'xdg');
  mkdirSync(cache, { recursive: true });
  const own = {
    PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    HOME: scene.home,
    USERPROFILE: scene.home,
    XDG_CACHE_HOME: cache,
    // Saves a third of the start of a tool that runs on Node 22 or newer.
    NODE_COMPILE_CACHE: join(cacheFolder, 'compiled'),
    TERM: 'dumb',
    CI: '1',
  };
  return { ...own, ...(scene.environment.env as Record<string, string>), ...env };
}

export function start(run: Run): ChildProcessWithoutNullStreams {
  const [program = '', ...first] = run.command;
  const { cwd } = run.scene.environment;
  return spawn(program, [...first, ...run.args], { cwd, env: environmentOf(run) });
}

/** Returns the tool's output, given this standard input. Rejects with its last output if it fails. */
export async function output(run: Run, input = '', mayFail = false): Promise<string> {
  const child = start(run);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.on('error', () => undefined).end(input);
  const [code] = await once(child, 'close');
  if (code !== 0 && !mayFail) throw new Error(`${run.args.join(' ')}: exit ${code}\n${err.slice(-2_000)}`);
  return out;
}

/** A tool that reads and writes lines of JSON. */
export class Conversation {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  constructor(run: Run) {
    this.#child = start(run);
    this.#child.stderr.resume();
    this.#child.stdin.on('error', () => undefined);
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  send(message: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** The first message from now on that fits. */
  async until<T>(fits: (message: T) => boolean): Promise<T> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error('the tool has nothing more to say');
      const message = JSON.parse(value) as T;
      if (fits(message)) return message;
    }
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, 'close');
    this.#child.kill();
    await closed;
  }
}

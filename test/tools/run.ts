/** Runs a tool in a scene: its home, its directory, and nothing of this user's. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Scene } from '../host/tools/scene.js';
import { cacheFolder } from './installed.js';

export interface Run {
  readonly scene: Scene;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

function start({ scene, command, args, env = {} }: Run): ChildProcessWithoutNullStreams {
  const [program = '', ...first] = command;
  const cache = join(cacheFolder, 'xdg');
  mkdirSync(cache, { recursive: true });
  const path = [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const own = {
    PATH: path,
    HOME: scene.home,
    USERPROFILE: scene.home,
    XDG_CACHE_HOME: cache,
    TERM: 'dumb',
    CI: '1',
  };
  return spawn(program, [...first, ...args], {
    cwd: scene.environment.cwd,
    env: { ...own, ...scene.environment.env, ...env },
  });
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
    const closed = once(this.#child, 'close');
    this.#child.kill();
    await closed;
  }
}

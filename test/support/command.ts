/** Runs the built command in child processes, with a scratch repository and home and nothing else. */

import { type ChildProcess, spawn } from 'node:child_process';
import { inject, onTestFinished } from 'vitest';
import { Conditions } from './conditions.js';
import { makeTree, type Tree } from './host-tree.js';

export type Env = Record<string, string>;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Env;
  cwd?: string;
  /** Standard input; empty by default, and null keeps it open. */
  input?: string | null;
}

/** A command that is still running. */
export class Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';
  readonly #conditions = new Conditions();

  constructor(args: readonly string[], cwd: string, env: Env) {
    this.process = spawn(process.execPath, [inject('bin'), ...args], { cwd, env });
    this.process.stdin?.on('error', () => {});
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
      this.#conditions.check();
    });
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      this.#conditions.check();
    });
    this.ended = new Promise((resolve) => {
      this.process.on('close', (code, signal) => {
        resolve({ code, signal, stdout: this.stdout, stderr: this.stderr });
        this.#conditions.check();
      });
    });
    onTestFinished(() => {
      this.process.kill('SIGKILL');
    });
  }

  /** Whole lines of standard output so far. */
  get lines(): string[] {
    return this.stdout.split('\n').slice(0, -1);
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** Resolves as soon as the condition holds; it is checked now and after each output. */
  until(holds: () => boolean): Promise<void> {
    return this.#conditions.until(holds, () =>
      this.hasEnded ? new Error(`The command ended.\n${this.stdout}\n${this.stderr}`) : undefined,
    );
  }
}

export interface Scratch extends Tree {
  env: Env;
  start(args: readonly string[], options?: RunOptions): Running;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** The one JSON document it prints. */
  json(args: readonly string[], options?: RunOptions): Promise<unknown>;
}

/** A repository, a home, and the command in them. */
export function makeScratch(): Scratch {
  const tree = makeTree();
  const env: Env = {
    PATH: process.env['PATH'] ?? '',
    HOME: tree.home,
    XDG_CONFIG_HOME: `${tree.root}/config`,
    XDG_DATA_HOME: `${tree.root}/data`,
    XDG_STATE_HOME: `${tree.root}/state`,
    XDG_RUNTIME_DIR: `${tree.root}/run`,
  };
  const start = (args: readonly string[], options: RunOptions = {}) => {
    const running = new Running(args, options.cwd ?? tree.cwd, { ...env, ...options.env });
    if (options.input !== null) running.process.stdin?.end(options.input ?? '');
    return running;
  };
  const run = (args: readonly string[], options?: RunOptions) => start(args, options).ended;
  const json = async (args: readonly string[], options?: RunOptions) =>
    JSON.parse((await run(args, options)).stdout) as unknown;
  return { ...tree, env, start, run, json };
}

export interface Served {
  url: string;
  tokenFile: string;
  pid: number;
  /** Options that connect to it. */
  args: string[];
  running: Running;
}

/** Starts `serve` in a child process. */
export async function serveIn(scratch: Scratch, args: readonly string[] = []): Promise<Served> {
  const running = scratch.start(['serve', '--json', ...args]);
  await running.until(() => running.lines.length > 0);
  const about = JSON.parse(running.lines[0]!) as { url: string; tokenFile: string; pid: number };
  return { ...about, args: ['--url', about.url, '--token-file', about.tokenFile], running };
}

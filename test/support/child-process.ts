/** Other processes that run our own code: scripts of this folder, bundled once, started with plain node. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A bundled script; remove it when the tests are done. */
export interface Script {
  path: string;
  remove(): void;
}

/** Bundles a script of `test/support/children`. */
export async function bundleScript(name: string): Promise<Script> {
  const directory = mkdtempSync(join(tmpdir(), 'skillpick-script-'));
  const path = join(directory, `${name}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`children/${name}.ts`, import.meta.url))],
    outfile: path,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // The other builds of some packages load their parts in a way that cannot be bundled.
    mainFields: ['module', 'main'],
    external: ['bufferutil', 'utf-8-validate'],
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
  return { path, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** How a process ended. */
export interface Ending {
  code: number | null;
  signal: string | null;
}

export class Child {
  /** Every whole line it printed. */
  readonly lines: string[] = [];
  readonly ended: Promise<Ending>;
  readonly #process: ChildProcess;
  readonly #listeners = new Set<() => void>();
  #rest = '';
  #errors = '';
  #hasEnded = false;

  constructor(script: Script, args: readonly string[]) {
    this.#process = spawn(process.execPath, [script.path, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process.stdin?.on('error', () => {});
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
    this.ended = new Promise((resolve) => {
      this.#process.on('close', (code, signal) => {
        this.#hasEnded = true;
        resolve({ code, signal });
        for (const listener of this.#listeners) listener();
      });
    });
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** What it complained about. */
  get errors(): string {
    return this.#errors;
  }

  say(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  /** No more will be said to it. */
  hush(): void {
    this.#process.stdin?.end();
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Resolves as soon as the condition holds; it is looked at now and after every line. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (holds()) resolve();
        else if (this.#hasEnded) reject(new Error(`The process ended.\n${this.#errors}`));
        else return;
        this.#listeners.delete(look);
      };
      this.#listeners.add(look);
      look();
    });
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    this.lines.push(...lines);
    for (const listener of this.#listeners) listener();
  }
}

/** A process that runs a bundled script with plain Node, read line by line. */

import { type ChildProcess, spawn } from 'node:child_process';
import type { Script } from './bundle.js';
import { Conditions } from './conditions.js';

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
  readonly #conditions = new Conditions();
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
        this.#conditions.check();
      });
    });
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** Everything on standard error. */
  get errors(): string {
    return this.#errors;
  }

  sendLine(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  /** Ends standard input. */
  endInput(): void {
    this.#process.stdin?.end();
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Resolves as soon as the condition holds; it is checked now and after every line. */
  until(holds: () => boolean): Promise<void> {
    return this.#conditions.until(holds, () =>
      this.#hasEnded ? new Error(`The process ended.\n${this.#errors}`) : undefined,
    );
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    this.lines.push(...lines);
    this.#conditions.check();
  }
}

/** A process that runs a bundled script with plain Node, read line by line. */

import { type ChildProcess, spawn } from 'node:child_process';
import type { Script } from './bundle.js';

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

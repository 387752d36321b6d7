/**
 * A process in a real pseudo terminal, and the screen that a user would see. Tests wait for conditions with `shows`,
 * `hides` and `ended`; a condition that is not met in time is reported with the screen.
 */

import { closeSync, constants, openSync, writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { type IPty, spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { Conditions } from './conditions.js';
import { type ScreenSize, VirtualScreen } from './screen.js';

export interface PtyOptions {
  command: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment; variables of this process, such as CI, are not inherited. */
  env: Record<string, string>;
  size: ScreenSize;
}

export interface Exit {
  code: number;
  signal: number;
}

const patienceMs = 20_000;

/** Undocumented members of node-pty. */
interface InnerPty {
  readonly _socket: Socket;
  /** The path of the terminal as the process sees it. */
  readonly _pty: string;
  /** Called for `close` when the process has ended. */
  once(name: string, listener: () => void): unknown;
}

/** An escape sequence that terminals ignore. */
const endMark = '\x1b_end of the output\x1b\\';

/** The terminal as its process has it open. */
interface Slave {
  readonly fd: number;
  isOpen: boolean;
}

/** Writes all of the text; waits while the terminal is full. */
function writeToTerminal(slave: Slave, text: string): void {
  // Its number may belong to another file by now.
  if (!slave.isOpen) return;
  let written = 0;
  try {
    written = writeSync(slave.fd, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // It was hung up: nothing more arrives, and the stream is being closed already.
    if (code === 'EIO') return;
    if (code !== 'EAGAIN') throw error;
  }
  if (written < text.length) setImmediate(() => writeToTerminal(slave, text.slice(written)));
}

/**
 * Passes on everything that the process writes, and keeps the terminal open until all of it has arrived. Once the last
 * process has closed a terminal, Node reads one more chunk and drops the rest. A busy kernel may deliver output only
 * after the process has ended. So the end is marked: the mark arrives after all other output.
 */
function readToTheEnd(pty: IPty, onData: (data: string) => void): void {
  const inner = pty as unknown as InnerPty;
  const { _socket: socket } = inner;
  const fd = openSync(inner._pty, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  const slave: Slave = { fd, isOpen: true };
  const [once, destroy] = [inner.once.bind(inner), socket.destroy.bind(socket)];
  let last: string | undefined;
  pty.onData((data) => {
    if (last === undefined) return onData(data);
    last += data;
    if (!last.includes(endMark)) return;
    onData(last.replace(endMark, ''));
    socket.destroy = destroy;
    destroy();
  });
  inner.once = (name, listener) => {
    if (name === 'close') {
      last = '';
      socket.destroy = () => socket;
      writeToTerminal(slave, endMark);
    }
    return once(name, listener);
  };
  socket.once('close', () => {
    slave.isOpen = false;
    closeSync(fd);
  });
}

type Pattern = string | RegExp;
const describe = (pattern: Pattern): string =>
  typeof pattern === 'string' ? JSON.stringify(pattern) : `${pattern}`;

export class Pty {
  readonly screen: VirtualScreen;
  readonly ended: Promise<Exit>;
  /** Everything that was written, as it was. */
  output = '';
  readonly #pty: IPty;
  readonly #conditions = new Conditions();
  #writing: Promise<void> = Promise.resolve();
  #exit: Exit | undefined;

  constructor({ command, args, cwd, env, size }: PtyOptions) {
    const { columns, rows } = size;
    this.screen = new VirtualScreen(size);
    this.#pty = spawn(command, [...args], { name: 'xterm-256color', cols: columns, rows, cwd, env });
    this.screen.onReply((data) => this.write(data));
    readToTheEnd(this.#pty, (data) => {
      this.output += data;
      this.#writing = this.#writing.then(() => this.screen.write(data)).then(() => this.#conditions.check());
    });
    this.ended = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => {
        this.#exit = { code: exitCode, signal: signal ?? 0 };
        // What was written last may still be on its way to the screen.
        setImmediate(() => {
          void this.#writing.then(() => {
            resolve(this.#exit!);
            this.#conditions.check();
          });
        });
      });
    });
    onTestFinished(() => this.#end());
  }

  get pid(): number {
    return this.#pty.pid;
  }

  write(keys: string): void {
    this.#pty.write(keys);
  }

  resize(size: ScreenSize): void {
    this.screen.resize(size);
    this.#pty.resize(size.columns, size.rows);
  }

  kill(signal: NodeJS.Signals): void {
    process.kill(this.#pty.pid, signal);
  }

  /** Hangs up, as closing a terminal's window does. */
  hangUp(): void {
    (this.#pty as unknown as { destroy(): void }).destroy();
  }

  /** Resolves once this is on the screen. */
  shows(pattern: Pattern): Promise<void> {
    return this.until(() => this.#matches(pattern), `${describe(pattern)} to show`);
  }

  /** Resolves once this is no longer on the screen. */
  hides(pattern: Pattern): Promise<void> {
    return this.until(() => !this.#matches(pattern), `${describe(pattern)} to go`);
  }

  /** Resolves as soon as the condition holds; it is checked now and after each output. */
  until(holds: () => boolean, what: string): Promise<void> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#conditions.check();
    }, patienceMs);
    const failure = () => {
      if (this.#exit === undefined && !isLate) return undefined;
      const why = this.#exit === undefined ? 'Gave up' : `It ended with ${this.#exit.code} while`;
      return new Error(`${why} waiting for ${what}. On the screen:\n${this.screen.text}`);
    };
    return this.#conditions.until(holds, failure).finally(() => clearTimeout(timer));
  }

  #matches(pattern: Pattern): boolean {
    const { text } = this.screen;
    return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
  }

  async #end(): Promise<void> {
    if (this.#exit !== undefined) return;
    try {
      process.kill(this.#pty.pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
    await this.ended;
  }
}

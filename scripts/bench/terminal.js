/** A program in a pseudo terminal, watched by the bytes that it writes. */

import { spawnSync } from 'node:child_process';
import { spawn } from '@lydell/node-pty';
import { nowMs } from './measure.js';

/** A screen that has not changed for this long is settled. */
const quietMs = 120;
/** A key that has written nothing by then has no effect. */
const longestKeyMs = 2_000;

/** @typedef {{ ms: number, bytes: number, written: string }} KeyPress */

export class Terminal {
  output = '';
  startedAtMs = nowMs();
  lastWriteAtMs = nowMs();
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {{ cwd: string, env: NodeJS.ProcessEnv, columns?: number, rows?: number }} options
   */
  constructor(command, args, { cwd, env, columns = 100, rows = 40 }) {
    // Ink does not draw where CI is set.
    const { CI: _ci, NO_COLOR: _noColor, ...rest } = env;
    const ownEnv = { ...rest, TERM: 'xterm-256color' };
    this.pty = spawn(command, args, { name: 'xterm-256color', cols: columns, rows, cwd, env: ownEnv });
    /** @type {Promise<void>} */
    this.ended = new Promise((resolve) => {
      this.pty.onExit(() => {
        this.lastWriteAtMs = nowMs();
        resolve();
      });
    });
    this.pty.onData((data) => {
      this.output += data;
      this.lastWriteAtMs = nowMs();
      for (const listener of this.#listeners) listener();
    });
  }

  /**
   * Resolves with the time at which the output from this offset on first matches.
   * @param {RegExp} pattern
   * @param {number} [from]
   * @returns {Promise<number>}
   */
  shows(pattern, from = 0) {
    return new Promise((resolve) => {
      const look = () => {
        if (!pattern.test(this.output.slice(from))) return;
        this.#listeners.delete(look);
        resolve(nowMs());
      };
      this.#listeners.add(look);
      look();
    });
  }

  /** Resolves when nothing has been written for a while. */
  async isQuiet() {
    while (nowMs() - this.lastWriteAtMs < quietMs)
      await new Promise((resolve) => setTimeout(resolve, quietMs - (nowMs() - this.lastWriteAtMs) + 1));
  }

  /**
   * Presses a key and returns the time until the last byte of its effect, and what was written.
   * @param {string} key
   * @returns {Promise<KeyPress>}
   */
  async press(key) {
    await this.isQuiet();
    const before = this.output.length;
    const pressedAtMs = nowMs();
    this.lastWriteAtMs = pressedAtMs;
    this.pty.write(key);
    const timeout = new AbortController();
    const longest = setTimeout(() => timeout.abort(), longestKeyMs);
    await this.#nextWrite(timeout.signal);
    clearTimeout(longest);
    await this.isQuiet();
    const written = this.output.slice(before);
    return { ms: this.lastWriteAtMs - pressedAtMs, bytes: Buffer.byteLength(written), written };
  }

  /**
   * Resolves when something is written, or when the signal is aborted.
   * @param {AbortSignal} signal
   * @returns {Promise<void>}
   */
  #nextWrite(signal) {
    return new Promise((resolve) => {
      const done = () => {
        this.#listeners.delete(done);
        resolve();
      };
      this.#listeners.add(done);
      signal.addEventListener('abort', done);
    });
  }

  get residentMegabytes() {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(this.pty.pid)], { encoding: 'utf8' });
    return (Number(stdout.trim()) * 1024) / 1e6;
  }

  async leave() {
    this.pty.write('\x03');
    await this.ended;
  }
}

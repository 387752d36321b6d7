/** Runs the built command in a pseudo terminal, types keys, and waits for what the screen shows. */

import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

const patienceMs = 20_000;
/** A screen without output for this long is settled. */
const quietMs = 150;

export class Recorder {
  /** @type {import('@xterm/headless').Terminal} */
  terminal;
  #pty;
  #check = () => {};
  /** @type {NodeJS.Timeout | undefined} */
  #quiet;

  /**
   * @param {string} bin
   * @param {{ args: readonly string[], size: { columns: number, rows: number }, cwd: string, home: string }} run
   */
  constructor(bin, { args, size: { columns, rows }, cwd, home }) {
    this.terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      // The same moment in every picture.
      SKILLPICK_DEMO: 'still',
    };
    this.#pty = spawn(process.execPath, [bin, ...args], { cols: columns, rows, cwd, env });
    this.#pty.onData((data) => this.terminal.write(data, () => this.#check()));
  }

  get text() {
    const { buffer, rows } = this.terminal;
    const lines = Array.from({ length: rows }, (_, row) => buffer.active.getLine(row)?.translateToString());
    return lines.join('\n');
  }

  /** @param {string} keys */
  type(keys) {
    this.#pty.write(keys);
  }

  /**
   * Resolves once the screen shows the pattern and has settled.
   * @param {RegExp} pattern
   */
  shows(pattern) {
    return new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${pattern} did not show:\n${this.text}`)), patienceMs);
      this.#check = () => {
        clearTimeout(this.#quiet);
        if (!pattern.test(this.text)) return;
        this.#quiet = setTimeout(() => {
          clearTimeout(timer);
          this.#check = () => {};
          resolve();
        }, quietMs);
      };
      this.#check();
    });
  }

  end() {
    clearTimeout(this.#quiet);
    this.#pty.kill();
  }
}

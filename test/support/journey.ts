/** Starts the built command in a terminal, with a scratch home and repository. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { BuiltBin } from './built-bin.js';
import { Pty } from './pty.js';
import type { ScreenSize } from './screen.js';

/** Keys as terminals send them. */
export const keys = {
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  nextTab: '\x1b[1;3C',
  previousTab: '\x1b[1;3D',
  pageDown: '\x1b[6~',
  home: '\x1b[H',
  end: '\x1b[F',
  enter: '\r',
  escape: '\x1b',
  tab: '\t',
  backTab: '\x1b[Z',
  space: ' ',
  backspace: '\x7f',
  ctrl: (letter: string) => String.fromCharCode(letter.charCodeAt(0) & 0x1f),
  undo: '\x1f',
  paste: (text: string) => `\x1b[200~${text}\x1b[201~`,
  /** A click of the left button, at a column and a row that are counted from 0. */
  click: (column: number, row: number) => {
    const at = `0;${column + 1};${row + 1}`;
    return `\x1b[<${at}M\x1b[<${at}m`;
  },
  wheelDown: '\x1b[<65;5;5M',
  wheelUp: '\x1b[<64;5;5M',
} as const;

export const sizes = {
  usual: { columns: 80, rows: 24 },
  wide: { columns: 120, rows: 40 },
  large: { columns: 200, rows: 60 },
  small: { columns: 40, rows: 10 },
} as const satisfies Record<string, ScreenSize>;

export interface Start {
  args?: readonly string[];
  size?: ScreenSize;
  env?: Record<string, string>;
  /** A shell command line in which `skillpick` is the command, instead of the command itself. */
  shell?: string;
}

export class Journey {
  readonly root: string;
  readonly cwd: string;
  readonly home: string;
  readonly #bin: Pick<BuiltBin, 'path'>;

  constructor(bin: Pick<BuiltBin, 'path'>) {
    this.#bin = bin;
    this.root = mkdtempSync(join(tmpdir(), 'skillpick-e2e-'));
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    this.cwd = join(this.root, 'repo');
    this.home = join(this.root, 'home');
    mkdirSync(join(this.cwd, '.git'), { recursive: true });
    mkdirSync(this.home);
  }

  write(path: string, text: string): string {
    const file = join(this.cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  skill(name: string, { description = `Does ${name}.`, fields = '', body = 'Body.' } = {}): string {
    const text = `---\nname: ${name}\ndescription: ${description}\n${fields}---\n${body}\n`;
    return this.write(`.agents/skills/${name}/SKILL.md`, text);
  }

  start({ args = [], size = sizes.usual, env = {}, shell }: Start = {}): Pty {
    const own = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.root, 'config'),
      XDG_STATE_HOME: join(this.root, 'state'),
      XDG_RUNTIME_DIR: join(this.root, 'run'),
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      ...env,
    };
    const node = process.execPath;
    const base = { cwd: this.cwd, env: own, size };
    if (shell === undefined) return new Pty({ ...base, command: node, args: [this.#bin.path, ...args] });
    const script = `skillpick() { '${node}' '${this.#bin.path}' "$@"; }; ${shell}`;
    return new Pty({ ...base, command: '/bin/bash', args: ['--norc', '--noprofile', '-c', script] });
  }
}

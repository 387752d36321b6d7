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
} as const;

export const sizes = {
  usual: { columns: 80, rows: 24 },
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
  readonly #bin: BuiltBin;

  constructor(bin: BuiltBin) {
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

/** Real directories for discovery tests: a repository and a home next to each other, removed after the test. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { HostEnvironment } from '../../../src/host/environment.js';

export interface Tree {
  readonly base: string;
  readonly repo: string;
  readonly home: string;
  /** Writes a file, with its parents. */
  write(path: string, content: string | Uint8Array): string;
  link(path: string, target: string): void;
  directory(path: string): string;
  environment(more?: Partial<HostEnvironment>): HostEnvironment;
}

function parentOf(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/** A directory with `repo` (which has `.git`) and `home`; paths are relative to it. */
export function makeTree(): Tree {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'skillpick-host-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const at = (path: string) => join(base, path);
  mkdirSync(at('repo/.git'), { recursive: true });
  mkdirSync(at('home'));
  return {
    base,
    repo: at('repo'),
    home: at('home'),
    write(path, content) {
      writeFileSync(parentOf(at(path)), content);
      return at(path);
    },
    link: (path, target) => symlinkSync(target, parentOf(at(path))),
    directory(path) {
      mkdirSync(at(path), { recursive: true });
      return at(path);
    },
    environment: (more = {}) => ({
      cwd: at('repo'),
      home: at('home'),
      env: {},
      platform: process.platform,
      ...more,
    }),
  };
}

/** A SKILL.md that breaks no rule. */
export function skillText(name: string, more = ''): string {
  return `---\nname: ${name}\ndescription: What ${name} does\n${more}---\n\nBody of ${name}\n`;
}

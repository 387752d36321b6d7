/** Scratch working directories with skills and agents in them, and a host environment that sees nothing else. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { HostEnvironment } from '../../src/host/environment.js';

export interface Tree {
  root: string;
  cwd: string;
  home: string;
  environment: HostEnvironment;
  write(path: string, text: string): string;
  skill(name: string, fields?: string): string;
}

/** Makes an empty repository and an empty home, which are removed after the test. */
export function makeTree(): Tree {
  const root = mkdtempSync(join(tmpdir(), 'skillpick-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [cwd, home] = [join(root, 'repo'), join(root, 'home')];
  mkdirSync(join(cwd, '.git'), { recursive: true });
  mkdirSync(home);
  const environment = { cwd, home, env: {}, platform: process.platform };
  const write = (path: string, text: string) => {
    const file = join(cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const skill = (name: string, fields = '') =>
    write(
      `.agents/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: Does ${name}.\n${fields}---\nBody.\n`,
    );
  return { root, cwd, home, environment, write, skill };
}

/** Makes Gemini CLI present, and lets it trust the repository. */
export function trustInGemini({ home, cwd }: Pick<Tree, 'home' | 'cwd'>): void {
  mkdirSync(join(home, '.gemini'), { recursive: true });
  writeFileSync(join(home, '.gemini/trustedFolders.json'), JSON.stringify({ [cwd]: 'TRUST_FOLDER' }));
}

/** Makes a directory, which is removed after the test. */
export function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'skillpick-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Runs a command and returns its output. */
export function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8' });
}

/** Runs the built command against a host, as a script would. */

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import type { Setting } from './setting.js';

let bin: BuiltBin;

/** Builds the command for the tests of a file. */
export function builtForTests(): void {
  beforeAll(() => {
    bin = buildBin();
  });
  afterAll(() => bin.remove());
}

export interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command in the scene's repository, with nothing of this process's environment but the path. */
export function run({ scene }: Setting, args: readonly string[]): Promise<Answer> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(scene.root, 'user'),
    XDG_RUNTIME_DIR: join(scene.root, 'run'),
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [bin.path, ...args],
      { cwd: scene.workspace, env },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
  });
}

/** The options that lead to the host, and to one session of it. */
export function on(setting: Setting, session?: string): string[] {
  const tokenFile = join(setting.scene.root, 'token');
  writeFileSync(tokenFile, `${setting.host.token}\n`);
  return [
    '--url',
    setting.host.url,
    '--token-file',
    tokenFile,
    ...(session === undefined ? [] : ['--session', session]),
  ];
}

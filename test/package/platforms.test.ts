import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'skillpick-platform-'));
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(repository, file), join(clone, file));
});

afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** The binaries of the test runner, the linters, the bundler, the compiler and the terminal tests. */
const platforms = [
  {
    ...{ os: 'darwin', cpu: 'arm64' },
    binaries: [
      '@rolldown/binding-darwin-arm64',
      'lightningcss-darwin-arm64',
      '@biomejs/cli-darwin-arm64',
      '@esbuild/darwin-arm64',
      '@typescript/typescript-darwin-arm64',
      '@lydell/node-pty-darwin-arm64',
      '@oxc-parser/binding-darwin-arm64',
      '@oxc-resolver/binding-darwin-arm64',
    ],
  },
  {
    ...{ os: 'win32', cpu: 'x64' },
    binaries: [
      '@rolldown/binding-win32-x64-msvc',
      'lightningcss-win32-x64-msvc',
      '@biomejs/cli-win32-x64',
      '@esbuild/win32-x64',
      '@typescript/typescript-win32-x64',
      '@lydell/node-pty-win32-x64',
      '@oxc-parser/binding-win32-x64-msvc',
      '@oxc-resolver/binding-win32-x64-msvc',
    ],
  },
  {
    ...{ os: 'linux', cpu: 'arm64' },
    binaries: [
      '@rolldown/binding-linux-arm64-gnu',
      'lightningcss-linux-arm64-gnu',
      '@biomejs/cli-linux-arm64',
      '@esbuild/linux-arm64',
      '@typescript/typescript-linux-arm64',
      '@lydell/node-pty-linux-arm64',
      '@oxc-parser/binding-linux-arm64-gnu',
      '@oxc-resolver/binding-linux-arm64-gnu',
    ],
  },
];

test.each(platforms)('npm ci on $os $cpu installs every binary a clone needs', ({ os, cpu, binaries }) => {
  // Without --libc, npm on a system without glibc would look for that system's binaries.
  const platform = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])];
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...platform], {
    cwd: clone,
    stdio: 'pipe',
  });
  expect(binaries.filter((name) => !existsSync(join(clone, 'node_modules', name)))).toEqual([]);
});

/**
 * Gets VS Code's agent host ready to run. It ships inside the npm package `code-server`: the package is taken from
 * the registry, the part with the host is unpacked, its dependencies are installed and its native modules built.
 * All of it is kept in a cache folder, because it takes minutes.
 */

import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from './file-lock.js';

/** The versions the tests run against: the last with the old toggle, and the newest. */
export const hostVersions = ['4.133.0', '4.139.1'] as const;

export type HostVersion = (typeof hostVersions)[number];

export interface PreparedHost {
  /** The folder of VS Code's server code. */
  directory: string;
  /** The Node binary that runs it. */
  node: string;
}

/** The registry cannot be reached, so there is nothing to test against. */
export class HostUnavailable extends Error {}

const lowestNodeMajor = 22;
const isWindows = process.platform === 'win32';
const unpackedParts = ['out', 'package.json', 'product.json', 'npm-shrinkwrap.json'];
const nativeModules = [
  '@vscode/spdlog',
  '@vscode/sqlite3',
  '@vscode/fs-copyfile',
  'node-pty',
  '@parcel/watcher',
];
const networkCodes =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR|E401|E403|E407|E5\d\d)$/;

const execute = promisify(execFile);

async function run(command: string, args: string[], cwd: string): Promise<void> {
  await execute(command, args, { cwd, shell: isWindows, maxBuffer: 64 * 1024 * 1024 });
}

async function npm(args: string[], cwd: string): Promise<void> {
  try {
    const quick = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--no-audit', '--no-fund'];
    await run('npm', [...args, ...quick], cwd);
  } catch (error) {
    const stderr = String((error as { stderr?: string }).stderr ?? '');
    const [, code = ''] = /npm (?:error|ERR!) code (\S+)/.exec(stderr) ?? [];
    if (networkCodes.test(code)) throw new HostUnavailable(`no npm registry: ${code}`);
    throw error;
  }
}

/** The folder of this name, made on the first call; one that was left half made is made again. */
async function made(folder: string, make: () => Promise<void>): Promise<string> {
  const ready = join(folder, '.ready');
  if (existsSync(ready)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await make();
  writeFileSync(ready, '');
  return folder;
}

async function prepareNode(cache: string): Promise<string> {
  if (Number.parseInt(process.versions.node, 10) >= lowestNodeMajor) return process.execPath;
  const folder = join(cache, 'node');
  await made(folder, async () => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    await npm(['install', '--no-save', 'node@24'], folder);
  });
  return join(folder, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
}

function installedVersion(folder: string, module: string): string | undefined {
  const file = join(folder, 'node_modules', module, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

/** Compiling takes minutes, so a build of the same module for another version of the host is reused. */
function reuseBuild(cache: string, folder: string, module: string): boolean {
  for (const name of readdirSync(cache)) {
    const other = join(cache, name);
    const build = join(other, 'node_modules', module, 'build');
    const isSame = installedVersion(other, module) === installedVersion(folder, module);
    if (other === folder || !isSame || !existsSync(join(other, '.ready')) || !existsSync(build)) continue;
    cpSync(build, join(folder, 'node_modules', module, 'build'), { recursive: true });
    return true;
  }
  return false;
}

async function unpack(version: HostVersion, folder: string): Promise<void> {
  await npm(['pack', `code-server@${version}`], folder);
  const archive = join(folder, `code-server-${version}.tgz`);
  const inside = unpackedParts.map((part) => `package/lib/vscode/${part}`);
  await run('tar', ['-xzf', archive, '-C', folder, '--strip-components=3', ...inside], folder);
  rmSync(archive);
}

async function prepareCode(cache: string, version: HostVersion): Promise<string> {
  const folder = join(cache, `code-server-${version}`);
  return made(folder, async () => {
    await unpack(version, folder);
    await npm(['install', '--omit=dev', '--ignore-scripts'], folder);
    const present = nativeModules.filter((module) => installedVersion(folder, module) !== undefined);
    const missing = present.filter((module) => !reuseBuild(cache, folder, module));
    if (missing.length > 0) await npm(['rebuild', ...missing], folder);
  });
}

/** A host of this version, ready to run. Rejects with HostUnavailable where the registry cannot be reached. */
export async function prepare(version: HostVersion): Promise<PreparedHost> {
  const cache = resolve(process.env['SKILLPICK_CACHE'] || join(tmpdir(), 'skillpick-cache'));
  mkdirSync(cache, { recursive: true });
  return withLock(join(cache, 'code-server.lock'), async () => ({
    node: await prepareNode(cache),
    directory: await prepareCode(cache, version),
  }));
}

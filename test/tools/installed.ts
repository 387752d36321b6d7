/**
 * The agent tools themselves, from the npm registry, in the versions the rules were checked with. They are kept in
 * a cache folder, because together they are more than a gigabyte.
 */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tools } from '../../src/host/tools/all-tools.js';
import type { Tool, ToolId } from '../../src/host/tools/tool.js';
import { withLock } from '../interop/file-lock.js';
import type { ToolPackage } from './asker.js';
import { askers } from './askers.js';
import { cacheFolder } from './cache-folder.js';

const { platform, arch } = process;
const ending = platform === 'win32' ? '.exe' : '';

/** Command and first arguments that start a tool, or why there is none. */
export type Installed = { readonly command: readonly string[] } | { readonly missing: string };

async function install(folder: string, spec: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    spec,
  ];
  const options = { cwd: folder, shell: platform === 'win32', maxBuffer: 64 * 1024 * 1024 };
  await promisify(execFile)('npm', args, options);
  writeFileSync(join(folder, '.ready'), '');
}

/** Installs a package into a folder of the cache, unless it is there. */
async function provide(folder: string, spec: string): Promise<void> {
  mkdirSync(cacheFolder, { recursive: true });
  await withLock(join(cacheFolder, 'tools-lock'), async () => {
    if (!existsSync(join(folder, '.ready'))) await install(folder, spec);
  });
}

/** Returns a program of Node in this major version, from the npm registry if it is not the present one. */
async function nodeOf(major: number): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = join(cacheFolder, `node-${major}`);
  // The package `node` installs this one by a script, and scripts are not run.
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  await provide(folder, `${name}@${major}`);
  return join(folder, 'node_modules', name, 'bin', `node${ending}`);
}

/** A package in one version, and what it is called in messages. */
interface WantedPackage {
  readonly title: string;
  /** Its folder in the cache. */
  readonly folder: string;
  readonly version: string;
  readonly package: ToolPackage;
}

async function prepare({ folder: own, version, package: wanted }: WantedPackage): Promise<Installed> {
  const { name, program, node } = wanted;
  const folder = join(cacheFolder, own);
  try {
    await provide(folder, `${name}@${version}`);
    const path = join(folder, 'node_modules', program);
    if (!existsSync(path)) return { missing: `the package has no program for ${platform} ${arch}` };
    return { command: node === undefined ? [path] : [await nodeOf(node), path] };
  } catch (error) {
    return { missing: String((error as { stderr?: string }).stderr || error).split('\n')[0] ?? 'unknown' };
  }
}

const known = new Map<string, Promise<Installed>>();

/** Returns the program of a package, installed on the first call; reports once if it is unavailable. */
export function installedPackage(wanted: WantedPackage): Promise<Installed> {
  const { folder, title } = wanted;
  const found =
    known.get(folder) ??
    prepare(wanted).then((result) => {
      if ('missing' in result) process.stdout.write(`${title}: not run (${result.missing})\n`);
      return result;
    });
  known.set(folder, found);
  return found;
}

/** Returns the tool, installed on the first call. */
export const installed = ({ id, title, checkedWith: version }: Tool): Promise<Installed> =>
  installedPackage({ title, folder: `${id}-${version}`, version, package: askers[id].package });

export const toolNamed = (id: ToolId): Tool => tools.find((tool) => tool.id === id) as Tool;

/**
 * The agent tools themselves, from the npm registry, in the versions the rules were checked with. They are kept in
 * a cache folder, because together they are more than a gigabyte.
 */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { tools } from '../../src/host/tools/all-tools.js';
import type { Tool, ToolId } from '../../src/host/tools/tool.js';
import { withLock } from '../interop/file-lock.js';

interface Package {
  readonly name: string;
  /** The program below `node_modules`, and whether Node runs it. */
  readonly program: string;
  readonly isScript: boolean;
}

const { platform, arch } = process;
const ending = platform === 'win32' ? '.exe' : '';
const plainPlatform = platform === 'win32' ? 'windows' : platform;

const packages: Record<ToolId, Package> = {
  claude: {
    name: '@anthropic-ai/claude-code',
    program: `@anthropic-ai/claude-code-${platform}-${arch}/claude${ending}`,
    isScript: false,
  },
  codex: { name: '@openai/codex', program: '@openai/codex/bin/codex.js', isScript: true },
  copilot: { name: '@github/copilot', program: '@github/copilot/npm-loader.js', isScript: true },
  gemini: { name: '@google/gemini-cli', program: '@google/gemini-cli/bundle/gemini.js', isScript: true },
  opencode: {
    name: 'opencode-ai',
    program: `opencode-${plainPlatform}-${arch}/bin/opencode${ending}`,
    isScript: false,
  },
};

/** Command and first arguments that start a tool, or why there is none. */
export type Installed = { readonly command: readonly string[] } | { readonly missing: string };

export const cacheFolder = resolve(process.env['SKILLPICK_CACHE'] || join(tmpdir(), 'skillpick-cache'));

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

async function prepare({ id, checkedWith }: Tool): Promise<Installed> {
  const { name, program, isScript } = packages[id];
  const folder = join(cacheFolder, `${id}-${checkedWith}`);
  mkdirSync(cacheFolder, { recursive: true });
  try {
    await withLock(join(cacheFolder, 'tools-lock'), async () => {
      if (!existsSync(join(folder, '.ready'))) await install(folder, `${name}@${checkedWith}`);
    });
  } catch (error) {
    return { missing: String((error as { stderr?: string }).stderr || error).split('\n')[0] ?? 'unknown' };
  }
  const path = join(folder, 'node_modules', program);
  if (!existsSync(path)) return { missing: `the package has no program for ${platform} ${arch}` };
  return { command: isScript ? [process.execPath, path] : [path] };
}

const known = new Map<ToolId, Promise<Installed>>();

/** Returns the tool, installed on the first call; reports once if it is unavailable. */
export function installed(tool: Tool): Promise<Installed> {
  const found =
    known.get(tool.id) ??
    prepare(tool).then((result) => {
      if ('missing' in result) process.stdout.write(`${tool.title}: not run (${result.missing})\n`);
      return result;
    });
  known.set(tool.id, found);
  return found;
}

export const toolNamed = (id: ToolId): Tool => tools.find((tool) => tool.id === id) as Tool;

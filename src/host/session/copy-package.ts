/**
 * Copies a plugin package that a client publishes into a private directory, by asking the client for its files. Paths
 * are made from names that were checked, so nothing is written elsewhere, and nothing is read from this machine because a
 * client named it. Depth, number and size of the files are bounded.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DirectoryEntry, URI } from '../../protocol/types.js';
import { hostLimits } from '../limits.js';

/** The files of a client. Each call rejects if the client does not answer, or with something that cannot be read. */
export interface ClientFiles {
  list(uri: URI): Promise<readonly DirectoryEntry[]>;
  read(uri: URI): Promise<Buffer>;
}

/** Why a package is not copied. */
export class CopyRefused extends Error {}

/** The kinds of files that discovery reads. Of all others only the names count. */
const isRead = (name: string): boolean => /\.(md|mdc|markdown|txt|json|jsonc|toml|ya?ml)$/i.test(name);

const skipped = new Set(['.git', 'node_modules']);

/** Characters that make a name a path, or that this system does not allow in one. */
const unsafe =
  process.platform === 'win32'
    ? /[/\\<>:"|?*\0-\x1f\x7f]|[. ]$|\p{Surrogate}/u
    : /[/\\\0-\x1f\x7f]|\p{Surrogate}/u;

export function isSafeName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && name.length <= 255 && !unsafe.test(name);
}

/** Returns the address of a name in a directory. */
export const uriBelow = (directory: URI, names: readonly string[]): URI =>
  [directory.replace(/\/+$/, ''), ...names.map(encodeURIComponent)].join('/');

interface CopiedPlace {
  readonly uri: URI;
  readonly path: string;
}

class Copying {
  #entries = 0;
  #bytes = 0;
  /** How many more requests may be under way. */
  #free: number = hostLimits.clientRequestsAtOnce;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly files: ClientFiles,
    private readonly signal: AbortSignal,
  ) {}

  async run(top: CopiedPlace): Promise<void> {
    let level: readonly CopiedPlace[] = [top];
    for (let depth = 0; level.length > 0; depth += 1) {
      if (depth > hostLimits.clientPluginDepth)
        this.#refuse(`more than ${hostLimits.clientPluginDepth} levels`);
      level = (await Promise.all(level.map((directory) => this.#copyDirectory(directory)))).flat();
    }
  }

  /** Copies the files in a directory; returns the directories in it. */
  async #copyDirectory({ uri, path }: CopiedPlace): Promise<readonly CopiedPlace[]> {
    mkdirSync(path, { mode: 0o700 });
    const listed = await this.#inTurn(() => this.files.list(uri));
    this.#entries += listed.length;
    if (this.#entries > hostLimits.clientPluginEntries)
      this.#refuse(`more than ${hostLimits.clientPluginEntries} files`);
    const inner = listed
      .filter(({ name, type }) => type !== 'directory' || !skipped.has(name))
      .map(({ name, type }) => ({ type, name, ...this.#placeOf(name, { uri, path }) }));
    const plain = inner.filter(({ type }) => type === 'file');
    await Promise.all(plain.map((file) => this.#copyFile(file, file.name)));
    return inner.filter(({ type }) => type === 'directory');
  }

  #placeOf(name: string, { uri, path }: CopiedPlace): CopiedPlace {
    if (!isSafeName(name)) throw new CopyRefused('a file in it has a name that is not allowed');
    return { uri: uriBelow(uri, [name]), path: join(path, name) };
  }

  async #copyFile({ uri, path }: CopiedPlace, name: string): Promise<void> {
    const content = isRead(name) ? await this.#inTurn(() => this.files.read(uri)) : Buffer.alloc(0);
    this.#bytes += content.length;
    if (this.#bytes > hostLimits.clientPluginBytes)
      this.#refuse(`more than ${hostLimits.clientPluginBytes / 1024 / 1024} MiB`);
    // Fails for a name that comes twice, also where case does not count.
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
  }

  #refuse(what: string): never {
    throw new CopyRefused(`it has ${what}`);
  }

  /** A few requests at a time: a client may be far away. Asks nothing more once the copying has ended. */
  async #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      this.signal.throwIfAborted();
      return await ask();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** The last name in an address, which names a package without a manifest. */
function folderOf(uri: URI): string {
  const last = uri.replace(/\/+$/, '').split('/').at(-1) ?? '';
  try {
    const name = decodeURIComponent(last);
    return isSafeName(name) ? name : 'plugin';
  } catch {
    return 'plugin';
  }
}

/** The directories with copies; removed also if the process ends meanwhile. */
const parents = new Set<string>();

function remove(parent: string): void {
  rmSync(parent, { recursive: true, force: true });
  parents.delete(parent);
  if (parents.size === 0) process.off('exit', removeAll);
}

const removeAll = (): void => [...parents].forEach(remove);

function makeParent(): string {
  const parent = mkdtempSync(join(tmpdir(), 'skillpick-plugin-'));
  if (parents.size === 0) process.on('exit', removeAll);
  parents.add(parent);
  return parent;
}

/** Copies the package at this address of a client, calls `use` with the copy, and removes that again. */
export async function withCopy<T>(
  files: ClientFiles,
  uri: URI,
  signal: AbortSignal,
  use: (directory: string) => T,
): Promise<T> {
  const parent = makeParent();
  const ended = new AbortController();
  try {
    const path = join(parent, folderOf(uri));
    await new Copying(files, AbortSignal.any([signal, ended.signal])).run({ uri, path });
    signal.throwIfAborted();
    return use(path);
  } finally {
    ended.abort();
    remove(parent);
  }
}

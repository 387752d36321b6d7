/**
 * Reads, lists and writes files for clients. They may read in the discovered directories, and write in those that are
 * listed as writable. Every path is resolved before it is checked, and the opened file is compared with the resolved path.
 */

import { accessSync, constants, fstatSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { JsonObject } from '../../protocol/checks.js';
import { ErrorCodes } from '../../protocol/messages.js';
import type { DirectoryEntry, ResourceReadResult, URI } from '../../protocol/types.js';
import type { Catalog } from '../discovery/catalog.js';
import { systemReason } from '../discovery/problems.js';
import { fileUri } from '../files/file-uri.js';
import { ifPossible } from '../files/if-possible.js';
import { makeDirectory, removeEmpty } from '../files/make-directory.js';
import { readBytes, withDirectory, withOpened } from '../files/open-file.js';
import { errorCode, isMissing } from '../files/resolve-path.js';
import { createFile, replaceFile } from '../files/write-file.js';
import { hostLimits } from '../limits.js';
import { HostError, invalidParams, permissionDenied } from './host-error.js';
import { ResourceAccess } from './resource-access.js';

/** Translates a system error to the protocol's. */
function translated(error: unknown): HostError {
  if (error instanceof HostError) return error;
  if (isMissing(error)) return new HostError(ErrorCodes.NotFound, 'the file does not exist');
  const code = errorCode(error);
  if (code === 'EEXIST') return new HostError(ErrorCodes.AlreadyExists, 'the file exists already');
  if (code === 'EXCHANGED') return permissionDenied('the file was replaced meanwhile');
  return permissionDenied(`the file system refuses: ${systemReason(error)}`);
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translated(error);
  }
}

/** Refuses pipes, sockets and devices. */
function requirePlain(stats: Stats): Stats {
  if (stats.isFile() || stats.isDirectory()) return stats;
  throw permissionDenied('the path is neither a file nor a directory');
}

/** Opens a file or directory while `use` runs. Checks the path before opening, because opening a device may act on it. */
function withPlain<T>(path: string, use: (handle: number, stats: Stats) => T): T {
  requirePlain(statSync(path));
  return withOpened(path, (handle) => use(handle, requirePlain(fstatSync(handle))));
}

/** Returns the content of a file: text as it is, other bytes as base64. */
export function encoded(bytes: Buffer): ResourceReadResult {
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes))
    return { data: text, encoding: 'utf-8', contentType: 'text/plain' };
  return { data: bytes.toString('base64'), encoding: 'base64', contentType: 'application/octet-stream' };
}

/** Decodes the data of a write; only whole files can be written. */
function decoded({ data, encoding = 'utf-8', mode = 'truncate', position = 0 }: JsonObject): Buffer {
  if (typeof data !== 'string' || (encoding !== 'utf-8' && encoding !== 'base64')) {
    throw invalidParams('resourceWrite needs data as utf-8 or base64');
  }
  if (mode !== 'truncate' || position !== 0) {
    throw invalidParams('only whole files can be written');
  }
  const bytes = Buffer.from(data, encoding === 'base64' ? 'base64' : 'utf8');
  if (bytes.length <= hostLimits.resourceBytes) return bytes;
  throw invalidParams('the data is too large for one file');
}

/** Replaces a file if it may be written. `replaceFile` renames, and a rename does not check this. */
function overwrite(path: string, bytes: Buffer): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isSymbolicLink()) {
    requirePlain(stats);
    accessSync(path, constants.W_OK);
  }
  replaceFile(path, bytes, 0o666);
}

/** Makes the directory of a file. */
function makeDirectoryFor(path: string): string[] {
  try {
    return makeDirectory(dirname(path));
  } catch (error) {
    const isBlocked = ['EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '');
    throw isBlocked ? permissionDenied('something else is in the place of its directory') : error;
  }
}

export class HostResources {
  readonly #access: ResourceAccess;

  /** `onWrite` is called after every change to a file. */
  constructor(
    catalogs: () => Iterable<Catalog>,
    private readonly onWrite: () => void,
  ) {
    this.#access = new ResourceAccess(catalogs);
  }

  /** Returns true for a file of this machine that may be read. */
  has(uri: URI): boolean {
    return ifPossible(() => this.#access.readable(uri)) !== undefined;
  }

  /** Returns true if the address is in a place of this machine that may be read, or has one in it. */
  overlaps(uri: URI): boolean {
    return this.#access.overlaps(uri);
  }

  read(uri: URI): ResourceReadResult {
    return guarded(() =>
      withPlain(this.#access.readable(uri), (handle, stats) => {
        if (!stats.isFile()) throw new HostError(ErrorCodes.NotFound, 'the path is a directory');
        if (stats.size > hostLimits.resourceBytes) throw permissionDenied('the file is too large');
        return encoded(readBytes(handle, stats.size));
      }),
    );
  }

  list(uri: URI): { entries: DirectoryEntry[] } {
    return guarded(() => {
      const read = (there: string) => readdirSync(there, { withFileTypes: true });
      const found = withDirectory(this.#access.readable(uri), read);
      const plain = found.filter((entry) => entry.isFile() || entry.isDirectory());
      const entries = plain
        .slice(0, hostLimits.resourceEntries)
        .map((entry) => ({ name: entry.name, type: entry.isFile() ? 'file' : 'directory' }));
      return { entries };
    });
  }

  resolve(uri: URI): { uri: URI; type: string; size: number; mtime: string } {
    return guarded(() => {
      const path = this.#access.readable(uri);
      return withPlain(path, (_handle, stats) => {
        const type = stats.isDirectory() ? 'directory' : 'file';
        return { uri: fileUri(path), type, size: stats.size, mtime: stats.mtime.toISOString() };
      });
    });
  }

  mkdir(uri: URI): Record<string, never> {
    return this.#change(uri, makeDirectory);
  }

  write(uri: URI, params: JsonObject): Record<string, never> {
    const bytes = decoded(params);
    return this.#change(uri, (path) => {
      const made = makeDirectoryFor(path);
      const write = params['createOnly'] === true ? createFile : overwrite;
      try {
        withDirectory(dirname(path), (there) => write(join(there, basename(path)), bytes));
      } catch (error) {
        removeEmpty(made);
        throw error;
      }
    });
  }

  #change(uri: URI, work: (path: string) => void): Record<string, never> {
    guarded(() => work(this.#access.writable(uri)));
    this.onWrite();
    return {};
  }
}

/**
 * Files for clients, and no others: reading and listing inside what was discovered, writing inside directories
 * that are declared writable. Every path is resolved, links and all, before it is compared.
 */

import {
  accessSync,
  constants,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { limits } from '../limits.js';
import type { JsonObject } from '../protocol/checks.js';
import { ErrorCodes } from '../protocol/messages.js';
import type { DirectoryEntry, ResourceReadResult, URI } from '../protocol/types.js';
import type { Catalog } from './discovery/catalog.js';
import { fileUri } from './file-uri.js';
import { HostError } from './host-error.js';
import { makeDirectory } from './make-directory.js';
import { Reach } from './reach.js';
import { replaceFile } from './write-file.js';

/** System errors as the protocol's own. */
function translate(error: unknown): HostError {
  if (error instanceof HostError) return error;
  const { code = 'error' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new HostError(ErrorCodes.NotFound, 'there is no such file');
  if (code === 'EEXIST') return new HostError(ErrorCodes.AlreadyExists, 'there is such a file already');
  return new HostError(ErrorCodes.PermissionDenied, `the file system refuses (${code})`);
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translate(error);
  }
}

/** Pipes, sockets and devices are nobody's business here, and opening one may block. */
function plainStats(path: string): Stats {
  const stats = statSync(path);
  if (!stats.isFile() && !stats.isDirectory()) {
    throw new HostError(ErrorCodes.PermissionDenied, 'that is neither a file nor a directory');
  }
  return stats;
}

/** Text as text; bytes that are none as base64. */
function encoded(bytes: Buffer): ResourceReadResult {
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes))
    return { data: text, encoding: 'utf-8', contentType: 'text/plain' };
  return { data: bytes.toString('base64'), encoding: 'base64', contentType: 'application/octet-stream' };
}

/** What a write brings; only whole files can be written. */
function decoded({ data, encoding = 'utf-8', mode = 'truncate', position = 0 }: JsonObject): Buffer {
  if (typeof data !== 'string' || (encoding !== 'utf-8' && encoding !== 'base64')) {
    throw new HostError(ErrorCodes.InvalidParams, 'resourceWrite needs data as utf-8 or base64');
  }
  if (mode !== 'truncate' || position !== 0) {
    throw new HostError(ErrorCodes.InvalidParams, 'only whole files can be written');
  }
  const bytes = Buffer.from(data, encoding === 'base64' ? 'base64' : 'utf8');
  if (bytes.length <= limits.resourceBytes) return bytes;
  throw new HostError(ErrorCodes.InvalidParams, 'that is too much for one file');
}

/** Renaming over a file asks nobody whether it may be written. */
function overwrite(path: string, bytes: Buffer): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) {
    plainStats(path);
    accessSync(path, constants.W_OK);
  }
  replaceFile(path, bytes, 0o666);
}

export class HostResources {
  readonly #reach: Reach;
  readonly #written: () => void;

  /** `written` is called after every change to a file. */
  constructor(catalogs: () => Iterable<Catalog>, written: () => void) {
    this.#reach = new Reach(catalogs);
    this.#written = written;
  }

  read(uri: URI): ResourceReadResult {
    return guarded(() => {
      const path = this.#reach.readable(uri);
      const stats = plainStats(path);
      if (!stats.isFile()) throw new HostError(ErrorCodes.NotFound, 'that is a directory');
      if (stats.size > limits.resourceBytes)
        throw new HostError(ErrorCodes.PermissionDenied, 'that file is too large');
      return encoded(readFileSync(path));
    });
  }

  list(uri: URI): { entries: DirectoryEntry[] } {
    return guarded(() => {
      const found = readdirSync(this.#reach.readable(uri), { withFileTypes: true });
      const entries = found.filter((entry) => entry.isFile() || entry.isDirectory());
      return {
        entries: entries
          .slice(0, limits.resourceEntries)
          .map((entry) => ({ name: entry.name, type: entry.isFile() ? 'file' : 'directory' })),
      };
    });
  }

  resolve(uri: URI): { uri: URI; type: string; size: number; mtime: string } {
    return guarded(() => {
      const path = this.#reach.readable(uri);
      const stats = plainStats(path);
      const type = stats.isDirectory() ? 'directory' : 'file';
      return { uri: fileUri(path), type, size: stats.size, mtime: stats.mtime.toISOString() };
    });
  }

  mkdir(uri: URI): Record<string, never> {
    return this.#writing(uri, (path) => makeDirectory(path));
  }

  write(uri: URI, params: JsonObject): Record<string, never> {
    const bytes = decoded(params);
    return this.#writing(uri, (path) => {
      makeDirectory(dirname(path));
      if (params['createOnly'] === true) writeFileSync(path, bytes, { flag: 'wx' });
      else overwrite(path, bytes);
    });
  }

  #writing(uri: URI, work: (path: string) => void): Record<string, never> {
    guarded(() => work(this.#reach.writable(uri)));
    this.#written();
    return {};
  }
}

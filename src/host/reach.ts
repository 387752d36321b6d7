/**
 * How far clients reach on this disk. A directory or package covers all that lies in it; a container of single
 * files covers just those. A skill covers its folder, for it may be linked into its container from elsewhere. A
 * file that servers or hooks were read from stays closed, whatever it lies in: commands and keys are written there.
 */

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ErrorCodes } from '../protocol/messages.js';
import type { URI } from '../protocol/types.js';
import type { Catalog } from './discovery/catalog.js';
import { isWithin } from './discovery/roots.js';
import { HostError } from './host-error.js';

const outside = () =>
  new HostError(ErrorCodes.PermissionDenied, 'that lies outside of the discovered directories');

const secret = () =>
  new HostError(
    ErrorCodes.PermissionDenied,
    'that file may hold commands and keys, which stay on this machine',
  );

/** Characters that are read differently by different readers of addresses, raw or escaped. */
const doubtful = /[\0-\x1f\\]|%(00|5c)/i;

function pathOf(uri: URI): string {
  try {
    const url = new URL(uri);
    if (url.protocol === 'file:' && url.host === '' && !doubtful.test(uri)) return fileURLToPath(url);
  } catch {
    // Refused below, like every other address that is not a plain path of this machine.
  }
  throw outside();
}

/** The path with links resolved; for one that does not exist yet, those of its nearest existing parent. */
function resolved(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    return join(resolved(parent), basename(path));
  }
}

/** The same for a directory of our own; one that cannot be looked into is taken as it is. */
function located(directory: string): string {
  try {
    return resolved(directory);
  } catch {
    return directory;
  }
}

/** Resolved paths that may be read: files by themselves, and directories with all that is below them. */
interface Covered {
  files: Set<string>;
  trees: Set<string>;
}

function coverage({ sources }: Catalog): Covered {
  const covered: Covered = { files: new Set(), trees: new Set() };
  for (const { canonicalPath, path, reach } of sources.values()) {
    // A container may be told before its directory is there, so that its links are not resolved yet.
    if (reach === 'tree') covered.trees.add(located(path));
    if (reach !== undefined) continue;
    covered.files.add(canonicalPath);
    if (basename(canonicalPath) === 'SKILL.md') covered.trees.add(dirname(canonicalPath));
  }
  return covered;
}

function isCovered({ files, trees }: Covered, path: string): boolean {
  if (files.has(path)) return true;
  for (let directory = path; ; directory = dirname(directory)) {
    if (trees.has(directory)) return true;
    if (dirname(directory) === directory) return false;
  }
}

export class Reach {
  readonly #catalogs: () => Iterable<Catalog>;
  readonly #coverage = new WeakMap<Catalog, Covered>();

  constructor(catalogs: () => Iterable<Catalog>) {
    this.#catalogs = catalogs;
  }

  /** The resolved path of something that may be read. */
  readable(uri: URI): string {
    const path = this.#open(uri);
    for (const catalog of this.#catalogs()) if (isCovered(this.#covered(catalog), path)) return path;
    throw outside();
  }

  /** The resolved path of something that may be written. */
  writable(uri: URI): string {
    const path = this.#open(uri);
    for (const { containers } of this.#catalogs()) {
      for (const entry of containers) {
        if (entry.type !== 'directory' || !entry.writable) continue;
        const directory = located(pathOf(entry.uri));
        if (path !== directory && isWithin(directory, path)) return path;
      }
    }
    throw outside();
  }

  #open(uri: URI): string {
    const path = resolved(pathOf(uri));
    for (const { closed } of this.#catalogs()) if (closed.has(path)) throw secret();
    return path;
  }

  #covered(catalog: Catalog): Covered {
    const known = this.#coverage.get(catalog);
    if (known !== undefined) return known;
    const covered = coverage(catalog);
    this.#coverage.set(catalog, covered);
    return covered;
  }
}

/**
 * How far clients reach on this disk. A directory or package covers all that lies in it; a container of single
 * files covers just those. A skill covers its folder, for it may be linked into its container from elsewhere; hidden
 * files behind a link of the repository stay closed. A file that servers or hooks were read from stays closed, whatever
 * it lies in: commands and keys are written there. All of this is decided by where things were when they were found.
 */

import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ErrorCodes } from '../../protocol/messages.js';
import type { URI } from '../../protocol/types.js';
import type { Catalog } from '../discovery/catalog.js';
import { resolvePath } from '../files/resolve-path.js';
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

/** Resolved directories that are open with what is below them: all of it, or all but what is hidden. */
interface Trees {
  whole: Set<string>;
  visible: Set<string>;
}

/** Resolved paths that may be read, files by themselves or in a tree, and those that may be written. */
interface Covered {
  files: Set<string>;
  readable: Trees;
  writable: Trees;
}

const noTrees = (): Trees => ({ whole: new Set(), visible: new Set() });

function coverage({ sources, containers }: Catalog): Covered {
  const covered: Covered = { files: new Set(), readable: noTrees(), writable: noTrees() };
  const { files, readable, writable } = covered;
  for (const { canonicalPath, reach, folder } of sources.values()) {
    if (reach === 'tree') readable.whole.add(canonicalPath);
    if (reach === 'visible') readable.visible.add(canonicalPath);
    if (reach !== undefined) continue;
    files.add(canonicalPath);
    if (basename(canonicalPath) !== 'SKILL.md' || folder === 'closed') continue;
    readable[folder ?? 'whole'].add(dirname(canonicalPath));
  }
  for (const entry of containers) {
    const source = sources.get(entry.id);
    if (entry.type !== 'directory' || !entry.writable || source === undefined) continue;
    writable[source.reach === 'tree' ? 'whole' : 'visible'].add(source.canonicalPath);
  }
  return covered;
}

/** True if the path lies below one of the directories. */
function isBelow({ whole, visible }: Trees, path: string): boolean {
  let isHidden = false;
  for (let at = path; dirname(at) !== at; at = dirname(at)) {
    isHidden ||= basename(at).startsWith('.');
    if (whole.has(dirname(at)) || (!isHidden && visible.has(dirname(at)))) return true;
  }
  return false;
}

function isReadable({ files, readable }: Covered, path: string): boolean {
  const isTop = readable.whole.has(path) || readable.visible.has(path);
  return files.has(path) || isTop || isBelow(readable, path);
}

export class Reach {
  readonly #catalogs: () => Iterable<Catalog>;
  readonly #coverage = new WeakMap<Catalog, Covered>();

  constructor(catalogs: () => Iterable<Catalog>) {
    this.#catalogs = catalogs;
  }

  /** Returns the resolved path of something that may be read. */
  readable(uri: URI): string {
    const path = this.#open(uri);
    for (const catalog of this.#catalogs()) if (isReadable(this.#covered(catalog), path)) return path;
    throw outside();
  }

  /** Returns the resolved path of something that may be written: below a writable container, not the container itself. */
  writable(uri: URI): string {
    const path = this.#open(uri);
    for (const catalog of this.#catalogs()) if (isBelow(this.#covered(catalog).writable, path)) return path;
    throw outside();
  }

  #open(uri: URI): string {
    const path = resolvePath(pathOf(uri));
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

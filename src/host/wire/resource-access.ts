/**
 * Decides which files clients may access: everything in a directory or package, the files of a container of single
 * files, and the folder of a skill, which a link may place in its container from elsewhere. Clients may not read hidden
 * files behind a link of the repository, nor any file with servers or hooks, because it contains commands and keys.
 * A repository's link must not lead a write out of the repository. Links that have changed since discovery give no new
 * access.
 */

import { basename, dirname, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { URI } from '../../protocol/types.js';
import type { Catalog } from '../discovery/catalog.js';
import { ifPossible } from '../files/if-possible.js';
import { followLinks, isWithin, resolvePath } from '../files/resolve-path.js';
import { permissionDenied } from './host-error.js';

const outside = () => permissionDenied('the path is outside of the discovered directories');

const secret = () => permissionDenied('the file may contain commands and keys, which stay on this machine');

/** Characters that URI parsers treat differently, raw or escaped. */
const ambiguous = /[\0-\x1f\\]|%(00|5c)/i;

function pathOf(uri: URI): string {
  try {
    const url = new URL(uri);
    if (url.protocol === 'file:' && url.host === '' && !ambiguous.test(uri)) return fileURLToPath(url);
  } catch {
    // Refused below, like every other URI that is not a plain path of this machine.
  }
  throw outside();
}

/** Resolved directories that are open with everything below them, or with everything but hidden files. */
interface Trees {
  whole: Set<string>;
  visible: Set<string>;
}

/** Resolved paths that may be read, single files or trees, and trees that may be written. */
interface Covered {
  files: Set<string>;
  readable: Trees;
  writable: Trees;
  /** The containers of the repository, and those of them that may be written. */
  repository: Trees;
  writableRepository: Trees;
}

const noTrees = (): Trees => ({ whole: new Set(), visible: new Set() });

function coverage({ sources, containers }: Catalog): Covered {
  const covered: Covered = {
    files: new Set(),
    readable: noTrees(),
    writable: noTrees(),
    repository: noTrees(),
    writableRepository: noTrees(),
  };
  const { files, readable, writable, repository, writableRepository } = covered;
  for (const { canonicalPath, reach, folder, from } of sources.values()) {
    if (reach !== undefined && from === 'repo') repository.whole.add(canonicalPath);
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
    const reach = source.reach === 'tree' ? 'whole' : 'visible';
    writable[reach].add(source.canonicalPath);
    if (source.from === 'repo') writableRepository[reach].add(source.canonicalPath);
  }
  return covered;
}

/** True if the path is below one of the directories. */
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

/** True if the path may be read, or if anything below it may. */
function overlaps(covered: Covered, path: string): boolean {
  const { files, readable } = covered;
  const isAbove = (place: string) => isWithin(path, place);
  return (
    isReadable(covered, path) ||
    [files, readable.whole, readable.visible].some((set) => [...set].some(isAbove))
  );
}

export class ResourceAccess {
  readonly #coverage = new WeakMap<Catalog, Covered>();

  constructor(private readonly catalogs: () => Iterable<Catalog>) {}

  /** Returns the resolved path if it may be read. */
  readable(uri: URI): string {
    const path = this.#resolve(uri);
    for (const catalog of this.catalogs()) if (isReadable(this.#coverageOf(catalog), path)) return path;
    throw outside();
  }

  /** Returns true if the address is in a place that clients may read here, or has one in it. */
  overlaps(uri: URI): boolean {
    const path = ifPossible(() => resolvePath(pathOf(uri)));
    if (path === undefined) return false;
    return Array.from(this.catalogs(), (catalog) => this.#coverageOf(catalog)).some((one) =>
      overlaps(one, path),
    );
  }

  /** Returns the resolved path if it may be written: below a writable container, but not the container itself. */
  writable(uri: URI): string {
    const path = this.#resolve(uri);
    const { root } = parse(path);
    const { links } = followLinks(root, pathOf(uri).slice(root.length));
    const all = Array.from(this.catalogs(), (catalog) => this.#coverageOf(catalog));
    const linked = all.filter(({ repository }) => links.some((link) => isBelow(repository, link)));
    const isAllowed =
      all.some(({ writable }) => isBelow(writable, path)) &&
      linked.every(({ writableRepository }) => isBelow(writableRepository, path));
    if (isAllowed) return path;
    throw outside();
  }

  #resolve(uri: URI): string {
    const path = resolvePath(pathOf(uri));
    for (const { closed } of this.catalogs()) if (closed.has(path)) throw secret();
    return path;
  }

  #coverageOf(catalog: Catalog): Covered {
    const covered = this.#coverage.get(catalog) ?? coverage(catalog);
    this.#coverage.set(catalog, covered);
    return covered;
  }
}

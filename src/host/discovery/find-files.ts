/**
 * Finds files below a directory: in slices, sorted, within limits. Canonical paths are built on the way down, so
 * that only links need a system call. Links are followed after everything else, each target once. Links in the folder of
 * a skill are not followed, because their targets belong to the skill.
 */

import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';
import { statusOf } from '../files/path-status.js';
import { canonicalPath, isWithin } from '../files/resolve-path.js';
import { type Sliced, withoutPause } from '../files/slices.js';
import { hostLimits } from '../limits.js';
import type { LinkRules } from './link-rules.js';
import { type Finding, systemCode, systemReason, unreadable } from './problems.js';
import type { WalkRequest, WalkResult } from './walk-result.js';

interface WalkedDirectory {
  readonly path: string;
  readonly canonical: string;
  readonly folder: string;
  readonly depth: number;
  /** No directory below this depth is read. */
  readonly deepest: number;
  readonly bundled: boolean;
  readonly isOutside: boolean;
  readonly hasAgents?: true;
  readonly hasManifest?: true;
}

/** A directory that is being searched. */
interface SearchLevel {
  readonly directory: WalkedDirectory;
  readonly entries: readonly Dirent[];
  /** How many of the entries were taken. */
  taken: number;
}

interface LinkTarget {
  canonical: string;
  stats: Stats;
}

const manifestFolder = /^\.[a-z]+-plugin$/;
const skipped = new Set(['node_modules', '.git']);

function below(directory: WalkedDirectory, name: string): WalkedDirectory {
  const { path, canonical, folder, depth, deepest, bundled, isOutside } = directory;
  return {
    path: path + sep + name,
    canonical: canonical + sep + name,
    folder: folder === '' ? name : `${folder}/${name}`,
    depth: depth + 1,
    deepest,
    bundled,
    isOutside,
  };
}

/** The depth limit below a skill or a link, where directories may be large. */
const linkedDepthOf = (directory: WalkedDirectory): number =>
  Math.min(directory.deepest, directory.depth + hostLimits.linkedDepth);

/** Returns a directory that has a matching file, with what is next to that. */
function asBundle(directory: WalkedDirectory, entries: readonly Dirent[]): WalkedDirectory {
  const hasAgents = entries.some(({ name }) => name === 'agents');
  const hasManifest = entries.some(({ name }) => manifestFolder.test(name));
  return {
    ...directory,
    bundled: true,
    deepest: directory.bundled ? directory.deepest : linkedDepthOf(directory),
    ...(hasAgents && { hasAgents }),
    ...(hasManifest && { hasManifest }),
  };
}

class Walk {
  readonly result: WalkResult = { files: [], directories: [], paths: [], problems: [] };
  readonly top: WalkedDirectory;
  /** Canonical paths of directories that were read. */
  readonly #visited = new Set<string>();
  readonly #links: { directory: WalkedDirectory; name: string }[] = [];
  #isFull = false;

  constructor(private readonly request: WalkRequest) {
    const { directory: path, isOutside = false, canonical = canonicalPath(path) } = request;
    const deepest = isOutside ? hostLimits.linkedDepth : hostLimits.walkDepth;
    this.top = { path, canonical, folder: '', depth: 0, deepest, bundled: false, isOutside };
  }

  *run(): Sliced<WalkResult> {
    yield* this.#search(this.top);
    // Following a link may find more links: the list grows while it is read.
    for (const { directory, name } of this.#links) {
      const target = this.#follow(directory, name);
      if (target !== undefined) yield* this.#search(target);
    }
    return this.result;
  }

  resolveLink(path: string): LinkTarget | undefined {
    try {
      const canonical = realpathSync.native(path);
      const stats = statSync(canonical);
      const isDirectory = stats.isDirectory();
      const mayLead = stats.isFile() || isDirectory;
      const refusal = mayLead ? this.request.links?.refusal(canonical, isDirectory) : undefined;
      if (refusal === undefined) return { canonical, stats };
      this.#report(path, refusal);
    } catch (error) {
      const message = `link cannot be followed: ${systemReason(error)}`;
      this.#report(path, { code: systemCode(error, 'link-broken'), message });
    }
    return undefined;
  }

  followFile(directory: WalkedDirectory, name: string, { canonical, stats }: LinkTarget): void {
    if (stats.isFile()) this.#found({ ...directory, isOutside: this.#isOutside(canonical) }, name, canonical);
    else this.#take(directory, name, stats);
  }

  #report(path: string, finding: Finding): void {
    this.result.problems.push({ path, ...finding });
  }

  #list(directory: WalkedDirectory): Dirent[] {
    if (this.#isFull) return [];
    try {
      const entries = readdirSync(directory.path, { withFileTypes: true });
      if (entries.length > 1) entries.sort((a, b) => (a.name < b.name ? -1 : 1));
      this.#visited.add(directory.canonical);
      const { directories } = this.result;
      this.#isFull = directories.push(directory.path) >= this.request.mostDirectories;
      if (this.#isFull) {
        const message = `search stopped here: ${directories.length} directories were read`;
        this.#report(directory.path, { code: 'too-many-directories', message });
      }
      return entries;
    } catch (error) {
      if (directory.depth === 0) this.result.error = { code: systemCode(error), reason: systemReason(error) };
      else this.#report(directory.path, unreadable('directory', error));
      return [];
    }
  }

  #found(directory: WalkedDirectory, name: string, canonical: string): void {
    const { path, folder, isOutside, hasAgents, hasManifest } = directory;
    const marks = { ...(hasAgents && { hasAgents }), ...(hasManifest && { hasManifest }) };
    const file = { path: path + sep + name, canonical, name, folder, ...marks };
    this.result.files.push(isOutside ? { ...file, isOutside } : file);
  }

  /** Lists a file if its name matches; returns a directory to search. `entry` is the status with all links resolved. */
  #take(directory: WalkedDirectory, name: string, entry: Dirent | Stats): WalkedDirectory | undefined {
    const { files, recursive } = this.request;
    const isDirectory = entry.isDirectory();
    if (files.test(name)) {
      if (entry.isFile()) this.#found(directory, name, directory.canonical + sep + name);
      else {
        const message = isDirectory ? 'is a directory, not a file' : 'is not a file';
        this.#report(directory.path + sep + name, { code: 'not-a-file', message });
      }
    } else if (recursive && isDirectory && !skipped.has(name)) {
      return this.#unlessTooDeep(below(directory, name));
    }
    return undefined;
  }

  #unlessTooDeep(directory: WalkedDirectory): WalkedDirectory | undefined {
    if (directory.depth <= directory.deepest) return directory;
    if (directory.deepest === hostLimits.walkDepth) {
      const message = `not searched: deeper than ${hostLimits.walkDepth} levels`;
      this.#report(directory.path, { code: 'too-deep', message });
    }
    return undefined;
  }

  /** Searches a directory and all below it. Plain functions do the work, because generators are slow. */
  *#search(top: WalkedDirectory): Sliced<void> {
    const levels: SearchLevel[] = [this.#open(top)];
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const inner = this.#nextInner(level);
      if (this.request.pace.isOver()) yield;
      if (inner === undefined) levels.pop();
      else levels.push(this.#open(inner));
    }
  }

  /** Takes the entries up to the next directory to search, and returns that. */
  #nextInner(level: SearchLevel): WalkedDirectory | undefined {
    const { directory, entries } = level;
    while (level.taken < entries.length) {
      const entry = entries[level.taken]!;
      level.taken += 1;
      if (!entry.isSymbolicLink()) {
        const inner = this.#take(directory, entry.name, entry);
        if (inner !== undefined) return inner;
      } else if (!directory.bundled || this.request.files.test(entry.name))
        this.#links.push({ directory, name: entry.name });
    }
    return undefined;
  }

  #open(directory: WalkedDirectory): SearchLevel {
    const entries = this.#list(directory);
    const { bundles, files } = this.request;
    const isBundle = bundles && directory.depth > 0 && entries.some(({ name }) => files.test(name));
    return { directory: isBundle ? asBundle(directory, entries) : directory, entries, taken: 0 };
  }

  #isOutside(canonical: string): boolean {
    return this.request.links?.isOutside(canonical) === true;
  }

  /** Follows a link. Returns the directory that it leads to, if that is to be searched. */
  #follow(directory: WalkedDirectory, name: string): WalkedDirectory | undefined {
    const isFile = this.request.files.test(name);
    if (!isFile && !this.request.recursive) return undefined;
    const path = directory.path + sep + name;
    this.result.paths.push(path);
    const target = this.resolveLink(path);
    if (isFile && target !== undefined) this.followFile(directory, name, target);
    if (isFile || !target?.stats.isDirectory()) return undefined;
    return this.#linkedDirectory(directory, name, target.canonical);
  }

  #linkedDirectory(directory: WalkedDirectory, name: string, canonical: string): WalkedDirectory | undefined {
    const there = { ...below(directory, name), canonical, isOutside: this.#isOutside(canonical) };
    if (!isWithin(canonical, directory.canonical))
      return this.#visited.has(canonical) ? undefined : { ...there, deepest: linkedDepthOf(there) };
    this.#report(there.path, { code: 'link-loop', message: 'link leads back to a directory above it' });
    return undefined;
  }
}

/** Finds all matching files below the directory, linked ones last. */
export const walkDirectory = (request: WalkRequest): Sliced<WalkResult> => new Walk(request).run();

/** Finds the files with these names that exist. Does not read their directory, which may be large. */
export function findNamed(directory: string, names: readonly string[], links?: LinkRules): WalkResult {
  const pathOf = (name: string) => directory + sep + name;
  const paths = names.map(pathOf);
  const present = names.filter((name) => statusOf(pathOf(name)) !== undefined);
  if (present.length === 0) return { files: [], directories: [], paths, problems: [] };
  const request = { directory, files: /^/, recursive: false, bundles: false, mostDirectories: 0 };
  const walk = new Walk({ ...request, links, pace: withoutPause });
  for (const name of present) {
    // Resolved even if it is not a link itself: the name may lead through linked directories.
    const target = walk.resolveLink(pathOf(name));
    if (target !== undefined) walk.followFile(walk.top, name, target);
  }
  return { ...walk.result, paths };
}

/**
 * Finds files below a directory: synchronous, sorted, bounded. Canonical paths are built on the way down, so
 * only links cost a look-up. Links are followed after everything that is really there, each target once; never
 * inside a skill's own folder, where they are the skill's business.
 */

import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { ProblemCode } from '../../protocol/problem-codes.js';
import { hostLimits } from '../limits.js';
import type { LinkRules } from './links.js';
import { type Finding, systemCode, systemReason, unreadable } from './problems.js';
import { canonicalPath, isWithin } from './roots.js';

export interface FoundFile {
  /** As it was reached. */
  readonly path: string;
  /** With all links resolved. */
  readonly canonical: string;
  readonly name: string;
  /** Its directory, relative to where the walk began, parted by `/`; empty at the top. */
  readonly folder: string;
  /** Set if it was reached by a link that leads out of what was discovered. */
  readonly isOutside?: true;
}

export interface WalkBounds {
  /** Without them, every link is followed. */
  readonly links?: LinkRules | undefined;
  /** The directory lies outside: nothing deep is expected, and there may be a lot of it. */
  readonly isOutside?: boolean;
  /** The resolved path of the directory, where it was looked at already. */
  readonly canonical?: string;
}

export interface WalkRequest extends WalkBounds {
  readonly directory: string;
  readonly files: RegExp;
  readonly recursive: boolean;
  /** A matching file makes its directory a bundle, in which no links are followed. */
  readonly bundles: boolean;
  readonly mostDirectories: number;
}

export interface WalkResult {
  readonly files: FoundFile[];
  /** Every directory that was read, as it was reached. */
  readonly directories: string[];
  /** Links that were followed and names that were looked for: what they lead to may lie elsewhere, or be missing. */
  readonly paths: string[];
  readonly problems: (Finding & { path: string })[];
  /** Why the directory itself could not be read. */
  error?: { code: ProblemCode; reason: string };
}

interface WalkedDirectory {
  readonly path: string;
  readonly canonical: string;
  readonly folder: string;
  readonly depth: number;
  /** No directory below this depth is read. */
  readonly deepest: number;
  readonly bundled: boolean;
  readonly isOutside: boolean;
}

interface DiskWalk {
  readonly request: WalkRequest;
  readonly result: WalkResult;
  /** Canonical paths of directories that were read. */
  readonly visited: Set<string>;
  readonly links: { spot: WalkedDirectory; name: string }[];
  isFull: boolean;
}

const skipped = new Set(['node_modules', '.git']);

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

function below(spot: WalkedDirectory, name: string): WalkedDirectory {
  return {
    path: spot.path + sep + name,
    canonical: spot.canonical + sep + name,
    folder: spot.folder === '' ? name : `${spot.folder}/${name}`,
    depth: spot.depth + 1,
    deepest: spot.deepest,
    bundled: spot.bundled,
    isOutside: spot.isOutside,
  };
}

function report({ result }: DiskWalk, path: string, finding: Finding): void {
  result.problems.push({ path, ...finding });
}

function list(walk: DiskWalk, spot: WalkedDirectory): Dirent[] {
  if (walk.isFull) return [];
  try {
    const entries = readdirSync(spot.path, { withFileTypes: true });
    if (entries.length > 1) entries.sort(byName);
    walk.visited.add(spot.canonical);
    const { directories } = walk.result;
    walk.isFull = directories.push(spot.path) >= walk.request.mostDirectories;
    if (walk.isFull) {
      const message = `nothing after this: ${directories.length} directories were read`;
      report(walk, spot.path, { code: 'too-many-directories', message });
    }
    return entries;
  } catch (error) {
    if (spot.depth === 0) walk.result.error = { code: systemCode(error), reason: systemReason(error) };
    else report(walk, spot.path, unreadable('directory', error));
    return [];
  }
}

function found(
  walk: DiskWalk,
  { path, folder, isOutside }: WalkedDirectory,
  name: string,
  canonical: string,
): void {
  const file = { path: path + sep + name, canonical, name, folder };
  walk.result.files.push(isOutside ? { ...file, isOutside } : file);
}

/** A file counts if its name matches; a directory is entered. `entry` is what the name really is. */
function take(walk: DiskWalk, spot: WalkedDirectory, name: string, entry: Dirent | Stats): void {
  const { files, recursive } = walk.request;
  const isDirectory = entry.isDirectory();
  if (files.test(name)) {
    if (entry.isFile()) found(walk, spot, name, spot.canonical + sep + name);
    else {
      const message = isDirectory ? 'is a directory, not a file' : 'is not a file';
      report(walk, spot.path + sep + name, { code: 'not-a-file', message });
    }
  } else if (recursive && isDirectory && !skipped.has(name)) {
    enter(walk, below(spot, name));
  }
}

function enter(walk: DiskWalk, spot: WalkedDirectory): void {
  if (spot.depth <= spot.deepest) visit(walk, spot);
  else if (spot.deepest === hostLimits.walkDepth) {
    const message = `not looked into: deeper than ${hostLimits.walkDepth} levels`;
    report(walk, spot.path, { code: 'too-deep', message });
  }
}

/** Below a skill or a link nothing deep is expected, and there may be a lot of it. */
const nearby = (spot: WalkedDirectory): number => Math.min(spot.deepest, spot.depth + hostLimits.nearbyDepth);

function visit(walk: DiskWalk, spot: WalkedDirectory): void {
  const entries = list(walk, spot);
  const { bundles, files } = walk.request;
  const isBundle = bundles && spot.depth > 0 && entries.some(({ name }) => files.test(name));
  const bundled = spot.bundled || isBundle;
  const here = bundled === spot.bundled ? spot : { ...spot, bundled, deepest: nearby(spot) };
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) take(walk, here, entry.name, entry);
    else if (!bundled || files.test(entry.name)) walk.links.push({ spot: here, name: entry.name });
  }
}

interface LinkTarget {
  canonical: string;
  stats: Stats;
}

function resolveLink(walk: DiskWalk, path: string): LinkTarget | undefined {
  try {
    const canonical = realpathSync.native(path);
    const stats = statSync(canonical);
    const isDirectory = stats.isDirectory();
    const mayLead = stats.isFile() || isDirectory;
    const refusal = mayLead ? walk.request.links?.refusal({ canonical, isDirectory }) : undefined;
    if (refusal === undefined) return { canonical, stats };
    report(walk, path, refusal);
  } catch (error) {
    const message = `link cannot be followed: ${systemReason(error)}`;
    report(walk, path, { code: systemCode(error, 'link-broken'), message });
  }
  return undefined;
}

const isOutside = ({ request }: DiskWalk, canonical: string): boolean =>
  request.links?.isOutside(canonical) === true;

function followFile(
  walk: DiskWalk,
  spot: WalkedDirectory,
  name: string,
  { canonical, stats }: LinkTarget,
): void {
  if (stats.isFile()) found(walk, { ...spot, isOutside: isOutside(walk, canonical) }, name, canonical);
  else take(walk, spot, name, stats);
}

function followDirectory(walk: DiskWalk, spot: WalkedDirectory, name: string, canonical: string): void {
  const there = { ...below(spot, name), canonical, isOutside: isOutside(walk, canonical) };
  const isLoop = isWithin(canonical, spot.canonical);
  if (isLoop)
    report(walk, there.path, { code: 'link-loop', message: 'link leads back to a directory above it' });
  else if (!walk.visited.has(canonical)) visit(walk, { ...there, deepest: nearby(there) });
}

function follow(walk: DiskWalk, spot: WalkedDirectory, name: string): void {
  const isFile = walk.request.files.test(name);
  if (!isFile && !walk.request.recursive) return;
  const path = spot.path + sep + name;
  walk.result.paths.push(path);
  const target = resolveLink(walk, path);
  if (target === undefined) return;
  if (isFile) followFile(walk, spot, name, target);
  else if (target.stats.isDirectory()) followDirectory(walk, spot, name, target.canonical);
}

function begin(request: WalkRequest): { walk: DiskWalk; top: WalkedDirectory } {
  const result: WalkResult = { files: [], directories: [], paths: [], problems: [] };
  const { directory: path, isOutside = false, canonical = canonicalPath(path) } = request;
  const deepest = isOutside ? hostLimits.nearbyDepth : hostLimits.walkDepth;
  const top = { path, canonical, folder: '', depth: 0, deepest };
  return {
    walk: { request, result, visited: new Set(), links: [], isFull: false },
    top: { ...top, bundled: false, isOutside },
  };
}

/** Everything below the directory that matches, what is linked last. */
export function walkDirectory(request: WalkRequest): WalkResult {
  const { walk, top } = begin(request);
  visit(walk, top);
  // Following a link may find more of them: the list grows while it is read.
  for (const { spot, name } of walk.links) follow(walk, spot, name);
  return walk.result;
}

/** What is at the path, its link not followed; undefined if nothing can be seen there. */
export function probe(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** These files of a directory, as far as they are there; the directory itself may be large and is not read. */
export function findNamed(directory: string, names: readonly string[], links?: LinkRules): WalkResult {
  const request = { directory, files: /^/, recursive: false, bundles: false, mostDirectories: 0 };
  const { walk, top } = begin({ ...request, links });
  for (const name of names) {
    const path = directory + sep + name;
    walk.result.paths.push(path);
    // Looked up in full even if it is no link itself: a name may lead through linked directories.
    const target = probe(path) && resolveLink(walk, path);
    if (target !== undefined) followFile(walk, top, name, target);
  }
  return walk.result;
}

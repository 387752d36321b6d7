/**
 * Finds files below a directory: synchronous, sorted, bounded. Canonical paths are built on the way down, so that only
 * links cost a look-up. Links are followed after everything else, each target once; none is followed in the folder of a
 * skill, where links are part of the skill.
 */

import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { ProblemCode } from '../../protocol/problem-codes.js';
import { statusOf } from '../files/path-status.js';
import { canonicalPath, isWithin } from '../files/resolve-path.js';
import { hostLimits } from '../limits.js';
import type { LinkRules } from './link-rules.js';
import { type Finding, systemCode, systemReason, unreadable } from './problems.js';

export interface FoundFile {
  /** As it was reached. */
  readonly path: string;
  /** With all links resolved. */
  readonly canonical: string;
  readonly name: string;
  /** Its directory, relative to where the walk began, separated by `/`; empty at the top. */
  readonly folder: string;
  /** Set if it was reached by a link that leads out of the discovered directories. */
  readonly isOutside?: true;
}

export interface WalkBounds {
  /** Without them, every link is followed. */
  readonly links?: LinkRules | undefined;
  /** The directory is outside: it is searched less deep, because it may be large. */
  readonly isOutside?: boolean;
  /** The resolved path of the directory, if it is known. */
  readonly canonical?: string;
}

export interface WalkRequest extends WalkBounds {
  readonly directory: string;
  readonly files: RegExp;
  readonly recursive: boolean;
  /** A matching file makes its directory a bundle, in which no link is followed. */
  readonly bundles: boolean;
  readonly mostDirectories: number;
}

export interface WalkResult {
  readonly files: FoundFile[];
  /** Every directory that was read, as it was reached. */
  readonly directories: string[];
  /** Links that were followed and names that were looked for, whose targets may be elsewhere or missing. */
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
  readonly links: { directory: WalkedDirectory; name: string }[];
  isFull: boolean;
}

const skipped = new Set(['node_modules', '.git']);

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

function below(directory: WalkedDirectory, name: string): WalkedDirectory {
  return {
    path: directory.path + sep + name,
    canonical: directory.canonical + sep + name,
    folder: directory.folder === '' ? name : `${directory.folder}/${name}`,
    depth: directory.depth + 1,
    deepest: directory.deepest,
    bundled: directory.bundled,
    isOutside: directory.isOutside,
  };
}

function report({ result }: DiskWalk, path: string, finding: Finding): void {
  result.problems.push({ path, ...finding });
}

function list(walk: DiskWalk, directory: WalkedDirectory): Dirent[] {
  if (walk.isFull) return [];
  try {
    const entries = readdirSync(directory.path, { withFileTypes: true });
    if (entries.length > 1) entries.sort(byName);
    walk.visited.add(directory.canonical);
    const { directories } = walk.result;
    walk.isFull = directories.push(directory.path) >= walk.request.mostDirectories;
    if (walk.isFull) {
      const message = `nothing after this: ${directories.length} directories were read`;
      report(walk, directory.path, { code: 'too-many-directories', message });
    }
    return entries;
  } catch (error) {
    if (directory.depth === 0) walk.result.error = { code: systemCode(error), reason: systemReason(error) };
    else report(walk, directory.path, unreadable('directory', error));
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

/** Takes a file if its name matches, and enters a directory. `entry` is the status behind all links. */
function take(walk: DiskWalk, directory: WalkedDirectory, name: string, entry: Dirent | Stats): void {
  const { files, recursive } = walk.request;
  const isDirectory = entry.isDirectory();
  if (files.test(name)) {
    if (entry.isFile()) found(walk, directory, name, directory.canonical + sep + name);
    else {
      const message = isDirectory ? 'is a directory, not a file' : 'is not a file';
      report(walk, directory.path + sep + name, { code: 'not-a-file', message });
    }
  } else if (recursive && isDirectory && !skipped.has(name)) {
    enter(walk, below(directory, name));
  }
}

function enter(walk: DiskWalk, directory: WalkedDirectory): void {
  if (directory.depth <= directory.deepest) visit(walk, directory);
  else if (directory.deepest === hostLimits.walkDepth) {
    const message = `not looked into: deeper than ${hostLimits.walkDepth} levels`;
    report(walk, directory.path, { code: 'too-deep', message });
  }
}

/** The depth limit below a skill or a link, where directories may be large. */
const linkedDepthOf = (directory: WalkedDirectory): number =>
  Math.min(directory.deepest, directory.depth + hostLimits.linkedDepth);

function visit(walk: DiskWalk, directory: WalkedDirectory): void {
  const entries = list(walk, directory);
  const { bundles, files } = walk.request;
  const isBundle = bundles && directory.depth > 0 && entries.some(({ name }) => files.test(name));
  const bundled = directory.bundled || isBundle;
  const here =
    bundled === directory.bundled ? directory : { ...directory, bundled, deepest: linkedDepthOf(directory) };
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) take(walk, here, entry.name, entry);
    else if (!bundled || files.test(entry.name)) walk.links.push({ directory: here, name: entry.name });
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
  directory: WalkedDirectory,
  name: string,
  { canonical, stats }: LinkTarget,
): void {
  if (stats.isFile()) found(walk, { ...directory, isOutside: isOutside(walk, canonical) }, name, canonical);
  else take(walk, directory, name, stats);
}

function followDirectory(walk: DiskWalk, directory: WalkedDirectory, name: string, canonical: string): void {
  const there = { ...below(directory, name), canonical, isOutside: isOutside(walk, canonical) };
  const isLoop = isWithin(canonical, directory.canonical);
  if (isLoop)
    report(walk, there.path, { code: 'link-loop', message: 'link leads back to a directory above it' });
  else if (!walk.visited.has(canonical)) visit(walk, { ...there, deepest: linkedDepthOf(there) });
}

function follow(walk: DiskWalk, directory: WalkedDirectory, name: string): void {
  const isFile = walk.request.files.test(name);
  if (!isFile && !walk.request.recursive) return;
  const path = directory.path + sep + name;
  walk.result.paths.push(path);
  const target = resolveLink(walk, path);
  if (target === undefined) return;
  if (isFile) followFile(walk, directory, name, target);
  else if (target.stats.isDirectory()) followDirectory(walk, directory, name, target.canonical);
}

function begin(request: WalkRequest): { walk: DiskWalk; top: WalkedDirectory } {
  const result: WalkResult = { files: [], directories: [], paths: [], problems: [] };
  const { directory: path, isOutside = false, canonical = canonicalPath(path) } = request;
  const deepest = isOutside ? hostLimits.linkedDepth : hostLimits.walkDepth;
  const top = { path, canonical, folder: '', depth: 0, deepest };
  return {
    walk: { request, result, visited: new Set(), links: [], isFull: false },
    top: { ...top, bundled: false, isOutside },
  };
}

/** Finds all matching files below the directory, linked ones last. */
export function walkDirectory(request: WalkRequest): WalkResult {
  const { walk, top } = begin(request);
  visit(walk, top);
  // Following a link may find more links: the list grows while it is read.
  for (const { directory, name } of walk.links) follow(walk, directory, name);
  return walk.result;
}

/** Finds these files of a directory, as far as they exist, without reading the directory, which may be large. */
export function findNamed(directory: string, names: readonly string[], links?: LinkRules): WalkResult {
  const request = { directory, files: /^/, recursive: false, bundles: false, mostDirectories: 0 };
  const { walk, top } = begin({ ...request, links });
  for (const name of names) {
    const path = directory + sep + name;
    walk.result.paths.push(path);
    // Resolved even if it is not a link itself: the name may lead through linked directories.
    const target = statusOf(path) && resolveLink(walk, path);
    if (target !== undefined) followFile(walk, top, name, target);
  }
  return walk.result;
}

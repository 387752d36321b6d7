/** Which tools read an entry, by which of its paths, and which of several entries of one name a tool uses. */

import { basename, dirname, join, sep } from 'node:path';
import { getOrMake } from '../collections.js';
import type { PlaceAlias } from '../discovery/catalog.js';
import { placePath } from '../discovery/search-places.js';
import { isWithin } from '../files/resolve-path.js';
import { type EntryRef, entryKinds, type Tool, type ToolPlaces } from './tool.js';
import { gitChain, type ToolContext } from './tool-context.js';

/** A directory of a place. */
interface ReaderPlace {
  /** The directory of the repository that contains it; undefined outside of the repository. */
  readonly base: string | undefined;
  /** Its own directory, with a separator at the end. */
  readonly start: string;
}

/** The directories of the repository and all those above it, from the working directory up. */
const basesOf = ({ roots }: ToolContext): string[] =>
  [...roots.beyond, ...roots.above, ...roots.chain].reverse();

/** The same, without those above the home if the working directory is below it. */
function basesInHome(context: ToolContext): string[] {
  const { home } = context.roots;
  const isBelowHome = isWithin(home, context.environment.cwd);
  return basesOf(context).filter((base) => !isBelowHome || isWithin(home, base));
}

function findPlaces(place: string, context: ToolContext): ReaderPlace[] {
  const path = placePath(place, context.environment);
  if (path !== undefined) return [{ base: undefined, start: join(path, sep) }];
  return basesOf(context).map((base) => ({ base, start: join(base, place, sep) }));
}

const knownPlaces = new WeakMap<ToolContext, Map<string, ReaderPlace[]>>();

/** Cached, because it is needed for every entry. */
function placesOf(place: string, context: ToolContext): ReaderPlace[] {
  const known = getOrMake(knownPlaces, context, () => new Map());
  return getOrMake(known, place, () => findPlaces(place, context));
}

/** Returns the place a path starts from; undefined for one that starts in a plugin, or is a file of its own. */
function placeOf({ place, path }: PlaceAlias, context: ToolContext): ReaderPlace | undefined {
  return placesOf(place, context).find(({ start }) => path.startsWith(start));
}

/** Returns the directory of the repository from which a path was found; undefined outside of the repository. */
export function baseOf(alias: PlaceAlias, context: ToolContext): string | undefined {
  const { place, path } = alias;
  // A place may be a file, such as `.mcp.json`.
  return placeOf({ place, path: path + sep }, context)?.base;
}

/** Returns the part of a path below the place it starts from. */
export function pathInPlace(alias: PlaceAlias, context: ToolContext): string {
  return alias.path.slice(placeOf(alias, context)?.start.length ?? dirname(alias.path).length + 1);
}

/** False for a skill whose folder is not directly below its place. Commands may be anywhere. */
function isTopLevel(path: string, { place }: PlaceAlias): boolean {
  if (!path.endsWith('SKILL.md') || place.endsWith('/commands')) return true;
  return path.indexOf(sep) === path.lastIndexOf(sep);
}

const knownBases = new WeakMap<ToolContext, Map<ToolPlaces['directories'], ReadonlySet<string>>>();

/** Returns the directories of the repository in which a tool looks. */
export function directoriesFor(
  directories: ToolPlaces['directories'],
  context: ToolContext,
): ReadonlySet<string> {
  const { roots, environment, gitRoot } = context;
  const find: Record<ToolPlaces['directories'], () => readonly string[]> = {
    all: () => roots.chain,
    git: () => gitChain(context),
    up: () => (gitRoot === undefined ? [...roots.above, ...roots.chain] : gitChain(context)),
    home: () => (gitRoot === undefined ? basesInHome(context) : gitChain(context)),
    top: () => basesOf(context),
    working: () => [environment.cwd],
  };
  const known = getOrMake(knownBases, context, () => new Map());
  return getOrMake(known, directories, () => new Set(find[directories]()));
}

function isReachable(alias: PlaceAlias, reads: ToolPlaces, context: ToolContext): boolean {
  if (!reads.places.includes(alias.place)) return false;
  if (reads.fileNames?.[alias.place]?.test(basename(alias.path)) === false) return false;
  const base = baseOf(alias, context);
  const directories = reads.otherDirectories?.[alias.place] ?? reads.directories;
  if (base !== undefined && !directoriesFor(directories, context).has(base)) return false;
  return reads.nested || isTopLevel(pathInPlace(alias, context), alias);
}

/** True if the tool looks for entries in a directory or plugin with one of these paths. */
export function looksInto(tool: Tool, aliases: readonly PlaceAlias[], context: ToolContext): boolean {
  return entryKinds.some((kind) => {
    const reads = tool.reads(kind, context);
    if (reads === undefined) return false;
    const { fileNames: _, ...anyFile } = reads;
    return aliases.some((alias) => isReachable(alias, { ...anyFile, nested: true }, context));
  });
}

/** Returns the paths by which the tool reads the entry; none if it does not. */
export function waysOf(tool: Tool, entry: EntryRef, context: ToolContext): PlaceAlias[] {
  const reads = tool.reads(entry.kind, context);
  return reads === undefined ? [] : entry.aliases.filter((alias) => isReachable(alias, reads, context));
}

/** Smaller is stronger: by place first, then the nearer directory; or the other way round. */
function rankOf(tool: Tool, { ref, ways }: Rival, reads: ToolPlaces, context: ToolContext): number {
  const bases = basesOf(context);
  const ranks = ways.map((alias) => {
    const own = tool.rankOf?.(ref, alias);
    if (own !== undefined) return own;
    const base = baseOf(alias, context);
    const distance = base === undefined ? bases.length : bases.indexOf(base);
    if (reads.rank !== undefined) return reads.rank(alias.place, base === undefined ? 0 : distance);
    const place = reads.places.indexOf(alias.place);
    if (reads.nearestFirst) return distance * reads.places.length + place;
    return place * (bases.length + 1) + (base === undefined ? 0 : distance);
  });
  return Math.min(...ranks);
}

/** An entry and the paths by which the tool loads it. */
export interface Rival {
  readonly ref: EntryRef;
  readonly ways: readonly PlaceAlias[];
}

/** Returns which of several entries of one kind and name the tool uses: one, all of them, or one that is not known. */
export function winnerOf<R extends Rival>(
  tool: Tool,
  rivals: readonly R[],
  context: ToolContext,
): R | 'all' | 'any' {
  const [first] = rivals;
  const reads = first && tool.reads(first.ref.kind, context);
  if (reads === undefined || first === undefined) return 'all';
  if (reads.duplicates !== 'first') return reads.duplicates;
  const { order = () => 0 } = reads;
  const ranked = rivals.map((rival) => ({ rival, rank: rankOf(tool, rival, reads, context) }));
  type Ranked = (typeof ranked)[number];
  const isStronger = (one: Ranked, other: Ranked) =>
    one.rank === other.rank ? order(one.rival.ref, other.rival.ref) < 0 : one.rank < other.rank;
  const best = ranked.reduce((strongest, one) => (isStronger(one, strongest) ? one : strongest));
  if (reads.hasTies && ranked.some((one) => one !== best && one.rank === best.rank)) return 'any';
  return best.rival;
}

/** True if the tool uses the entry beside the winner of its name: both are from a place where entries do not compete. */
export function isBeside(tool: Tool, winner: Rival, rival: Rival, context: ToolContext): boolean {
  const sharing = tool.reads(rival.ref.kind, context)?.sharing;
  if (sharing === undefined) return false;
  const isShared = ({ ref, ways }: Rival) =>
    ways.every((way) => way.place === sharing && tool.rankOf?.(ref, way) === undefined);
  return isShared(winner) && isShared(rival);
}

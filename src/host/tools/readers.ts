/** Which tool reaches an entry by which of its ways, and who wins where several have one name. */

import { dirname, join, sep } from 'node:path';
import type { PlaceAlias } from '../discovery/catalog.js';
import { homePlaces, toolHome } from '../discovery/search-places.js';
import type { EntryRef, Tool, ToolPlaces } from './tool.js';
import type { Surroundings } from './tool-context.js';

/** Where a place lies. */
interface ReaderPlace {
  /** The directory of the repository it is in; undefined in the home. */
  readonly base: string | undefined;
  /** Its own directory, with a separator at the end. */
  readonly start: string;
}

function findSpots(place: string, { roots, environment }: Surroundings): ReaderPlace[] {
  const home = homePlaces.find(({ key }) => key === place);
  if (home !== undefined && home.tool !== '') {
    return [{ base: undefined, start: join(toolHome(environment, home.tool), home.folder, sep) }];
  }
  return roots.chain.toReversed().map((base) => ({ base, start: join(base, place, sep) }));
}

const knownSpots = new WeakMap<Surroundings, Map<string, ReaderPlace[]>>();

/** Found once for each place, for every entry asks. */
function spotsOf(place: string, around: Surroundings): ReaderPlace[] {
  const known = knownSpots.get(around) ?? new Map<string, ReaderPlace[]>();
  knownSpots.set(around, known);
  const spots = known.get(place) ?? findSpots(place, around);
  known.set(place, spots);
  return spots;
}

/** Where a way starts from; undefined for one that starts in a plugin. */
function spotOf({ place, path }: PlaceAlias, around: Surroundings): ReaderPlace | undefined {
  return spotsOf(place, around).find(({ start }) => path.startsWith(start));
}

/** The rest of a way's path, below the place it starts from. */
export function pathInPlace(way: PlaceAlias, around: Surroundings): string {
  return way.path.slice(spotOf(way, around)?.start.length ?? dirname(way.path).length + 1);
}

/** True for the skill of a folder right below its place, and for what is no folder's skill. */
function isTopLevel(path: string): boolean {
  return !path.endsWith('SKILL.md') || path.indexOf(sep) === path.lastIndexOf(sep);
}

function isReachable(
  way: PlaceAlias,
  { places, directories, nested }: ToolPlaces,
  around: Surroundings,
): boolean {
  if (!places.includes(way.place)) return false;
  if (directories === 'all' && nested) return true;
  const base = spotOf(way, around)?.base;
  if (directories === 'working' && base !== undefined && base !== around.environment.cwd) return false;
  return nested || isTopLevel(pathInPlace(way, around));
}

/** True if the tool looks for entries in a directory or plugin that is reached by one of these ways. */
export function looksInto(tool: Tool, ways: readonly PlaceAlias[], around: Surroundings): boolean {
  return (['skill', 'agent', 'plugin'] as const).some((kind) => {
    const { places, directories } = tool.reads(kind, around.environment);
    return ways.some(({ place, path }) => {
      if (!places.includes(place)) return false;
      const base = spotOf({ place, path: join(path, sep) }, around)?.base;
      return directories === 'all' || base === undefined || base === around.environment.cwd;
    });
  });
}

/** The ways by which the tool reads the entry; none if it does not. */
function waysOf(tool: Tool, entry: EntryRef, around: Surroundings): PlaceAlias[] {
  const reads = tool.reads(entry.kind, around.environment);
  return entry.ways.filter((way) => isReachable(way, reads, around));
}

/** True if the tool reads the entry. */
export function isRead(tool: Tool, entry: EntryRef, around: Surroundings): boolean {
  return waysOf(tool, entry, around).length > 0;
}

/** Smaller is stronger: by place first, then the nearer directory. */
function rankOf(tool: Tool, entry: EntryRef, around: Surroundings): number {
  const { places } = tool.reads(entry.kind, around.environment);
  const depth = around.roots.chain.length;
  const ranks = waysOf(tool, entry, around).map((way) => {
    const base = spotOf(way, around)?.base;
    const distance = base === undefined ? 0 : depth - around.roots.chain.indexOf(base);
    return places.indexOf(way.place) * (depth + 1) + distance;
  });
  return Math.min(...ranks);
}

/**
 * Of entries of one kind and name that the tool reads, the one it uses. Undefined if it uses all of them, or one
 * that cannot be told.
 */
export function winnerOf(
  tool: Tool,
  entries: readonly EntryRef[],
  around: Surroundings,
): EntryRef | undefined {
  const [first] = entries;
  if (first === undefined || tool.reads(first.kind, around.environment).duplicates !== 'first')
    return undefined;
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(tool, entry, around) }));
  return ranked.toSorted((a, b) => a.rank - b.rank)[0]?.entry;
}

/** Which tools read an entry, by which of its paths, and which of several entries of one name a tool uses. */

import { dirname, join, sep } from 'node:path';
import { getOrMake } from '../collections.js';
import type { PlaceAlias } from '../discovery/catalog.js';
import { homePlaces, toolHome } from '../discovery/search-places.js';
import { type EntryRef, entryKinds, type Tool, type ToolPlaces } from './tool.js';
import type { ToolContext } from './tool-context.js';

/** A directory of a place. */
interface ReaderPlace {
  /** The directory of the repository that contains it; undefined in the home. */
  readonly base: string | undefined;
  /** Its own directory, with a separator at the end. */
  readonly start: string;
}

function findPlaces(place: string, { roots, environment }: ToolContext): ReaderPlace[] {
  const home = homePlaces.find(({ key }) => key === place);
  if (home !== undefined && home.tool !== '') {
    return [{ base: undefined, start: join(toolHome(environment, home.tool), home.folder, sep) }];
  }
  return roots.chain.toReversed().map((base) => ({ base, start: join(base, place, sep) }));
}

const knownPlaces = new WeakMap<ToolContext, Map<string, ReaderPlace[]>>();

/** Cached, because it is needed for every entry. */
function placesOf(place: string, context: ToolContext): ReaderPlace[] {
  const known = getOrMake(knownPlaces, context, () => new Map());
  return getOrMake(known, place, () => findPlaces(place, context));
}

/** Returns the place a path starts from; undefined for one that starts in a plugin. */
function placeOf({ place, path }: PlaceAlias, context: ToolContext): ReaderPlace | undefined {
  return placesOf(place, context).find(({ start }) => path.startsWith(start));
}

/** Returns the part of a path below the place it starts from. */
export function pathInPlace(alias: PlaceAlias, context: ToolContext): string {
  return alias.path.slice(placeOf(alias, context)?.start.length ?? dirname(alias.path).length + 1);
}

/** False for a skill whose folder is not directly below its place. */
function isTopLevel(path: string): boolean {
  return !path.endsWith('SKILL.md') || path.indexOf(sep) === path.lastIndexOf(sep);
}

function isReachable(
  alias: PlaceAlias,
  { places, directories, nested }: ToolPlaces,
  context: ToolContext,
): boolean {
  if (!places.includes(alias.place)) return false;
  if (directories === 'all' && nested) return true;
  const base = placeOf(alias, context)?.base;
  if (directories === 'working' && base !== undefined && base !== context.environment.cwd) return false;
  return nested || isTopLevel(pathInPlace(alias, context));
}

/** True if the tool looks for entries in a directory or plugin with one of these paths. */
export function looksInto(tool: Tool, aliases: readonly PlaceAlias[], context: ToolContext): boolean {
  return entryKinds.some((kind) => {
    const { places = [], directories } = tool.reads(kind, context.environment) ?? {};
    return aliases.some(({ place, path }) => {
      if (!places.includes(place)) return false;
      const base = placeOf({ place, path: join(path, sep) }, context)?.base;
      return directories === 'all' || base === undefined || base === context.environment.cwd;
    });
  });
}

/** Returns the paths by which the tool reads the entry; none if it does not. */
function waysOf(tool: Tool, entry: EntryRef, context: ToolContext): PlaceAlias[] {
  const reads = tool.reads(entry.kind, context.environment);
  return reads === undefined ? [] : entry.aliases.filter((alias) => isReachable(alias, reads, context));
}

/** True if the tool reads the entry. */
export function isRead(tool: Tool, entry: EntryRef, context: ToolContext): boolean {
  return waysOf(tool, entry, context).length > 0;
}

/** Smaller is stronger: by place first, then the nearer directory. */
function rankOf(tool: Tool, entry: EntryRef, context: ToolContext): number {
  const { places = [] } = tool.reads(entry.kind, context.environment) ?? {};
  const depth = context.roots.chain.length;
  const ranks = waysOf(tool, entry, context).map((alias) => {
    const base = placeOf(alias, context)?.base;
    const distance = base === undefined ? 0 : depth - context.roots.chain.indexOf(base);
    return places.indexOf(alias.place) * (depth + 1) + distance;
  });
  return Math.min(...ranks);
}

/**
 * Returns which of several entries of one kind and name the tool uses. Undefined if it uses all of them, or if that
 * cannot be known.
 */
export function winnerOf(
  tool: Tool,
  entries: readonly EntryRef[],
  context: ToolContext,
): EntryRef | undefined {
  const [first] = entries;
  if (first && tool.reads(first.kind, context.environment)?.duplicates !== 'first') return undefined;
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(tool, entry, context) }));
  return ranked.toSorted((a, b) => a.rank - b.rank)[0]?.entry;
}

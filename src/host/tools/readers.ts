/** Which tool reaches an entry by which of its aliases, and who wins where several have one name. */

import { dirname, join, sep } from 'node:path';
import type { PlaceAlias } from '../discovery/builder.js';
import { homePlaces, toolHome } from '../discovery/places.js';
import type { EntryRef, Tool, ToolPlaces } from './tool.js';
import type { ToolContext } from './tool-context.js';

/** Where a place lies. */
interface ReaderPlace {
  /** The directory of the repository it is in; undefined in the home. */
  readonly base: string | undefined;
  /** Its own directory, with a separator at the end. */
  readonly start: string;
}

function findSpots(place: string, { roots, environment }: ToolContext): ReaderPlace[] {
  const home = homePlaces.find(({ key }) => key === place);
  if (home !== undefined && home.tool !== '') {
    return [{ base: undefined, start: join(toolHome(environment, home.tool), home.folder, sep) }];
  }
  return roots.chain.toReversed().map((base) => ({ base, start: join(base, place, sep) }));
}

const knownSpots = new WeakMap<ToolContext, Map<string, ReaderPlace[]>>();

/** Found once for each place, for every entry asks. */
function spotsOf(place: string, context: ToolContext): ReaderPlace[] {
  const known = knownSpots.get(context) ?? new Map<string, ReaderPlace[]>();
  knownSpots.set(context, known);
  const spots = known.get(place) ?? findSpots(place, context);
  known.set(place, spots);
  return spots;
}

/** Where a alias starts from; undefined for one that starts in a plugin. */
function spotOf({ place, path }: PlaceAlias, context: ToolContext): ReaderPlace | undefined {
  return spotsOf(place, context).find(({ start }) => path.startsWith(start));
}

/** The rest of a alias's path, below the place it starts from. */
export function pathInPlace(alias: PlaceAlias, context: ToolContext): string {
  return alias.path.slice(spotOf(alias, context)?.start.length ?? dirname(alias.path).length + 1);
}

/** True for the skill of a folder right below its place, and for what is no folder's skill. */
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
  const base = spotOf(alias, context)?.base;
  if (directories === 'working' && base !== undefined && base !== context.environment.cwd) return false;
  return nested || isTopLevel(pathInPlace(alias, context));
}

/** True if the tool looks for entries in a directory or plugin that is reached by one of these aliases. */
export function looksInto(tool: Tool, aliases: readonly PlaceAlias[], context: ToolContext): boolean {
  return (['skill', 'agent', 'plugin'] as const).some((kind) => {
    const { places, directories } = tool.reads(kind, context.environment);
    return aliases.some(({ place, path }) => {
      if (!places.includes(place)) return false;
      const base = spotOf({ place, path: join(path, sep) }, context)?.base;
      return directories === 'all' || base === undefined || base === context.environment.cwd;
    });
  });
}

/** The aliases by which the tool reads the entry; none if it does not. */
function waysOf(tool: Tool, entry: EntryRef, context: ToolContext): PlaceAlias[] {
  const reads = tool.reads(entry.kind, context.environment);
  return entry.aliases.filter((alias) => isReachable(alias, reads, context));
}

/** True if the tool reads the entry. */
export function isRead(tool: Tool, entry: EntryRef, context: ToolContext): boolean {
  return waysOf(tool, entry, context).length > 0;
}

/** Smaller is stronger: by place first, then the nearer directory. */
function rankOf(tool: Tool, entry: EntryRef, context: ToolContext): number {
  const { places } = tool.reads(entry.kind, context.environment);
  const depth = context.roots.chain.length;
  const ranks = waysOf(tool, entry, context).map((alias) => {
    const base = spotOf(alias, context)?.base;
    const distance = base === undefined ? 0 : depth - context.roots.chain.indexOf(base);
    return places.indexOf(alias.place) * (depth + 1) + distance;
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
  context: ToolContext,
): EntryRef | undefined {
  const [first] = entries;
  if (first === undefined || tool.reads(first.kind, context.environment).duplicates !== 'first')
    return undefined;
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(tool, entry, context) }));
  return ranked.toSorted((a, b) => a.rank - b.rank)[0]?.entry;
}

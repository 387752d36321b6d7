/** What is wrong with files that are not in the list, and the names of those files. */

import { pathOf, skillDirectory } from '../paths.js';
import { isListedUri, listedName } from '../protocol/listed-uri.js';
import type { Container } from './containers.js';
import type { EntryList, Problem } from './entries.js';
import { isFolderKind } from './kind-names.js';

/** A problem that belongs to no entry: of a file that was left out, or of the container itself. */
interface LeftOut {
  readonly problem: Problem;
  readonly container: Container;
}

/** Returns a path in short form. */
type ShortPath = (path: string) => string;

interface BrokenName {
  /** The name that its entry would have: the skill's folder, or the file without its extension. */
  readonly name: string;
  /** The file and the line of the problem, such as `SKILL.md:4`. */
  readonly place: string;
}

/** A file that was left out of the list, or a settings file that is not read. */
export interface BrokenFile extends BrokenName {
  readonly problem: Problem;
  /** Null for a settings file. */
  readonly container: Container | null;
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Returns the name and the place of the file that a problem is in. Several tools have settings files of one name, so
 * these, which are in no container, have their path.
 */
export function brokenName(
  { uri, line }: Problem,
  container: Container | null,
  shortPath: ShortPath,
): BrokenName {
  if (isListedUri(uri)) return { name: listedName(uri) || '(no name)', place: '' };
  const path = (pathOf(uri) ?? uri).replace(/\/+$/, '');
  const folder = skillDirectory(path);
  const name = folder === undefined ? lastPart(path).replace(/(?<=.)\.[^.]*$/, '') : lastPart(folder);
  const place = container === null ? shortPath(path) : lastPart(path);
  return { name, place: `${place}${line === null ? '' : `:${line}`}` };
}

/** Returns one problem for each file: its first error, else its first warning. */
function onePerFile(problems: readonly Problem[]): Problem[] {
  const byFile = new Map<string, Problem>();
  for (const problem of problems) {
    const known = byFile.get(problem.uri);
    if (known === undefined || (known.severity === 'warning' && problem.severity === 'error'))
      byFile.set(problem.uri, problem);
  }
  return [...byFile.values()];
}

/** Returns the problems that belong to no entry, one for each file, in the order of the list. */
export function leftOut({ entries, containers }: Pick<EntryList, 'entries' | 'containers'>): LeftOut[] {
  if (containers.every(({ problems }) => problems.length === 0)) return [];
  // A file that declares several entries may be broken in part.
  const listed = new Set(entries.flatMap(({ uri, range }) => (range === null ? [uri] : [])));
  return containers.flatMap((container) =>
    onePerFile(container.problems.filter(({ uri }) => !listed.has(uri))).map((problem) => ({
      problem,
      container,
    })),
  );
}

/** Returns the type that the file would have; null if it is not known. A plugin can hold any type. */
export function brokenType({ uri }: Pick<Problem, 'uri'>, container: Container | null): string | null {
  const isSkill = skillDirectory(pathOf(uri) ?? uri) !== undefined;
  return container?.contents ?? (isSkill ? 'skill' : null);
}

/** Returns true if a file of this type, or of an unknown one, is of one of the types; none means all. */
export function isOneOf(type: string | null, types: readonly string[]): boolean {
  if (types.length === 0 || types.includes('all')) return true;
  return type === null ? !types.every(isFolderKind) : types.includes(type);
}

const isInside = (uri: string, container: Container): boolean =>
  uri.startsWith(`${container.uri.replace(/\/$/, '')}/`);

/** Returns the files of these types that were left out because of an error, then the settings files that are not read. */
export function brokenFiles(
  list: Pick<EntryList, 'entries' | 'containers' | 'sessionProblems'>,
  types: readonly string[],
  shortPath: ShortPath,
): BrokenFile[] {
  const files = leftOut(list).filter(
    ({ problem, container }) =>
      isInside(problem.uri, container) && isOneOf(brokenType(problem, container), types),
  );
  const settings = isOneOf(null, types) ? list.sessionProblems : [];
  return [...files, ...settings.map((problem) => ({ problem, container: null }))]
    .filter(({ problem }) => problem.severity === 'error')
    .map(({ problem, container }) => ({
      problem,
      container,
      ...brokenName(problem, container, shortPath),
    }));
}

/** The files that were left out of the list because something is wrong with them, each with its first problem. */

import { pathOf, skillDirectory } from '../paths.js';
import type { Container } from './containers.js';
import type { EntryList, Problem } from './entries.js';

export interface BrokenFile {
  /** The name that its entry would have: the skill's folder, or the file without its extension. */
  readonly name: string;
  /** The file and the line of the problem, such as `SKILL.md:4`. */
  readonly place: string;
  readonly problem: Problem;
  readonly container: Container;
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function brokenFile(problem: Problem, container: Container): BrokenFile {
  const { uri, line } = problem;
  const path = pathOf(uri) ?? uri;
  const folder = skillDirectory(path);
  const name = folder === undefined ? lastPart(path).replace(/(?<=.)\.[^.]*$/, '') : lastPart(folder);
  return { name, place: `${lastPart(path)}${line === null ? '' : `:${line}`}`, problem, container };
}

/** Returns true if the container can hold one of these types; none means all. A plugin can hold any. */
function canHold({ contents }: Container, types: readonly string[]): boolean {
  return types.length === 0 || contents === null || types.includes(contents);
}

/** Returns the files of these types that were left out, in the order of the list. */
export function brokenFiles(
  { entries, containers }: Pick<EntryList, 'entries' | 'containers'>,
  types: readonly string[],
): BrokenFile[] {
  const isSeen = new Set(entries.map(({ uri }) => uri));
  return containers
    .filter((container) => canHold(container, types))
    .flatMap((container) => {
      const inside = container.problems.filter(({ uri }) =>
        uri.startsWith(`${container.uri.replace(/\/$/, '')}/`),
      );
      return inside.flatMap((problem) => {
        if (problem.severity !== 'error' || isSeen.has(problem.uri)) return [];
        isSeen.add(problem.uri);
        return [brokenFile(problem, container)];
      });
    });
}

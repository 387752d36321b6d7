/** The rows of files that were left out of the list, and of folders and plugins that could not be read. */

import type { Container } from '../entries/containers.js';
import type { EntryList, Problem } from '../entries/entries.js';
import { isOfKind } from './kinds.js';
import type { PickerState } from './state.js';

/** A problem that belongs to no entry. */
export interface ProblemRow {
  type: 'problem';
  /** Starts with a NUL, so that it never equals the id of something to switch. */
  id: string;
  problem: Problem;
  /** Null: a problem of the session as a whole. */
  container: Container | null;
}

const known = new WeakMap<EntryList, readonly ProblemRow[]>();

function rowsOf(container: Container | null, problems: readonly Problem[]): ProblemRow[] {
  const owner = container?.id ?? '';
  return problems.map((problem, index) => ({
    type: 'problem',
    id: `\0${owner}\0${index}`,
    problem,
    container,
  }));
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

function build({ entries, containers, sessionProblems, problems }: EntryList): ProblemRow[] {
  if (problems.length === 0) return [];
  // A file that declares several entries may be broken in part.
  const listed = new Set(entries.flatMap(({ uri, range }) => (range === null ? [uri] : [])));
  const ofContainers = containers.flatMap((container) => {
    const unlisted = container.problems.filter(({ uri }) => !listed.has(uri));
    return rowsOf(container, onePerFile(unlisted));
  });
  return [...rowsOf(null, sessionProblems), ...ofContainers];
}

/** Returns true if the tool reads something in the container, or if it is not known who reads it. */
function isReadIn(container: Container | null, tool: string, { entries }: EntryList): boolean {
  if (container === null || container.children === null || container.children === 0) return true;
  return entries.some((entry) => entry.container === container && entry.tools.some(({ id }) => id === tool));
}

/** Returns the broken files that could be of the kind, and in the folders of the tool, that are shown. */
export function problemRows(
  list: EntryList,
  { kind, tab }: Pick<PickerState, 'kind' | 'tab'>,
): readonly ProblemRow[] {
  const all = known.get(list) ?? build(list);
  known.set(list, all);
  return all.filter(({ container }) => {
    const contents = container?.contents ?? null;
    if (contents !== null && !isOfKind(contents, kind)) return false;
    return tab === null || isReadIn(container, tab, list);
  });
}

/** The rows of files that were left out of the list, and of folders and plugins that could not be read. */

import { brokenType, leftOut } from '../entries/broken-files.js';
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

const knownRows = new WeakMap<EntryList, readonly ProblemRow[]>();

/** Returns the rows. Their ids stay if other problems come or go; of equal ones, they are numbered. */
function build(list: EntryList): ProblemRow[] {
  const ofSession = list.sessionProblems.map((problem) => ({ problem, container: null }));
  const counts = new Map<string, number>();
  return [...ofSession, ...leftOut(list)].map(({ problem, container }) => {
    const key = `\0${container?.id ?? ''}\0${problem.uri}\0${container === null ? problem.message : ''}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return { type: 'problem', id: count === 0 ? key : `${key}\0${count}`, problem, container };
  });
}

const readBy = new WeakMap<EntryList, Map<string, ReadonlySet<Container>>>();

/** Returns the containers in which the tool reads something, found once for each list. */
function containersOf(tool: string, list: EntryList): ReadonlySet<Container> {
  const byTool = readBy.get(list) ?? new Map<string, ReadonlySet<Container>>();
  readBy.set(list, byTool);
  const known = byTool.get(tool);
  if (known !== undefined) return known;
  const read = list.entries.filter(({ tools }) => tools.some(({ id }) => id === tool));
  const containers = new Set(read.flatMap(({ container }) => container ?? []));
  byTool.set(tool, containers);
  return containers;
}

/** Returns true if the tool reads something in the container, or if it is not known who reads it. */
function isReadIn(container: Container | null, tool: string, list: EntryList): boolean {
  if (container === null || container.children === null || container.children === 0) return true;
  return containersOf(tool, list).has(container);
}

/** Returns the broken files that could be of the kind, and in the folders of the tool, that are shown. */
export function problemRows(
  list: EntryList,
  { kind, tab }: Pick<PickerState, 'kind' | 'tab'>,
): readonly ProblemRow[] {
  const all = knownRows.get(list) ?? build(list);
  knownRows.set(list, all);
  return all.filter(({ problem, container }) => {
    const type = brokenType(problem, container);
    if (type !== null && !isOfKind(type, kind)) return false;
    return tab === null || isReadIn(container, tab, list);
  });
}

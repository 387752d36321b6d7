/** The rows of files that were left out of the list, and of folders and plugins that could not be read. */

import { leftOut } from '../entries/broken-files.js';
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

function build(list: EntryList): ProblemRow[] {
  const ofSession = list.sessionProblems.map((problem) => ({ problem, container: null }));
  return [...ofSession, ...leftOut(list)].map(({ problem, container }, index) => ({
    type: 'problem',
    id: `\0${container?.id ?? ''}\0${index}`,
    problem,
    container,
  }));
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

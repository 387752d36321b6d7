/** Everything that is not as it should be, under what it belongs to: the session, a container, an entry. */

import type { EntryList, Problem } from '../entries/entries.js';
import { bareLabel, entryRow, headerRow, labelRow, type Row, type RowGroups } from './row.js';

const sessionLabel = labelRow('the session as a whole');

function rowsOf(owner: string, problems: readonly Problem[]): Row[] {
  return problems.map((problem, index) => ({ type: 'problem', id: `\0${owner}\0${index}`, problem }));
}

/** Rows for all problems; `groups` are the entries to show with theirs. */
export function problemRows(list: EntryList, groups: RowGroups): Row[] {
  const rows: Row[] = [];
  const add = (head: Row, rest: readonly Row[]) => {
    if (rest.length === 0) return;
    rows.push(head);
    for (const row of rest) rows.push(row);
  };
  const entryRows = (container: Parameters<RowGroups['get']>[0]): Row[] =>
    (groups.get(container) ?? []).flatMap((entry) => [entryRow(entry), ...rowsOf(entry.id, entry.problems)]);
  add(sessionLabel, rowsOf('', list.sessionProblems));
  for (const container of list.containers) {
    const rest = [...rowsOf(container.id, container.problems), ...entryRows(container)];
    add(headerRow(container, groups.get(container) ?? []), rest);
  }
  add(bareLabel, entryRows(null));
  return rows;
}

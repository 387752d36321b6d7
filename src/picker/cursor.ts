/** Where the cursor is once the rows are known: it follows its entry, however rows move under it. */

import type { Row } from './row.js';
import type { Rows } from './rows.js';
import type { PickerState } from './state.js';
import { scrollTop } from './viewport.js';

function rowIndex(rows: readonly Row[], id: string, hint: number): number {
  return rows[hint]?.id === id ? hint : rows.findIndex((row) => row.id === id);
}

/** The first row of its kind: the cursor does not start on a header, where Space means more. */
function firstIndex(rows: readonly Row[]): number {
  const at = rows.findIndex(({ type }) => type === 'entry' || type === 'problem');
  return Math.max(0, at);
}

/**
 * Puts the cursor on a row of these: on its entry wherever that is now, else on what took its place, and on the
 * first entry after the filter changed. The window moves along with an entry that moved, and else as little as
 * it can.
 */
export function settleCursor(state: PickerState, { rows }: Rows, height: number): PickerState {
  const { id, index } = state.cursor;
  const known = id === null ? firstIndex(rows) : rowIndex(rows, id, index);
  const at = known === -1 ? Math.max(0, Math.min(index, rows.length - 1)) : known;
  const cursor = { id: rows[at]?.id ?? null, index: at };
  const isCarried = id !== null && known !== -1 && state.top > 0;
  const top = scrollTop({
    rows: rows.length,
    height,
    cursor: rows.length === 0 ? -1 : at,
    top: id === null ? 0 : isCarried ? state.top + at - index : state.top,
  });
  const isSame = cursor.id === id && at === index && top === state.top;
  return isSame ? state : { ...state, cursor, top };
}

/** Keeps the cursor on its entry and the window around the cursor while rows move. */

import type { Row, Rows } from './rows.js';
import type { PickerState } from './state.js';
import { scrollTop } from './viewport.js';

function rowIndex(rows: readonly Row[], id: string, hint: number): number {
  return rows[hint]?.id === id ? hint : rows.findIndex((row) => row.id === id);
}

/** The first entry or problem: the cursor does not start on a header, which would switch a whole container. */
function firstIndex(rows: readonly Row[]): number {
  return Math.max(
    0,
    rows.findIndex(({ type }) => type === 'entry' || type === 'problem'),
  );
}

/**
 * Puts the cursor on one of these rows: on its entry, else on the row that took its place, and on the first entry
 * after the filter changed. A scrolled window moves along with the entry, so that its row stays on its line.
 */
export function settleCursor(state: PickerState, { rows }: Rows, height: number): PickerState {
  const { id, index } = state.cursor;
  const known = id === null ? firstIndex(rows) : rowIndex(rows, id, index);
  const at = known === -1 ? Math.max(0, Math.min(index, rows.length - 1)) : known;
  const cursor = { id: rows[at]?.id ?? null, index: at };
  const isScrolled = id !== null && state.top > 0;
  const top = scrollTop({
    rows: rows.length,
    height,
    cursor: rows.length === 0 ? -1 : at,
    top: isScrolled ? state.top + at - index : 0,
  });
  const isSame = cursor.id === id && at === index && top === state.top;
  return isSame ? state : { ...state, cursor, top };
}

/**
 * Keeps the cursor on its entry while rows move, and the window of visible rows around it. The window moves only as far
 * as the cursor pushes it.
 */

import type { Intent } from './intents.js';
import type { Row, Rows } from './rows.js';
import type { PickerState } from './state.js';

interface Viewport {
  rows: number;
  /** Rows that can be shown at once. */
  height: number;
  /** The cursor's row; -1 if there is none. */
  cursor: number;
  /** The first row shown so far. */
  top: number;
}

const widestMargin = 2;

/** Returns the first row to show, so that the cursor is visible, if possible with a margin above and below. */
export function scrollTop({ rows, height, cursor, top }: Viewport): number {
  const lastTop = Math.max(0, rows - height);
  const margin = Math.max(0, Math.min(widestMargin, Math.floor((height - 1) / 2)));
  const highest = cursor + margin - height + 1;
  const lowest = cursor - margin;
  const wanted = cursor < 0 ? top : Math.max(highest, Math.min(top, lowest));
  return Math.max(0, Math.min(wanted, lastTop));
}

/** Returns the position that a key moves to, between 0 and `last`; null if the key does not move. */
export function movedPosition(intent: Intent, at: number, last: number, height: number): number | null {
  const within = (position: number) => Math.max(0, Math.min(position, last));
  switch (intent.type) {
    case 'move':
      return within(at + intent.by);
    case 'page':
      return within(at + intent.by * Math.max(1, height - 1));
    case 'first':
      return 0;
    case 'last':
      return within(last);
    default:
      return null;
  }
}

function rowIndex(rows: readonly Row[], id: string, hint: number): number {
  return rows[hint]?.id === id ? hint : rows.findIndex((row) => row.id === id);
}

/** The first entry or problem: the cursor does not start on a header, which would switch a whole container. */
function firstIndex(rows: readonly Row[]): number {
  return rows.findIndex(({ type }) => type === 'entry' || type === 'problem');
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

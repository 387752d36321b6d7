/**
 * What was switched in this run, kept apart for each history: what was made in one can be taken back only there. The
 * history of the open session is in the state itself; the others wait until one of their sessions is opened again.
 */

import type { ChangedEntry, JournalEntry } from './made-switches.js';
import type { Model, PickerState } from './state.js';

export interface History {
  /** The batches of switches that undo can take back, oldest first. */
  journal: readonly JournalEntry[];
  /** The batches that were taken back, and that redo makes again, oldest first. */
  undone: readonly JournalEntry[];
  /** The entries switched here, by id. */
  changed: ReadonlyMap<string, ChangedEntry>;
}

export const noHistory: History = { journal: [], undone: [], changed: new Map() };

/** Returns the last batch of a history. After a restart, another host may be at the address of the one before. */
export function lastBatch(batches: History['journal'], { history }: Pick<Model, 'history'>) {
  return batches.findLast((batch) => batch.history === history);
}

/** Returns the state with another history in use; the one that was in use is put aside. */
export function withHistory(state: PickerState, inUse: string, wanted: string): PickerState {
  if (inUse === wanted) return state;
  const { journal, undone, changed } = state;
  const others = new Map(state.otherHistories).set(inUse, { journal, undone, changed });
  const taken = others.get(wanted) ?? noHistory;
  others.delete(wanted);
  return { ...state, ...taken, otherHistories: others };
}

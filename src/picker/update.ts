/**
 * `update(state, intent, world)`: the one place where the picker's state changes. It is pure: what has to happen
 * outside comes back as effects. Rows are built by the caller; `settleCursor` then puts the cursor on one.
 */

import { type EditLine, editLine, insert } from './edit-line.js';
import type { Effect, Intent } from './intents.js';
import type { Row, Rows } from './rows.js';
import { kinds, type Model, type PickerState, showings, type View } from './state.js';
import { forget, putBack, type Step, settle, switchBatch, toggleOne, undo } from './switching.js';
import { scrollTop } from './viewport.js';
import { updateView } from './views.js';

export interface World {
  model: Model;
  rows: Rows;
  /** Rows of the list that fit on the screen. */
  height: number;
  nowMs: number;
  /** Choosing one to print: nothing is switched, and Space is a letter. */
  isPicking: boolean;
}

const stay = (state: PickerState, ...effects: Effect[]): Step => ({ state, effects });

const nextOf = <T>(values: readonly T[], value: T): T => values[(values.indexOf(value) + 1) % values.length]!;

/** Another query or filter: the cursor goes to the first row, and rows kept for their switch may go. */
function filtered(state: PickerState, change: Partial<PickerState>): PickerState {
  return { ...state, ...change, cursor: { id: null, index: 0 }, top: 0, sticky: new Set(), notice: null };
}

function withQuery(state: PickerState, query: EditLine): PickerState {
  return query.text === state.query.text ? { ...state, query } : filtered(state, { query });
}

function moved(state: PickerState, rows: readonly Row[], index: number): PickerState {
  const at = Math.max(0, Math.min(index, rows.length - 1));
  return { ...state, cursor: { id: rows[at]?.id ?? null, index: at }, notice: null };
}

function currentRow(state: PickerState, { rows }: Rows): Row | undefined {
  return rows[state.cursor.index];
}

/** Esc goes back one step: closes what is open, then clears the query and the filters, then leaves. */
function back(state: PickerState): Step {
  if (state.query.text !== '') return stay(withQuery(state, { text: '', at: 0 }));
  if (state.showing !== 'any') return stay(filtered(state, { showing: 'any' }));
  return stay(state, { type: 'leave', code: 0 });
}

function openRow(state: PickerState, { rows, isPicking }: World): Step {
  const row = currentRow(state, rows);
  if (row === undefined) return stay(state);
  if (isPicking) return pickRow(state, row);
  if (row.type === 'problem') return stay({ ...state, notice: { text: row.problem.message, tone: 'warn' } });
  const view: View = { type: 'detail', id: row.id, top: 0, file: null };
  return stay({ ...state, view, notice: null }, { type: 'read-file', id: row.id });
}

function pickRow(state: PickerState, row: Row): Step {
  const reason = row.type === 'entry' ? unpickable(row.entry) : 'Only entries can be chosen.';
  if (reason === null) return stay(state, { type: 'picked', id: row.id });
  return stay({ ...state, notice: { text: reason, tone: 'warn' } });
}

/** Why an entry cannot be chosen for running it; null if it can. */
export function unpickable(entry: {
  name: string;
  offBy: string | null;
  userInvocable: boolean | null;
}): string | null {
  if (entry.offBy === 'container') return `${entry.name} cannot be chosen: its container is off.`;
  if (entry.offBy !== null) return `${entry.name} cannot be chosen: it is off.`;
  return entry.userInvocable === false
    ? `${entry.name} cannot be chosen: only the model may invoke it.`
    : null;
}

function startBatch(state: PickerState, { rows: { rows } }: World): Step {
  const ids = rows.flatMap((row) => (row.type === 'entry' ? [row.id] : []));
  if (ids.length === 0) return stay({ ...state, notice: { text: 'Nothing is shown.', tone: 'plain' } });
  return stay({ ...state, view: { type: 'batch', ids }, notice: null });
}

function nextScope(state: PickerState, { noScopes }: Model): Step {
  if (noScopes !== null) return stay({ ...state, notice: { text: noScopes, tone: 'plain' } });
  const scope = nextOf(['session', 'workspace', 'global'] as const, state.scope);
  return stay({ ...state, scope, notice: { text: `Switches are now kept for: ${scope}.`, tone: 'plain' } });
}

function updateList(state: PickerState, intent: Intent, world: World): Step {
  const { model, rows, height, isPicking } = world;
  switch (intent.type) {
    case 'edit':
      return stay(withQuery(state, editLine(state.query, intent.edit)));
    case 'insert':
      return stay(withQuery(state, insert(state.query, intent.text)));
    case 'move':
      return stay(moved(state, rows.rows, state.cursor.index + intent.by));
    case 'page':
      return stay(moved(state, rows.rows, state.cursor.index + intent.by * Math.max(1, height - 1)));
    case 'first':
      return stay(moved(state, rows.rows, 0));
    case 'last':
      return stay(moved(state, rows.rows, rows.rows.length - 1));
    case 'toggle':
      return isPicking ? stay(state) : toggleOne(state, state.cursor.id, model);
    case 'next-kind':
      return stay(filtered(state, { kind: nextOf(kinds, state.kind) }));
    case 'next-showing':
      return stay(filtered(state, { showing: nextOf(showings, state.showing) }));
    case 'batch':
      return isPicking ? stay(state) : startBatch(state, world);
    case 'undo':
      return isPicking ? stay(state) : undo(state, model);
    case 'next-scope':
      return isPicking ? stay(state) : nextScope(state, model);
    case 'put-back':
      return putBack(state, model);
    case 'open':
      return openRow(state, world);
    case 'choose':
      return stay(
        { ...state, view: { type: 'chooser', choices: null, at: 0, query: { text: '', at: 0 } } },
        { type: 'list-choices' },
      );
    case 'back':
      return isPicking && state.query.text === '' ? stay(state, { type: 'leave', code: 130 }) : back(state);
    default:
      return stay(state);
  }
}

/** What the outside tells, whatever is on screen. */
function updateOutside(state: PickerState, intent: Intent, { model, nowMs }: World): Step | null {
  switch (intent.type) {
    case 'settled':
      return stay(settle(state, intent.id, intent.name, intent.wanted, intent.outcome));
    case 'forgotten':
      return forget(state, intent.cause, intent.lost, model, nowMs);
    case 'told':
      return stay({ ...state, notice: { text: intent.text, tone: intent.tone } });
    case 'model-changed':
      return stay(state);
    case 'redraw':
      return stay(state, { type: 'redraw' });
    case 'suspend':
      return stay(state, { type: 'suspend' });
    case 'leave':
      return stay(state, { type: 'leave', code: 130 });
    case 'reread':
      return stay({ ...state, notice: { text: 'Reading again.', tone: 'plain' } }, { type: 'reread' });
    case 'help':
      if (state.view.type === 'help') return stay({ ...state, view: state.view.under });
      return stay({ ...state, view: { type: 'help', top: 0, under: state.view } });
    default:
      return null;
  }
}

/** The state after an intent, and what has to happen outside. */
export function update(state: PickerState, intent: Intent, world: World): Step {
  const outside = updateOutside(state, intent, world);
  if (outside !== null) return outside;
  if (state.view.type === 'batch' && intent.type === 'batch-all') {
    return switchBatch(state, state.view.ids, intent.enabled, world.model);
  }
  return state.view.type === 'list' ? updateList(state, intent, world) : updateView(state, intent, world);
}

/**
 * Puts the cursor on a row of these: on its entry wherever that is now, else on what took its place, and on the
 * first entry after the filter changed. Then scrolls as little as it takes.
 */
export function settleCursor(state: PickerState, { rows }: Rows, height: number): PickerState {
  const { id, index } = state.cursor;
  const known = id === null ? rows.findIndex(({ type }) => type === 'entry') : rowIndex(rows, id, index);
  const at = known === -1 ? Math.max(0, Math.min(index, rows.length - 1)) : known;
  const cursor = { id: rows[at]?.id ?? null, index: at };
  const isShowingHeader = id === null && at > 0;
  const top = scrollTop({
    rows: rows.length,
    height,
    cursor: rows.length === 0 ? -1 : at,
    top: isShowingHeader ? 0 : state.top,
  });
  const isSame = cursor.id === id && at === index && top === state.top;
  return isSame ? state : { ...state, cursor, top };
}

function rowIndex(rows: readonly Row[], id: string, hint: number): number {
  return rows[hint]?.id === id ? hint : rows.findIndex((row) => row.id === id);
}

/**
 * The one function that changes the picker's state. It is pure: it returns effects for the caller to perform. The caller
 * also builds the rows, and `settleCursor` then puts the cursor on one of them.
 */

import { whyUnpickable } from '../entries/describe.js';
import { scopeText } from '../entries/switch-lifetime.js';
import { type SetScope, scopes, toolScopes } from '../protocol/scopes.js';
import { movedPosition } from './cursor.js';
import { type EditLine, editLine, insert } from './edit-line.js';
import type { Intent } from './intents.js';
import type { Row, Rows } from './rows.js';
import { next, noticeOf, notify, type UpdateResult } from './sending.js';
import { forget, putBack, settle } from './settling.js';
import { kinds, type Model, type OpenView, type PickerState, showings } from './state.js';
import { toggleOne } from './switching.js';
import { redo, settleUndo, undo } from './undoing.js';
import { leave, rereadFile, updateView, withData } from './views.js';

export interface World {
  model: Model;
  rows: Rows;
  listHeight: number;
  /** The height of the views that replace the list. */
  viewHeight: number;
  /** Only a notice fits on the screen, so most keys do nothing. */
  isTooSmall: boolean;
  nowMs: number;
  /** The user chooses an entry to print; nothing is switched. */
  isPicking: boolean;
}

type OpenedIntent = Extract<Intent, { type: 'opened' }>;

const noHistory: Pick<PickerState, 'journal' | 'undone' | 'changed'> = {
  journal: [],
  undone: [],
  changed: new Map(),
};

const nextOf = <T>(values: readonly T[], value: T): T => values[(values.indexOf(value) + 1) % values.length]!;

/** Changes the query or a filter: the cursor goes to the first row, and switched rows are filtered again. */
function withFilter(state: PickerState, change: Partial<PickerState>): PickerState {
  return { ...state, ...change, cursor: { id: null, index: 0 }, top: 0, sticky: new Set(), notice: null };
}

function withQuery(state: PickerState, query: EditLine): PickerState {
  return query.text === state.query.text ? { ...state, query } : withFilter(state, { query });
}

/** Goes back one step: clears the query, else the filter, else leaves. */
function back(state: PickerState, world: World): UpdateResult {
  if (state.query.text !== '') return next(withQuery(state, { text: '', at: 0 }));
  if (state.showing !== 'any') return next(withFilter(state, { showing: 'any' }));
  return next(state, leave(world));
}

function openRow(state: PickerState, { rows, isPicking }: World): UpdateResult {
  const row = rows.rows[state.cursor.index];
  if (row === undefined || row.type === 'label') return next(state);
  if (isPicking) return pickRow(state, row);
  const problem = row.type === 'problem' ? row.problem : null;
  const view: OpenView = { type: 'detail', id: row.id, problem, top: 0, file: null };
  return next({ ...state, view, notice: null }, { type: 'read-file', id: row.id, problem });
}

function pickRow(state: PickerState, row: Row): UpdateResult {
  const reason = row.type === 'entry' ? whyUnpickable(row.entry) : 'Only entries can be chosen.';
  if (reason === null) return next(state, { type: 'picked', id: row.id });
  return notify(state, reason, 'warn');
}

function startBatch(state: PickerState, { rows: { rows } }: World): UpdateResult {
  const ids = rows.flatMap((row) => (row.type === 'entry' ? [row.id] : []));
  if (ids.length === 0) return notify(state, 'Nothing is shown that can be switched.');
  return next({ ...state, view: { type: 'batch', ids }, notice: null });
}

function nextScope(state: PickerState, { noScopes, host }: Model): UpdateResult {
  if (noScopes !== null) return notify(state, noScopes);
  // The tools keep no switches for one session.
  const scope = nextOf<SetScope>(host.isOwn ? toolScopes : scopes, state.scope);
  return notify({ ...state, scope }, scopeText(scope, host));
}

/** The intents that lead to switches; none while the user chooses. */
function updateSwitches(state: PickerState, intent: Intent, world: World): UpdateResult {
  const { model } = world;
  if (world.isPicking) return next(state);
  switch (intent.type) {
    case 'toggle':
      return toggleOne(state, state.cursor.id, model);
    case 'batch':
      return startBatch(state, world);
    case 'undo':
      return undo(state, model);
    case 'redo':
      return redo(state, model);
    case 'next-scope':
      return nextScope(state, model);
    case 'put-back':
      return putBack(state, model);
    default:
      return next(state);
  }
}

function openChooser(state: PickerState): UpdateResult {
  const view: OpenView = { type: 'chooser', choices: null, at: 0, query: { text: '', at: 0 } };
  return next({ ...state, view, notice: null }, { type: 'list-choices' });
}

function updateList(state: PickerState, intent: Intent, world: World): UpdateResult {
  const { rows } = world.rows;
  const index = movedPosition(intent, state.cursor.index, rows.length - 1, world.listHeight);
  if (index !== null) {
    return next({ ...state, cursor: { id: rows[index]?.id ?? null, index }, notice: null });
  }
  switch (intent.type) {
    case 'edit':
      return next(withQuery(state, editLine(state.query, intent.edit)));
    case 'insert':
      return next(withQuery(state, insert(state.query, intent.text)));
    case 'next-kind':
      return next(withFilter(state, { kind: nextOf(kinds, state.kind) }));
    case 'next-showing':
      return next(withFilter(state, { showing: nextOf(showings, state.showing) }));
    case 'open':
      return openRow(state, world);
    case 'choose':
      return openChooser(state);
    case 'back':
      return back(state, world);
    default:
      return updateSwitches(state, intent, world);
  }
}

/**
 * Starts again for another session. The query stays. So does what was changed, if the new session has the same history
 * and can take it back.
 */
function withSession(state: PickerState, { scope, keepsHistory }: OpenedIntent): PickerState {
  const { journal, undone, changed } = keepsHistory ? state : noHistory;
  const cleared = { lost: [], putBackAtMs: [] };
  return { ...withFilter(state, { view: { type: 'list' }, scope }), ...cleared, journal, undone, changed };
}

/** Handles intents without a key, and keys that mean the same in every view. */
function updateAnywhere(state: PickerState, intent: Intent, world: World): UpdateResult | null {
  switch (intent.type) {
    case 'settled':
      return next(settle(state, intent.results, world.model));
    case 'forgotten':
      return forget(state, intent, world);
    case 'notice':
      return notify(state, intent.text, intent.tone);
    case 'must-choose':
      return openChooser(state);
    case 'opened':
      return next(withSession(state, intent));
    case 'undone':
      return settleUndo(state, intent, world.model);
    case 'file-read':
    case 'choices':
      return next({ ...state, view: withData(state.view, intent) });
    case 'list-changed':
      return next(state, ...rereadFile(state.view));
    case 'redraw':
    case 'suspend':
      return next(state, { type: intent.type });
    case 'leave':
      return next(state, { type: 'leave', code: 130 });
    case 'reread': {
      const notice = noticeOf('Reading everything again.');
      return next({ ...state, notice }, { type: 'reread' }, ...rereadFile(state.view));
    }
    default:
      return null;
  }
}

function toggleHelp(state: PickerState): UpdateResult {
  const { view } = state;
  const shown: OpenView = view.type === 'help' ? view.under : { type: 'help', top: 0, under: view };
  return next({ ...state, view: shown, notice: null });
}

/** Returns the state after an intent, and the effects to perform. */
export function update(state: PickerState, intent: Intent, world: World): UpdateResult {
  const anywhere = updateAnywhere(state, intent, world);
  if (anywhere !== null) return anywhere;
  if (world.isTooSmall) return intent.type === 'back' ? next(state, leave(world)) : next(state);
  if (intent.type === 'help') return toggleHelp(state);
  return state.view.type === 'list' ? updateList(state, intent, world) : updateView(state, intent, world);
}

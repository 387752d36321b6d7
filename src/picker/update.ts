/**
 * The one function that changes the picker's state. It is pure: what has to happen outside is returned as effects.
 * The caller builds the rows, and `settleCursor` then puts the cursor on one of them.
 */

import { whyUnpickable } from '../entries/describe.js';
import { scopeText } from '../entries/switch-lifetime.js';
import { type EditLine, editLine, insert } from './edit-line.js';
import type { Intent } from './intents.js';
import type { Row, Rows } from './rows.js';
import { forget, putBack, settle } from './settling.js';
import { kinds, type Model, type OpenView, type PickerState, showings } from './state.js';
import { type Step, say, switchBatch, toggleOne, undo } from './switching.js';
import { leave, rereadFile, stay, updateView, withData } from './views.js';

export interface World {
  model: Model;
  rows: Rows;
  /** The height of the list. */
  height: number;
  /** The height of the views that replace the list. */
  viewHeight: number;
  /** Only a notice fits on the screen, so keys that switch do nothing. */
  isTooSmall: boolean;
  nowMs: number;
  /** The user chooses an entry to print; nothing is switched. */
  isPicking: boolean;
}

const nextOf = <T>(values: readonly T[], value: T): T => values[(values.indexOf(value) + 1) % values.length]!;

/** After another query or filter, the cursor is on the first row, and switched rows are filtered again. */
function withFilter(state: PickerState, change: Partial<PickerState>): PickerState {
  return { ...state, ...change, cursor: { id: null, index: 0 }, top: 0, sticky: new Set(), notice: null };
}

function withQuery(state: PickerState, query: EditLine): PickerState {
  return query.text === state.query.text ? { ...state, query } : withFilter(state, { query });
}

function moveTo(state: PickerState, { rows }: Rows, index: number): PickerState {
  const at = Math.max(0, Math.min(index, rows.length - 1));
  return { ...state, cursor: { id: rows[at]?.id ?? null, index: at }, notice: null };
}

/** Goes back one step: clears the query, then the filter, then leaves. */
function back(state: PickerState, world: World): Step {
  if (state.query.text !== '') return stay(withQuery(state, { text: '', at: 0 }));
  if (state.showing !== 'any') return stay(withFilter(state, { showing: 'any' }));
  return stay(state, leave(world));
}

function openRow(state: PickerState, { rows, isPicking }: World): Step {
  const row = rows.rows[state.cursor.index];
  if (row === undefined || row.type === 'label') return stay(state);
  if (isPicking) return pickRow(state, row);
  const problem = row.type === 'problem' ? row.problem : null;
  const view: OpenView = { type: 'detail', id: row.id, problem, top: 0, file: null };
  return stay({ ...state, view, notice: null }, { type: 'read-file', id: row.id, problem });
}

function pickRow(state: PickerState, row: Row): Step {
  const reason = row.type === 'entry' ? whyUnpickable(row.entry) : 'Only entries can be chosen.';
  if (reason === null) return stay(state, { type: 'picked', id: row.id });
  return stay({ ...state, notice: say(reason, 'warn') });
}

function startBatch(state: PickerState, { rows: { rows } }: World): Step {
  const ids = rows.flatMap((row) => (row.type === 'entry' ? [row.id] : []));
  if (ids.length === 0) return stay({ ...state, notice: say('Nothing is shown that can be switched.') });
  return stay({ ...state, view: { type: 'batch', ids }, notice: null });
}

function nextScope(state: PickerState, { noScopes, host }: Model): Step {
  if (noScopes !== null) return stay({ ...state, notice: say(noScopes) });
  const scope = nextOf(['session', 'workspace', 'global'] as const, state.scope);
  return stay({ ...state, scope, notice: say(scopeText(scope, host)) });
}

function choose(state: PickerState): Step {
  const view: OpenView = { type: 'chooser', choices: null, at: 0, query: { text: '', at: 0 } };
  return stay({ ...state, view, notice: null }, { type: 'list-choices' });
}

/** The intents that lead to switches; none while the user chooses. */
function updateSwitches(state: PickerState, intent: Intent, world: World): Step {
  const { model } = world;
  if (world.isPicking) return stay(state);
  switch (intent.type) {
    case 'toggle':
      return toggleOne(state, state.cursor.id, model);
    case 'batch':
      return startBatch(state, world);
    case 'undo':
      return undo(state, model);
    case 'next-scope':
      return nextScope(state, model);
    case 'put-back':
      return putBack(state, model);
    default:
      return stay(state);
  }
}

function updateList(state: PickerState, intent: Intent, world: World): Step {
  const { rows, height } = world;
  switch (intent.type) {
    case 'edit':
      return stay(withQuery(state, editLine(state.query, intent.edit)));
    case 'insert':
      return stay(withQuery(state, insert(state.query, intent.text)));
    case 'move':
      return stay(moveTo(state, rows, state.cursor.index + intent.by));
    case 'page':
      return stay(moveTo(state, rows, state.cursor.index + intent.by * Math.max(1, height - 1)));
    case 'first':
      return stay(moveTo(state, rows, 0));
    case 'last':
      return stay(moveTo(state, rows, rows.rows.length - 1));
    case 'next-kind':
      return stay(withFilter(state, { kind: nextOf(kinds, state.kind) }));
    case 'next-showing':
      return stay(withFilter(state, { showing: nextOf(showings, state.showing) }));
    case 'open':
      return openRow(state, world);
    case 'choose':
      return choose(state);
    case 'back':
      return back(state, world);
    default:
      return updateSwitches(state, intent, world);
  }
}

/** For another session: its list shares nothing with the one before, but the query stays. */
function withSession(state: PickerState, scope: PickerState['scope']): PickerState {
  return {
    ...withFilter(state, { view: { type: 'list' }, scope }),
    journal: [],
    changed: new Map(),
    lost: [],
    putBackAtMs: [],
  };
}

/** News from outside, and keys that mean the same in every view. */
function updateAnywhere(state: PickerState, intent: Intent, { model, nowMs }: World): Step | null {
  switch (intent.type) {
    case 'settled':
      return stay(settle(state, intent.results));
    case 'forgotten':
      return forget(state, intent.cause, intent.lost, model, nowMs);
    case 'notice':
      return stay({ ...state, notice: say(intent.text, intent.tone) });
    case 'opened':
      return stay(withSession(state, intent.scope));
    case 'file-read':
    case 'choices':
      return stay({ ...state, view: withData(state.view, intent) });
    case 'list-changed':
      return stay(state, ...rereadFile(state.view));
    case 'redraw':
      return stay(state, { type: 'redraw' });
    case 'suspend':
      return stay(state, { type: 'suspend' });
    case 'leave':
      return stay(state, { type: 'leave', code: 130 });
    case 'reread':
      return stay(
        { ...state, notice: say('Asking the host again.') },
        { type: 'reread' },
        ...rereadFile(state.view),
      );
    default:
      return null;
  }
}

function toggleHelp(state: PickerState): Step {
  const { view } = state;
  const next: OpenView = view.type === 'help' ? view.under : { type: 'help', top: 0, under: view };
  return stay({ ...state, view: next, notice: null });
}

/** Returns the state after an intent, and the effects to perform outside. */
export function update(state: PickerState, intent: Intent, world: World): Step {
  const anywhere = updateAnywhere(state, intent, world);
  if (anywhere !== null) return anywhere;
  if (world.isTooSmall) return intent.type === 'back' ? stay(state, leave(world)) : stay(state);
  if (intent.type === 'help') return toggleHelp(state);
  if (state.view.type === 'batch' && intent.type === 'batch-all') {
    return switchBatch(state, state.view.ids, intent.enabled, world.model);
  }
  return state.view.type === 'list' ? updateList(state, intent, world) : updateView(state, intent, world);
}

/** What keys and the mouse do in the list. */

import { whyUnpickable } from '../entries/describe.js';
import { scopeText } from '../entries/switch-lifetime.js';
import { toolTitle } from '../entries/tool-names.js';
import { type SetScope, scopes, toolScopes } from '../protocol/scopes.js';
import { chooseTool } from './choose-tool.js';
import { movedPosition } from './cursor.js';
import {
  edited,
  inserted,
  moveTab,
  nextKind,
  nextOf,
  nextShowing,
  nextSort,
  openTab,
  withQuery,
} from './filters.js';
import type { Intent } from './intents.js';
import { keyFor } from './keymap.js';
import type { Row } from './rows.js';
import { next, notify, type UpdateResult } from './sending.js';
import { putBack } from './settling.js';
import type { Model, PickerState } from './state.js';
import { refusal, toggleOne } from './switching.js';
import { redo, undo } from './undoing.js';
import type { World } from './update.js';
import { leave, openChooser } from './views.js';

/** Goes back one step: leaves the cell, else clears the query, else leaves. */
function back(state: PickerState, world: World): UpdateResult {
  if (state.tool !== null) return next({ ...state, tool: null, notice: null });
  if (state.query.text !== '') return next(withQuery(state, { text: '', at: 0 }));
  return next(state, leave(world));
}

function pickRow(state: PickerState, row: Row): UpdateResult {
  const entry = row.type === 'entry' ? row.entry : row.type === 'header' ? row.listed : undefined;
  const other = row.type === 'problem' ? 'A file that was left out' : 'A heading';
  const reason = entry === undefined ? `${other} cannot be chosen.` : whyUnpickable(entry);
  if (reason === null) return next(state, { type: 'picked', id: row.id });
  return notify(state, reason, 'warn');
}

function openRow(state: PickerState, { rows, isPicking }: World): UpdateResult {
  const row = rows.rows[state.cursor.index];
  if (row === undefined || row.type === 'label') return next(state);
  if (isPicking) return pickRow(state, row);
  const problem = row.type === 'problem' ? row.problem : null;
  // The view shows in full what the line after a switch had no room for.
  const { notice: said } = state;
  const notice = said?.parts !== undefined || said?.settled !== undefined ? said : null;
  return next({ ...state, view: { type: 'detail', id: row.id, problem, top: 0 }, notice });
}

function startBatch(state: PickerState, { rows: { rows } }: World): UpdateResult {
  const ids = rows.flatMap((row) => (row.type === 'entry' ? [row.id] : []));
  const leftOut = rows.flatMap((row) => (row.type === 'header' && row.listed ? [row.id] : []));
  if (ids.length === 0 && leftOut.length > 0)
    return notify(
      state,
      `Folders and plugins are switched one by one: ${keyFor('toggle')} switches this one.`,
    );
  if (ids.length === 0) return notify(state, 'Nothing is shown that can be switched.');
  return next({
    ...state,
    view: { type: 'batch', ids, ...(leftOut.length > 0 && { leftOut }) },
    notice: null,
  });
}

function nextScope(state: PickerState, { noScopes, host, list }: Model): UpdateResult {
  if (noScopes !== null) return notify(state, noScopes);
  // The tools keep no switches for one session.
  const scope = nextOf<SetScope>(host.isOwn ? toolScopes : scopes, state.scope);
  return notify({ ...state, scope }, scopeText(scope, host, list));
}

/** Shows or hides the preview, and remembers it. */
function togglePreview(state: PickerState, { mayHavePreview }: World): UpdateResult {
  if (!mayHavePreview)
    return notify(state, 'There is no room for the preview: it needs 110 columns and 14 rows.');
  const hasPreview = !state.hasPreview;
  return next({ ...state, hasPreview }, { type: 'remember', setting: { key: 'preview', value: hasPreview } });
}

/** Names the chosen tool where no head does. */
function named(chosen: UpdateResult, { hasHeads }: World): UpdateResult {
  const { tool, notice } = chosen.state;
  if (hasHeads || tool === null || notice !== null) return chosen;
  return notify(chosen.state, `${toolTitle(tool)} is chosen: ${keyFor('toggle')} switches it there alone.`);
}

/** Switches the row with the cursor; on a heading that is not listed itself, no entry that is not shown. */
function toggleRow(state: PickerState, { model, rows }: World): UpdateResult {
  const row = rows.rows[state.cursor.index];
  const isHeading = row?.type === 'header' && row.listed === undefined;
  const shown = isHeading ? new Set(rows.rows.map(({ id }) => id)) : null;
  return toggleOne(state, state.cursor.id, model, shown);
}

/** The intents that lead to switches, or choose what is switched; none while the user chooses an entry to print. */
function updateSwitches(state: PickerState, intent: Intent, world: World): UpdateResult {
  const { model, rows } = world;
  if (world.isPicking) return next(state);
  if (intent.type === 'batch' && model.host.listsOnly) return next({ ...state, notice: refusal(model) });
  switch (intent.type) {
    case 'toggle':
      return toggleRow(state, world);
    case 'tool':
      return named(chooseTool(state, intent.by, rows.rows[state.cursor.index], model), world);
    case 'tab':
      return moveTab(state, intent.by, model);
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

/** Returns true for the step from the query into the list: the first hit is not skipped. */
function isEntering({ focus }: PickerState, intent: Intent, { isPicking }: World): boolean {
  return focus === 'query' && !isPicking && intent.type === 'move' && Math.abs(intent.by) === 1;
}

/** Puts the cursor on a row, which takes the focus from the query. */
function moveTo(state: PickerState, index: number, { rows }: World): PickerState {
  return { ...state, focus: 'list', cursor: { id: rows.rows[index]?.id ?? null, index }, notice: null };
}

/**
 * What a click does: on a row, it puts the cursor there; on a cell, it also switches that tool, as a check box does. It
 * always takes the focus from the query.
 */
function updatePointed(state: PickerState, intent: Intent, world: World): UpdateResult | null {
  switch (intent.type) {
    case 'point':
      return next({ ...moveTo(state, intent.index, world), tool: null });
    case 'point-cell': {
      const pointed = { ...moveTo(state, intent.index, world), tool: intent.tool };
      return world.isPicking ? next(state) : toggleOne(pointed, pointed.cursor.id, world.model);
    }
    case 'point-tab':
      return world.isPicking ? next(state) : openTab({ ...state, focus: 'list' }, intent.tab);
    default:
      return null;
  }
}

export function updateList(state: PickerState, intent: Intent, world: World): UpdateResult {
  const { rows } = world.rows;
  const index = movedPosition(intent, state.cursor.index, rows.length - 1, world.listHeight);
  if (index !== null)
    return next(moveTo(state, isEntering(state, intent, world) ? state.cursor.index : index, world));
  const pointed = updatePointed(state, intent, world);
  if (pointed !== null) return pointed;
  switch (intent.type) {
    case 'edit':
      return next(edited(state, intent.edit));
    case 'insert':
    case 'paste':
      return next(inserted(state, intent.text));
    case 'next-kind':
      return next(nextKind(state));
    case 'next-showing':
      return next(nextShowing(state, world.model));
    case 'next-sort':
      return next(nextSort(state));
    case 'preview':
      return togglePreview(state, world);
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

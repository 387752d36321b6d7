/**
 * What keys do in the detail view: scroll, switch, select an agent, edit the file or the setting that decides, go to the
 * next entry.
 */

import { toolTitle } from '../entries/tool-names.js';
import type { DecidingSetting, ToolStanding } from '../protocol/tool-standing.js';
import { movedPosition } from './cursor.js';
import type { Intent } from './intents.js';
import type { DetailView, OpenView } from './open-view.js';
import type { Row } from './rows.js';
import { selectAgent } from './selecting.js';
import { close, next, notify, type UpdateResult } from './sending.js';
import type { Model, PickerState } from './state.js';
import { toggleOne } from './switching.js';
import { findTarget, type SwitchTarget } from './targets.js';
import { redo, undo } from './undoing.js';
import type { World } from './update.js';

/** Scrolls the view; the store bounds its position by the number of lines. */
function scrolled(view: DetailView, intent: Intent, { viewHeight }: World): DetailView {
  return { ...view, top: movedPosition(intent, view.top, Number.MAX_SAFE_INTEGER, viewHeight) ?? view.top };
}

const canBeOpened = (row: Row | undefined): row is Row => row?.type === 'entry' || row?.type === 'problem';

/** Opens the next row that has a file, in this direction; the cursor goes along. */
function openNeighbour(state: PickerState, view: DetailView, by: 1 | -1, world: World): UpdateResult {
  const { rows } = world.rows;
  const { id, index: at } = state.cursor;
  // If the open row is gone, the cursor is on the one that took its place.
  let index = id !== view.id && by === 1 ? at : at + by;
  while (index >= 0 && index < rows.length && !canBeOpened(rows[index])) index += by;
  const row = rows[index];
  if (!canBeOpened(row)) return notify(state, by === 1 ? 'This is the last one.' : 'This is the first one.');
  const problem = row.type === 'problem' ? row.problem : null;
  const opened: OpenView = { type: 'detail', id: row.id, problem, top: 0 };
  return next({ ...state, view: opened, cursor: { id: row.id, index }, notice: null });
}

/** Returns the setting that decides: in the chosen tool, else in the first tool in which it is off, else in any. */
function decidingSetting(tools: readonly ToolStanding[], chosen: string | null): DecidingSetting | null {
  const decided = tools.filter(({ id, why }) => why !== null && (chosen === null || id === chosen));
  const isOff = ({ enabled }: ToolStanding) => !enabled;
  return (decided.find(isOff) ?? decided[0])?.why ?? null;
}

/** Returns that there is no file to open, and why. */
function noSetting(
  target: SwitchTarget | null,
  chosen: string | null,
  { isOwn, listsOnly }: Model['host'],
): string {
  if (listsOnly) return 'The agent does not say which setting decides about it.';
  if (!isOwn) return 'The host does not say which setting decides about it.';
  if (target === null) return 'It is not in the list, so no setting decides about it.';
  if (target.type === 'directory') return 'A folder has no setting of its own.';
  if (target.tools.length === 0) return 'No tool has a setting for it: skillpick keeps its switch.';
  const where = chosen === null ? '' : ` in ${toolTitle(chosen)}`;
  return `No setting decides about it${where}: it is as it is by default.`;
}

function openSetting(state: PickerState, id: string, { list, host }: Model): UpdateResult {
  const chosen = state.tool ?? state.tab;
  const target = findTarget(list, id);
  const why = decidingSetting(target?.tools ?? [], chosen);
  if (why !== null)
    return next({ ...state, notice: null }, { type: 'edit-setting', file: why.file, line: why.line });
  return notify(state, noSetting(target, chosen, host));
}

export function updateDetail(
  state: PickerState,
  view: DetailView,
  intent: Intent,
  world: World,
): UpdateResult {
  const { id, problem } = view;
  switch (intent.type) {
    case 'edit-file':
      return next({ ...state, notice: null }, { type: 'edit-file', id, problem });
    case 'edit-setting':
      return openSetting(state, id, world.model);
    case 'select-agent':
      return selectAgent(state, id, world.model);
    case 'neighbour':
      return openNeighbour(state, view, intent.by, world);
    case 'toggle':
      return toggleOne(state, id, world.model);
    case 'undo':
      return undo(state, world.model);
    case 'redo':
      return redo(state, world.model);
    case 'back':
    case 'open':
      return close(state);
    default:
      return next({ ...state, notice: null, view: scrolled(view, intent, world) });
  }
}

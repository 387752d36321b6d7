/**
 * The one function that changes the picker's state. It is pure: it returns effects for the caller to perform. The caller
 * also builds the rows, and `settleCursor` then puts the cursor on one of them.
 */

import type { Problem } from '../entries/entries.js';
import { listedNote } from '../entries/lists-only.js';
import { withFilter } from './filters.js';
import { helpContext, helpIntent, helpItems } from './help-items.js';
import { withHistory } from './histories.js';
import type { Intent } from './intents.js';
import { updateList } from './list-keys.js';
import { changeUnderHelp, isAsking, isChoosing, type OpenView } from './open-view.js';
import type { Rows } from './rows.js';
import { next, noticeOf, notify, type UpdateResult } from './sending.js';
import { forget, settle } from './settling.js';
import type { Model, PickerState } from './state.js';
import { settleUndo } from './undoing.js';
import { leave, openChooser, updateView, withChoices } from './views.js';

export interface World {
  model: Model;
  rows: Rows;
  listHeight: number;
  /** The columns have heads, so that a chosen cell can be told by its column. */
  hasHeads: boolean;
  /** The height of the views that replace the list. */
  viewHeight: number;
  /** There is room for the preview. */
  mayHavePreview: boolean;
  /** Only a notice fits on the screen, so most keys do nothing. */
  isTooSmall: boolean;
  nowMs: number;
  /** The user chooses an entry to print; nothing is switched. */
  isPicking: boolean;
}

type OpenedIntent = Extract<Intent, { type: 'opened' }>;

/** Returns the state without the tab and the cell of tools that are not there. A question about them is withdrawn. */
function withKnownTools(state: PickerState, { tools, waitingFor }: Model): PickerState {
  const isKnown = (id: string | null) => id === null || waitingFor !== null || tools.includes(id);
  if (isKnown(state.tab) && isKnown(state.tool)) return state;
  const { view } = state;
  // The help over it goes, too: its lines are about the question.
  const isWithdrawn = isAsking(view);
  return {
    ...state,
    tab: isKnown(state.tab) ? state.tab : null,
    tool: isKnown(state.tool) ? state.tool : null,
    view: isWithdrawn ? { type: 'list' } : view,
    notice: isWithdrawn ? noticeOf('Nothing was switched: the tools have changed.', 'warn') : state.notice,
  };
}

const isSame = (one: Problem, other: Problem): boolean =>
  one.uri === other.uri && one.message === other.message;

/** Returns the detail view of a problem as the view of its entry, once the file is fixed. */
function withCurrentProblem(view: OpenView, { list }: Model): OpenView {
  if (view.type !== 'detail' || view.problem === null) return view;
  const { problem } = view;
  if (list.problems.some((one) => isSame(one, problem))) return view;
  const entry = list.entries.find(({ uri }) => uri === problem.uri);
  return { ...view, problem: null, id: entry?.id ?? view.id };
}

/** Returns the state after the list has changed. */
function withList(state: PickerState, model: Model): PickerState {
  const known = withKnownTools(state, model);
  return { ...known, view: changeUnderHelp(known.view, (view) => withCurrentProblem(view, model)) };
}

/** Starts again for another session, with what was switched there before. The query stays. */
function withSession(state: PickerState, { scope, left }: OpenedIntent, model: Model): PickerState {
  const cleared = { lost: [], putBackAtMs: [], file: null, tool: null };
  // A chooser that was opened meanwhile stays: what is typed there must not reach the list.
  const view: OpenView = isChoosing(state.view) ? state.view : { type: 'list' };
  const opened = withFilter(state, { view, scope });
  const session = withKnownTools(withHistory({ ...opened, ...cleared }, left, model.history), model);
  return model.host.listsOnly ? { ...session, notice: noticeOf(listedNote) } : session;
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
      return next(withSession(state, intent, world.model));
    case 'undone':
      return settleUndo(state, intent, world.model);
    case 'file-read':
      return next({ ...state, file: { id: intent.id, file: intent.file } });
    case 'choices':
      return next({
        ...state,
        view: changeUnderHelp(state.view, (view) => withChoices(view, intent.choices)),
      });
    case 'list-changed':
      return next(withList(state, world.model));
    case 'redraw':
    case 'suspend':
      return next(state, { type: intent.type });
    case 'leave':
      return next(state, { type: 'leave', code: 130 });
    case 'reread':
      return next({ ...state, notice: noticeOf('Reading everything again.') }, { type: 'reread' });
    default:
      return null;
  }
}

function toggleHelp(state: PickerState): UpdateResult {
  const { view } = state;
  const shown: OpenView = view.type === 'help' ? view.under : { type: 'help', at: 0, top: 0, under: view };
  return next({ ...state, view: shown, notice: null });
}

/** Runs the chosen line of the help in the view under it. A line about other views only stays where it is. */
function runHelpLine(state: PickerState, world: World): UpdateResult | null {
  const { view } = state;
  if (view.type !== 'help') return null;
  const context = helpContext(state, view.under.type, world.model, world.isPicking);
  const item = helpItems(context)[view.at];
  const intent = helpIntent(item, state.query);
  return intent === null ? next(state) : update({ ...state, view: view.under }, intent, world);
}

/** Returns the state after an intent, and the effects to perform. */
export function update(state: PickerState, intent: Intent, world: World): UpdateResult {
  const anywhere = updateAnywhere(state, intent, world);
  if (anywhere !== null) return anywhere;
  if (world.isTooSmall) return intent.type === 'back' ? next(state, leave(world)) : next(state);
  if (intent.type === 'help') return toggleHelp(state);
  if (intent.type === 'open' && state.view.type === 'help') return runHelpLine(state, world) ?? next(state);
  return state.view.type === 'list' ? updateList(state, intent, world) : updateView(state, intent, world);
}

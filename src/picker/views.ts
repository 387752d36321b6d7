/** What keys do in the views over the list: the batch question, the detail view, the chooser, the help. */

import { chosenIndex, matchingChoices } from './choices.js';
import { updateConsent } from './consent.js';
import { movedPosition } from './cursor.js';
import { updateDetail } from './detail-keys.js';
import { editLine, insert } from './edit-line.js';
import { helpContext, helpItems } from './help-items.js';
import type { Effect, Intent } from './intents.js';
import type { Choice, ChooserView, HelpView, OpenView } from './open-view.js';
import { close, next, noticeOf, type UpdateResult } from './sending.js';
import type { PickerState } from './state.js';
import { switchBatch } from './switching.js';
import type { World } from './update.js';

const show = (state: PickerState, view: OpenView): UpdateResult => next({ ...state, view });

/** Leaves without a choice. */
export const leave = ({ isPicking }: World): Effect => ({ type: 'leave', code: isPicking ? 130 : 0 });

export function openChooser(state: PickerState): UpdateResult {
  const view: OpenView = { type: 'chooser', choices: null, key: null, query: { text: '', at: 0 } };
  return next({ ...state, view, notice: null }, { type: 'list-choices' });
}

function openChoice(state: PickerState, choice: Choice | undefined): UpdateResult {
  if (choice === undefined) return next(state);
  // The current one is opened too: that cancels another one that is being opened.
  const notice = choice.isCurrent ? null : noticeOf(`Opening ${choice.title}.`);
  return next({ ...state, view: { type: 'list' }, notice }, { type: 'open-choice', key: choice.key });
}

/** Clears the query, else closes the chooser, else leaves: without a session there is nothing behind it. */
function backFromChooser(state: PickerState, view: ChooserView, world: World): UpdateResult {
  if (view.query.text !== '') return show(state, { ...view, query: { text: '', at: 0 }, key: null });
  return world.model.waitingFor === null ? close(state) : next(state, leave(world));
}

function updateChooser(state: PickerState, view: ChooserView, intent: Intent, world: World): UpdateResult {
  const matching = matchingChoices(view.choices ?? [], view.query.text);
  const index = chosenIndex(matching, view.key);
  const at = movedPosition(intent, index, matching.length - 1, world.viewHeight);
  if (at !== null) return show(state, { ...view, key: matching[at]?.key ?? null });
  switch (intent.type) {
    case 'insert':
    case 'paste':
      return show(state, { ...view, query: insert(view.query, intent.text), key: null });
    case 'edit': {
      const query = editLine(view.query, intent.edit);
      return show(state, { ...view, query, key: query.text === view.query.text ? view.key : null });
    }
    case 'open':
      return openChoice(state, matching[index]);
    case 'back':
      return backFromChooser(state, view, world);
    default:
      return next(state);
  }
}

/** Moves the chosen line of the help. */
function updateHelp(state: PickerState, view: HelpView, intent: Intent, world: World): UpdateResult {
  if (intent.type === 'back') return show(state, view.under);
  const { length } = helpItems(helpContext(state, view.under.type, world.model, world.isPicking));
  const at = movedPosition(intent, view.at, length - 1, world.viewHeight);
  return at === null ? next(state) : show(state, { ...view, at });
}

export function updateView(state: PickerState, intent: Intent, world: World): UpdateResult {
  const { view } = state;
  switch (view.type) {
    case 'detail':
      return updateDetail(state, view, intent, world);
    case 'chooser':
      return updateChooser(state, view, intent, world);
    case 'help':
      return updateHelp(state, view, intent, world);
    case 'batch':
      if (intent.type === 'batch-all') return switchBatch(state, view.ids, intent.enabled, world.model);
      return intent.type === 'back' ? close(state) : next(state);
    case 'consent':
      return updateConsent(state, view, intent, world.model);
    case 'list':
      return next(state);
  }
}

/** Adds choices. At first the cursor is on the current session, unless something was typed; then it stays on its choice. */
export function withChoices(view: OpenView, choices: readonly Choice[]): OpenView {
  if (view.type !== 'chooser') return view;
  const { choices: before, query, key } = view;
  if (before === null && query.text === '')
    return { ...view, choices, key: choices.find(({ isCurrent }) => isCurrent)?.key ?? null };
  const matching = matchingChoices(before ?? [], query.text);
  return { ...view, choices, key: matching[chosenIndex(matching, key)]?.key ?? null };
}

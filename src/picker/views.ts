/** What keys do in the views over the list: the batch question, the detail view, the chooser, the help. */

import { updateConsent } from './consent.js';
import { movedPosition } from './cursor.js';
import { editLine, insert } from './edit-line.js';
import type { Effect, ExternalIntent, Intent } from './intents.js';
import type { Choice, ChooserView, DetailView, OpenView } from './open-view.js';
import { next, noticeOf, type UpdateResult } from './sending.js';
import type { PickerState } from './state.js';
import { switchBatch, toggleOne } from './switching.js';
import type { World } from './update.js';

const show = (state: PickerState, view: OpenView): UpdateResult => next({ ...state, view });
const close = (state: PickerState): UpdateResult => next({ ...state, view: { type: 'list' }, notice: null });

/** Leaves without a choice. */
export const leave = ({ isPicking }: World): Effect => ({ type: 'leave', code: isPicking ? 130 : 0 });

/** Scrolls the view; the store bounds its position by the number of lines. */
function scrolled<T extends { top: number }>(view: T, intent: Intent, { viewHeight }: World): T {
  return { ...view, top: movedPosition(intent, view.top, Number.MAX_SAFE_INTEGER, viewHeight) ?? view.top };
}

function updateDetail(state: PickerState, view: DetailView, intent: Intent, world: World): UpdateResult {
  const { id, problem } = view;
  switch (intent.type) {
    case 'edit-file':
      return next({ ...state, notice: null }, { type: 'edit-file', id, problem });
    case 'toggle':
      return toggleOne(state, id, world.model);
    case 'back':
    case 'open':
      return close(state);
    default:
      return next({ ...state, notice: null, view: scrolled(view, intent, world) });
  }
}

/** Returns the choices that have every word of the query. */
export function matchingChoices(choices: readonly Choice[], query: string): Choice[] {
  const words = query.toLowerCase().split(/\s+/);
  return choices.filter(({ group, title, note }) => {
    const text = `${group} ${title} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function openChoice(state: PickerState, choice: Choice | undefined): UpdateResult {
  if (choice === undefined) return next(state);
  // The current one is opened too: that cancels another one that is being opened.
  const notice = choice.isCurrent ? null : noticeOf(`Opening ${choice.title}.`);
  return next({ ...state, view: { type: 'list' }, notice }, { type: 'open-choice', key: choice.key });
}

/** Clears the query, else closes the chooser, else leaves: without a session there is nothing behind it. */
function backFromChooser(state: PickerState, view: ChooserView, world: World): UpdateResult {
  if (view.query.text !== '') return show(state, { ...view, query: { text: '', at: 0 }, at: 0 });
  return world.model.waitingFor === null ? close(state) : next(state, leave(world));
}

function updateChooser(state: PickerState, view: ChooserView, intent: Intent, world: World): UpdateResult {
  const matching = matchingChoices(view.choices ?? [], view.query.text);
  const at = movedPosition(intent, view.at, matching.length - 1, world.viewHeight);
  if (at !== null) return show(state, { ...view, at });
  switch (intent.type) {
    case 'insert':
      return show(state, { ...view, query: insert(view.query, intent.text), at: 0 });
    case 'edit': {
      const query = editLine(view.query, intent.edit);
      return show(state, { ...view, query, at: query.text === view.query.text ? view.at : 0 });
    }
    case 'open':
      return openChoice(state, matching[view.at]);
    case 'back':
      return backFromChooser(state, view, world);
    default:
      return next(state);
  }
}

export function updateView(state: PickerState, intent: Intent, world: World): UpdateResult {
  const { view } = state;
  switch (view.type) {
    case 'detail':
      return updateDetail(state, view, intent, world);
    case 'chooser':
      return updateChooser(state, view, intent, world);
    case 'help':
      if (intent.type === 'back' || intent.type === 'open') return show(state, view.under);
      return show(state, scrolled(view, intent, world));
    case 'batch':
      if (intent.type === 'batch-all') return switchBatch(state, view.ids, intent.enabled, world.model);
      return intent.type === 'back' ? close(state) : next(state);
    case 'consent':
      return updateConsent(state, view, intent, world.model);
    case 'list':
      return next(state);
  }
}

/** Reads the file of a detail view again: it may have changed with the list. */
export function rereadFile(view: OpenView): Effect[] {
  if (view.type === 'help') return rereadFile(view.under);
  return view.type === 'detail' ? [{ type: 'read-file', id: view.id, problem: view.problem }] : [];
}

type ViewData = Extract<ExternalIntent, { type: 'file-read' | 'choices' }>;

/** Adds the data that a view asked for; the help may have been opened over it in the meantime. */
export function withData(view: OpenView, data: ViewData): OpenView {
  if (view.type === 'help') return { ...view, under: withData(view.under, data) };
  if (data.type === 'file-read')
    return view.type === 'detail' && view.id === data.id ? { ...view, file: data.file } : view;
  if (view.type !== 'chooser') return view;
  const current = matchingChoices(data.choices, view.query.text).findIndex(({ isCurrent }) => isCurrent);
  return { ...view, choices: data.choices, at: Math.max(0, current) };
}

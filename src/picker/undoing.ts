/**
 * Undo and redo. Skillpick's own host takes a batch back exactly, in every tool. To other hosts the previous values are
 * sent, except for entries that someone has changed since.
 */

import type { EntryList } from '../entries/entries.js';
import { enabledIn } from '../entries/entry-flags.js';
import { lastBatch, withHistory } from './histories.js';
import type { UndoneIntent } from './intents.js';
import type { JournalEntry, MadeSwitch } from './made-switches.js';
import { endedUndo, reversed, withUndone } from './net-changes.js';
import { named, next, noticeOf, notify, send, type UpdateResult, whenSent } from './sending.js';
import type { Model, Notice, PickerState } from './state.js';
import { refusal } from './switching.js';
import { expectedTarget } from './targets.js';
import { doneNotice, sentence, type UndoWords, undoWords, wordsFor } from './undo-notice.js';

/** Says where earlier switches are taken back: the picker only knows those of this run. */
function emptyText({ empty }: UndoWords, { host }: Model): string {
  const isKept = host.kind === 'embedded' && empty === undoWords.empty;
  return isKept ? 'Nothing to take back in this run. `skillpick undo` takes back earlier switches.' : empty;
}

interface SortedSwitches {
  back: MadeSwitch[];
  others: string[];
  mixed: string[];
  gone: string[];
}

/** Sorts switches by whether they can be taken back. A switch still under way counts as made. */
function sortOut(made: readonly MadeSwitch[], model: Model): SortedSwitches {
  const sorted: SortedSwitches = { back: [], others: [], mixed: [], gone: [] };
  for (const item of made) {
    const target = expectedTarget(item.id, model);
    if (target === null) sorted.gone.push(item.name);
    else if (enabledIn(target, item.scope) !== item.after || target.isMixed) sorted.others.push(item.name);
    else if (item.wasMixed) sorted.mixed.push(item.name);
    else sorted.back.push(reversed(item));
  }
  return sorted;
}

function sentHead(back: readonly MadeSwitch[], { done, none, starting }: UndoWords, model: Model): string {
  if (back.length === 0) return none;
  const names = named(back.map(({ name }) => name));
  const when = whenSent(model);
  return when === '' ? `${done} ${names}.` : starting(names, when);
}

function sentNotice(sorted: SortedSwitches, words: UndoWords, model: Model): Notice {
  const { back, others, mixed, gone } = sorted;
  const head = sentHead(back, words, model);
  const text =
    head +
    sentence('Changed since by others, left alone', others) +
    sentence('No longer there', gone) +
    sentence('Left as it is', mixed, '; it was on in some tools and off in others.');
  const notice = noticeOf(text, others.length + mixed.length + gone.length > 0 ? 'warn' : 'plain');
  return back.length > 0 && whenSent(model) !== '' ? { ...notice, isWaiting: true } : notice;
}

const namesOf = ({ made }: JournalEntry): string => named(made.map(({ name }) => name));

type Journal = readonly JournalEntry[];

const without = (entries: Journal, { key }: JournalEntry): Journal =>
  entries.filter((one) => one.key !== key);

/** Forgets a batch: it can be neither taken back nor made again. */
const dropped = (state: PickerState, entry: JournalEntry): PickerState => ({
  ...state,
  journal: without(state.journal, entry),
  undone: without(state.undone, entry),
});

/** Moves a batch to those that can be taken back. The key gives its place, because newer ones may have been made. */
function asMade(state: PickerState, entry: JournalEntry): PickerState {
  const rest = dropped(state, entry);
  return { ...rest, journal: [...rest.journal, entry].sort((a, b) => a.key - b.key) };
}

/** Moves a batch to those that can be made again. */
function asUndone(state: PickerState, entry: JournalEntry): PickerState {
  const rest = dropped(state, entry);
  return { ...rest, undone: [...rest.undone, entry].sort((a, b) => b.key - a.key) };
}

/**
 * Reverses the last batch. Skillpick's own host keeps a history; the batch counts as reversed while the host is at work.
 * To any other host, the other values are sent.
 */
function reverse(state: PickerState, model: Model, isRedo: boolean): UpdateResult {
  const refused = refusal(model);
  if (refused !== null) return next({ ...state, notice: refused });
  const words = wordsFor(isRedo);
  const move = isRedo ? asMade : asUndone;
  const entry = lastBatch(isRedo ? state.undone : state.journal, model);
  if (entry === undefined) return notify(state, emptyText(words, model));
  if (model.host.isOwn) {
    const notice = noticeOf(words.starting(namesOf(entry), whenSent(model)));
    return next({ ...move(state, entry), notice }, { type: isRedo ? 'redo' : 'undo', entry });
  }
  const sorted = sortOut(entry.made, model);
  const sent = send(dropped(state, entry), sorted.back, sentNotice(sorted, words, model), null);
  if (sorted.back.length === 0) return sent;
  return { ...sent, state: move(sent.state, { ...entry, made: sorted.back }) };
}

/** Takes the last batch back. */
export const undo = (state: PickerState, model: Model): UpdateResult => reverse(state, model, false);

/** Makes the batch again that was taken back last. */
export const redo = (state: PickerState, model: Model): UpdateResult => reverse(state, model, true);

/** Returns the lists after an undo or a redo that failed: it can be tried again. */
function withFailed(state: PickerState, { entry, isRedo }: UndoneIntent): PickerState {
  if (!isRedo) return asMade(state, entry);
  // After a new switch, nothing is made again.
  const hasNewer = state.journal.some(({ key }) => key > entry.key);
  return hasNewer ? dropped(state, entry) : asUndone(state, entry);
}

/** Takes back the batch before one of which nothing is in the history. */
function skip(state: PickerState, entry: JournalEntry, model: Model): UpdateResult {
  const result = undo(dropped(state, entry), model);
  const { text, tone } = result.state.notice ?? noticeOf('');
  const notice = noticeOf(`Nothing was recorded for ${namesOf(entry)}. ${text}`, tone);
  return { ...result, state: { ...result.state, notice } };
}

/** Returns the state with the outcome of an undo or a redo. The history of the batch is in use. */
function withOutcome(state: PickerState, intent: UndoneIntent, list: EntryList): PickerState {
  const { entry, isRedo, outcome } = intent;
  switch (outcome.kind) {
    case 'unrecorded':
      return { ...(isRedo ? state : dropped(state, entry)), notice: noticeOf(wordsFor(isRedo).none) };
    case 'failed': {
      const notice = noticeOf(`${isRedo ? 'Not made again' : 'Not taken back'}: ${outcome.reason}.`, 'bad');
      return { ...withFailed(state, intent), notice };
    }
    case 'confirmed': {
      const undo = endedUndo(entry, isRedo, outcome.result);
      const changed = withUndone(state.changed, undo);
      const settled = { ...state, changed, notice: doneNotice(undo, list) };
      return outcome.result.batch === null ? dropped(settled, entry) : settled;
    }
  }
}

/** Records how an undo or a redo of our own host ended. A session of another history may have been opened since. */
export function settleUndo(state: PickerState, intent: UndoneIntent, model: Model): UpdateResult {
  const { entry, isRedo, outcome } = intent;
  const isHere = entry.history === model.history;
  if (isHere && outcome.kind === 'unrecorded' && !isRedo) return skip(state, entry, model);
  const settled = withOutcome(withHistory(state, model.history, entry.history), intent, model.list);
  return next(withHistory(settled, entry.history, model.history));
}

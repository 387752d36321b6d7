/**
 * Undo and redo. Skillpick's own host takes a batch back exactly, in every tool. To other hosts the previous values are
 * sent, except for entries that someone has changed since.
 */

import { obeyHint } from '../entries/obey-words.js';
import { toolTitle } from '../protocol/skillpick-meta.js';
import type { UndoneSwitch, UndoResult } from '../protocol/switch-result.js';
import type { ExternalIntent } from './intents.js';
import { keyFor } from './keymap.js';
import { type EndedUndo, reversed, valueAfter, withUndone } from './net-changes.js';
import { named, next, noticeOf, notify, onOff, send, type UpdateResult } from './sending.js';
import type { JournalEntry, MadeSwitch, Model, Notice, PickerState } from './state.js';
import { toolsText } from './switch-notice.js';
import { refusal } from './switching.js';
import { expectedTarget } from './targets.js';

interface UndoWords {
  readonly done: string;
  readonly none: string;
}

const undoWords: UndoWords = { done: 'Took back', none: 'Nothing was taken back.' };
const redoWords: UndoWords = { done: 'Made again', none: 'Nothing was made again.' };

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
    else if (target.enabled !== item.after || target.isMixed) sorted.others.push(item.name);
    else if (item.wasMixed) sorted.mixed.push(item.name);
    else sorted.back.push(reversed(item));
  }
  return sorted;
}

const sentence = (text: string, names: readonly string[], end = '.'): string =>
  names.length === 0 ? '' : ` ${text}: ${named(names)}${end}`;

function sentNotice({ back, others, mixed, gone }: SortedSwitches, { done, none }: UndoWords): Notice {
  const head = back.length === 0 ? none : `${done} ${named(back.map(({ name }) => name))}.`;
  const text =
    head +
    sentence('Changed since by others, left alone', others) +
    sentence('No longer there', gone) +
    sentence('Left as it is', mixed, '; it was on in some tools and off in others.');
  return noticeOf(text, others.length + mixed.length + gone.length > 0 ? 'warn' : 'plain');
}

/** Sends the other values of a batch to a host that keeps no history. */
function sendBack(
  state: PickerState,
  { made }: JournalEntry,
  model: Model,
  words: UndoWords,
): { result: UpdateResult; sent: readonly MadeSwitch[] } {
  const sorted = sortOut(made, model);
  return { result: send(state, sorted.back, sentNotice(sorted, words), null), sent: sorted.back };
}

/** Takes the last batch back. */
export function undo(state: PickerState, model: Model): UpdateResult {
  const refused = refusal(model);
  if (refused !== null) return next({ ...state, notice: refused });
  const entry = state.journal.at(-1);
  if (entry === undefined) return notify(state, 'Nothing to take back.');
  const left = { ...state, journal: state.journal.slice(0, -1) };
  if (entry.ownHost !== null)
    return next({ ...left, notice: noticeOf('Taking it back.') }, { type: 'undo', entry });
  const { result, sent } = sendBack(left, entry, model, undoWords);
  const undone = sent.length === 0 ? state.undone : [...state.undone, { ...entry, made: sent }];
  return { ...result, state: { ...result.state, undone } };
}

/** Makes the batch again that was taken back last. */
export function redo(state: PickerState, model: Model): UpdateResult {
  const refused = refusal(model);
  if (refused !== null) return next({ ...state, notice: refused });
  const entry = state.undone.at(-1);
  if (entry === undefined) return notify(state, 'Nothing to make again.');
  const left = { ...state, undone: state.undone.slice(0, -1) };
  if (entry.ownHost !== null)
    return next({ ...left, notice: noticeOf('Making it again.') }, { type: 'redo', entry });
  const { result, sent } = sendBack(left, entry, model, redoWords);
  const journal = sent.length === 0 ? state.journal : [...state.journal, { ...entry, made: sent }];
  return { ...result, state: { ...result.state, journal } };
}

/** Returns the names of entries in each tool that refused, with the first reason. */
function refusedText({ switches }: UndoResult): string {
  const refused = switches.filter(({ outcome }) => outcome === 'refused');
  const [first] = refused;
  if (first === undefined) return '';
  const names = [...new Set(refused.map(({ name, id }) => `${name} in ${toolTitle(id)}`))];
  return ` Not put back: ${named(names)}: ${first.reason ?? 'the host gave no reason'}.`;
}

/** Returns whether all that was put back is on now, or off; null if that differs or is not known. */
function stateNow(done: readonly UndoneSwitch[], undo: EndedUndo): string | null {
  const [first, ...others] = new Set(done.map((one) => valueAfter(one, undo)));
  return first === undefined || others.length > 0 ? null : onOff(first);
}

function doneNotice(undo: EndedUndo): Notice {
  const { isRedo, result } = undo;
  const done = result.switches.filter(({ outcome }) => outcome !== 'refused');
  const names = named([...new Set(done.map(({ name }) => name))]);
  const state = stateNow(done, undo);
  const { done: verb } = isRedo ? redoWords : undoWords;
  const hint = obeyHint(done);
  const parts = [
    `${verb} ${names}${state === null ? '' : `: now ${state}`} in ${toolsText(done)}`,
    isRedo ? `${keyFor('undo')} undo` : `${keyFor('redo')} redo`,
    ...(hint === null ? [] : [hint]),
  ];
  const head = done.length === 0 ? 'Nothing was put back.' : `${parts.join('; ')}.`;
  const refused = refusedText(result);
  return noticeOf(head + refused, refused === '' ? 'plain' : 'warn');
}

type UndoneIntent = Extract<ExternalIntent, { type: 'undone' }>;

/** Records how an undo or a redo of our own host ended. One that failed can be tried again. */
export function settleUndo(state: PickerState, { entry, isRedo, outcome }: UndoneIntent): PickerState {
  if (outcome.kind === 'failed') {
    const notice = noticeOf(`${isRedo ? 'Not made again' : 'Not taken back'}: ${outcome.reason}.`, 'bad');
    return isRedo
      ? { ...state, notice, undone: [...state.undone, entry] }
      : { ...state, notice, journal: [...state.journal, entry] };
  }
  const undo = { entry, isRedo, result: outcome.result };
  const settled = { ...state, changed: withUndone(state.changed, undo), notice: doneNotice(undo) };
  const canReverse = outcome.result.batch !== null;
  if (!canReverse) return settled;
  return isRedo
    ? { ...settled, journal: [...state.journal, entry] }
    : { ...settled, undone: [...state.undone, entry] };
}

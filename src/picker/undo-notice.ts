/** What an undo or a redo did, in words: what was put back in which tools, and what was not. */

import { withFullStop } from '../entries/describe.js';
import type { EntryList } from '../entries/entries.js';
import { obeyHint } from '../entries/obey-words.js';
import { type Obstacle, obstacleTexts } from '../entries/obstacles.js';
import { obstacle } from '../entries/switch-words.js';
import type { UndoneSwitch } from '../protocol/switch-result.js';
import { toolTitle } from '../protocol/tool-titles.js';
import { keyFor } from './keymap.js';
import { type EndedUndo, madeIn, valueAfter } from './net-changes.js';
import { type NoticePart, partsOfKind, partsText } from './notice-parts.js';
import { alsoParts, baseName, toolsText } from './notice-words.js';
import { named, noticeOf, onOff } from './sending.js';
import type { Notice } from './state.js';
import { findTarget } from './targets.js';

export const undoWords = {
  starting: (names: string, when: string) => `Taking back ${names}${when}.`,
  done: 'Took back',
  refused: 'Not put back',
  already: 'As before already',
  none: 'Nothing was taken back.',
  empty: 'Nothing to take back.',
};

export type UndoWords = typeof undoWords;

const redoWords: UndoWords = {
  starting: (names, when) => `Making ${names} again${when}.`,
  done: 'Made again',
  refused: 'Not made again',
  already: 'Made again already',
  none: 'Nothing was made again.',
  empty: 'Nothing to make again.',
};

export const wordsFor = (isRedo: boolean): UndoWords => (isRedo ? redoWords : undoWords);

/** Returns a sentence about these names; empty if there are none. */
export const sentence = (text: string, names: readonly string[], end = '.'): string =>
  names.length === 0 ? '' : ` ${text}: ${named(names)}${end}`;

/** Returns the names of entries in each tool that refused, with the first reason. */
function refusedText(switches: readonly UndoneSwitch[], { refused }: UndoWords): string {
  const [first] = switches;
  if (first === undefined) return '';
  const names = [...new Set(switches.map(({ name, id }) => `${name} in ${toolTitle(id)}`))];
  return ` ${refused}: ${named(names)}: ${first.reason ?? 'no reason is known'}.`;
}

const distinctNames = (switches: readonly UndoneSwitch[]): string[] => [
  ...new Set(switches.map(({ name }) => name)),
];

/** Returns the names of what was put back; of many, only how many there are. */
function whatText(changed: readonly UndoneSwitch[]): string {
  const entries = new Set(changed.map(({ type, uri, name }) => JSON.stringify([type, uri, name])));
  return entries.size > 3 ? `${entries.size} switches` : named(distinctNames(changed));
}

/** Returns whether all that was put back is on now, or off; null if that differs or is not known. */
function stateNow(changed: readonly UndoneSwitch[], undo: EndedUndo): string | null {
  const [first, ...others] = new Set(changed.map((one) => valueAfter(one, undo)));
  return first === undefined || others.length > 0 ? null : onOff(first);
}

/** Returns why the tool does not do what was put back; null if it does, or if that is not known. */
function obstacleOf(undone: UndoneSwitch, undo: EndedUndo, list: EntryList): Obstacle | null {
  const [id, value] = [madeIn(undone, undo)?.id, valueAfter(undone, undo)];
  const after = (id === undefined ? null : findTarget(list, id)) ?? undefined;
  if (value === undefined) return null;
  const isKnown = after?.tools.some((one) => one.id === undone.id) ?? false;
  // The open session may be that of another tool.
  if (!isKnown && undone.obeysFrom === 'not-yet')
    return { words: 'not obeyed yet by', tool: undone.id, reason: null };
  return obstacle({ after, words: { path: baseName } }, value, undone);
}

/** Returns what was put back and in which tools; none if nothing was. */
function changedParts(changed: readonly UndoneSwitch[], undo: EndedUndo, list: EntryList): NoticePart[] {
  if (changed.length === 0) return [];
  const { isRedo, result } = undo;
  const obstacles = new Map(changed.map((one) => [one, obstacleOf(one, undo, list)]));
  const obeyed = changed.filter((one) => obstacles.get(one) === null);
  const held = obstacleTexts([...obstacles.values()].filter((one) => one !== null));
  const isOne = distinctNames(changed).length === 1;
  const state = stateNow(obeyed, undo);
  const { done } = wordsFor(isRedo);
  const other = isRedo ? `${keyFor('undo')} undo` : `${keyFor('redo')} redo`;
  const hint = obeyHint(changed);
  const now = state === null ? '' : `: now ${state}`;
  const where = obeyed.length === 0 ? '' : `${now} in ${toolsText(obeyed)}`;
  return [
    { kind: 'done', text: `${done} ${whatText(changed)}${where}` },
    ...held.map(({ text, short }) => ({ kind: 'still', text: isOne ? text : short, short }) as const),
    ...alsoParts(result.also, list),
    ...partsOfKind('undo', result.batch === null ? [] : [other]),
    ...partsOfKind('hint', hint === null ? [] : [hint]),
  ];
}

/** Returns the notice after an undo or a redo of skillpick's own host. */
export function doneNotice(undo: EndedUndo, list: EntryList): Notice {
  const ended = (wanted: UndoneSwitch['outcome']) =>
    undo.result.switches.filter(({ outcome }) => outcome === wanted);
  const words = wordsFor(undo.isRedo);
  const changed = ended('changed');
  const names = new Set(distinctNames(changed));
  const already = distinctNames(ended('unchanged')).filter((name) => !names.has(name));
  const refused = refusedText(ended('refused'), words);
  const parts = changedParts(changed, undo, list);
  const rest = `${sentence(words.already, already)}${refused}`;
  if (rest === '' && parts.length > 0) return { ...noticeOf(partsText(parts)), parts };
  const done = parts.length === 0 ? '' : withFullStop(partsText(parts));
  return noticeOf(`${done}${rest}`.trim() || words.none, refused === '' ? 'plain' : 'warn');
}

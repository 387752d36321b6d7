/** The keys that can be pressed now, from the table of keys and in its order. */

import { isSelected } from '../entries/agent-of-session.js';
import type { Entry } from '../entries/entries.js';
import { hasFile } from '../entries/shown-file.js';
import { toolTitle } from '../entries/tool-names.js';
import { type Binding, bindings, keyLabel } from '../picker/bindings.js';
import { lastBatch } from '../picker/histories.js';
import { isBound } from '../picker/keymap.js';
import { canSwitch, refusal } from '../picker/switching.js';
import { cleanLine } from '../text/clean.js';
import { spelled, type Theme } from '../text/theme.js';
import { cellTools } from './list-columns.js';
import type { Screen } from './screen.js';

export interface Hint {
  key: string;
  words: string;
  /** It is shown however narrow the terminal is. */
  isAlways: boolean;
}

/** What going back does next. */
function backWords({ state }: Screen): string {
  const { view, tool, query } = state;
  if (view.type === 'batch' || view.type === 'consent') return 'cancel';
  if (view.type !== 'list') return 'close';
  if (tool !== null) return 'leave the cell';
  return query.text === '' ? 'leave' : 'clear';
}

/** What switching does now: to a folder, to a row, or to one of its cells. */
function switchWords({ state, rows }: Screen): string {
  const row = rows.rows[state.cursor.index];
  const tool = state.tool ?? state.tab;
  const words =
    state.view.type === 'list' && row?.type === 'header'
      ? `switch ${row.container.type === 'directory' ? 'folder' : 'plugin'}`
      : 'switch';
  return tool === null ? words : `${words} in ${cleanLine(toolTitle(tool))}`;
}

function openWords({ state, isPicking }: Screen, footer: string): string {
  if (state.view.type === 'help') return 'run';
  return isPicking && state.view.type === 'list' ? 'choose' : footer;
}

/** The entry that is open in the detail view. */
function openEntry({ state: { view }, model }: Screen): Entry | undefined {
  const id = view.type === 'detail' ? view.id : null;
  return id === null ? undefined : model.list.entries.find((entry) => entry.id === id);
}

/** The agent that is open in the detail view. */
function openAgent(screen: Screen): Entry | undefined {
  const entry = openEntry(screen);
  return entry?.type === 'agent' ? entry : undefined;
}

function agentWords(screen: Screen, footer: string): string {
  const entry = openAgent(screen);
  return entry !== undefined && isSelected(entry, screen.model.session.agent) ? 'default agent' : footer;
}

function wordsFor({ intent, footer = '' }: Binding, screen: Screen): string {
  switch (intent.type) {
    case 'back':
      return backWords(screen);
    case 'toggle':
      return switchWords(screen);
    case 'open':
      return openWords(screen, footer);
    case 'select-agent':
      return agentWords(screen, footer);
    default:
      return footer;
  }
}

const isQueryFocused = ({ state }: Screen): boolean => state.view.type === 'list' && state.focus === 'query';

/** True if the hint makes sense here. Of the two keys that switch, the footer names the one that fits the focus. */
function isUseful({ intent, focus }: Binding, screen: Screen): boolean {
  const { state, model } = screen;
  switch (intent.type) {
    case 'put-back':
      return state.lost.length > 0;
    case 'toggle':
      return (focus === 'list') !== isQueryFocused(screen) && canSwitch(state, model);
    case 'tool':
      return cellTools(screen).length > 0 && screen.rows.rows[state.cursor.index]?.type === 'entry';
    case 'open':
      return state.view.type !== 'list' || screen.rows.rows.length > 0;
    case 'batch':
      return refusal(model) === null && screen.rows.rows.some(({ type }) => type === 'entry');
    case 'undo':
      return lastBatch(state.journal, model) !== undefined && refusal(model) === null;
    case 'select-agent':
      return openAgent(screen) !== undefined && refusal(model) === null;
    case 'edit-file':
      return openEntry(screen) === undefined || hasFile(openEntry(screen)!);
    case 'edit-setting':
      return !model.host.listsOnly || openEntry(screen)?.tools.some(({ why }) => why !== null) === true;
    case 'help':
      return state.view.type !== 'help';
    default:
      return true;
  }
}

function isInFooter(binding: Binding, screen: Screen): boolean {
  const { state, isPicking } = screen;
  const { footer, views, footerViews = views } = binding;
  if (footer === undefined || !footerViews.includes(state.view.type)) return false;
  return (
    isBound(binding, { view: state.view.type, focus: state.focus, isPicking }) && isUseful(binding, screen)
  );
}

function hintOf(binding: Binding, screen: Screen, theme: Theme): Hint {
  const { intent, keys } = binding;
  const key = intent.type === 'tool' ? theme.glyphs.arrows : spelled(theme, keyLabel(keys[0] ?? ''));
  return {
    key,
    words: wordsFor(binding, screen),
    isAlways: intent.type === 'help' || intent.type === 'back',
  };
}

/** Returns the hints, most important first. */
export function footerHints(screen: Screen, theme: Theme): Hint[] {
  const isOffer = ({ intent }: Binding) => intent.type === 'put-back';
  const hints = bindings
    .filter((binding) => isInFooter(binding, screen))
    .sort((a, b) => Number(isOffer(b)) - Number(isOffer(a)))
    .map((binding) => hintOf(binding, screen, theme));
  const isTyping = isQueryFocused(screen);
  return isTyping ? [{ key: keyLabel('space'), words: 'next word', isAlways: false }, ...hints] : hints;
}

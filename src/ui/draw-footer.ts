/** The last line: a notice, the batch question, or the keys that can be pressed. */

import { countStates, countWords } from '../entries/row-state.js';
import { type Binding, bindings, keyLabel } from '../picker/bindings.js';
import { keyFor } from '../picker/keymap.js';
import type { BatchView } from '../picker/state.js';
import { canSwitch } from '../picker/switching.js';
import { cleanLine } from '../text/clean.js';
import { paint, type StyleName, type Theme } from '../text/theme.js';
import { truncate } from '../text/width.js';
import { consentKeys } from './consent-question.js';
import { isLongNotice, type Screen } from './screen.js';

/** What going back does next. */
function backWords({ state }: Screen): string {
  if (state.view.type !== 'list') return 'back';
  if (state.query.text !== '') return 'clear';
  return state.showing === 'any' ? 'leave' : 'show all';
}

function wordsFor({ intent, footer = '' }: Binding, screen: Screen): string {
  switch (intent.type) {
    case 'back':
      return backWords(screen);
    case 'open':
      return screen.isPicking && screen.state.view.type === 'list' ? 'choose' : footer;
    case 'help':
      return screen.state.view.type === 'help' ? 'close' : footer;
    default:
      return footer;
  }
}

function isInFooter(binding: Binding, { state, model, isPicking }: Screen): boolean {
  const { footer, views, footerViews = views, onlySwitching, intent } = binding;
  if (footer === undefined || !footerViews.includes(state.view.type)) return false;
  if (intent.type === 'put-back' && state.lost.length === 0) return false;
  if (intent.type === 'toggle' && !canSwitch(state, model)) return false;
  return !(isPicking && onlySwitching === true);
}

type Hint = { key: string; words: string };

/** Returns the keys that can be pressed, most important first. */
function keyHints(screen: Screen): Hint[] {
  const isOffer = ({ intent }: Binding) => intent.type === 'put-back';
  return bindings
    .filter((binding) => isInFooter(binding, screen))
    .sort((a, b) => Number(isOffer(b)) - Number(isOffer(a)))
    .map((binding) => ({ key: keyLabel(binding.keys[0] ?? ''), words: wordsFor(binding, screen) }));
}

/** Draws as many hints as fit, always with the last two: help and leave. */
function drawHints(hints: readonly Hint[], columns: number, theme: Theme): string {
  const last = hints.slice(-2);
  const first = hints.slice(0, -2);
  const widthWith = (gap: number) =>
    [...first, ...last].reduce(
      (width, { key, words }) => width + gap + key.length + 1 + words.length,
      1 - gap,
    );
  while (first.length > 0 && widthWith(2) >= columns) first.pop();
  const gap = widthWith(3) < columns ? '   ' : '  ';
  const drawn = [...first, ...last].map(({ key, words }) => `${paint(theme, 'strong', key)} ${words}`);
  return ` ${drawn.join(gap)}`;
}

function batchQuestion({ ids: all, folder }: BatchView, { model, size }: Screen): string {
  const ids = new Set(all);
  const shown = model.list.entries.filter(({ id }) => ids.has(id));
  const counts = countWords(countStates(shown)).join(', ');
  const [onKey, offKey] = [true, false].map((enabled) => keyFor({ type: 'batch-all', enabled }));
  const question = `${shown.length} ${folder === undefined ? 'shown' : `in ${cleanLine(folder)}`} (${counts}): ${onKey} all on, ${offKey} all off, ${keyFor('back')}`;
  return question.length < size.columns - 1
    ? question
    : `${counts}: ${onKey} on, ${offKey} off, ${keyFor('back')}`;
}

export function drawFooter(screen: Screen, theme: Theme): string {
  const { state, size } = screen;
  const say = (text: string, style: StyleName) =>
    paint(theme, style, truncate(` ${text}`, size.columns - 1, theme.glyphs.ellipsis));
  if (state.view.type === 'batch') return say(batchQuestion(state.view, screen), 'accent');
  if (state.view.type === 'consent') return say(consentKeys(keyFor, size.columns - 2), 'accent');
  if (state.notice !== null && !isLongNotice(screen))
    return say(cleanLine(state.notice.text), state.notice.tone);
  return drawHints(keyHints(screen), size.columns, theme);
}

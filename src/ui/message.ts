/** What the message line says: how far a batch is, or the last notice. Long messages take several lines. */

import type { Model, Notice, PickerState } from '../picker/state.js';
import { formatCount } from '../text/humanize.js';
import { paint, type Sign, spelled, type Theme } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import { wrapText } from './view-lines.js';

/** Returns how far the last batch is; null if it is not under way. */
function progressText({ journal }: PickerState, { pending }: Model): string | null {
  const made = pending.size === 0 ? [] : (journal.at(-1)?.made ?? []);
  const open = made.filter(({ id }) => pending.has(id)).length;
  if (open === 0 || made.length < 2) return null;
  return `Switching ${formatCount(made.length - open)} of ${formatCount(made.length)}`;
}

/** Returns the message; null if there is nothing to say. Progress replaces only what would pass anyway. */
export function messageOf(state: PickerState, model: Model): Notice | null {
  const { notice } = state;
  const isPassing = notice === null || notice.isPassing === true;
  const progress = isPassing ? progressText(state, model) : null;
  return progress === null ? notice : { text: progress, tone: 'plain' };
}

/** Only results are signed as done. */
function signOf({ tone, settled }: Notice, theme: Theme): Sign | null {
  return tone === 'plain' && settled === undefined ? null : theme.tone[tone];
}

/** Returns the message as lines of the screen, at most `most`; the last one is cut if it is longer. */
export function messageLines(message: Notice | null, columns: number, most: number, theme: Theme): string[] {
  if (message === null) return [''];
  const sign = signOf(message, theme);
  const indent = sign === null ? 1 : 2 + displayWidth(sign.glyph);
  const room = Math.max(1, columns - indent - 1);
  const all = wrapText(spelled(theme, message.text), room);
  const rest = truncate(all.slice(most - 1).join(' '), room, theme.glyphs.ellipsis);
  const texts = all.length <= most ? all : [...all.slice(0, most - 1), rest];
  const head = sign === null ? ' ' : ` ${paint(theme, sign.style, sign.glyph)} `;
  return texts.map((text, index) => (index === 0 ? head : ' '.repeat(indent)) + text);
}

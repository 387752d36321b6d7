/**
 * What the message line says: how far a batch is, or the last notice. What a switch did fits on one line; the
 * detail view says it in full. Other long messages take several lines.
 */

import type { Model, Notice, PickerState } from '../picker/state.js';
import { formatCount } from '../text/humanize.js';
import { paint, type Sign, spelled, type Theme } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import { fitParts } from './fit-parts.js';
import { wrapText } from './view-lines.js';

/** Returns how far the last batch is; null if it is not under way. */
function progressText({ journal }: PickerState, { pending }: Model): string | null {
  const made = pending.size === 0 ? [] : (journal.at(-1)?.made ?? []);
  const open = made.filter(({ id }) => pending.has(id)).length;
  if (open === 0 || made.length < 2) return null;
  return `Switching ${formatCount(made.length - open)} of ${formatCount(made.length)}`;
}

/** Returns the notice with its whole text, also if that takes several lines. */
function inFull({ parts: _, ...notice }: Notice): Notice {
  return notice;
}

/** Returns the message; null if there is nothing to say. Progress replaces only what would pass anyway. */
export function messageOf(state: PickerState, model: Model): Notice | null {
  const { notice, view } = state;
  const isPassing = notice === null || notice.isPassing === true;
  const progress = isPassing ? progressText(state, model) : null;
  if (progress !== null) return { text: progress, tone: 'plain' };
  return notice !== null && view.type === 'detail' ? inFull(notice) : notice;
}

/** Only results are signed as done. */
function signOf({ tone, settled }: Notice, theme: Theme): Sign | null {
  return tone === 'plain' && settled === undefined ? null : theme.tone[tone];
}

function messageText({ text, parts }: Notice, columns: number, theme: Theme): string {
  return spelled(theme, parts === undefined ? text : fitParts(parts, columns, theme.glyphs.ellipsis));
}

/** Returns the message as lines of the screen, at most `most`; the last one is cut if it is longer. */
export function messageLines(message: Notice | null, columns: number, most: number, theme: Theme): string[] {
  if (message === null) return [''];
  const sign = signOf(message, theme);
  const indent = sign === null ? 1 : 2 + displayWidth(sign.glyph);
  const room = Math.max(1, columns - indent - 1);
  const all = wrapText(messageText(message, room, theme), room);
  const rest = truncate(all.slice(most - 1).join(' '), room, theme.glyphs.ellipsis);
  const texts = all.length <= most ? all : [...all.slice(0, most - 1), rest];
  const head = sign === null ? ' ' : ` ${paint(theme, sign.style, sign.glyph)} `;
  return texts.map((text, index) => (index === 0 ? head : ' '.repeat(indent)) + text);
}

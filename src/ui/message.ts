/**
 * What the message line says: how far a batch is, or the last notice. What a switch did fits on one line; the
 * detail view says it in full. Other long messages take several lines.
 */

import { withShortPaths } from '../entries/tool-facts.js';
import { pathOf } from '../paths.js';
import type { Model, Notice, PickerState } from '../picker/state.js';
import { formatCount, shortPath } from '../text/humanize.js';
import { paint, type Sign, spelled, type Theme } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import { fitParts } from './fit-parts.js';
import { rememberLast } from './remember.js';
import { wrapText } from './view-lines.js';

/** Returns how far the last batch is; null if it is not under way. */
function progressText({ journal }: PickerState, { pending }: Model): string | null {
  const made = pending.size === 0 ? [] : (journal.at(-1)?.made ?? []);
  const open = made.filter(({ id }) => pending.has(id)).length;
  if (open === 0 || made.length < 2) return null;
  return `Switching ${formatCount(made.length - open)} of ${formatCount(made.length)}`;
}

/** The notice, what its paths are relative to, and whether it is said in full. */
interface NoticeContent {
  notice: Notice;
  home: string;
  directory: string | null;
  isFull: boolean;
}

/** Returns the notice with short paths; without parts if it is said in full. The same as long as nothing changes. */
export const shownNotice = rememberLast(({ notice, home, directory, isFull }: NoticeContent): Notice => {
  const from = directory === null ? undefined : pathOf(directory);
  const inShort = (text: string) => withShortPaths(text, (file) => shortPath(file, from, home));
  const { parts, ...rest } = notice;
  const short = isFull
    ? undefined
    : parts?.map(({ kind, text, short: fewer = text }) => ({
        kind,
        text: inShort(text),
        short: inShort(fewer),
      }));
  return { ...rest, text: inShort(notice.text), ...(short && { parts: short }) };
});

/** Returns the message; null if there is nothing to say. Progress replaces only what would pass anyway. */
export function messageOf(state: PickerState, model: Model): Notice | null {
  const { notice, view } = state;
  const isPassing = notice === null || notice.isPassing === true;
  const progress = isPassing ? progressText(state, model) : null;
  if (progress !== null) return { text: progress, tone: 'plain' };
  if (notice === null) return null;
  const { home, session } = model;
  return shownNotice({ notice, home, directory: session.directory, isFull: view.type === 'detail' });
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

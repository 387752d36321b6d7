/** The views that replace the list: details, chooser and help. */

import { scrollTop } from '../picker/cursor.js';
import { keyFor } from '../picker/keymap.js';
import type { ChooserView, OpenView } from '../picker/open-view.js';
import { matchingChoices } from '../picker/views.js';
import { cleanLine } from '../text/clean.js';
import { Line } from '../text/line.js';
import { createTheme, paint, type Theme } from '../text/theme.js';
import { displayWidth, padEnd, truncate } from '../text/width.js';
import { detailLines } from './detail-lines.js';
import { drawQuery } from './draw-search.js';
import { helpLines } from './help-lines.js';
import { layoutFor, type Screen } from './screen.js';
import type { ViewLine } from './view-lines.js';

const unstyled = createTheme({ color: 'none', attributes: false }, false);

type ScrollingView = Extract<OpenView, { type: 'detail' | 'help' }>;

function linesOf(screen: Screen, view: ScrollingView, theme: Theme): readonly ViewLine[] {
  if (view.type === 'detail') return detailLines(screen, view);
  return helpLines(theme, screen.isPicking, screen.size.columns - 4);
}

/** Returns how far the view can be scrolled. */
export function lastTopOf(screen: Screen, view: ScrollingView): number {
  return Math.max(0, linesOf(screen, view, unstyled).length - layoutFor(screen.size).viewHeight);
}

function drawLine({ text, style, label }: ViewLine, columns: number, theme: Theme): string {
  const line = new Line(theme, columns);
  if (label === undefined) line.add(text, style);
  else line.add(text.slice(0, label.columns), label.style).add(text.slice(label.columns), style);
  return `  ${line.toString().trimEnd()}`;
}

export function drawScrolling(screen: Screen, view: ScrollingView, theme: Theme): string[] {
  const { size } = screen;
  const { viewHeight } = layoutFor(size);
  const lines = linesOf(screen, view, theme);
  const first = Math.min(view.top, Math.max(0, lines.length - viewHeight));
  return Array.from({ length: viewHeight }, (_, index) => {
    const line = lines[first + index];
    return line === undefined ? '' : drawLine(line, size.columns - 3, theme);
  });
}

const widestTitleShare = 0.4;

/** Draws the choices under their groups; `at` is the line with the cursor. */
function choiceLines(view: ChooserView, columns: number, theme: Theme): { lines: string[]; at: number } {
  const shown = matchingChoices(view.choices ?? [], view.query.text);
  const titles = shown.map(({ title }) => cleanLine(title) || '(no title)');
  const widest = Math.min(Math.floor(columns * widestTitleShare), Math.max(0, ...titles.map(displayWidth)));
  const lines: string[] = [];
  let at = 0;
  for (const [index, { group, note, isCurrent }] of shown.entries()) {
    const line = new Line(theme, columns);
    if (group !== shown[index - 1]?.group)
      lines.push(paint(theme, 'dim', truncate(`  ${cleanLine(group)}`, columns, theme.glyphs.ellipsis)));
    const isSelected = index === view.at;
    if (isSelected) at = lines.length;
    const title = truncate(titles[index] ?? '', widest, theme.glyphs.ellipsis);
    line
      .add(' ')
      .add(isSelected ? theme.glyphs.cursor : ' ', 'accent')
      .add('  ');
    line.add(padEnd(title, widest), isSelected ? 'strong' : 'plain').add('   ');
    line.add(`${isCurrent ? '(open)  ' : ''}${cleanLine(note)}`, 'dim');
    lines.push(line.toString().trimEnd());
  }
  if (shown.length === 0) lines.push(`  Nothing matches. ${keyFor('back')} clears the query.`);
  return { lines, at };
}

export function drawChooser(screen: Screen, view: ChooserView, theme: Theme): string[] {
  const { columns } = screen.size;
  const height = layoutFor(screen.size).viewHeight - 2;
  const prompt = ` ${paint(theme, 'accent', theme.glyphs.prompt)} ${drawQuery(view.query, Math.floor(columns / 2), theme)}`;
  const { lines, at } =
    view.choices === null
      ? { lines: ['  Looking for sessions and hosts.'], at: 0 }
      : choiceLines(view, columns - 1, theme);
  const top = scrollTop({ rows: lines.length, height, cursor: at, top: 0 });
  return [prompt, '', ...Array.from({ length: height }, (_, index) => lines[top + index] ?? '')];
}

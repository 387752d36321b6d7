/** The visible rows of the list, one line each. */

import { folderOf, publisherOf, whyUnpickable } from '../entries/describe.js';
import type { Entry, Problem } from '../entries/entries.js';
import { piecesOf } from '../entries/highlight.js';
import { highlightName } from '../entries/search.js';
import { unobeyedNotes } from '../entries/tool-names.js';
import { pathOf } from '../paths.js';
import type { Row, Rows } from '../picker/rows.js';
import { isChanged } from '../picker/switching.js';
import { cleanLine } from '../text/clean.js';
import { drawHeader, type HeaderModel } from '../text/header.js';
import { Line } from '../text/line.js';
import { addGutter, drawRow, nameColumnsFor, type RowModel } from '../text/row.js';
import type { GateName, MarkName, Theme } from '../text/theme.js';
import { displayWidth } from '../text/width.js';
import { drawEmpty } from './draw-empty.js';
import { uiLimits } from './limits.js';
import { isUnderWay, layoutFor, type Screen } from './screen.js';

const gateName = (gate: boolean | null): GateName => (gate === null ? 'unknown' : gate ? 'lit' : 'dark');

function enabledName({ isMixed, offBy }: Entry): RowModel['enabled'] {
  if (offBy === 'container') return 'byContainer';
  if (isMixed) return 'mixed';
  return offBy === null ? 'on' : 'off';
}

function markOf(
  row: { id: string; enabled: boolean; isMixed?: boolean },
  screen: Screen,
): { mark?: MarkName } {
  if (isUnderWay(row.id, screen)) return { mark: 'pending' };
  return isChanged(screen.state.changed.get(row.id), row) ? { mark: 'changed' } : {};
}

function entryModel(entry: Entry, isSelected: boolean, screen: Screen): RowModel {
  const { rows, isPicking } = screen;
  const ranges = rows.words.length === 0 ? [] : highlightName(entry.name, rows.words);
  const folder = folderOf(entry);
  const [caveat] = unobeyedNotes(entry);
  return {
    enabled: enabledName(entry),
    user: gateName(entry.userInvocable),
    model: gateName(entry.modelInvocable),
    name: piecesOf(entry.name, ranges),
    description: entry.description,
    isDim: !entry.effectiveEnabled || (isPicking && whyUnpickable(entry) !== null),
    isSelected,
    ...(folder !== null && { folder }),
    ...(caveat !== undefined && { caveat }),
    ...markOf(entry, screen),
    ...(entry.state !== null && { server: { state: entry.state, message: entry.stateMessage } }),
    ...(rows.isRanked && entry.container !== null && { container: entry.container.name }),
  };
}

function headerModel(
  { container, on, off }: Extract<Row, { type: 'header' }>,
  isSelected: boolean,
  screen: Screen,
): HeaderModel {
  const publisher = publisherOf(container, screen.model.clientId);
  return {
    ...container,
    isEnabled: container.enabled,
    load: container.load === null ? null : { kind: container.load, message: container.message },
    counts: { on, off },
    isSelected,
    ...(publisher !== null && { publisher }),
    ...markOf(container, screen),
  };
}

const widths = new WeakMap<Rows, number>();

/** Measured once per list, so that columns do not move while scrolling. */
function widestName(rows: Rows): number {
  const known = widths.get(rows);
  if (known !== undefined) return known;
  let widest = 0;
  for (const row of rows.rows.slice(0, uiLimits.measuredNames)) {
    if (row.type === 'entry') widest = Math.max(widest, displayWidth(cleanLine(row.entry.name)));
  }
  widths.set(rows, widest);
  return widest;
}

/** Returns the last two parts of the path, which differ between skills, and the line. */
function placeOf({ uri, line }: Problem): string {
  const file = (pathOf(uri) ?? uri).split('/').slice(-2).join('/');
  return line === null ? file : `${file}:${line}`;
}

function drawProblem(problem: Problem, isSelected: boolean, columns: number, theme: Theme): string {
  const { glyph, style } = theme.load.error;
  const line = new Line(theme, columns);
  addGutter(line, theme, { isSelected });
  line
    .add(`${glyph} `, style)
    .add(cleanLine(placeOf(problem)), 'strong')
    .add('  ');
  return line.add(cleanLine(problem.message)).toString();
}

function drawOne(row: Row, isSelected: boolean, screen: Screen, theme: Theme): string {
  const { columns } = screen.size;
  switch (row.type) {
    case 'entry': {
      const layout = { columns, nameColumns: nameColumnsFor(columns, widestName(screen.rows)) };
      return drawRow(entryModel(row.entry, isSelected, screen), layout, theme);
    }
    case 'header':
      return drawHeader(headerModel(row, isSelected, screen), columns, theme);
    case 'label': {
      const line = new Line(theme, columns);
      addGutter(line, theme, { isSelected });
      return line.add(row.text, 'dim').toString();
    }
    case 'problem':
      return drawProblem(row.problem, isSelected, columns, theme);
  }
}

/** Returns exactly as many lines as the list is high. */
export function drawList(screen: Screen, theme: Theme): string[] {
  const { state, rows, size } = screen;
  const height = layoutFor(size).listHeight;
  const lines = rows.rows
    .slice(state.top, state.top + height)
    .map((row, index) => drawOne(row, state.top + index === state.cursor.index, screen, theme));
  if (rows.rows.length === 0) lines.push(...drawEmpty(screen));
  // A list of empty containers gets the same help as an empty list.
  else if (screen.model.list.entries.length === 0) lines.push('', ...drawEmpty(screen));
  return Array.from({ length: height }, (_, index) => lines[index] ?? '');
}

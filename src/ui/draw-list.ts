/** The rows of the list that are on screen, each as one ready line. */

import { limits } from '../limits.js';
import type { Entry } from '../picker/entries.js';
import { piecesOf } from '../picker/highlight.js';
import type { Row, Rows } from '../picker/rows.js';
import { highlightName } from '../picker/search.js';
import { unpickable } from '../picker/update.js';
import { cleanLine } from '../text/clean.js';
import { drawHeader } from '../text/header.js';
import { drawRow, nameColumnsFor, type RowModel } from '../text/row.js';
import { type GateName, paint, type Theme } from '../text/theme.js';
import { displayWidth, fit } from '../text/width.js';
import { layoutFor, type Screen } from './screen.js';

const gateName = (gate: boolean | null): GateName => (gate === null ? 'unknown' : gate ? 'lit' : 'dark');

function enabledName({ isMixed, offBy }: Entry): RowModel['enabled'] {
  if (offBy === 'container') return 'byContainer';
  if (isMixed) return 'mixed';
  return offBy === null ? 'on' : 'off';
}

function entryRow(entry: Entry, isSelected: boolean, screen: Screen): RowModel {
  const { model, state, rows, isPicking } = screen;
  const isPending = model.pending.has(entry.id);
  const mark = isPending ? 'pending' : state.changed.has(entry.id) ? 'changed' : undefined;
  const ranges = rows.words.length === 0 ? [] : highlightName(entry.name, rows.words);
  return {
    enabled: enabledName(entry),
    user: gateName(entry.userInvocable),
    model: gateName(entry.modelInvocable),
    name: piecesOf(entry.name, ranges),
    description: entry.description,
    isDim: !entry.effectiveEnabled || (isPicking && unpickable(entry) !== null),
    isSelected,
    ...(mark && { mark }),
    ...(entry.state !== null && { server: { state: entry.state, message: entry.stateMessage } }),
    ...(rows.isRanked && entry.container !== null && { container: entry.container.name }),
  };
}

const widths = new WeakMap<Rows, number>();

/** Measured once for a list, so that nothing jumps while scrolling. */
function widestName(rows: Rows): number {
  const known = widths.get(rows);
  if (known !== undefined) return known;
  let widest = 0;
  for (const row of rows.rows.slice(0, limits.measuredNames)) {
    if (row.type === 'entry') widest = Math.max(widest, displayWidth(cleanLine(row.entry.name)));
  }
  widths.set(rows, widest);
  return widest;
}

function drawOne(row: Row, isSelected: boolean, screen: Screen, theme: Theme): string {
  const { columns } = screen.size;
  switch (row.type) {
    case 'entry': {
      const layout = { columns, nameColumns: nameColumnsFor(columns, widestName(screen.rows)) };
      return drawRow(entryRow(row.entry, isSelected, screen), layout, theme);
    }
    case 'header': {
      const { container, on, off } = row;
      const isPending = screen.model.pending.has(row.id);
      const mark = isPending ? 'pending' : screen.state.changed.has(row.id) ? 'changed' : undefined;
      return drawHeader(
        {
          ...container,
          isEnabled: container.enabled,
          load: container.load === null ? null : { kind: container.load, message: container.message },
          counts: { on, off },
          isSelected,
          ...(container.clientId !== null && { publisher: `from ${container.clientId}` }),
          ...(mark && { mark }),
        },
        columns,
        theme,
      );
    }
    case 'problem': {
      const { uri, line, message } = row.problem;
      const where = `${uri.split('/').slice(-2).join('/')}${line === null ? '' : `:${line}`}`;
      const text = ` ${isSelected ? theme.glyphs.cursor : ' '} ${theme.load.error.glyph} ${cleanLine(where)}: ${cleanLine(message)}`;
      return paint(theme, 'warn', fit(text, columns, theme.glyphs.ellipsis));
    }
  }
}

/** What to say where there is nothing to list. */
function emptyLines({ model, state, rows }: Screen): string[] {
  if (rows.isRanked) return ['No entry matches. esc clears the query, tab looks among other kinds.'];
  if (model.isLoading) return ['Waiting for the host to read its files…'];
  if (state.showing === 'problems') return ['No problems.'];
  if (model.list.entries.length > 0)
    return ['Nothing of this kind. tab shows the others, shift+tab what is on or off.'];
  return [
    'No skills or agents found.',
    'Looked in .agents, .claude, .github, .codex, .gemini and .opencode, from the repository’s root to here,',
    'and in the home directory. `skillpick new <name>` makes a skill; `skillpick doctor` tells more.',
  ];
}

/** Exactly as many lines as the list is high. */
export function drawList(screen: Screen, theme: Theme): string[] {
  const { state, rows, size } = screen;
  const height = layoutFor(size).listHeight;
  const shown = rows.rows.slice(state.top, state.top + height);
  const lines = shown.map((row, index) =>
    drawOne(row, state.top + index === state.cursor.index, screen, theme),
  );
  if (rows.rows.length === 0) {
    for (const text of emptyLines(screen)) lines.push(fit(`   ${text}`, size.columns, theme.glyphs.ellipsis));
  }
  return Array.from({ length: height }, (_, index) => lines[index] ?? '');
}
